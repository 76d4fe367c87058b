import { appSurface, publicSurface } from "@svc/contract/kernel/surfaces"
import { PublicWebhooksApi, WebhookEndpointsApi } from "@svc/contract/webhooks/api"
import { WebhookDeleted } from "@svc/contract/webhooks/schema"
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { WebhookEndpoints } from "./endpoints.ts"
import { Webhooks } from "./service.ts"

const PublicHttp = HttpApiBuilder.group(
  publicSurface.add(PublicWebhooksApi),
  "webhooks",
  Effect.fn(function* (handlers) {
    const webhooks = yield* Webhooks
    return handlers.handleAll({
      list: () => webhooks.list,
      create: ({ payload }) =>
        webhooks.create({ url: payload.url, subscription: { _tag: "Events", events: payload.events } }),
      delete: ({ params }) => Effect.as(webhooks.delete(params.id), WebhookDeleted.make({})),
      listDeliveries: ({ params, query }) => webhooks.listDeliveries(params.id, query),
      getDelivery: ({ params }) => webhooks.getDelivery(params.id, params.deliveryId),
      redeliver: ({ params }) => webhooks.redeliver(params.id, params.deliveryId)
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
      delete: ({ params }) => Effect.as(webhooks.delete(params.id), WebhookDeleted.make({})),
      rotateSecret: ({ params }) => endpoints.rotateSecret(params.id),
      ping: ({ params }) => endpoints.ping(params.id),
      listDeliveries: ({ params, query }) => webhooks.listDeliveries(params.id, query),
      getDelivery: ({ params }) => webhooks.getDelivery(params.id, params.deliveryId),
      redeliver: ({ params }) => webhooks.redeliver(params.id, params.deliveryId)
    })
  })
)

export const WebhooksHttp = Layer.mergeAll(PublicHttp, AppHttp)
