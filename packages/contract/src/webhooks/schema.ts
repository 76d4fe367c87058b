import { Schema } from "effect"
import { WebhookEventName } from "../events.ts"
import { Timestamp } from "../kernel/dates.ts"
import { described } from "../kernel/described.ts"
import { AllEvents, chosenEvents, selectedTwice, selectionMissing, SentOutcome } from "../kernel/event-selection.ts"
import { DeliveryId, WebhookId } from "../kernel/ids.ts"
import { pageFields } from "../kernel/paging.ts"
import { Text } from "../kernel/text.ts"

/** One to 50 names of the event list; a repeated name counts once (subscriptions-5). */
export const SubscribedEvents = chosenEvents(WebhookEventName, {
  unknown: "the events that can be subscribed to",
  atMost: 50
})

const webhook = {
  id: described(WebhookId, "The endpoint"),
  url: described(Schema.String, "Where deliveries are posted", { example: "https://hooks.example.com/offboarding" }),
  events: described(
    Schema.Array(WebhookEventName),
    "Subscribed events; empty if the dashboard set the endpoint to all events"
  ),
  active: described(Schema.Boolean, "False while paused: events that happen then are not sent"),
  created_at: described(Timestamp, "When it was created")
}

export class Webhook extends Schema.Class<Webhook>("Webhook")(webhook) {}

/** The only answer that carries the secret, `whsec_` included: the whole string is the HMAC key. */
export class CreatedWebhook extends Schema.Class<CreatedWebhook>("CreatedWebhook")({
  ...webhook,
  secret: described(
    Schema.RedactedFromValue(Schema.String),
    "The signing secret, prefix `whsec_` included. Shown once",
    { example: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" }
  )
}) {}

export const CreateWebhook = Schema.Struct({
  url: described(Text(2048), "HTTPS, on a public host", {
    example: "https://hooks.example.com/offboarding"
  }),
  events: described(SubscribedEvents, "Events to receive. Each also needs the scope that reads its data", {
    example: ["offboarding.created", "revocation.failed"]
  })
}).annotate({ identifier: "CreateWebhook" })

/** The service pauses an endpoint for one reason only; one that is paused by hand has none. */
export const DisabledReason = Schema.Literal("consecutive_failures")

const endpoint = {
  ...webhook,
  /** Receives every event of the list, those added later included. */
  all_events: Schema.Boolean,
  last_delivered_at: Schema.NullOr(Timestamp),
  /** Deliveries whose last attempt was within 24 hours and left them failed or dead. */
  failures_24h: Schema.Int,
  /** Given up since the last one that arrived. */
  consecutive_dead: Schema.Int,
  disabled_at: Schema.NullOr(Timestamp),
  disabled_reason: Schema.NullOr(DisabledReason),
  /** Events that were not sent because of the current pause, or of the last one. */
  skipped_while_paused: Schema.Int
}

/** An endpoint with its health (webhooks-2). */
export class WebhookEndpoint extends Schema.Class<WebhookEndpoint>("WebhookEndpoint")(endpoint) {}

export class CreatedWebhookEndpoint extends Schema.Class<CreatedWebhookEndpoint>("CreatedWebhookEndpoint")({
  ...endpoint,
  secret: Schema.RedactedFromValue(Schema.String)
}) {}

const selection = { events: Schema.optionalKey(SubscribedEvents), allEvents: Schema.optionalKey(AllEvents) }
export const CreateWebhookEndpoint = Schema.Struct({ url: Schema.String, ...selection }).check(
  Schema.makeFilter(selectionMissing)
)
export type CreateWebhookEndpoint = typeof CreateWebhookEndpoint.Type

export const UpdateWebhookEndpoint = Schema.Struct({
  url: Schema.optionalKey(Schema.String),
  ...selection,
  active: Schema.optionalKey(Schema.Boolean)
}).check(
  Schema.makeFilter(
    (body) =>
      selectedTwice(body) ??
      (Object.values(body).every((value) => value === undefined)
        ? "must have url, events, allEvents or active"
        : undefined)
  )
)
export type UpdateWebhookEndpoint = typeof UpdateWebhookEndpoint.Type

/** The new secret, this once; the old one has stopped. */
export class RotatedWebhookSecret extends Schema.Class<RotatedWebhookSecret>("RotatedWebhookSecret")({
  id: WebhookId,
  secret: Schema.RedactedFromValue(Schema.String)
}) {}

export const PingOutcome = SentOutcome
export type PingOutcome = typeof PingOutcome.Type

export const WebhookDeleted = Schema.Struct({
  message: described(Schema.tag("Webhook deleted"), "The action done")
}).annotate({ identifier: "WebhookDeleted" })

export const DeliveryStatus = Schema.Literals(["pending", "failed", "delivered", "dead"])
export type DeliveryStatus = typeof DeliveryStatus.Type

const delivery = {
  id: described(DeliveryId, "The delivery"),
  event: described(WebhookEventName, "The event, under the name that this endpoint receives"),
  delivery_id: described(DeliveryId, "The value of `X-Svc-Delivery`, the same on every attempt"),
  status: described(
    DeliveryStatus,
    "`pending`: not attempted yet; `failed`: attempted, will be retried; `delivered`: answered 2xx; `dead`: no more attempts",
    { example: "failed" }
  ),
  attempts: described(Schema.Int, "Attempts so far, 7 at most", { example: 1 }),
  last_status_code: described(Schema.NullOr(Schema.Int), "Status of the last answer; null without an answer", {
    example: 503
  }),
  last_error: described(Schema.NullOr(Schema.String), "Why the last attempt failed", {
    example: "The endpoint answered 503"
  }),
  next_attempt_at: described(Schema.NullOr(Timestamp), "Next attempt; null if there is none"),
  created_at: described(Timestamp, "When the event happened"),
  last_attempt_at: described(Schema.NullOr(Timestamp), "Last attempt"),
  delivered_at: described(Schema.NullOr(Timestamp), "When it arrived")
}

export class Delivery extends Schema.Class<Delivery>("Delivery")(delivery) {}

export class DeliveryDetail extends Schema.Class<DeliveryDetail>("DeliveryDetail")({
  ...delivery,
  payload: described(
    Schema.Record(Schema.String, Schema.Json),
    "The body exactly as last sent; before the first attempt its `timestamp` is `created_at`",
    {
      example: {
        event: "offboarding.created",
        timestamp: "2026-03-02T09:00:00.000Z",
        type: "offboarding_created",
        title: "Offboarding created",
        body: "The offboarding of Ada Lovelace was created",
        data: {
          offboardingId: "7b0e9c52-6a54-4f0e-9d0f-6b8f4d6c1a2e",
          employeeName: "Ada Lovelace",
          source: "api"
        }
      }
    }
  )
}) {}

export class DeliveryPage extends Schema.Class<DeliveryPage>("DeliveryPage")({
  data: Schema.Array(Delivery).annotate({ description: "The deliveries of this page, newest first" }),
  meta: Schema.Struct(pageFields)
}) {}
