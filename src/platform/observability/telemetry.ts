import { release } from "@svc/contract/kernel/openapi"
import { Effect, Layer, Logger, Option, Redacted, References } from "effect"
import { FetchHttpClient, HttpMiddleware, UrlParams } from "effect/http"
import { OtlpMetrics, OtlpTracer } from "effect/observability"
import { AppConfig } from "#platform/config/config"
import { lineLogger } from "./logging.ts"
import { quieted } from "./quiet-logs.ts"
import { Randomness } from "#platform/crypto/random"
import { conventionalSpans } from "./span-conventions.ts"

/** Log lines as JSON or for a person, from the configured level on. */
export const LoggingLayer = Layer.unwrap(
  Effect.map(AppConfig, ({ logFormat, logLevel }) =>
    Layer.mergeAll(
      Logger.layer([quieted(lineLogger(logFormat, (text) => void process.stdout.write(text)))]),
      Layer.succeed(References.MinimumLogLevel, logLevel)
    )
  )
)

const defaultServiceName = "offboarding-service"

/** A collector that takes a connection and never answers must not gather batches without end. */
const answersWithin = 5_000

const boundedFetch: typeof globalThis.fetch = (input, init) => {
  const late = AbortSignal.timeout(answersWithin)
  return globalThis.fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, late]) : late })
}

/** Which process of which service it is: several nodes are told apart by their instance. */
const resourceOf = Effect.gen(function* () {
  const { otelResource, otelServiceName } = yield* AppConfig
  const instance = yield* Effect.provide(
    Randomness.use(({ uuid }) => uuid),
    Randomness.layer
  )
  return {
    serviceName: Option.getOrElse(otelServiceName, () => otelResource["service.name"] ?? defaultServiceName),
    serviceVersion: otelResource["service.version"] ?? release,
    attributes: { "service.instance.id": instance, ...otelResource }
  }
})

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
    const common = { resource: yield* resourceOf, headers: Redacted.value(otlpHeaders) }
    return Layer.mergeAll(
      OtlpTracer.layer({ ...common, url: `${endpoint}/v1/traces` }),
      OtlpMetrics.layer({ ...common, url: `${endpoint}/v1/metrics`, exportInterval: "1 minute" }),
      // Probes tell nothing, and an address that is itself the credential is not written down.
      Layer.succeed(HttpMiddleware.TracerDisabledWhen)(({ url }) =>
        /^\/(?:health|metrics|(?:api\/)?portal|auditor|files)(?:\/|$)/.test(url)
      ),
      // Reasons, searches and the codes of sign-ins stand in queries: no value of any is written down.
      Layer.succeed(UrlParams.CurrentRedactedNames)([/./])
    ).pipe(
      Layer.provide(conventionalSpans),
      Layer.provide([FetchHttpClient.layer, Layer.succeed(FetchHttpClient.Fetch, boundedFetch)])
    )
  })
)
