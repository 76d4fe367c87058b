import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { connect } from "node:net"
import { gzipSync } from "node:zlib"
import { aServiceProcess, type ServiceProcess } from "#test/support/service-process"
import { LiveServices } from "#test/support/TestApp"
import { aKey, aSuperAdmin } from "#test/support/people"

const megabyte = 1_048_576

/** Resident memory of the process in megabytes. */
const memoryOf = ({ pid }: ServiceProcess) =>
  Effect.sync(() => Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_024)

interface Upload {
  readonly status: number
  readonly sentMegabytes: number
}

/** Writes so many megabytes as the other side takes them, and answers with what it said. */
const upload = (service: ServiceProcess, bearer: string, megabytes: number, framing: "chunked" | "length") =>
  Effect.promise(
    () =>
      new Promise<Upload>((resolve) => {
        const { hostname, port } = new URL(service.baseUrl)
        const socket = connect(Number(port), hostname)
        const chunk = Buffer.alloc(65_536, "x")
        const piece =
          framing === "chunked" ? Buffer.concat([Buffer.from("10000\r\n"), chunk, Buffer.from("\r\n")]) : chunk
        const total = megabytes * 16
        let sent = 0
        let received = ""
        const write = () => {
          while (sent < total && !socket.destroyed) {
            sent += 1
            if (!socket.write(piece)) return void socket.once("drain", write)
          }
        }
        socket.on("data", (data: Buffer) => (received += data.toString("latin1")))
        // The service closes a connection that it no longer reads; writing on ends in an error.
        socket.on("error", () => undefined)
        socket.on("close", () =>
          resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(received)?.[1] ?? 0), sentMegabytes: sent / 16 })
        )
        socket.on("connect", () => {
          const length =
            framing === "chunked" ? "Transfer-Encoding: chunked" : `Content-Length: ${megabytes * megabyte}`
          socket.write(
            `POST /api/v1/offboardings HTTP/1.1\r\nHost: svc.test\r\nAuthorization: Bearer ${bearer}\r\nContent-Type: application/json\r\n${length}\r\n\r\n`
          )
          write()
        })
      })
  )

const create = (
  service: ServiceProcess,
  bearer: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {}
) =>
  Effect.promise(async () => {
    const answer = await fetch(`${service.baseUrl}/api/v1/offboardings`, {
      method: "POST",
      headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json", ...headers },
      body
    })
    return { status: answer.status, body: await answer.json() }
  })

const good = JSON.stringify({ employee_name: "Ada", exit_date: "2026-04-30" })

layer(LiveServices, { excludeTestServices: true })("bodies of any size", (it) => {
  // refusals-6: A body over 1 MB is 413, an upload over 11 MB, too, and the rest is not read.
  it.status(
    413,
    "over 1 MB, however it is framed: the rest is not read, the memory does not grow, and the service goes on",
    function* () {
      const bearer = yield* aKey(yield* aSuperAdmin())
      const service = yield* aServiceProcess()
      assert.strictEqual((yield* create(service, bearer, good)).status, 201)
      const measurable = existsSync(`/proc/${service.pid}/status`)
      // The first ones warm up what stays.
      yield* Effect.forEach(["chunked", "length"] as const, (framing) => upload(service, bearer, 4, framing))
      const before = measurable ? yield* memoryOf(service) : 0

      const uploads = yield* Effect.forEach(
        Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? "chunked" : "length")),
        (framing) => upload(service, bearer, 200, framing),
        { concurrency: 6 }
      )
      for (const { sentMegabytes, status } of uploads) {
        assert.strictEqual(status, 413)
        assert.isBelow(sentMegabytes, 50)
      }
      const anonymous = yield* upload(service, "nobody", 200, "chunked")
      assert.strictEqual(anonymous.status, 401)
      assert.isBelow(anonymous.sentMegabytes, 50)

      // A compressed body is not unpacked.
      const bomb = new Uint8Array(gzipSync(Buffer.alloc(100 * megabyte)))
      assert.deepStrictEqual(yield* create(service, bearer, bomb, { "content-encoding": "gzip" }), {
        status: 400,
        body: { error: "Send the body uncompressed, without Content-Encoding" }
      })

      if (measurable) assert.isBelow((yield* memoryOf(service)) - before, 100)
      const almost = good.replace("{", `{${" ".repeat(1_000_000 - good.length)}`)
      assert.strictEqual((yield* create(service, bearer, almost)).status, 201)
    }
  )
})
