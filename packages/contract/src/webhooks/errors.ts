import { Schema } from "effect"
import { described } from "../kernel/described.ts"
import { Refusal } from "../kernel/refusal.ts"

/** The address may not be called; the sentence says which rule it breaks. */
export class WebhookUrlRefused extends Refusal<WebhookUrlRefused>("WebhookUrlRefused")(
  {
    error: described(Schema.String, "What was wrong and what to do", {
      example: "url: The address must start with https://"
    })
  },
  { httpApiStatus: 400 }
) {
  readonly _tag = "WebhookUrlRefused"
}

/** So many are an administrator's; more would be a flood on somebody else's server. */
export class WebhookLimit extends Refusal<WebhookLimit>("WebhookLimit")(
  { error: Schema.tag("An organisation can have at most 50 webhooks; delete one first") },
  { httpApiStatus: 409 }
) {
  readonly _tag = "WebhookLimit"
}

export class WebhookNotFound extends Refusal<WebhookNotFound>("WebhookNotFound")(
  { error: Schema.tag("Webhook not found") },
  { httpApiStatus: 404 }
) {
  readonly _tag = "WebhookNotFound"
}

export class DeliveryNotFound extends Refusal<DeliveryNotFound>("DeliveryNotFound")(
  { error: Schema.tag("Delivery not found") },
  { httpApiStatus: 404 }
) {
  readonly _tag = "DeliveryNotFound"
}

export class DeliveryPending extends Refusal<DeliveryPending>("DeliveryPending")(
  { error: Schema.tag("This delivery is pending and is sent by itself. Only a failed or dead one can be sent again") },
  { httpApiStatus: 409 }
) {
  readonly _tag = "DeliveryPending"
}

export class DeliveryArrived extends Refusal<DeliveryArrived>("DeliveryArrived")(
  { error: Schema.tag("This delivery has arrived. Only a failed or dead one can be sent again") },
  { httpApiStatus: 409 }
) {
  readonly _tag = "DeliveryArrived"
}

export class WebhookPaused extends Refusal<WebhookPaused>("WebhookPaused")(
  { error: Schema.tag("This webhook is paused. Activate it before you send its deliveries again") },
  { httpApiStatus: 409 }
) {
  readonly _tag = "WebhookPaused"
}
