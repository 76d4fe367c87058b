import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ApiAccess, ApiKeyAuth, Decoding, Requires } from "../kernel/access.ts"
import { DeliveryId, WebhookId } from "../kernel/ids.ts"
import { PageParams } from "../kernel/paging.ts"
import {
  DeliveryArrived,
  DeliveryNotFound,
  DeliveryPending,
  WebhookNotFound,
  WebhookPaused,
  WebhookUrlRefused
} from "./errors.ts"
import {
  CreatedWebhook,
  CreateWebhook,
  Delivery,
  DeliveryDetail,
  DeliveryPage,
  DeliveryStatus,
  Webhook,
  WebhookDeleted
} from "./schema.ts"

const read = { scope: "webhooks:read", feature: "webhooks" } as const
const write = { scope: "webhooks:write", feature: "webhooks" } as const

const deliveryParams = { id: WebhookId, deliveryId: DeliveryId }

/** D1, Public webhooks. */
export class PublicWebhooksApi extends HttpApiGroup.make("webhooks")
  .add(
    HttpApiEndpoint.get("list", "/", { success: Schema.Array(Webhook) }).annotate(Requires, read),
    HttpApiEndpoint.post("create", "/", {
      payload: CreateWebhook,
      success: CreatedWebhook.pipe(HttpApiSchema.status(201)),
      error: WebhookUrlRefused
    }).annotate(Requires, write),
    HttpApiEndpoint.delete("delete", "/:id", {
      params: { id: WebhookId },
      success: WebhookDeleted,
      error: WebhookNotFound
    }).annotate(Requires, write),
    HttpApiEndpoint.get("listDeliveries", "/:id/deliveries", {
      params: { id: WebhookId },
      query: { ...PageParams, status: Schema.optionalKey(DeliveryStatus) },
      success: DeliveryPage,
      error: WebhookNotFound
    }).annotate(Requires, read),
    HttpApiEndpoint.get("getDelivery", "/:id/deliveries/:deliveryId", {
      params: deliveryParams,
      success: DeliveryDetail,
      error: [WebhookNotFound, DeliveryNotFound]
    }).annotate(Requires, read),
    HttpApiEndpoint.post("redeliver", "/:id/deliveries/:deliveryId/redeliver", {
      params: deliveryParams,
      success: Delivery,
      error: [WebhookNotFound, DeliveryNotFound, DeliveryPending, DeliveryArrived, WebhookPaused]
    }).annotate(Requires, write)
  )
  // the last one added runs first
  .middleware(ApiAccess)
  .middleware(ApiKeyAuth)
  .middleware(Decoding)
  .prefix("/api/v1/webhooks")
  .annotateMerge(
    OpenApi.annotations({
      title: "Webhooks",
      description: "Endpoints that receive events, and the log of what was sent to them"
    })
  ) {}
