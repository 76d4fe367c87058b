import { WebhookEventName } from "@svc/contract/events"
import { SiemTargetId, WebhookId } from "@svc/contract/kernel/ids"
import { PayloadFormat, SiemTargetType } from "@svc/contract/siem/schema"
import { Duration, Schema } from "effect"
import { claimedFields, type DeliveryPolicy } from "./policy.ts"

const WebhookRow = Schema.Struct({
  ...claimedFields,
  receiver_id: WebhookId,
  event: WebhookEventName,
  content: Schema.String,
  trace_parent: Schema.NullOr(Schema.String),
  url: Schema.String,
  sealed_secret: Schema.String
})
export type WebhookRow = typeof WebhookRow.Type

/** D1, Retry policy and log. */
const webhooks: DeliveryPolicy<WebhookRow> = {
  name: "webhook-deliveries",
  receiver: "endpoint",
  tables: { deliveries: "webhook_deliveries", receiverId: "endpoint_id", receivers: "webhook_endpoints" },
  reads: {
    row: WebhookRow,
    delivery: ["event", "content::text AS content", "trace_parent"],
    receiver: ["url", "sealed_secret"]
  },
  waits: ["1 minute", "5 minutes", "30 minutes", "2 hours", "8 hours", "24 hours"],
  spread: 0,
  finalStatuses: [],
  pause: { after: 25, counter: "consecutive_dead" },
  whileInactive: "wait",
  feature: null,
  finished: "kept",
  health: { deliveredAt: "last_delivered_at" }
}

const SiemRow = Schema.Struct({
  ...claimedFields,
  receiver_id: SiemTargetId,
  /** An audit action or a detailed event. A node that is older than the one that queued it may not know it. */
  event: Schema.String,
  audit_seq: Schema.Int,
  replayed: Schema.Boolean,
  created_at: Schema.DateTimeUtcFromDate,
  type: SiemTargetType,
  endpoint_url: Schema.String,
  sealed_url: Schema.NullOr(Schema.String),
  sealed_token: Schema.NullOr(Schema.String),
  token_scheme: Schema.String,
  payload_format: PayloadFormat,
  chain_fields: Schema.Boolean
})
export type SiemRow = typeof SiemRow.Type

/** D2, Events, Delivery behaviour: the first wait is a minute, each twice the one before, 12 of them. */
const siem: DeliveryPolicy<SiemRow> = {
  name: "siem-deliveries",
  receiver: "collector",
  tables: { deliveries: "siem_deliveries", receiverId: "target_id", receivers: "siem_targets" },
  reads: {
    row: SiemRow,
    delivery: ["event", "audit_seq::float8 AS audit_seq", "replayed", "created_at"],
    receiver: ["type", "endpoint_url", "sealed_url", "sealed_token", "token_scheme", "payload_format", "chain_fields"]
  },
  waits: Array.from({ length: 12 }, (_, doublings) => Duration.minutes(2 ** doublings)),
  spread: 0.2,
  finalStatuses: [400, 413, 422],
  pause: null,
  whileInactive: "drop",
  feature: "siem",
  finished: "removed",
  health: {
    delivered: "delivery_count",
    givenUp: "given_up_count",
    latest: { at: "last_delivery_at", status: "last_delivery_status", statusCode: "last_status_code" },
    error: "last_error"
  }
}

/** The queues that the one engine serves. Another is an entry here, its two tables and a sender. */
export const policies = { webhooks, siem }
