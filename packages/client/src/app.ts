import { AppApi } from "@svc/contract/app-api"
import { SessionAuth } from "@svc/contract/kernel/access"
import { Context, Layer, type Redacted } from "effect"
import { type HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient, HttpApiMiddleware } from "effect/http-api"
import { calling } from "./called-endpoint.ts"
import { retrying } from "./retries.ts"

/** The app API with a session's token as Bearer, typed. Its shapes may change without notice (versions-1). */
export class AppClient extends Context.Service<AppClient, HttpApiClient.ForApi<typeof AppApi>>()(
  "svc/client/AppClient"
) {
  /** `baseUrl` is the address of the service without `/api`, `token` the value of the cookie `access_token`. */
  static readonly layer = (options: {
    readonly baseUrl: string
    readonly token: Redacted.Redacted
  }): Layer.Layer<AppClient, never, HttpClient.HttpClient> =>
    Layer.effect(AppClient, HttpApiClient.make(AppApi, { baseUrl: options.baseUrl, transformClient: retrying })).pipe(
      Layer.provide(
        HttpApiMiddleware.layerClient(SessionAuth, ({ endpoint, group, next, request }) =>
          next(HttpClientRequest.bearerToken(request, options.token)).pipe(calling({ endpoint, group }))
        )
      )
    )
}
