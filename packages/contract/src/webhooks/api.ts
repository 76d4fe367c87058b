import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Access, ApiAccess, ApiKeyAuth, Decoding, Requires, SessionAuth } from "../kernel/access.ts"
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
  CreatedWebhookEndpoint,
  CreateWebhook,
  CreateWebhookEndpoint,
  Delivery,
  DeliveryDetail,
  DeliveryPage,
  DeliveryStatus,
  PingOutcome,
  RotatedWebhookSecret,
  UpdateWebhookEndpoint,
  Webhook,
  WebhookDeleted,
  WebhookEndpoint
} from "./schema.ts"

const read = { scope: "webhooks:read", feature: "webhooks" } as const
const write = { scope: "webhooks:write", feature: "webhooks" } as const

const manage = { permission: "settings_manage", feature: "webhooks" } as const

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

/** D1, Dashboard webhook management. A group name serves one surface: `webhooks` is the public one's. */
export class WebhookEndpointsApi extends HttpApiGroup.make("webhook-endpoints")
  .add(
    HttpApiEndpoint.get("list", "/", { success: Schema.Array(WebhookEndpoint) }).annotate(Requires, manage),
    HttpApiEndpoint.post("create", "/", {
      payload: CreateWebhookEndpoint,
      success: CreatedWebhookEndpoint.pipe(HttpApiSchema.status(201)),
      error: WebhookUrlRefused
    }).annotate(Requires, manage),
    HttpApiEndpoint.patch("update", "/:id", {
      params: { id: WebhookId },
      payload: UpdateWebhookEndpoint,
      success: WebhookEndpoint,
      error: [WebhookUrlRefused, WebhookNotFound]
    }).annotate(Requires, manage),
    HttpApiEndpoint.delete("delete", "/:id", {
      params: { id: WebhookId },
      success: WebhookDeleted,
      error: WebhookNotFound
    }).annotate(Requires, manage),
    HttpApiEndpoint.post("rotateSecret", "/:id/rotate-secret", {
      params: { id: WebhookId },
      success: RotatedWebhookSecret,
      error: WebhookNotFound
    }).annotate(Requires, manage),
    HttpApiEndpoint.post("ping", "/:id/ping", {
      params: { id: WebhookId },
      success: PingOutcome,
      error: WebhookNotFound
    }).annotate(Requires, manage),
    HttpApiEndpoint.get("listDeliveries", "/:id/deliveries", {
      params: { id: WebhookId },
      query: { ...PageParams, status: Schema.optionalKey(DeliveryStatus) },
      success: DeliveryPage,
      error: WebhookNotFound
    }).annotate(Requires, manage),
    HttpApiEndpoint.get("getDelivery", "/:id/deliveries/:deliveryId", {
      params: deliveryParams,
      success: DeliveryDetail,
      error: [WebhookNotFound, DeliveryNotFound]
    }).annotate(Requires, manage),
    HttpApiEndpoint.post("redeliver", "/:id/deliveries/:deliveryId/redeliver", {
      params: deliveryParams,
      success: Delivery,
      error: [WebhookNotFound, DeliveryNotFound, DeliveryPending, DeliveryArrived, WebhookPaused]
    }).annotate(Requires, manage)
  )
  .middleware(Access)
  .middleware(SessionAuth)
  .middleware(Decoding)
  .prefix("/api/webhooks")
  .annotateMerge(
    OpenApi.annotations({ title: "Webhooks", description: "Endpoints with their health, and what was sent to them" })
  ) {}
