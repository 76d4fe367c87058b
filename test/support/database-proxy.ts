import { Effect } from "effect"
import { createServer, connect, type Socket } from "node:net"
import { once } from "node:events"

/** Stands between the service and its database, so that the database can go away and come back. */
export interface DatabaseProxy {
  readonly port: number
  /** Cuts what is open, and refuses what comes until the effect has ended. */
  readonly whileCut: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Takes what comes and passes nothing on, in neither direction, until the effect has ended. */
  readonly whileSilent: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Cuts the first connection on which the client sends this, after the database has it. */
  readonly cutAfter: (sent: string) => void
  /** Passes on what holds this, and nothing after it, in neither direction, until `whileSilent` has ended. */
  readonly silentAfter: (sent: string) => void
}

export const aDatabaseProxy = Effect.fnUntraced(function* (target: { readonly host: string; readonly port: number }) {
  const sockets = new Set<Socket>()
  let last: string | undefined
  let lastHeard: string | undefined
  let silent = false

  const join = (client: Socket) => {
    const server = connect(target)
    for (const [socket, other] of [
      [client, server],
      [server, client]
    ] as const) {
      sockets.add(socket)
      socket.on("error", () => other.destroy())
      socket.on("close", () => {
        sockets.delete(socket)
        // What was sent last is still to be read by the database: to destroy the connection could take it back.
        if (!other.writableEnded) other.destroy()
      })
    }
    const answered = (bytes: Buffer) => (silent ? false : client.write(bytes))
    server.on("data", answered)
    client.on("data", (bytes: Buffer) => {
      if (silent) return
      if (lastHeard !== undefined && bytes.includes(lastHeard)) {
        lastHeard = undefined
        silent = true
        server.write(bytes)
      } else if (last !== undefined && bytes.includes(last)) {
        last = undefined
        server.off("data", answered).resume()
        server.end(bytes)
        client.destroy()
      } else server.write(bytes)
    })
  }

  const listener = createServer(join)
  const listen = (port: number) =>
    Effect.promise(async () => {
      listener.listen(port, "127.0.0.1")
      await once(listener, "listening")
    })
  yield* listen(0)
  const address = listener.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  const cut = Effect.promise(async () => {
    const closed = once(listener, "close")
    listener.close()
    for (const socket of sockets) socket.destroy()
    await closed
  })
  yield* Effect.addFinalizer(() => Effect.suspend(() => (listener.listening ? cut : Effect.void)))
  const proxy: DatabaseProxy = {
    port,
    whileCut: (effect) =>
      Effect.acquireUseRelease(
        cut,
        () => effect,
        () => listen(port)
      ),
    whileSilent: (effect) =>
      Effect.acquireUseRelease(
        Effect.sync(() => void (silent = true)),
        () => effect,
        () => Effect.sync(() => void (silent = false))
      ),
    cutAfter: (sent) => void (last = sent),
    silentAfter: (sent) => void (lastHeard = sent)
  }
  return proxy
})
