import { Effect, Redacted } from "effect"
import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"

const sslRequest = 80877103
const gssRequest = 80877104
const cancelRequest = 80877102

const code = (name: string) => name.charCodeAt(0)
const readyForQuery = code("Z")
const backendKey = code("K")
const terminate = code("X")
/** Messages that the server answers with ReadyForQuery. */
const ends = new Set(["Q", "S", "F"].map(code))
const parse = code("P")
/** Rows of a COPY, which belong to a statement that the server already has. */
const copies = new Set(["d", "c", "f"].map(code))

/** Most sessions that a database keeps for clients that have left. */
const maxLeft = 6

/** Splits a stream into messages; `tagged` says whether the next one begins with its type. */
const messages = (tagged: () => boolean, onMessage: (message: Buffer) => void) => {
  let rest: Buffer = Buffer.alloc(0)
  return (bytes: Buffer) => {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
    for (;;) {
      const head = tagged() ? 1 : 0
      if (rest.length < head + 4) return
      const length = head + rest.readUInt32BE(head)
      if (rest.length < length) return
      const message = rest.subarray(0, length)
      rest = rest.subarray(length)
      onMessage(message)
    }
  }
}

/** A session of PostgreSQL. */
interface Session {
  readonly socket: Socket
  /** Whose transaction it has. */
  client: Client | undefined
  /** What cancels its statement. */
  key: Buffer
}

interface Client {
  readonly socket: Socket
  /** Messages that wait for a session, or for the answer to those before them. */
  readonly waiting: Array<Buffer>
  session: Session | undefined
  /** The server has yet to answer with ReadyForQuery. */
  asked: boolean
  /** Statements since the last one that the server answers with ReadyForQuery. */
  parsed: number
  /** As the client knows it: of the session that it signed in with. */
  key: Buffer
}

/** The sessions of one role at one database. */
class Pool {
  readonly #idle: Array<Session> = []
  readonly #queue: Array<Client> = []

  /** Longest idle first: two transactions of one client have the same session only where there is one alone. */
  lend(client: Client): Session | undefined {
    const session = this.#idle.shift()
    if (session !== undefined) session.client = client
    else if (!this.#queue.includes(client)) this.#queue.push(client)
    return session
  }

  /** Answers who waited for it. */
  giveBack(session: Session): Client | undefined {
    session.client = undefined
    this.#idle.push(session)
    return this.#queue.shift()
  }

  clientLeft(client: Client): void {
    const at = this.#queue.indexOf(client)
    if (at >= 0) this.#queue.splice(at, 1)
    if (this.#idle.length > maxLeft) this.#idle.shift()?.socket.destroy()
  }

  lost(session: Session): void {
    const at = this.#idle.indexOf(session)
    if (at >= 0) this.#idle.splice(at, 1)
  }
}

interface Settings {
  /** Closes the connection of a client that sends statements behind one another, as poolers did that knew no pipelining. */
  readonly refusesBatches?: boolean
}

/**
 * Transaction-pooling proxy for tests, where no PgBouncer is installed: gives each transaction of a client (to the
 * ReadyForQuery that says `I`) to the session that has been idle for longest, like `server_round_robin = 1`. It is
 * stricter than PgBouncer: statements that were sent behind the end of a transaction wait for it and go to another
 * session. Each client brings a session of its own, by which it signs in at PostgreSQL itself.
 */
export const aShufflingPooler = Effect.fnUntraced(function* (
  database: Redacted.Redacted,
  { refusesBatches = false }: Settings = {}
) {
  const behind = new URL(Redacted.value(database))
  const target = { host: behind.hostname, port: Number(behind.port) }
  const sockets = new Set<Socket>()
  const clients = new Set<Client>()
  const pools = new Map<string, Pool>()

  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.setNoDelay(true)
    // The end of either side is told by `close`.
    socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket))
    return socket
  }

  const poolOf = (startup: Buffer): Pool => {
    // Without the name that the connection gives itself.
    const words = startup.subarray(8).toString("utf8").split("\0")
    const of = (name: string) => words[words.indexOf(name) + 1] ?? ""
    const name = `${of("user")}@${of("database")}`
    const pool = pools.get(name) ?? new Pool()
    pools.set(name, pool)
    return pool
  }

  /** Sends what may be sent: up to the end of one transaction, or of one statement in it. */
  const forward = (client: Client, pool: Pool): void => {
    for (let next = client.waiting[0]; next !== undefined; next = client.waiting[0]) {
      const type = next[0] ?? 0
      if (client.asked && !copies.has(type)) return
      client.session ??= pool.lend(client)
      if (client.session === undefined) return
      client.asked ||= ends.has(type)
      client.session.socket.write(next)
      client.waiting.shift()
    }
  }

  const release = (session: Session, pool: Pool): void => {
    const next = pool.giveBack(session)
    if (next !== undefined) forward(next, pool)
  }

  const open = (client: Client, startup: Buffer, pool: Pool): Session => {
    const session: Session = { socket: track(connect(target)), client, key: Buffer.alloc(0) }
    session.socket.on(
      "data",
      messages(
        () => true,
        (message) => {
          const owner = session.client
          // What an idle session says is for nobody.
          if (owner === undefined) return
          owner.socket.write(message)
          if (message[0] === backendKey) {
            session.key = Buffer.from(message.subarray(5))
            owner.key = session.key
          }
          if (message[0] !== readyForQuery) return
          owner.asked = false
          const idle = message[5] === code("I")
          if (idle) owner.session = undefined
          if (idle) release(session, pool)
          forward(owner, pool)
        }
      )
    )
    session.socket.on("close", () => {
      pool.lost(session)
      session.client?.socket.destroy()
    })
    session.socket.write(startup)
    return session
  }

  const cancel = (message: Buffer) => {
    const client = [...clients].find(({ key }) => key.equals(message.subarray(8)))
    const session = client?.session
    if (session === undefined) return
    track(connect(target)).end(Buffer.concat([message.subarray(0, 8), session.key]))
  }

  const listener = createServer((socket) => {
    track(socket)
    const client: Client = { socket, waiting: [], session: undefined, asked: false, parsed: 0, key: Buffer.alloc(0) }
    clients.add(client)
    let pool: Pool | undefined
    socket.on(
      "data",
      messages(
        () => pool !== undefined,
        (message) => {
          if (pool === undefined) {
            const asks = message.readUInt32BE(4)
            if (asks === sslRequest || asks === gssRequest) return void socket.write("N")
            if (asks === cancelRequest) return void (cancel(message), socket.end())
            pool = poolOf(message)
            client.session = open(client, message, pool)
            return
          }
          if (message[0] === terminate) return void socket.end()
          const type = message[0] ?? 0
          client.parsed = ends.has(type) ? 0 : client.parsed + (type === parse ? 1 : 0)
          if (refusesBatches && client.parsed > 1) return void socket.destroy()
          client.waiting.push(message)
          forward(client, pool)
        }
      )
    )
    socket.on("close", () => {
      clients.delete(client)
      pool?.clientLeft(client)
      // A transaction ends with its client.
      client.session?.socket.destroy()
    })
  })
  yield* Effect.promise(async () => {
    listener.listen(0, "127.0.0.1")
    await once(listener, "listening")
  })
  yield* Effect.addFinalizer(() =>
    Effect.promise(async () => {
      const closed = once(listener, "close")
      listener.close()
      for (const socket of sockets) socket.destroy()
      await closed
    })
  )
  const address = listener.address()
  behind.host = `127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`
  return Redacted.make(behind.href)
})
