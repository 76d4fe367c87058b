import { publicSurface } from "@svc/contract/kernel/surfaces"
import { PublicWebhooksApi } from "@svc/contract/webhooks/api"
import { WebhookDeleted } from "@svc/contract/webhooks/schema"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Webhooks } from "./service.ts"

export const PublicWebhooksHttp = HttpApiBuilder.group(
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
