import { Data, Effect, FileSystem } from "effect"
import { createHash } from "node:crypto"
import net from "node:net"
import os from "node:os"
import path from "node:path"

/** Another service already runs on this `DATA_DIR`. `pid` is undefined when it did not say. */
class DataDirInUse extends Data.TaggedError("DataDirInUse")<{
  readonly dataDir: string
  readonly pid: number | undefined
}> {
  override get message(): string {
    const holder = this.pid === undefined ? "another service" : `another service (pid ${this.pid})`
    return `${holder} already runs on the DATA_DIR ${this.dataDir}. Stop it, or use a different DATA_DIR`
  }
}

const codeOf = (error: Error): string =>
  "code" in error && typeof error.code === "string" ? error.code : error.message

// The kernel frees an abstract socket with its process, however that dies; nothing is left to be stale.
const addressFor = (realDir: string): string => {
  const name = `offboarding-service-${createHash("sha256").update(realDir).digest("hex").slice(0, 32)}`
  return process.platform === "linux" ? `\0${name}` : path.join(os.tmpdir(), `${name}.sock`)
}

class AddressTaken extends Data.TaggedError("AddressTaken") {}

const listen = (address: string): Effect.Effect<net.Server, AddressTaken> =>
  Effect.callback((resume) => {
    const server = net.createServer((socket) => {
      socket.on("error", () => socket.destroy())
      socket.end(`${process.pid}\n`)
    })
    server.unref()
    server.once("error", (error) =>
      resume(codeOf(error) === "EADDRINUSE" ? Effect.fail(new AddressTaken()) : Effect.die(error))
    )
    server.listen(address, () => resume(Effect.succeed(server)))
  })

type Holder = { readonly _tag: "Nobody" } | { readonly _tag: "Service"; readonly pid: number | undefined }

const holderOf = (address: string): Effect.Effect<Holder> =>
  Effect.callback((resume) => {
    let said = ""
    const socket = net.connect(address)
    const answer = () => {
      socket.destroy()
      const pid = Number.parseInt(said, 10)
      resume(Effect.succeed({ _tag: "Service", pid: Number.isSafeInteger(pid) ? pid : undefined }))
    }
    socket.setTimeout(1000, answer)
    socket.on("data", (bytes) => (said += bytes.toString()))
    socket.on("end", answer)
    socket.on("error", (error) =>
      ["ECONNREFUSED", "ENOENT"].includes(codeOf(error)) ? resume(Effect.succeed({ _tag: "Nobody" })) : answer()
    )
  })

const close = (server: net.Server): Effect.Effect<void> =>
  Effect.callback((resume) => {
    server.close(() => resume(Effect.void))
  })

/**
 * Holds `dataDir` (which must exist) for this process until the scope closes; the kernel lets go of it when the
 * process dies. Fails with `DataDirInUse` when another process holds it.
 */
const acquire = Effect.fn("ServiceLock.acquire")(function* (dataDir: string) {
  const fs = yield* FileSystem.FileSystem
  const address = addressFor(yield* Effect.orDie(fs.realPath(dataDir)))
  const take = Effect.acquireRelease(listen(address), close)
  yield* take.pipe(
    Effect.catchTag(
      "AddressTaken",
      Effect.fnUntraced(function* () {
        const holder = yield* holderOf(address)
        if (holder._tag === "Service") return yield* new DataDirInUse({ dataDir, pid: holder.pid })
        // Only a socket file outlives its process, so only that needs to go before the second try.
        if (!address.startsWith("\0")) yield* Effect.orDie(fs.remove(address, { force: true }))
        return yield* take
      })
    ),
    Effect.catchTag("AddressTaken", () => new DataDirInUse({ dataDir, pid: undefined }))
  )
})

export const ServiceLock = { acquire }
