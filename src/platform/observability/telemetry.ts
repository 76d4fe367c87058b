import { Effect, Layer, Logger, Option, Redacted, References } from "effect"
import { HttpMiddleware, UrlParams } from "effect/http"
import { OtlpMetrics, OtlpTracer } from "effect/observability"
import { AppConfig } from "#platform/config/config"
import { lineLogger } from "./logging.ts"
import { ExporterFetch, TelemetryResource } from "./otlp-exports.ts"
import { ExportedLines, ExportedLinesLayer } from "./otlp-logs.ts"
import { quieted } from "./quiet-logs.ts"
import { conventionalSpans } from "./span-conventions.ts"

/** Log lines as JSON or for a person, from the configured level on; the same lines by OTLP where an endpoint is configured. */
export const LoggingLayer = Layer.unwrap(
  Effect.gen(function* () {
    const { logFormat, logLevel } = yield* AppConfig
    const { send } = yield* ExportedLines
    return Layer.mergeAll(
      Logger.layer([quieted(lineLogger(logFormat, (text) => void process.stdout.write(text), send))]),
      Layer.succeed(References.MinimumLogLevel, logLevel)
    )
  })
).pipe(Layer.provideMerge(ExportedLinesLayer))

/**
 * Traces and metrics by OTLP when an endpoint is configured. Spans are sent every five seconds and metrics every minute,
 * both at the end of the process; a collector that fails is left alone for a minute, and what would have gone there is
 * dropped.
 */
export const TelemetryLayer = Layer.unwrap(
  Effect.gen(function* () {
    const { otlpEndpoint, otlpHeaders } = yield* AppConfig
    // Without an exporter a span is only work.
    if (Option.isNone(otlpEndpoint)) return Layer.succeed(References.TracerEnabled, false)
    const endpoint = otlpEndpoint.value
    const common = { resource: yield* TelemetryResource, headers: Redacted.value(otlpHeaders) }
    return Layer.mergeAll(
      OtlpTracer.layer({ ...common, url: `${endpoint}/v1/traces` }),
      OtlpMetrics.layer({ ...common, url: `${endpoint}/v1/metrics`, exportInterval: "1 minute" }),
      // Probes are not traced, and neither is a URL that is itself the credential.
      Layer.succeed(HttpMiddleware.TracerDisabledWhen)(({ url }) =>
        /^\/(?:health|metrics|(?:api\/)?portal|auditor|calendar|files)(?:\/|$)/.test(url)
      ),
      // Queries contain reasons, searches, and sign-in codes: no value is recorded.
      Layer.succeed(UrlParams.CurrentRedactedNames)([/./])
    ).pipe(Layer.provide(conventionalSpans), Layer.provide(ExporterFetch))
  })
).pipe(Layer.provide(TelemetryResource.layer))
