import { Effect } from "effect"
import http from "node:http"
import { BenchFailed } from "./opponents.ts"

interface PaceOptions {
  readonly port: number
  readonly perSecond: number
  readonly seconds: number
  /** The n-th request. */
  readonly request: (index: number) => {
    readonly method: "GET" | "POST"
    readonly path: string
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string
  }
  /** The only status that counts, or those that do. */
  readonly status: number | ReadonlyArray<number>
}

export interface PaceResult {
  /** Milliseconds from when each request was due, so that one that had to wait is not left out. */
  readonly p50: number
  readonly p99: number
  /** Answers a second until the last one came. */
  readonly perSecond: number
}

const at = (sorted: Float64Array, share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN

/** Sends requests at a fixed rate, however long the answers take. */
export const pace = (options: PaceOptions): Effect.Effect<PaceResult, BenchFailed> =>
  Effect.callback((resume) => {
    const accepted = [options.status].flat()
    const count = options.perSecond * options.seconds
    const agent = new http.Agent({ keepAlive: true, maxSockets: 256 })
    const latencies = new Float64Array(count)
    const started = performance.now()
    let sent = 0
    let answered = 0
    let timer: NodeJS.Timeout | undefined
    const close = () => {
      clearTimeout(timer)
      agent.destroy()
    }
    const fail = (reason: string) => {
      close()
      resume(Effect.fail(new BenchFailed({ message: `The paced load on port ${options.port} failed: ${reason}` })))
    }
    const finish = () => {
      close()
      const sorted = latencies.toSorted()
      const seconds = (performance.now() - started) / 1000
      resume(Effect.succeed({ p50: at(sorted, 0.5), p99: at(sorted, 0.99), perSecond: count / seconds }))
    }
    const send = (index: number, due: number) => {
      const { body, headers, method, path } = options.request(index)
      const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) }
      const request = http.request(
        { host: "127.0.0.1", port: options.port, method, path, agent, headers: { ...headers, ...length } },
        (response) => {
          response.resume()
          response.on("end", () => {
            if (!accepted.includes(response.statusCode ?? 0)) return fail(`${path} answered ${response.statusCode}`)
            latencies[answered++] = performance.now() - due
            if (answered === count) finish()
          })
        }
      )
      request.on("error", (error) => fail(error.message))
      request.end(body)
    }
    const next = () => {
      for (;;) {
        const due = started + (sent * 1000) / options.perSecond
        const wait = due - performance.now()
        if (sent >= count) return
        if (wait > 0) {
          timer = setTimeout(next, wait)
          return
        }
        send(sent++, due)
      }
    }
    next()
    return Effect.sync(close)
  })
