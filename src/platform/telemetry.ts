import { Effect, Layer, Logger, Option, References } from "effect"
import { HttpMiddleware, UrlParams } from "effect/http"
import { AppConfig } from "./config.ts"
import { quieted } from "./quiet-logs.ts"

/** Log lines as JSON or for a person, from the configured level on. */
export const LoggingLayer = Layer.unwrap(
  Effect.map(AppConfig, ({ logFormat, logLevel }) =>
    Layer.mergeAll(
      Logger.layer([quieted(logFormat === "json" ? Logger.consoleJson : Logger.consolePretty())]),
      Layer.succeed(References.MinimumLogLevel, logLevel)
    )
  )
)

/** Traces and metrics by OTLP when an endpoint is configured; the SDK is not even loaded otherwise. */
export const TelemetryLayer = Layer.unwrap(
  Effect.gen(function* () {
    const { otlpEndpoint } = yield* AppConfig
    // Without an exporter a span is only work.
    if (Option.isNone(otlpEndpoint)) return Layer.succeed(References.TracerEnabled, false)
    const endpoint = otlpEndpoint.value.replace(/\/$/, "")
    const [NodeSdk, traces, metrics, sdkTraces, sdkMetrics] = yield* Effect.promise(() =>
      Promise.all([
        import("@effect/opentelemetry/NodeSdk"),
        import("@opentelemetry/exporter-trace-otlp-http"),
        import("@opentelemetry/exporter-metrics-otlp-http"),
        import("@opentelemetry/sdk-trace-base"),
        import("@opentelemetry/sdk-metrics")
      ])
    )
    return Layer.mergeAll(
      NodeSdk.layer(() => ({
        resource: { serviceName: "offboarding-service" },
        spanProcessor: new sdkTraces.BatchSpanProcessor(new traces.OTLPTraceExporter({ url: `${endpoint}/v1/traces` })),
        metricReader: new sdkMetrics.PeriodicExportingMetricReader({
          exporter: new metrics.OTLPMetricExporter({ url: `${endpoint}/v1/metrics` })
        })
      })),
      // Probes tell nothing, and an address that is itself the credential is not written down.
      Layer.succeed(HttpMiddleware.TracerDisabledWhen)(({ url }) =>
        /^\/(?:health|metrics|(?:api\/)?portal|files)(?:\/|$)/.test(url)
      ),
      // Reasons, searches and the codes of sign-ins stand in queries: no value of any is written down.
      Layer.succeed(UrlParams.CurrentRedactedNames)([/./])
    )
  })
)
