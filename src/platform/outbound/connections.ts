import { Clock, Data, Effect, Option, Semaphore } from "effect"
import { NetAddress } from "effect/net"
import { Buffer } from "node:buffer"
import net from "node:net"
import tls from "node:tls"
import { Client, type Dispatcher } from "undici"
import type { OutboundUrl } from "#platform/addresses/url"
import { makeDeadlines } from "./deadlines.ts"

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"

/** An answer. A 3xx is an answer like any other: it is never followed. */
export interface OutboundResponse {
  readonly status: number
  /** Names in lower case; repeated ones joined by a comma. */
  readonly headers: Readonly<Record<string, string>>
  /** UTF-8, cut at the limit; empty where the bytes were asked for. */
  readonly body: string
  /** The body as it came, where it was asked for so. */
  readonly bytes?: Uint8Array
  readonly truncated: boolean
}

/** How far a connection has come. */
type Phase = "connect" | "tls" | "exchange"

export class ExchangeFailed extends Data.TaggedError("ExchangeFailed")<{
  /** How far it came, or that its time was up. */
  readonly phase: Phase | "timeout"
  /** A kept connection that the server had closed: no byte of a response was read. */
  readonly stale: boolean
}> {}

export interface Exchange {
  readonly target: OutboundUrl
  readonly method: Method
  /** Names and values in turn. */
  readonly headers: ReadonlyArray<string>
  readonly body: string | Uint8Array | undefined
  readonly maxBytes: number
  /** The answer's body is a file. */
  readonly asBytes?: boolean | undefined
}

interface ExchangeOptions {
  /** It fails in phase `timeout` then; in milliseconds, by the caller's clock. */
  readonly until: number
  /** Milliseconds until an unopened connection fails in phase `connect`. */
  readonly connectWithin: number | undefined
  /** Over a new connection, though a kept one may be idle. */
  readonly fresh: boolean
}

interface Connections {
  /** The addresses to try, those with an idle connection first. */
  readonly preferred: (
    target: OutboundUrl,
    addresses: ReadonlyArray<NetAddress.IpAddress>
  ) => ReadonlyArray<NetAddress.IpAddress>
  /**
   * One request and its answer over a connection to that address and no other, which interruption closes. It is never
   * repeated.
   */
  readonly exchange: (
    request: Exchange,
    address: NetAddress.IpAddress,
    options: ExchangeOptions
  ) => Effect.Effect<OutboundResponse, ExchangeFailed>
}

/** Enough for the concurrent attempts of both delivery queues, and for other calls. */
const maxInFlight = 1_024
const maxIdle = 1_024
const maxIdlePerAddress = 64
const idleMilliseconds = 30_000
const maxSessions = 1_024
const maxHeaderBytes = 16_384
const maxInterimAnswers = 8

/** A connection to one address for one host; its first request opens it. */
interface Connection {
  readonly client: Client
  readonly key: string
  socket: net.Socket | undefined
  phase: Phase
  /** Whether its socket has served a request already. */
  used: boolean
}

type AnswerHeaders = Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseStart"]>>[2]

const headersOf = (given: AnswerHeaders): Record<string, string> => {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined) headers[name] = typeof value === "string" ? value : value.join(", ")
  }
  return headers
}

/** Collects at most `maxBytes`; `push` answers whether more is wanted. */
const makeBody = ({ asBytes, maxBytes }: Pick<Exchange, "asBytes" | "maxBytes">) => {
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
    read: () =>
      asBytes === true
        ? { body: "", bytes: new Uint8Array(Buffer.concat(chunks)), truncated }
        : {
            // In stream mode the decoder omits a truncated character.
            body: size === 0 ? "" : new TextDecoder().decode(Buffer.concat(chunks), { stream: truncated }),
            truncated
          }
  }
}

interface Outcome {
  readonly answered: (response: OutboundResponse, complete: boolean) => void
  readonly failed: (stale: boolean) => void
}

const aborted = new Error("The exchange was cut off")

const timedOut = Effect.fail(new ExchangeFailed({ phase: "timeout", stale: false }))

