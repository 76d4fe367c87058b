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
