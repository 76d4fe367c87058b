import { Effect } from "effect"
import net from "node:net"
import { BenchFailed } from "./opponents.ts"

export interface LoadOptions {
  readonly port: number
  readonly connections: number
  /** Requests in all. */
  readonly count: number
  /** The bytes of the n-th request. */
  readonly request: (index: number) => string
  /** The only status that counts, or those that do. */
  readonly status: number | ReadonlyArray<number>
}

interface LoadResult {
  readonly perSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

const headEnd = Buffer.from("\r\n\r\n")

/** The status and the whole length of an answer; undefined while its head is incomplete. */
const readHead = (bytes: Buffer) => {
  const end = bytes.indexOf(headEnd)
  if (end < 0) return undefined
  const head = bytes.toString("latin1", 0, end)
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  return {
    status: Number(head.slice(9, 12)),
    total: length === undefined ? undefined : end + headEnd.length + Number(length)
  }
}

const at = (sorted: Float64Array, share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN

/** A GET with a bearer key, as bytes. */
export const getRequest = (path: string, key: string) =>
  `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${key}\r\naccept: application/json\r\n\r\n`

export const postRequest = (path: string, key: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

/**
 * Sends a fixed number of requests over kept connections, each waiting for its answer before the next. On bare
 * sockets, because a client library costs more CPU than the servers that it is to measure.
 */
export const load = (options: LoadOptions): Effect.Effect<LoadResult, BenchFailed> =>
  Effect.callback((resume) => {
    const accepted = [options.status].flat()
    const latencies = new Float64Array(options.count)
    const sockets: Array<net.Socket> = []
    let sent = 0
    let answered = 0
    const started = performance.now()
    const close = () => sockets.forEach((socket) => socket.destroy())
    const fail = (reason: string) => {
      close()
      resume(Effect.fail(new BenchFailed({ message: `The load on port ${options.port} ended early: ${reason}` })))
    }
    const finish = () => {
      const seconds = (performance.now() - started) / 1000
      close()
      const sorted = latencies.toSorted()
      resume(
        Effect.succeed({
          perSecond: options.count / seconds,
          p50: at(sorted, 0.5),
          p95: at(sorted, 0.95),
          p99: at(sorted, 0.99)
        })
      )
    }

    const open = () => {
      const socket = net.connect({ port: options.port, host: "127.0.0.1", noDelay: true })
      sockets.push(socket)
      let received: Buffer = Buffer.alloc(0)
      let begun = 0
      const next = () => {
        if (sent >= options.count) return
        begun = performance.now()
        socket.write(options.request(sent++))
      }
      socket.on("connect", next)
      socket.on("data", (chunk) => {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
        const head = readHead(received)
        if (head === undefined) return
        if (head.total === undefined) return fail("an answer has no Content-Length")
        if (received.length < head.total) return
        if (!accepted.includes(head.status)) return fail(received.toString().slice(0, 600))
        received = Buffer.alloc(0)
        latencies[answered++] = performance.now() - begun
        if (answered === options.count) return finish()
        next()
      })
      socket.on("error", (error) => fail(error.message))
      socket.on("close", () => answered < options.count && sent < options.count && fail("a connection was closed"))
    }
    for (let index = 0; index < options.connections; index++) open()
    return Effect.sync(close)
  })
