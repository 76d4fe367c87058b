import { Data, Effect, Option, Semaphore } from "effect"
import { NetAddress } from "effect/net"
import { Buffer } from "node:buffer"
import http from "node:http"
import https from "node:https"
import type { Duplex } from "node:stream"
import tls from "node:tls"
import type { OutboundUrl } from "#platform/outbound-url"

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"

/** An answer. A 3xx is an answer like any other: it is never followed. */
export interface OutboundResponse {
  readonly status: number
  /** Names in lower case; repeated ones joined by a comma. */
  readonly headers: Readonly<Record<string, string>>
  /** UTF-8, cut at the limit. */
  readonly body: string
  readonly truncated: boolean
}

/** How far an exchange came before it failed. */
export type Phase = "connect" | "tls" | "exchange"

export class ExchangeFailed extends Data.TaggedError("ExchangeFailed")<{
  readonly phase: Phase
  /** A kept connection that the server had closed meanwhile: nothing of an answer was read. */
  readonly stale: boolean
}> {}

export interface Exchange {
  readonly target: OutboundUrl
  readonly method: Method
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | undefined
  readonly maxBytes: number
}

export interface Connections {
  /** The addresses to try, those with an idle connection first. */
  readonly preferred: (
    target: OutboundUrl,
    addresses: ReadonlyArray<NetAddress.IpAddress>
  ) => ReadonlyArray<NetAddress.IpAddress>
  /**
   * One request and its answer over a connection to that address and no other. A connection that does not stand
   * within `connectWithin` (milliseconds) fails in phase `connect`; interruption destroys the socket.
   */
  readonly exchange: (
    request: Exchange,
    address: NetAddress.IpAddress,
    options: { readonly connectWithin: Option.Option<number>; readonly fresh: boolean }
  ) => Effect.Effect<OutboundResponse, ExchangeFailed>
}

const maxInFlight = 512
const maxIdle = 1_024
const idleMilliseconds = 15_000
const maxHeaderBytes = 16_384
const maxInterimAnswers = 8

const pool = { keepAlive: true, timeout: idleMilliseconds, maxFreeSockets: 64, scheduling: "lifo" } as const

const idleCount = (agent: http.Agent) =>
  Object.values(agent.freeSockets).reduce((count, sockets) => count + (sockets?.length ?? 0), 0)

// Not `maxTotalSockets`: with it, idle connections to some hosts make requests to others wait.
class HttpsPool extends https.Agent {
  override keepSocketAlive(socket: Duplex): boolean {
    const kept: unknown = super.keepSocketAlive(socket)
    return kept !== false && idleCount(this) < maxIdle
  }
}

class HttpPool extends http.Agent {
  override keepSocketAlive(socket: Duplex): boolean {
    const kept: unknown = super.keepSocketAlive(socket)
    return kept !== false && idleCount(this) < maxIdle
  }
}

const headersOf = (message: http.IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(message.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === "string" ? value : value.join(", ")]]
    )
  )

/** Collects at most `maxBytes`; `push` answers whether more is wanted. */
const makeBody = (maxBytes: number) => {
  const chunks: Array<Uint8Array> = []
  let size = 0
  let truncated = false
  return {
    push: (chunk: Uint8Array): boolean => {
      const room = maxBytes - size
      truncated = chunk.length > room
      const kept = truncated ? chunk.subarray(0, room) : chunk
      chunks.push(kept)
      size += kept.length
      return !truncated
    },
    // In stream mode the decoder leaves out a character that the cut went through.
    read: () => ({ body: new TextDecoder().decode(Buffer.concat(chunks), { stream: truncated }), truncated })
  }
}

interface Progress {
  phase: Phase
}

