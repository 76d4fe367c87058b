import * as PgProtocol from "@effect/sql-pg/PgProtocol"
import { Data, Effect, Redacted } from "effect"
import { once } from "node:events"
import net from "node:net"
import type { Duplex } from "node:stream"
import tls from "node:tls"
import { preparedPassword } from "./address.ts"
import { columnsOfRow, errorOf, frameOf, frames, makeFrameReader, queryFrame } from "./copy-frames.ts"
import { logIn } from "./copy-login.ts"
import type { DatabaseOptions } from "./connections.ts"

/** The database refused a statement, or went away. `message` quotes no row. */
class CopyFailed extends Data.TaggedError("CopyFailed")<{ readonly message: string; readonly code: string }> {}

class Refused extends Error {
  readonly code: string
  constructor({ code, message }: { readonly code: string; readonly message: string }) {
    super(message)
    this.code = code
  }
}

const failure = (error: unknown) =>
  new CopyFailed({
    code: error instanceof Refused ? error.code : "",
    message: error instanceof Error ? error.message : String(error)
  })

/** Bytes of rows per message. */
const gathered = 256 * 1024

/**
 * A session for COPY, which the driver does not support: text statements in order, over one private connection. No
 * other statement runs during a copy.
 */
export interface CopySession {
  /** The rows of the last statement of the text. */
  readonly query: (text: string) => Effect.Effect<ReadonlyArray<ReadonlyArray<string | null>>, CopyFailed>
  /** What `COPY … TO STDOUT` says, in chunks of many rows; to be read to its end. */
  readonly copyOut: (text: string) => AsyncGenerator<Uint8Array>
  /** Feeds `COPY … FROM STDIN`; answers how many rows it took. */
  readonly copyIn: (text: string, rows: AsyncIterable<Uint8Array>) => Effect.Effect<number, CopyFailed>
}

const verified = new Set(["require", "verify-ca", "verify-full"])

interface Place {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string | undefined
  readonly database: string
  /** A server without TLS is spoken to in the clear only when the address does not insist. */
  readonly secure: "never" | "if it can" | "always"
}

const placeOf = ({ tls: extra, url }: DatabaseOptions): Place => {
  const { hostname, password, pathname, port, searchParams, username } = new URL(Redacted.value(url))
  const user = decodeURIComponent(username || searchParams.get("user") || "postgres")
  const given = decodeURIComponent(password || searchParams.get("password") || "")
  const mode = searchParams.get("sslmode")
  return {
    host: searchParams.get("host") ?? (decodeURIComponent(hostname.replace(/^\[|\]$/g, "")) || "localhost"),
    port: Number(searchParams.get("port") ?? (port || 5432)),
    user,
    password: given === "" ? undefined : preparedPassword(given),
    database: decodeURIComponent(searchParams.get("dbname") ?? (pathname.slice(1) || user)),
    secure:
      extra !== undefined || verified.has(mode ?? "")
        ? "always"
        : mode === "prefer" || mode === "allow"
          ? "if it can"
          : "never"
  }
}

const connect = async (options: DatabaseOptions, place: Place): Promise<Duplex> => {
  const { host, port } = place
  const socket = host.startsWith("/")
    ? net.connect({ path: `${host}/.s.PGSQL.${port}` })
    : net.connect({ host, port, noDelay: true })
  await once(socket, "connect")
  if (place.secure === "never" || host.startsWith("/")) return socket
  socket.write(PgProtocol.encodeSslRequest())
  const [answer]: ReadonlyArray<unknown> = await once(socket, "data")
  if (!Buffer.isBuffer(answer) || answer.length !== 1)
    throw new Error("The server does not speak PostgreSQL's protocol")
  if (answer.toString("latin1") !== "S") {
    if (place.secure === "if it can") return socket.pause()
    throw new Error("The database does not support TLS, which its URL requires")
  }
  const secured = tls.connect({
    socket,
    host,
    ...(net.isIP(host) === 0 ? { servername: host } : {}),
    ...(typeof options.tls === "object" ? { ca: options.tls.ca } : {})
  })
  await once(secured, "secureConnect")
  return secured
}

