import type { DeliveryId, WebhookId } from "@svc/contract/kernel/ids"
import { appSurface, publicSurface } from "@svc/contract/kernel/surfaces"
import { PublicWebhooksApi, WebhookEndpointsApi } from "@svc/contract/webhooks/api"
import { WebhookDeleted } from "@svc/contract/webhooks/schema"
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { WebhookEndpoints } from "./endpoints.ts"
import { Webhooks } from "./service.ts"

interface OfEndpoint {
  readonly params: { readonly id: WebhookId }
}
interface OfDelivery {
  readonly params: { readonly id: WebhookId; readonly deliveryId: DeliveryId }
}

/** The log is that of the public surface (webhooks-9). */
const onBoth = (webhooks: Webhooks["Service"]) => ({
  delete: ({ params }: OfEndpoint) => Effect.as(webhooks.delete(params.id), WebhookDeleted.make({})),
  listDeliveries: ({ params, query }: OfEndpoint & { readonly query: Parameters<typeof webhooks.listDeliveries>[1] }) =>
    webhooks.listDeliveries(params.id, query),
  getDelivery: ({ params }: OfDelivery) => webhooks.getDelivery(params.id, params.deliveryId),
  redeliver: ({ params }: OfDelivery) => webhooks.redeliver(params.id, params.deliveryId)
})

const PublicHttp = HttpApiBuilder.group(
  publicSurface.add(PublicWebhooksApi),
  "webhooks",
  Effect.fn(function* (handlers) {
    const webhooks = yield* Webhooks
    return handlers.handleAll({
      list: () => webhooks.list,
      create: ({ payload }) =>
        webhooks.create({ url: payload.url, subscription: { _tag: "Events", events: payload.events } }),
      ...onBoth(webhooks)
    })
  })
)

const AppHttp = HttpApiBuilder.group(
  appSurface.add(WebhookEndpointsApi),
  "webhook-endpoints",
  Effect.fn(function* (handlers) {
    const webhooks = yield* Webhooks
    const endpoints = yield* WebhookEndpoints
    return handlers.handleAll({
      list: () => endpoints.list,
      create: ({ payload }) => endpoints.create(payload),
      update: ({ params, payload }) => endpoints.update(params.id, payload),
      rotateSecret: ({ params }) => endpoints.rotateSecret(params.id),
      ping: ({ params }) => endpoints.ping(params.id),
      ...onBoth(webhooks)
    })
  })
)

export const WebhooksHttp = Layer.mergeAll(PublicHttp, AppHttp)