/** Reads one response; reports exactly one outcome, once. */
const makeReader = (
  exchange: Pick<Exchange, "asBytes" | "maxBytes">,
  reused: boolean,
  { answered, failed }: Outcome
): Dispatcher.DispatchHandler => {
  let status = 0
  let headers: Record<string, string> = {}
  let interim = 0
  const body = makeBody(exchange)
  return {
    onRequestStart: () => undefined,
    onResponseStart: (controller, statusCode, given) => {
      if (statusCode < 200) {
        interim += 1
        if (interim > maxInterimAnswers) controller.abort(aborted)
        return
      }
      status = statusCode
      headers = headersOf(given)
    },
    onResponseData: (controller, chunk) => {
      if (body.push(chunk)) return
      answered({ status, headers, ...body.read() }, false)
      controller.abort(aborted)
    },
    onResponseEnd: () => answered({ status, headers, ...body.read() }, true),
    onResponseError: () => failed(reused && status === 0 && interim === 0)
  }
}

/** The idle connections, by whom they serve: host, port and the address that was checked. */
const makeIdle = () => {
  const byKey = new Map<string, Array<Connection>>()
  let count = 0
  return {
    has: (key: string) => byKey.has(key),
    /** The one last used; not one whose server answered without reading all of the request, or has not read it yet. */
    take: (key: string): Connection | undefined => {
      const connections = byKey.get(key) ?? []
      const index = connections.findLastIndex(({ socket }) => socket?.writableLength === 0)
      const [connection] = index < 0 ? [] : connections.splice(index, 1)
      if (connection === undefined) return undefined
      count -= 1
      if (connections.length === 0) byKey.delete(key)
      return connection
    },
    /** Answers whether there was room for it. */
    keep: (connection: Connection): boolean => {
      const others = byKey.get(connection.key) ?? []
      if (count >= maxIdle || others.length >= maxIdlePerAddress) return false
      others.push(connection)
      byKey.set(connection.key, others)
      count += 1
      return true
    },
    /** Answers whether it was idle. */
    remove: (connection: Connection): boolean => {
      const others = byKey.get(connection.key) ?? []
      const index = others.indexOf(connection)
      if (index < 0) return false
      others.splice(index, 1)
      count -= 1
      if (others.length === 0) byKey.delete(connection.key)
      return true
    }
  }
}

/**
 * The connections of this process to addresses that tenants typed in. A socket is opened to an IP address, not to a
 * name, so there is no second look-up that could answer something else, and the key of a kept connection holds that
 * address: it serves only those for whom the address was just checked. Certificates are checked against the host's
 * name. Bounded: 1,024 requests in flight, 1,024 idle connections for 30 seconds, 64 of them to one address. No proxy of
 * the environment is used. `ca`: certificates in PEM trusted besides the default ones.
 */
