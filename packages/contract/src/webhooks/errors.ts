import { Schema } from "effect"
import { Refusal, sentence } from "../kernel/refusal.ts"

/** The URL must not be called; the sentence names the rule. */
export class WebhookUrlRefused extends Refusal<WebhookUrlRefused>()("WebhookUrlRefused", 400, {
  error: sentence("url: The URL must start with https://")
}) {}

/** As many as an administrator needs; more would flood another party's server. */
export class WebhookLimit extends Refusal<WebhookLimit>()("WebhookLimit", 409, {
  error: Schema.tag("An organization can have at most 50 webhooks. Delete one first")
}) {}

export class WebhookNotFound extends Refusal<WebhookNotFound>()("WebhookNotFound", 404, {
  error: Schema.tag("Webhook not found")
}) {}

export class DeliveryNotFound extends Refusal<DeliveryNotFound>()("DeliveryNotFound", 404, {
  error: Schema.tag("Delivery not found")
}) {}

export class DeliveryPending extends Refusal<DeliveryPending>()("DeliveryPending", 409, {
  error: Schema.tag(
    "This delivery is pending and will be sent automatically. Only a failed or dead delivery can be sent again"
  )
}) {}

export class DeliveryArrived extends Refusal<DeliveryArrived>()("DeliveryArrived", 409, {
  error: Schema.tag("This delivery has arrived. Only a failed or dead delivery can be sent again")
}) {}

export class WebhookPaused extends Refusal<WebhookPaused>()("WebhookPaused", 409, {
  error: Schema.tag("This webhook is paused, so its deliveries cannot be sent. Activate it first")
}) {}
