import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Requires } from "../kernel/access.ts"
import { behindPublicKey, behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { IdempotencyKeys } from "../kernel/idempotency-key.ts"
import { DeliveryId, WebhookId } from "../kernel/ids.ts"
import { PageParams } from "../kernel/paging.ts"
import { group, route, says } from "../kernel/route.ts"
import {
  DeliveryArrived,
  DeliveryNotFound,
  DeliveryPending,
  WebhookLimit,
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

/** Payloads name whom the events are about, so they are for those who see every record. */
const manage = { permission: "settings_manage", records: "all", feature: "webhooks" } as const

const params = { id: described(WebhookId, "The webhook, by its id or the dashboard's endpoint id") }
const deliveryParams = { ...params, deliveryId: described(DeliveryId, "The delivery, by its id or its `delivery_id`") }

// The removal and the log are the same on both surfaces.
const remove = HttpApiEndpoint.delete("delete", "/:id", {
  params,
  success: WebhookDeleted,
  error: WebhookNotFound
}).annotateMerge(says("Delete a webhook", "Removes the endpoint and its delivery log."))

const listDeliveries = HttpApiEndpoint.get("listDeliveries", "/:id/deliveries", {
  params,
  query: { ...PageParams, status: Schema.optionalKey(described(DeliveryStatus, "Only deliveries in this state")) },
  success: DeliveryPage,
  error: WebhookNotFound
}).annotateMerge(
  says(
    "List the deliveries of a webhook",
    "The log, newest first, page by page, without payloads. Delivered ones are kept for 30 days, dead ones for 90 days."
  )
)

const getDelivery = HttpApiEndpoint.get("getDelivery", "/:id/deliveries/:deliveryId", {
  params: deliveryParams,
  success: DeliveryDetail,
  error: [WebhookNotFound, DeliveryNotFound]
}).annotateMerge(says("View a delivery", "The delivery and its payload."))

const redeliver = HttpApiEndpoint.post("redeliver", "/:id/deliveries/:deliveryId/redeliver", {
  params: deliveryParams,
  success: Delivery,
  error: [WebhookNotFound, DeliveryNotFound, DeliveryPending, DeliveryArrived, WebhookPaused]
}).annotateMerge(
  says(
    "Send a delivery again",
    "Returns a failed or dead delivery to pending: attempts start again, the delivery id stays, and the first " +
      "attempt is made immediately. A pending or delivered one, or one whose endpoint is paused, is refused with " +
      "409. Audited as `webhook.delivery_redelivered`."
  )
)

/** Webhooks by API key (subscriptions-1 to subscriptions-13). */
export class PublicWebhooksApi extends HttpApiGroup.make("webhooks")
  .add(
    HttpApiEndpoint.get("list", "/", { success: Schema.Array(Webhook) }).annotateMerge(
      route(read, "List webhooks", "All endpoints of the organization, without secrets. Not paginated.")
    ),
    HttpApiEndpoint.post("create", "/", {
      payload: CreateWebhook,
      success: CreatedWebhook.pipe(HttpApiSchema.status(201)),
      error: [WebhookUrlRefused, WebhookLimit]
    })
      .annotateMerge(
        says(
          "Create a webhook",
          "Subscribes a URL to events. Subscribing also needs the scope that reads the event's data: " +
            "`offboardings:read` for `offboarding.*`, `revocation.*`, `checklist.completed` and `document.signed`; " +
            "`employees:read` for `asset.*`. The secret is returned once. At most 50 endpoints, of which at most 5 " +
            "have the same URL; each receives its own deliveries."
        )
      )
      .middleware(IdempotencyKeys)
      .annotate(Requires, write),
    remove.annotate(Requires, write),
    listDeliveries.annotate(Requires, read),
    getDelivery.annotate(Requires, read),
    redeliver.middleware(IdempotencyKeys).annotate(Requires, write)
  )
  // the last one added runs first
  .pipe(behindPublicKey)
  .prefix("/api/v1/webhooks")
  .annotateMerge(group("Webhooks", "Endpoints that receive events, and their delivery log")) {}

/** Webhooks by session (webhooks-1 to webhooks-12). A group name serves one surface: `webhooks` is the public one's. */
export class WebhookEndpointsApi extends HttpApiGroup.make("webhook-endpoints")
  .add(
    HttpApiEndpoint.get("list", "/", { success: Schema.Array(WebhookEndpoint) }).annotateMerge(
      route(
        manage,
        "List endpoints",
        "All endpoints of the organization with their health. An endpoint for all events is listed with an empty array."
      )
    ),
    HttpApiEndpoint.post("create", "/", {
      payload: CreateWebhookEndpoint,
      success: CreatedWebhookEndpoint.pipe(HttpApiSchema.status(201)),
      error: [WebhookUrlRefused, WebhookLimit]
    }).annotateMerge(
      route(
        manage,
        "Create an endpoint",
        "Takes either `events` or `allEvents`: true, which includes events added later. The secret is " +
          "returned once. At most 50 endpoints, of which at most 5 have the same URL; each receives its own deliveries."
      )
    ),
    HttpApiEndpoint.patch("update", "/:id", {
      params,
      payload: UpdateWebhookEndpoint,
      success: WebhookEndpoint,
      error: [WebhookUrlRefused, WebhookNotFound]
    }).annotateMerge(
      route(
        manage,
        "Change an endpoint",
        "Changes `url`, the events (`events` or `allEvents`) or `active`. `active`: true clears a pause and " +
          "starts the count of dead deliveries at zero."
      )
    ),
    HttpApiEndpoint.post("rotateSecret", "/:id/rotate-secret", {
      params,
      success: RotatedWebhookSecret,
      error: WebhookNotFound
    }).annotateMerge(
      route(manage, "Rotate the secret", "The new secret is returned once; the old one stops immediately.")
    ),
    HttpApiEndpoint.post("ping", "/:id/ping", {
      params,
      success: PingOutcome,
      error: WebhookNotFound
    }).annotateMerge(
      route(
        manage,
        "Send a test",
        "Posts the signed payload `{ event: ping, timestamp }` with the headers of a real delivery. It is not " +
          "retried and not in the delivery log."
      )
    ),
    remove.annotate(Requires, manage),
    listDeliveries.annotate(Requires, manage),
    getDelivery.annotate(Requires, manage),
    redeliver.annotate(Requires, manage)
  )
  .pipe(behindSession)
  .prefix("/api/webhooks")
  .annotateMerge(group("Webhooks", "Endpoints with their health and delivery log")) {}
