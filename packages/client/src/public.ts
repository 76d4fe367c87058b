import { ApiKeyAuth } from "@svc/contract/kernel/access"
import { idempotencyKeyHeader } from "@svc/contract/kernel/idempotency-key"
import type { WebhookId } from "@svc/contract/kernel/ids"
import type { OffboardingStatus } from "@svc/contract/offboardings/schema"
import { PublicApi } from "@svc/contract/public-api"
import type { DeliveryStatus } from "@svc/contract/webhooks/schema"
import { Context, Effect, Layer, type Redacted } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient, HttpApiMiddleware } from "effect/http-api"
import { calling } from "./called-endpoint.ts"
import { everyPage } from "./every-page.ts"
import { retrying } from "./retries.ts"
import { onlyFrom } from "./unexpected-answer.ts"

const ours = onlyFrom(PublicApi)

const make = Effect.fnUntraced(function* (baseUrl: string) {
  const httpClient = yield* HttpClient.HttpClient
  const { employees, offboardings, webhooks } = yield* HttpApiClient.makeWith(PublicApi, {
    baseUrl,
    httpClient: ours(retrying(httpClient))
  })
  return {
    offboardings: {
      ...offboardings,
      /** Every offboarding, newest first; those created after the first page was read are not among them. */
      stream: (filter: { readonly status?: OffboardingStatus; readonly department?: string } = {}) =>
        everyPage((page) => offboardings.list({ query: { ...filter, ...page } }))
    },
    employees: {
      ...employees,
      /** Everyone in the directory by name; people added during the read are included if their name comes later. */
      stream: () => everyPage((page) => employees.list({ query: page }))
    },
    webhooks: {
      ...webhooks,
      /** The endpoint's log, newest first. */
      streamDeliveries: (id: WebhookId, filter: { readonly status?: DeliveryStatus } = {}) =>
        everyPage((page) => webhooks.listDeliveries({ params: { id }, query: { ...filter, ...page } }))
    }
  }
})

/** So that the retries of a POST, which send the same request, do nothing twice. */
const withIdempotencyKey = (request: HttpClientRequest.HttpClientRequest) =>
  request.method === "POST" && request.headers[idempotencyKeyHeader] === undefined
    ? Effect.sync(() => HttpClientRequest.setHeader(request, idempotencyKeyHeader, crypto.randomUUID()))
    : Effect.succeed(request)

/**
 * The public API by API key, typed: `client.offboardings.get({ params: { id } })`; lists also as streams of every page:
 * `client.offboardings.stream({ status: "pending" })`.
 *
 * A documented refusal fails with its class of the contract, an answer that is not the service's with `UnexpectedAnswer`,
 * none with `HttpClientError`, and a request that the contract does not allow with `SchemaError` before it is sent. Busy
 * and failing moments are ridden out (`retrying`), never so that something is done twice: each POST carries an
 * `Idempotency-Key` of its own. After such a moment a deletion that had been carried out fails with `WebhookNotFound`, and a
 * POST that is still running with `IdempotencyKeyRunning`.
 */
export class PublicClient extends Context.Service<PublicClient, Effect.Success<ReturnType<typeof make>>>()(
  "svc/client/PublicClient"
) {
  /** `baseUrl` is the address of the service without `/api/v1`, `key` an API key as it was shown once. */
  static readonly layer = (options: {
    readonly baseUrl: string
    readonly key: Redacted.Redacted
  }): Layer.Layer<PublicClient, never, HttpClient.HttpClient> =>
    Layer.effect(PublicClient, make(options.baseUrl)).pipe(
      Layer.provide(
        HttpApiMiddleware.layerClient(ApiKeyAuth, ({ endpoint, group, next, request }) =>
          withIdempotencyKey(HttpClientRequest.bearerToken(request, options.key)).pipe(
            Effect.flatMap(next),
            calling({ endpoint, group })
          )
        )
      )
    )
}
