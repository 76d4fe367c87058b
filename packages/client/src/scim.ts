import { ScimTokenAuth } from "@svc/contract/scim/access"
import { ScimApi } from "@svc/contract/scim-api"
import { Context, Layer, type Redacted } from "effect"
import { type HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient, HttpApiMiddleware } from "effect/http-api"
import { calling } from "./called-endpoint.ts"
import { retrying } from "./retries.ts"

/** Provisioning by SCIM token, typed, as an identity provider calls it (scim-users-1 to scim-users-7). */
export class ScimClient extends Context.Service<ScimClient, HttpApiClient.ForApi<typeof ScimApi>>()(
  "svc/client/ScimClient"
) {
  /** `baseUrl` is the address of the service without `/scim/v2`, `token` as it was shown once. */
  static readonly layer = (options: {
    readonly baseUrl: string
    readonly token: Redacted.Redacted
  }): Layer.Layer<ScimClient, never, HttpClient.HttpClient> =>
    Layer.effect(ScimClient, HttpApiClient.make(ScimApi, { baseUrl: options.baseUrl, transformClient: retrying })).pipe(
      Layer.provide(
        HttpApiMiddleware.layerClient(ScimTokenAuth, ({ endpoint, group, next, request }) =>
          next(HttpClientRequest.bearerToken(request, options.token)).pipe(calling({ endpoint, group }))
        )
      )
    )
}