const drained = (socket: Duplex, bytes: Uint8Array) =>
  new Promise<void>((resolve, reject) => {
    socket.write(bytes, (error) => (error === null || error === undefined ? resolve() : reject(error)))
  })

const sessionOver = (socket: Duplex): CopySession & { readonly login: (place: Place) => Promise<void> } => {
  const reader = makeFrameReader(socket)

  /** Reads until the server is ready again; what it refused is thrown then. */
  const settle = async (each: (type: number, body: Buffer) => void) => {
    let refused: Refused | undefined
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- messages come one after the other.
      const { body, type } = await reader.next()
      if (type === frames.error) refused ??= new Refused(errorOf(body))
      if (type === frames.ready) break
      each(type, body)
    }
    if (refused !== undefined) throw refused
  }

  const query = async (text: string) => {
    let rows: Array<ReadonlyArray<string | null>> = []
    let ended = false
    socket.write(queryFrame(text))
    await settle((type, body) => {
      if (type === frames.complete) ended = true
      if (type !== frames.dataRow) return
      if (ended) rows = []
      ended = false
      rows.push(columnsOfRow(body))
    })
    return rows
  }

  async function* copyOut(text: string): AsyncGenerator<Uint8Array> {
    socket.write(queryFrame(text))
    let pieces: Array<Buffer> = []
    let size = 0
    let refused: Refused | undefined
    for (;;) {
      const frame = reader.arrived() ?? (await reader.next())
      if (frame.type === frames.copyData) {
        pieces.push(frame.body)
        size += frame.body.length
        if (size >= gathered) {
          yield Buffer.concat(pieces, size)
          pieces = []
          size = 0
        }
        continue
      }
      if (frame.type === frames.error) refused ??= new Refused(errorOf(frame.body))
      if (frame.type === frames.ready) break
    }
    if (refused !== undefined) throw refused
    if (size > 0) yield Buffer.concat(pieces, size)
  }

  const copyIn = async (text: string, rows: AsyncIterable<Uint8Array>) => {
    socket.write(queryFrame(text))
    const first = await reader.next()
    if (first.type !== frames.copyIn) {
      const refused = first.type === frames.error ? new Refused(errorOf(first.body)) : undefined
      await settle(() => {})
      throw refused ?? new Error("The statement copies nothing in")
    }
    try {
      for await (const chunk of rows) await drained(socket, frameOf("d", chunk))
      socket.write(frameOf("c"))
    } catch (error) {
      // Nothing of it may stay, and the session continues.
      socket.write(frameOf("f", Buffer.from("the backup cannot be read\0")))
      await settle(() => {}).catch(() => {})
      throw error
    }
    let count = 0
    await settle((type, body) => {
      if (type === frames.complete) count = Number(/^COPY (\d+)/.exec(body.toString("latin1"))?.[1] ?? 0)
    })
    return count
  }

  return {
    login: ({ database, password, user }) =>
      logIn(socket, reader, { user, password, database, applicationName: "offboarding-service/backup" }),
    query: (text) => Effect.tryPromise({ try: () => query(text), catch: failure }),
    copyOut,
    copyIn: (text, rows) => Effect.tryPromise({ try: () => copyIn(text, rows), catch: failure })
  }
}

/** Opens a session as the role of the address; it ends with the scope. */
export const openCopySession = Effect.fn("openCopySession")(function* (options: DatabaseOptions) {
  const place = placeOf(options)
  const socket = yield* Effect.acquireRelease(
    Effect.tryPromise({ try: () => connect(options, place), catch: failure }),
    (open) => Effect.sync(() => open.destroy())
  )
  // The next read or write reports it; an unhandled event would end the process.
  socket.on("error", () => {})
  const { login, ...session } = sessionOver(socket)
  yield* Effect.tryPromise({ try: () => login(place), catch: failure })
  yield* session.query(
    "SET TimeZone = 'UTC'; SET DateStyle = 'ISO'; SET IntervalStyle = 'postgres'; SET extra_float_digits = 3; " +
      "SET statement_timeout = 0; SET lock_timeout = '60s'; SET idle_in_transaction_session_timeout = 0"
  )
  return session satisfies CopySession
})
