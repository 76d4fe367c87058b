import { Schema } from "effect"
import { WebhookEventName } from "../events.ts"
import { Timestamp } from "../kernel/dates.ts"
import { examples } from "../kernel/examples.ts"
import { DeliveryId, WebhookId } from "../kernel/ids.ts"
import { Text } from "../kernel/text.ts"

const names: ReadonlySet<string> = new Set(WebhookEventName.literals)

const KnownEventName = Schema.String.check(
  Schema.makeFilter<string>(
    (name) =>
      names.has(name)
        ? undefined
        : `${JSON.stringify(name.slice(0, 100))} is not one of the events that can be subscribed to`,
    examples(WebhookEventName.literals.join("|").replaceAll(".", "\\."))
  )
).pipe(Schema.decodeTo(WebhookEventName))

/** One to 50 names of the event list; a repeated name counts once (D1, Public webhooks). */
export const SubscribedEvents = Schema.Array(KnownEventName).check(
  Schema.isMinLength(1, { message: "must name at least one event" }),
  Schema.isMaxLength(50, { message: "must name at most 50 events" })
)

const webhook = {
  id: WebhookId,
  url: Schema.String,
  /** Empty when the endpoint receives every event. */
  events: Schema.Array(WebhookEventName),
  active: Schema.Boolean,
  created_at: Timestamp
}

export class Webhook extends Schema.Class<Webhook>("Webhook")(webhook) {}

/** The only answer that carries the secret, `whsec_` included: the whole string is the HMAC key. */
export class CreatedWebhook extends Schema.Class<CreatedWebhook>("CreatedWebhook")({
  ...webhook,
  secret: Schema.RedactedFromValue(Schema.String)
}) {}

export const CreateWebhook = Schema.Struct({ url: Text(2048), events: SubscribedEvents })

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

/** An endpoint with its health (D1, "Webhook endpoint", dashboard surface). */
export class WebhookEndpoint extends Schema.Class<WebhookEndpoint>("WebhookEndpoint")(endpoint) {}

export class CreatedWebhookEndpoint extends Schema.Class<CreatedWebhookEndpoint>("CreatedWebhookEndpoint")({
  ...endpoint,
  secret: Schema.RedactedFromValue(Schema.String)
}) {}

const AllEvents = Schema.Literal(true).annotate({
  message: "must be true; to receive some events only, leave it out and name them in events"
})

const selection = { events: Schema.optionalKey(SubscribedEvents), allEvents: Schema.optionalKey(AllEvents) }
type EventSelection = Schema.Struct.Type<typeof selection>

const notBoth = "must have either events or allEvents, not both"
const selectsTwice = ({ allEvents, events }: EventSelection) => allEvents !== undefined && events !== undefined

export const CreateWebhookEndpoint = Schema.Struct({ url: Schema.String, ...selection }).check(
  Schema.makeFilter((body) =>
    selectsTwice(body)
      ? notBoth
      : body.events === undefined && body.allEvents === undefined
        ? "must have events (an array of names) or allEvents (true)"
        : undefined
  )
)
export type CreateWebhookEndpoint = typeof CreateWebhookEndpoint.Type

export const UpdateWebhookEndpoint = Schema.Struct({
  url: Schema.optionalKey(Schema.String),
  ...selection,
  active: Schema.optionalKey(Schema.Boolean)
}).check(
  Schema.makeFilter((body) =>
    selectsTwice(body)
      ? notBoth
      : Object.values(body).every((value) => value === undefined)
        ? "must have url, events, allEvents or active"
        : undefined
  )
)
export type UpdateWebhookEndpoint = typeof UpdateWebhookEndpoint.Type

/** The new secret, this once; the old one has stopped. */
export class RotatedWebhookSecret extends Schema.Class<RotatedWebhookSecret>("RotatedWebhookSecret")({
  id: WebhookId,
  secret: Schema.RedactedFromValue(Schema.String)
}) {}

/** How a test payload was taken. Without `status` there was no answer. */
export const PingOutcome = Schema.Union([
  Schema.Struct({ success: Schema.Literal(true), status: Schema.Int }),
  Schema.Struct({ success: Schema.Literal(false), status: Schema.optionalKey(Schema.Int), error: Schema.String })
])
export type PingOutcome = typeof PingOutcome.Type

export const WebhookDeleted = Schema.Struct({ message: Schema.tag("Webhook deleted") })

export const DeliveryStatus = Schema.Literals(["pending", "failed", "delivered", "dead"])
export type DeliveryStatus = typeof DeliveryStatus.Type

const delivery = {
  id: DeliveryId,
  event: WebhookEventName,
  /** The value of the `X-Svc-Delivery` header: the id once more. */
  delivery_id: DeliveryId,
  status: DeliveryStatus,
  attempts: Schema.Int,
  last_status_code: Schema.NullOr(Schema.Int),
  last_error: Schema.NullOr(Schema.String),
  next_attempt_at: Schema.NullOr(Timestamp),
  created_at: Timestamp,
  last_attempt_at: Schema.NullOr(Timestamp),
  delivered_at: Schema.NullOr(Timestamp)
}

export class Delivery extends Schema.Class<Delivery>("Delivery")(delivery) {}

export class DeliveryDetail extends Schema.Class<DeliveryDetail>("DeliveryDetail")({
  ...delivery,
  /** The body exactly as last sent; before the first attempt its `timestamp` is `created_at`. */
  payload: Schema.Record(Schema.String, Schema.Json)
}) {}

export class DeliveryPage extends Schema.Class<DeliveryPage>("DeliveryPage")({
  data: Schema.Array(Delivery),
  meta: Schema.Struct({ page: Schema.Int, limit: Schema.Int, total: Schema.Int, total_pages: Schema.Int })
}) {}
