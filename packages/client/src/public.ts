import { ApiKeyAuth } from "@svc/contract/kernel/access"
import { PublicApi } from "@svc/contract/public-api"
import { Context, Layer, type Redacted } from "effect"
import { type HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient, HttpApiMiddleware } from "effect/http-api"
import { retryReads } from "./retries.ts"

/**
 * The public API by API key, typed: `client.offboardings.list({ query: { page: 1, limit: 20 } })`. A documented refusal fails with its
 * class of the contract.
 */
export class PublicClient extends Context.Service<PublicClient, HttpApiClient.ForApi<typeof PublicApi>>()(
  "svc/client/PublicClient"
) {
  /** `baseUrl` is the address of the service without `/api/v1`, `key` an API key as it was shown once. */
  static readonly layer = (options: {
    readonly baseUrl: string
    readonly key: Redacted.Redacted
  }): Layer.Layer<PublicClient, never, HttpClient.HttpClient> =>
    Layer.effect(
      PublicClient,
      HttpApiClient.make(PublicApi, { baseUrl: options.baseUrl, transformClient: retryReads })
    ).pipe(
      Layer.provide(
        HttpApiMiddleware.layerClient(ApiKeyAuth, ({ next, request }) =>
          next(HttpClientRequest.bearerToken(request, options.key))
        )
      )
    )
}
