import { Context, Effect, Layer } from "effect"
import { AppConfig } from "./config.ts"

export interface AccessLogLine {
  readonly at: number
  readonly requestId: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly milliseconds: number
  readonly address: string
}

// Links that are themselves the credential are not written down.
const withoutSecrets = (path: string) => path.replace(/^\/(api\/portal|portal|files)\/.+$/, "/$1/…")

const pretty = (line: AccessLogLine) =>
  `${new Date(line.at).toISOString()} ${line.method} ${withoutSecrets(line.path)} ${line.status} ${line.milliseconds.toFixed(1)}ms ${line.requestId}\n`

const json = (line: AccessLogLine) =>
  `${JSON.stringify({ ...line, at: new Date(line.at).toISOString(), path: withoutSecrets(line.path), milliseconds: Math.round(line.milliseconds * 10) / 10, message: "request" })}\n`

/**
 * One line per request, without query, headers and bodies. Lines are written together every 100 ms: a logger that
 * writes each by itself costs as much as the request (measured).
 */
export class AccessLog extends Context.Service<AccessLog, { readonly write: (line: AccessLogLine) => void }>()(
  "svc/platform/AccessLog"
) {
  static readonly layerNoDeps = Layer.effect(
    AccessLog,
    Effect.gen(function* () {
      const { logFormat, logLevel } = yield* AppConfig
      if (!["All", "Trace", "Debug", "Info"].includes(logLevel)) return AccessLog.of({ write: () => {} })
      const format = logFormat === "json" ? json : pretty
      let waiting: Array<AccessLogLine> = []
      const flush = Effect.sync(() => {
        if (waiting.length === 0) return
        process.stdout.write(waiting.map(format).join(""))
        waiting = []
      })
      yield* Effect.addFinalizer(() => flush)
      yield* flush.pipe(Effect.delay("100 millis"), Effect.forever, Effect.forkScoped)
      return AccessLog.of({ write: (line) => void waiting.push(line) })
    })
  )
  /** Writes nothing: for tests and benchmarks of other things. */
  static readonly layerSilent = Layer.succeed(AccessLog, { write: () => {} })
}