export const makeConnections = Effect.fnUntraced(function* (options: { readonly ca: ReadonlyArray<string> }) {
  const secureContext = tls.createSecureContext(
    options.ca.length === 0 ? {} : { ca: [...tls.getCACertificates("default"), ...options.ca] }
  )
  const inFlight = yield* Semaphore.make(maxInFlight)
  const deadlines = yield* makeDeadlines
  const idle = makeIdle()
  const all = yield* Effect.acquireRelease(
    Effect.sync(() => new Set<Connection>()),
    (open) => Effect.sync(() => open.forEach(close))
  )

  const close = (connection: Connection) => {
    all.delete(connection)
    connection.client.destroy(() => undefined)
    // One that is still being opened is not the client's yet.
    connection.socket?.destroy()
  }

  const keyOf = ({ host, port, url }: OutboundUrl, address: NetAddress.IpAddress) =>
    `${url.protocol}${host}:${port} ${NetAddress.formatIp(address)}`

  // TLS session resumption for the same host and address costs both sides less.
  const sessions = new Map<string, Buffer>()
  const rememberSession = (key: string, session: Buffer) => {
    sessions.delete(key)
    sessions.set(key, session)
    const [oldest] = sessions.keys()
    if (sessions.size > maxSessions && oldest !== undefined) sessions.delete(oldest)
  }

  const socketTo = (target: OutboundUrl, address: NetAddress.IpAddress) => {
    const to = { host: NetAddress.formatIp(address), port: target.port, noDelay: true }
    if (target.url.protocol !== "https:") return net.connect(to)
    const key = keyOf(target, address)
    return tls
      .connect({
        ...to,
        secureContext,
        // An address as server name is not allowed in TLS; without one the certificate is checked against `host`.
        servername: Option.isSome(target.literal) ? "" : target.host,
        rejectUnauthorized: true,
        ALPNProtocols: ["http/1.1"],
        session: sessions.get(key)
      })
      .on("session", (session) => rememberSession(key, session))
  }

  const open = (target: OutboundUrl, address: NetAddress.IpAddress): Connection => {
    const encrypted = target.url.protocol === "https:"
    const client = new Client(target.url.origin, {
      allowH2: false,
      pipelining: 1,
      maxHeaderSize: maxHeaderBytes,
      keepAliveTimeout: idleMilliseconds,
      keepAliveMaxTimeout: idleMilliseconds,
      // The caller's time-out is for all of it.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (_options, callback) => {
        const socket = socketTo(target, address)
        connection.socket = socket
        connection.phase = "connect"
        connection.used = false
        let settled = false
        const lost = () => {
          if (settled) return
          settled = true
          callback(new Error(`The connection was lost in phase ${connection.phase}`), null)
        }
        socket.once("error", lost).once("close", lost)
        socket.once("connect", () => (connection.phase = encrypted ? "tls" : "exchange"))
        socket.once(encrypted ? "secureConnect" : "connect", () => {
          if (settled) return
          settled = true
          connection.phase = "exchange"
          callback(null, socket)
        })
      }
    })
    const connection: Connection = {
      client,
      key: keyOf(target, address),
      socket: undefined,
      phase: "connect",
      used: false
    }
    client.on("disconnect", () => idle.remove(connection) && close(connection))
    all.add(connection)
    return connection
  }

  const giveBack = (connection: Connection) => {
    connection.used = true
    if (connection.socket?.destroyed !== false || !idle.keep(connection)) close(connection)
  }

  const exchangeNow = (
    request: Exchange,
    address: NetAddress.IpAddress,
    { connectWithin, fresh, within }: Omit<ExchangeOptions, "until"> & { readonly within: number | undefined }
  ) =>
    Effect.callback<OutboundResponse, ExchangeFailed>((resume) => {
      const { target } = request
      const kept = fresh ? undefined : idle.take(keyOf(target, address))
      const connection = kept ?? open(target, address)
      const giveUp = (phase: ExchangeFailed["phase"]) => {
        end(Effect.fail(new ExchangeFailed({ phase, stale: false })))
        close(connection)
      }
      const waits: Array<() => void> = []
      if (within !== undefined) waits.push(deadlines.after(within, () => giveUp("timeout")))
      if (connectWithin !== undefined && kept === undefined) {
        waits.push(deadlines.after(connectWithin, () => connection.phase === "connect" && giveUp("connect")))
      }
      const forget = () => waits.forEach((cancel) => cancel())
      const end = (outcome: Effect.Effect<OutboundResponse, ExchangeFailed>) => {
        forget()
        resume(outcome)
      }
      const reader = makeReader(request, connection.used, {
        answered: (response, complete) => {
          if (complete) giveBack(connection)
          else close(connection)
          end(Effect.succeed(response))
        },
        failed: (stale) => {
          end(Effect.fail(new ExchangeFailed({ phase: connection.phase, stale })))
          close(connection)
        }
      })
      connection.client.dispatch(
        {
          method: request.method,
          path: `${target.url.pathname}${target.url.search}`,
          headers: ["host", target.url.host, ...request.headers],
          body: request.body ?? null
        },
        reader
      )
      return Effect.sync(() => {
        forget()
        close(connection)
      })
    })

  const connections: Connections = {
    preferred: (target, addresses) => {
      if (addresses.length === 1) return addresses
      const kept = addresses.filter((address) => idle.has(keyOf(target, address)))
      return [...kept, ...addresses.filter((address) => !kept.includes(address))]
    },
    exchange: (request, address, options) =>
      Clock.clockWith((clock) => {
        const within = Math.max(0, options.until - clock.currentTimeMillisUnsafe())
        const watched = (self: Effect.Effect<OutboundResponse, ExchangeFailed>) =>
          Effect.timeoutOrElse(self, { duration: within, orElse: () => timedOut })
        // A test clock replaces the deadlines' own.
        const ownClock = clock === deadlines.clock
        const exchanged = exchangeNow(request, address, { ...options, within: ownClock ? within : undefined })
        if (!ownClock) return watched(inFlight.withPermit(exchanged))
        return Effect.flatMap(
          inFlight.withPermitsIfAvailable(1)(exchanged),
          Option.match({ onSome: Effect.succeed, onNone: () => watched(inFlight.withPermit(exchanged)) })
        )
      })
  }
  return connections
})