const perform = (request: Exchange, options: https.RequestOptions, progress: Progress) =>
  Effect.callback<OutboundResponse, ExchangeFailed>((resume) => {
    const encrypted = request.target.url.protocol === "https:"
    const sent = (encrypted ? https : http).request(options)
    let answered = false
    let interim = 0

    const fail = (stale: boolean) => {
      resume(Effect.fail(new ExchangeFailed({ phase: progress.phase, stale })))
      sent.destroy()
    }
    sent.on("socket", (socket) => {
      if (sent.reusedSocket) {
        progress.phase = "exchange"
        return
      }
      socket.once("connect", () => (progress.phase = encrypted ? "tls" : "exchange"))
      socket.once("secureConnect", () => (progress.phase = "exchange"))
    })
    sent.on("error", () => fail(sent.reusedSocket && !answered))
    sent.on("information", () => {
      interim += 1
      if (interim > maxInterimAnswers) fail(false)
    })
    sent.on("upgrade", (_message, socket) => {
      socket.destroy()
      fail(false)
    })
    sent.on("response", (message) => {
      answered = true
      const body = makeBody(request.maxBytes)
      const finish = () =>
        resume(Effect.succeed({ status: message.statusCode ?? 0, headers: headersOf(message), ...body.read() }))
      message.on("data", (chunk: Uint8Array) => {
        if (body.push(chunk)) return
        finish()
        sent.destroy()
      })
      message.on("end", () => {
        // After this tick the connection is back in the pool, where the caller's next request looks for it.
        process.nextTick(finish)
        // The server answered without reading all of the request: the connection is of no further use. Asked a turn
        // later, because a fast answer overtakes the news that the last byte was written.
        setImmediate(() => sent.writableFinished || sent.destroy())
      })
      message.on("error", () => fail(false))
    })
    sent.end(request.body)
    return Effect.sync(() => sent.destroy())
  })

/**
 * The connections of this process to addresses that tenants typed in. A socket is opened to an IP address, not to a
 * name, so there is no second look-up that could answer something else, and the pool's key holds that address: a kept
 * connection serves only those for whom the address was just checked. Certificates are checked against the host's
 * name. Bounded: 512 requests in flight, 1,024 idle connections per scheme for 15 seconds. No proxy of the environment
 * is used. `ca`: certificates in PEM trusted besides the default ones.
 */
export const makeConnections = Effect.fnUntraced(function* (options: { readonly ca: ReadonlyArray<string> }) {
  const secureContext = tls.createSecureContext(
    options.ca.length === 0 ? {} : { ca: [...tls.getCACertificates("default"), ...options.ca] }
  )
  const agents = (make: () => { readonly https: https.Agent; readonly http: http.Agent }) =>
    Effect.acquireRelease(Effect.sync(make), (made) =>
      Effect.sync(() => {
        made.https.destroy()
        made.http.destroy()
      })
    )
  const kept = yield* agents(() => ({ https: new HttpsPool({ ...pool, secureContext }), http: new HttpPool(pool) }))
  const unkept = yield* agents(() => ({ https: new https.Agent({ secureContext }), http: new http.Agent() }))
  const inFlight = yield* Semaphore.make(maxInFlight)

  const agentFor = (target: OutboundUrl, from: typeof kept) =>
    target.url.protocol === "https:" ? from.https : from.http

  const endpointOf = (target: OutboundUrl, address: NetAddress.IpAddress) => ({
    host: NetAddress.formatIp(address),
    port: target.port,
    // An address as server name is not allowed in TLS; without one the certificate is checked against `host`.
    servername: Option.isSome(target.literal) ? "" : target.host,
    rejectUnauthorized: true
  })

  const hasIdle = (target: OutboundUrl, address: NetAddress.IpAddress) => {
    const agent = agentFor(target, kept)
    return (agent.freeSockets[agent.getName(endpointOf(target, address))]?.length ?? 0) > 0
  }

  const connections: Connections = {
    preferred: (target, addresses) => {
      const idle = addresses.filter((address) => hasIdle(target, address))
      return [...idle, ...addresses.filter((address) => !idle.includes(address))]
    },
    exchange: (request, address, { connectWithin, fresh }) =>
      Effect.suspend(() => {
        const { target } = request
        const progress: Progress = { phase: "connect" }
        const answer = perform(
          request,
          {
            ...endpointOf(target, address),
            agent: agentFor(target, fresh ? unkept : kept),
            method: request.method,
            path: `${target.url.pathname}${target.url.search}`,
            headers: { ...request.headers, host: target.url.host },
            maxHeaderSize: maxHeaderBytes
          },
          progress
        )
        const cutOff = (milliseconds: number) =>
          Effect.flatMap(Effect.sleep(milliseconds), () =>
            progress.phase === "connect"
              ? Effect.fail(new ExchangeFailed({ phase: "connect", stale: false }))
              : Effect.never
          )
        return Option.match(connectWithin, {
          onNone: () => answer,
          onSome: (milliseconds) => Effect.raceFirst(answer, cutOff(milliseconds))
        })
      }).pipe(inFlight.withPermit)
  }
  return connections
})
