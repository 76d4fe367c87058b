import { Schema } from "effect"
import { Timestamp } from "../kernel/dates.ts"
import { described } from "../kernel/described.ts"
import { SiemTargetId } from "../kernel/ids.ts"
import { SiemEventName } from "./events.ts"

export const SiemTargetType = Schema.Literals([
  "splunk_hec",
  "datadog",
  "elasticsearch",
  "sumo_logic",
  "new_relic",
  "generic"
])
export type SiemTargetType = typeof SiemTargetType.Type

export const PayloadFormat = Schema.Literals(["json", "cef"])
export type PayloadFormat = typeof PayloadFormat.Type

/** How the latest attempt ended: taken, to be tried again, or given up. */
export const LastDeliveryStatus = Schema.Literals(["delivered", "failed", "dead"])

/** D2, SIEM targets. */
export class SiemTarget extends Schema.Class<SiemTarget>("SiemTarget")({
  id: described(SiemTargetId, "The target"),
  name: described(Schema.String, "What people call it", { example: "Splunk production" }),
  type: described(SiemTargetType, "Which collector", { example: "splunk_hec" }),
  endpoint_url: described(
    Schema.String,
    "Where events are posted; of `sumo_logic` the host alone, for the rest of its address is the credential",
    { example: "https://hec.example.com:8088/services/collector/event" }
  ),
  has_token: described(Schema.Boolean, "A token is kept; it is never shown"),
  token_scheme: described(Schema.String, "The word before the token, for `splunk_hec`", { example: "Splunk" }),
  payload_format: described(PayloadFormat, "`cef` only for `splunk_hec` and `generic`"),
  events: described(Schema.Array(SiemEventName), "What it receives; empty when it receives everything", {
    example: ["access_revoked", "login_failed"]
  }),
  all_events: described(Schema.Boolean, "It receives everything, actions added later included"),
  chain_fields: described(
    Schema.Boolean,
    "Events carry `seq`, `entry_hash` and `prev_hash` of their audit entry, so that a missing one is noticed from the copy alone"
  ),
  active: described(Schema.Boolean, "False while it is paused: nothing is queued, and what is queued is dropped"),
  created_at: described(Timestamp, "When it was made"),
  last_delivery_at: described(Schema.NullOr(Timestamp), "When something was last sent"),
  last_delivery_status: described(Schema.NullOr(LastDeliveryStatus), "How that ended"),
  last_status_code: described(Schema.NullOr(Schema.Int), "What it was answered; null without an answer"),
  last_error: described(Schema.NullOr(Schema.String), "Why the latest attempt that failed did", {
    example: "The collector answered 503"
  }),
  delivery_count: described(Schema.Int, "Events that it has taken"),
  given_up_count: described(Schema.Int, "Events that were given up"),
  queued_count: described(Schema.Int, "Events that wait for their first or next attempt; counted up to 100,000")
}) {}
