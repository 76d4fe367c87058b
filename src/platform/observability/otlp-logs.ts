import { Clock, Context, Effect, Layer, Option, Redacted } from "effect"
import { OtlpExporter, type OtlpLogger, OtlpResource, OtlpSerialization } from "effect/observability"
import { AppConfig } from "#platform/config/config"
import type { LogLine } from "./log-line.ts"
import { ExporterFetch, TelemetryResource } from "./otlp-exports.ts"

type LogRecord = OtlpLogger.LogsData["resourceLogs"][number]["scopeLogs"][number] extends {
  readonly logRecords?: ReadonlyArray<infer Record>
}
  ? Record
  : never

/** Where a log line goes besides the standard output; nowhere without an OTLP endpoint. */
export class ExportedLines extends Context.Service<ExportedLines, { readonly send: (line: LogLine) => void }>()(
  "svc/platform/ExportedLines"
) {}

/** Maximum log lines sent per second; a collector that answers slowly must not gather lines without end. */
export const maxLinesPerSecond = 2000

const severities = { All: 0, Trace: 1, Debug: 5, Info: 9, Warn: 13, Error: 17, Fatal: 21, None: 0 } as const

const nanosOf = (milliseconds: number) => `${BigInt(Math.trunc(milliseconds)) * 1_000_000n}`

/** The same fields as on the standard output, and nothing that is not there: no stack, no value of a query. */
const recordOf = ({ at, fields: { traceId, ...fields }, level, message }: LogLine): LogRecord => ({
  timeUnixNano: nanosOf(at),
  observedTimeUnixNano: nanosOf(at),
  severityNumber: severities[level],
  severityText: level.toUpperCase(),
  body: { stringValue: message },
  attributes: OtlpResource.entriesToAttributes(Object.entries(fields).filter(([, value]) => value !== undefined)),
  droppedAttributesCount: 0,
  ...(traceId === undefined ? {} : { traceId: traceId.padStart(32, "0") })
})

/** Passes on a bounded number of lines a second, and reports how many it dropped. */
const bounded = (push: (line: LogLine) => void, now: () => number) => {
  let second = 0
  let passed = 0
  let leftOut = 0
  const settle = () => {
    if (leftOut > 0)
      push({ at: now(), level: "Warn", message: "log lines not sent by OTLP", fields: { lines: leftOut } })
    leftOut = 0
  }
  const line = (one: LogLine) => {
    const current = Math.floor(now() / 1000)
    if (current !== second) {
      settle()
      second = current
      passed = 0
    }
    if (passed >= maxLinesPerSecond) leftOut += 1
    else {
      passed += 1
      push(one)
    }
  }
  return { line, settle }
}

const exported = Effect.fnUntraced(function* (endpoint: string) {
  const { otlpHeaders } = yield* AppConfig
  const serialization = yield* OtlpSerialization.OtlpSerialization
  const resource = OtlpResource.make(yield* TelemetryResource)
  const clock = yield* Clock.Clock
  const exporter = yield* OtlpExporter.make({
    label: "Logs",
    url: `${endpoint}/v1/logs`,
    headers: Redacted.value(otlpHeaders),
    maxBatchSize: 1000,
    exportInterval: "1 second",
    shutdownTimeout: "3 seconds",
    body: (logRecords: Array<LogRecord>) => [
      serialization.logs({ resourceLogs: [{ resource, scopeLogs: [{ scope: { name: "svc" }, logRecords }] }] }),
      Effect.void
    ]
  })
  const { line, settle } = bounded(
    (one) => exporter.push(recordOf(one)),
    () => clock.currentTimeMillisUnsafe()
  )
  yield* Effect.addFinalizer(() => Effect.sync(settle))
  return ExportedLines.of({ send: line })
})

/** Sends log lines by OTLP where an endpoint is configured: every second, and at the end of the process. */
export const ExportedLinesLayer = Layer.unwrap(
  Effect.map(AppConfig, ({ otlpEndpoint }) =>
    Option.match(otlpEndpoint, {
      onNone: () => Layer.succeed(ExportedLines, { send: () => {} }),
      onSome: (endpoint) => Layer.effect(ExportedLines, exported(endpoint))
    })
  )
).pipe(Layer.provide([OtlpSerialization.layerJson, OtlpExporter.layerFlusher, TelemetryResource.layer, ExporterFetch]))
