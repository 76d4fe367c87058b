import { assert } from "@effect/vitest"
import { Context, Deferred, Effect, Layer } from "effect"
import { IpNetwork } from "effect/net"
import type http from "node:http"
import https from "node:https"
import net from "node:net"
import tls from "node:tls"
import type { OutboundExemption } from "#platform/config/config"
import { type AddressRefused, Outbound, OutboundFailed } from "#platform/outbound/outbound"
import { type Certificate, makeCertificate } from "./tls.ts"

export const name = "hooks.example.com"
export const loopback: OutboundExemption = { _tag: "Network", network: IpNetwork.fromStringUnsafe("127.0.0.0/8") }
export const loopback6: OutboundExemption = { _tag: "Network", network: IpNetwork.fromStringUnsafe("::1/128") }

export type Options = Parameters<typeof Outbound.layerWith>[0]

/** The client with loopback exempted, which knows every name as 127.0.0.1. */
export const client = (options: Partial<Options> = {}) =>
  Effect.map(
    Layer.build(Outbound.layerWith({ allow: [loopback], resolve: () => Effect.succeed(["127.0.0.1"]), ...options })),
    Context.get(Outbound)
  )

export const certificate = makeCertificate([name, "localhost", "127.0.0.1"])

export const listen = <S extends net.Server>(server: S, host = "127.0.0.1") =>
  Effect.acquireRelease(
    Effect.callback<{ readonly server: S; readonly port: number }>((resume) => {
      server.listen(0, host, () => {
        const address = server.address()
        if (address === null || typeof address === "string") throw new Error("a TCP address was expected")
        resume(Effect.succeed({ server, port: address.port }))
      })
    }),
    () => Effect.sync(() => server.close())
  )

export interface Sink {
  readonly port: number
  readonly url: string
  readonly ca: string
  /** Remote and local address of every connection, in order. */
  readonly connections: Array<{ readonly to: string | undefined; readonly servername: unknown }>
  readonly requests: Array<{
    readonly url: string | undefined
    readonly headers: http.IncomingHttpHeaders
    readonly body: string
  }>
}

/** A real HTTPS server that keeps what it was sent. */
export const sink = Effect.fnUntraced(function* (
  handler: (request: http.IncomingMessage, response: http.ServerResponse) => void = (_request, response) =>
    response.end("ok"),
  options: { readonly host?: string; readonly certificate?: Certificate } = {}
) {
  const { ca, cert, key } = options.certificate ?? (yield* certificate)
  const connections: Sink["connections"] = []
  const requests: Sink["requests"] = []
  const server = https.createServer({ key, cert, keepAliveTimeout: 60_000 }, (request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      requests.push({ url: request.url, headers: request.headers, body: Buffer.concat(chunks).toString() })
      handler(request, response)
    })
  })
  server.on("secureConnection", (socket: tls.TLSSocket) =>
    connections.push({ to: socket.localAddress, servername: socket.servername })
  )
  const { port } = yield* listen(server, options.host)
  yield* Effect.addFinalizer(() => Effect.sync(() => server.closeAllConnections()))
  return { port, url: `https://${name}:${port}`, ca, connections, requests } satisfies Sink
})

/** A server of bytes: `talk` runs for each connection; `closed` completes when the client has gone. */
export const byteServer = Effect.fnUntraced(function* (talk: (socket: net.Socket) => void, secure: boolean) {
  const { ca, cert, key } = yield* certificate
  const opened = yield* Deferred.make<void>()
  const closed = yield* Deferred.make<void>()
  const sockets = new Set<net.Socket>()
  const accept = (socket: net.Socket) => {
    sockets.add(socket)
    socket.on("error", () => undefined)
    socket.on("close", () => Deferred.doneUnsafe(closed, Effect.void))
    Deferred.doneUnsafe(opened, Effect.void)
    talk(socket)
    // A socket that is not read does not learn that the other side has gone.
    socket.resume()
  }
  const { port } = yield* listen(secure ? tls.createServer({ key, cert }, accept) : net.createServer(accept))
  yield* Effect.addFinalizer(() => Effect.sync(() => sockets.forEach((socket) => socket.destroy())))
  return { port, url: `https://${name}:${port}`, ca, opened: Deferred.await(opened), closed: Deferred.await(closed) }
})

/** Writes one more byte every 2 ms and completes the signal after the 20th. */
export const drip = (started: Deferred.Deferred<void>) => (socket: net.Socket) => {
  let written = 0
  const timer = setInterval(() => {
    socket.write("a")
    written += 1
    if (written === 20) Deferred.doneUnsafe(started, Effect.void)
  }, 2)
  socket.on("close", () => clearInterval(timer))
}

export const failedAs = (kind: OutboundFailed["kind"]) => (error: AddressRefused | OutboundFailed) => {
  assert.instanceOf(error, OutboundFailed)
  assert.strictEqual(error.kind, kind)
}
