import { release } from "@svc/contract/kernel/openapi"
import { Context, Layer, Option } from "effect"
import { FetchHttpClient } from "effect/http"
import { AppConfig } from "#platform/config/config"
import { Randomness } from "#platform/crypto/random"
import { layerOf } from "#platform/services/layer-of"

const defaultServiceName = "offboarding-service"

/** A collector that takes a connection and never answers must not gather batches without end. */
const answersWithin = 5_000

const boundedFetch: typeof globalThis.fetch = (input, init) => {
  const late = AbortSignal.timeout(answersWithin)
  return globalThis.fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, late]) : late })
}

/** By what exports travel. */
export const ExporterFetch = Layer.provideMerge(
  FetchHttpClient.layer,
  Layer.succeed(FetchHttpClient.Fetch, boundedFetch)
)

/** The process's resource attributes: nodes differ by their instance id. One per process. */
export class TelemetryResource extends Context.Service<
  TelemetryResource,
  {
    readonly serviceName: string
    readonly serviceVersion: string
    readonly attributes: Readonly<Record<string, string>>
  }
>()("svc/platform/TelemetryResource") {
  static readonly layer = layerOf(TelemetryResource, function* () {
    const { otelResource, otelServiceName } = yield* AppConfig
    const { uuid } = yield* Randomness
    return TelemetryResource.of({
      serviceName: Option.getOrElse(otelServiceName, () => otelResource["service.name"] ?? defaultServiceName),
      serviceVersion: otelResource["service.version"] ?? release,
      attributes: { "service.instance.id": yield* uuid, ...otelResource }
    })
  }).pipe(Layer.provide(Randomness.layer))
}
