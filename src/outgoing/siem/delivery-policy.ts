import { SiemTargetId } from "@svc/contract/kernel/ids"
import { PayloadFormat, SiemTargetType } from "@svc/contract/siem/schema"
import { Duration, Schema } from "effect"
import { claimedFields, type DeliveryPolicy } from "#outgoing/deliveries/policy"
import { Topic } from "#platform/jobs/wakeups"
import { Instant } from "#platform/database/statements"

const SiemRow = Schema.Struct({
  ...claimedFields,
  receiver_id: SiemTargetId,
  /** An audit action or a detailed event. An older node than the one that queued it might not know it. */
  event: Schema.String,
  audit_seq: Schema.Int,
  replayed: Schema.Boolean,
  created_at: Instant,
  type: SiemTargetType,
  endpoint_url: Schema.String,
  sealed_url: Schema.NullOr(Schema.String),
  sealed_token: Schema.NullOr(Schema.String),
  token_scheme: Schema.String,
  payload_format: PayloadFormat,
  chain_fields: Schema.Boolean
})
export type SiemRow = typeof SiemRow.Type

/** The first wait is a minute, each twice the one before, 12 of them (siem-15). */
export const siemDeliveries: DeliveryPolicy<SiemRow> = {
  name: Topic("siem-deliveries"),
  receiver: "collector",
  tables: { deliveries: "siem_deliveries", receiverId: "target_id", receivers: "siem_targets" },
  reads: {
    row: SiemRow,
    delivery: ["event", "audit_seq::float8 AS audit_seq", "replayed", "created_at"],
    receiver: ["type", "endpoint_url", "sealed_url", "sealed_token", "token_scheme", "payload_format", "chain_fields"]
  },
  backoff: Array.from({ length: 12 }, (_, doublings) => Duration.minutes(2 ** doublings)),
  jitter: 0.2,
  finalStatuses: [400, 413, 422],
  pause: null,
  whileInactive: "drop",
  feature: "siem",
  whileReadOnly: "drop",
  finished: "removed",
  health: {
    delivered: "delivery_count",
    givenUp: "given_up_count",
    latest: { at: "last_delivery_at", status: "last_delivery_status", statusCode: "last_status_code" },
    error: "last_error"
  }
}
