import { Context, Effect, Layer } from "effect"
import { networkOf } from "#platform/addresses/network"
import { AppConfig } from "#platform/config/config"
import { layerOf } from "#platform/services/layer-of"
import { jsonLine, type LogLine, prettyLine } from "./log-line.ts"
import { ExportedLines } from "./otlp-logs.ts"
import type { RequestRecord } from "./request-record.ts"
import { toldPath } from "./told-path.ts"

interface AnsweredRequest {
  readonly at: number
  readonly request: RequestRecord
  readonly traceId: string | undefined
  /** Without the query. */
  readonly path: string
  readonly status: number
  readonly milliseconds: number
  readonly address: string
}

/** The line of a request. With a key only the network of the caller is logged, as the key list shows it (access-10). */
export const accessLine = ({
  address,
  at,
  milliseconds,
  path,
  request,
  status,
  traceId
}: AnsweredRequest): LogLine => ({
  at,
  level: "Info",
  message: "request",
  fields: {
    requestId: request.requestId,
    traceId,
    orgId: request.orgId,
    userId: request.userId,
    keyId: request.keyId,
    method: request.method,
    route: request.route,
    path: toldPath(path, request.route),
    status,
    durationMs: Math.round(milliseconds * 10) / 10,
    address: request.keyId === undefined ? address : (networkOf(address) ?? "")
  }
})

/**
 * One line per request, without query, headers, and bodies. Lines are written together every 100 ms: a logger that
 * writes each costs as much as the request (measured).
 */
export class AccessLog extends Context.Service<AccessLog, { readonly write: (answered: AnsweredRequest) => void }>()(
  "svc/platform/AccessLog"
) {
  static readonly layerNoDeps = layerOf(AccessLog, function* () {
    const { logFormat, logLevel } = yield* AppConfig
    if (!["All", "Trace", "Debug", "Info"].includes(logLevel)) return AccessLog.of({ write: () => {} })
    const format = logFormat === "json" ? jsonLine : prettyLine
    const { send } = yield* ExportedLines
    let waiting: Array<AnsweredRequest> = []
    const flush = Effect.sync(() => {
      if (waiting.length === 0) return
      const lines = waiting.map(accessLine)
      waiting = []
      process.stdout.write(lines.map(format).join(""))
      for (const line of lines) send(line)
    })
    yield* Effect.addFinalizer(() => flush)
    yield* flush.pipe(Effect.delay("100 millis"), Effect.forever, Effect.forkScoped)
    return AccessLog.of({ write: (answered) => void waiting.push(answered) })
  })
  /** Writes nothing: for tests and benchmarks of other things. */
  static readonly layerSilent = Layer.succeed(AccessLog, { write: () => {} })
}
