import type { LabVendor } from "@svc/lab/every-vendor"
import type { Faults, RunningVendor } from "@svc/lab/vendor"
import { Result, Schema } from "effect"
import http from "node:http"
import type { AddressInfo } from "node:net"

export interface StartedVendor {
  readonly vendor: LabVendor
  readonly running: RunningVendor<unknown>
}

const { optionalKey: given } = Schema
const Status = Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 100, maximum: 599 })))

/** An omitted field keeps its value; null removes it. */
const GivenFaults = Schema.Struct({
  throttles: given(Schema.Struct({ calls: Schema.Int, seconds: Schema.optionalKey(Schema.NullOr(Schema.Int)) })),
  expiresToken: given(Schema.Boolean),
  forbids: given(Schema.Boolean),
  answersWith: given(Status),
  answersWritesWith: given(Status),
  lies: given(Schema.Boolean),
  hangsAfterWriting: given(Schema.Boolean),
  failsAfterWriting: given(Schema.Boolean),
  hangs: given(Schema.Boolean),
  drops: given(Schema.Boolean),
  delayMilliseconds: given(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 600_000 }))),
  redirectsTo: given(Schema.NullOr(Schema.String)),
  ignoresFilter: given(Schema.Boolean),
  holdsCallbacks: given(Schema.Boolean),
  duplicatesCallbacks: given(Schema.Boolean),
  forgesCallbacks: given(Schema.Boolean)
} satisfies Record<keyof Faults, unknown>)

const readFaults = Schema.decodeUnknownResult(Schema.fromJsonString(GivenFaults), { onExcessProperty: "error" })

const applied = (faults: Faults, changes: typeof GivenFaults.Type) => {
  const { answersWith, answersWritesWith, redirectsTo, throttles, ...more } = changes
  Object.assign(faults, more)
  if (answersWith !== undefined) faults.answersWith = answersWith ?? undefined
  if (answersWritesWith !== undefined) faults.answersWritesWith = answersWritesWith ?? undefined
  if (redirectsTo !== undefined) faults.redirectsTo = redirectsTo ?? undefined
  if (throttles !== undefined) faults.throttles = { calls: throttles.calls, seconds: throttles.seconds ?? undefined }
}

/** Maps and sets as JSON; a file as its length. */
const readable = (_: string, value: unknown) => {
  if (value instanceof Map) return Object.fromEntries(value)
  if (value instanceof Uint8Array) return `${value.length} bytes`
  return value instanceof Set ? [...value] : value
}

const shown = ({ running, vendor }: StartedVendor) => ({
  name: vendor.name,
  url: running.url,
  faults: running.faults,
  writes: running.writes(),
  requests: running.requests.map(({ body, method, path, query }) => ({ method, path, query: query.toString(), body })),
  state: running.state
})

const readNames = Schema.decodeUnknownResult(Schema.fromJsonString(Schema.Array(Schema.String)))

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined

/** The permissions withheld from the connection, by part of the emulator; empty if the emulator cannot withhold any. */
const withheldBy = ({ running: { state } }: StartedVendor) =>
  [state, memberOf(state, "possessions"), memberOf(state, "groups")]
    .flatMap((part) => [memberOf(part, "withheld"), memberOf(part, "lacks")])
    .filter((one) => one instanceof Set)

interface Answer {
  readonly status: number
  readonly body: unknown
}

const answerTo = (vendors: ReadonlyArray<StartedVendor>, method: string, path: string, body: string): Answer => {
  const [, name, verb] = /^\/__lab(?:\/([^/]+)(?:\/([^/]+))?)?\/?$/.exec(path) ?? []
  if (name === undefined) {
    return path.startsWith("/__lab")
      ? { status: 200, body: vendors.map(({ running, vendor }) => ({ name: vendor.name, url: running.url })) }
      : { status: 404, body: { error: "Unknown path. GET /__lab lists the emulators" } }
  }
  const found = vendors.find(({ vendor }) => vendor.name === name)
  if (found === undefined) return { status: 404, body: { error: `Unknown emulator: ${name}. GET /__lab lists them` } }
  if (method === "GET" && verb === undefined) return { status: 200, body: shown(found) }
  if (method === "POST" && verb === "callback") {
    const { state } = found.running
    if (typeof state !== "object" || state === null || !("callbackUrl" in state)) {
      return {
        status: 409,
        body: { error: `${name} gets its callback address with each request, or sends no callbacks` }
      }
    }
    if (!URL.canParse(body))
      return { status: 400, body: { error: "Send the callback address as the body, as an absolute URL" } }
    Object.assign(state, { callbackUrl: body })
    return { status: 200, body: { callbackUrl: body } }
  }
  if (method === "POST" && verb === "withheld") {
    const withheld = withheldBy(found)
    if (withheld.length === 0) return { status: 409, body: { error: `${name} has no permissions to withhold` } }
    const names = readNames(body)
    if (Result.isFailure(names)) return { status: 400, body: { error: names.failure.message } }
    for (const part of withheld) {
      part.clear()
      for (const one of names.success) part.add(one)
    }
    return { status: 200, body: { withheld: names.success } }
  }
  if (method === "POST" && verb === "behave") {
    found.running.behave()
    return { status: 200, body: found.running.faults }
  }
  if (method === "POST" && verb === "faults") {
    const faults = readFaults(body)
    if (Result.isFailure(faults)) return { status: 400, body: { error: faults.failure.message } }
    applied(found.running.faults, faults.success)
    return { status: 200, body: found.running.faults }
  }
  return {
    status: 404,
    body: {
      error:
        "GET /__lab/NAME, POST /__lab/NAME/faults, POST /__lab/NAME/behave, POST /__lab/NAME/withheld, POST /__lab/NAME/callback"
    }
  }
}

/** Reads and changes the people, requests and faults of the emulators. Plain HTTP on loopback. */
export const startControl = (
  vendors: ReadonlyArray<StartedVendor>,
  port: number
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> => {
  const server = http.createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const { pathname } = new URL(request.url ?? "/", "http://lab")
      const { body, status } = answerTo(
        vendors,
        request.method ?? "GET",
        pathname,
        Buffer.concat(chunks).toString("utf8")
      )
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body, readable, 2))
    })
  })
  return new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, "127.0.0.1", () => {
      const address: AddressInfo | string | null = server.address()
      resolve({
        url: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : port}`,
        close: () =>
          new Promise((done) => {
            server.closeAllConnections()
            server.close(() => done())
          })
      })
    })
  })
}
