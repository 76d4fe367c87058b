import { WebhookEventName } from "@svc/contract/events"
import { WebhookId } from "@svc/contract/kernel/ids"
import { Schema } from "effect"
import { claimedFields, type DeliveryPolicy } from "#outgoing/deliveries/policy"
import { Instant } from "#platform/database/statements"
import { Topic } from "#platform/jobs/wakeups"

const WebhookRow = Schema.Struct({
  ...claimedFields,
  receiver_id: WebhookId,
  event: WebhookEventName,
  content: Schema.String,
  created_at: Instant,
  trace_parent: Schema.NullOr(Schema.String),
  url: Schema.String,
  sealed_secret: Schema.String
})
export type WebhookRow = typeof WebhookRow.Type

/** How often and when a delivery is tried (deliveries-5). */
export const webhookDeliveries: DeliveryPolicy<WebhookRow> = {
  name: Topic("webhook-deliveries"),
  receiver: "endpoint",
  tables: { deliveries: "webhook_deliveries", receiverId: "endpoint_id", receivers: "webhook_endpoints" },
  reads: {
    row: WebhookRow,
    delivery: ["event", "content::text AS content", "created_at", "trace_parent"],
    receiver: ["url", "sealed_secret"]
  },
  backoff: ["1 minute", "5 minutes", "30 minutes", "2 hours", "8 hours", "24 hours"],
  jitter: 0,
  finalStatuses: [],
  pause: { after: 25, counter: "consecutive_dead" },
  whileInactive: "wait",
  feature: "webhooks",
  whileReadOnly: "serve",
  finished: "kept",
  health: { deliveredAt: "last_delivered_at" }
}
