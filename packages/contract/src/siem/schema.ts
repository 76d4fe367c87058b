import { DateTime, Schema } from "effect"
import { CalendarDate, isDateTimeText, Timestamp, writable } from "../kernel/dates.ts"
import { described } from "../kernel/described.ts"
import { AllEvents, chosenEvents, selectedTwice, selectionMissing, SentOutcome } from "../kernel/event-selection.ts"
import { examples } from "../kernel/examples.ts"
import { SiemTargetId } from "../kernel/ids.ts"
import { RequiredText, Text } from "../kernel/text.ts"
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

/** The result of the latest attempt: accepted, to be retried, or failed. */
export const LastDeliveryStatus = Schema.Literals(["delivered", "failed", "dead"])

/** The types of collectors (siem-2). */
export class SiemTarget extends Schema.Class<SiemTarget>("SiemTarget")({
  id: described(SiemTargetId, "The destination"),
  name: described(Schema.String, "Display name", { example: "Splunk production" }),
  type: described(SiemTargetType, "Type of collector", { example: "splunk_hec" }),
  endpoint_url: described(
    Schema.String,
    "Where events are posted; for `sumo_logic` only the host, because the rest of its URL is the credential",
    { example: "https://hec.example.com:8088/services/collector/event" }
  ),
  has_token: described(Schema.Boolean, "Whether a token is stored; it is never shown"),
  token_scheme: described(Schema.String, "The word before the token, for `splunk_hec`", { example: "Splunk" }),
  payload_format: described(PayloadFormat, "`cef` only for `splunk_hec` and `generic`"),
  events: described(Schema.Array(SiemEventName), "Selected events; empty if it receives all", {
    example: ["access_revoked", "login_failed"]
  }),
  all_events: described(Schema.Boolean, "It receives all events, including actions added later"),
  chain_fields: described(
    Schema.Boolean,
    "Events carry `seq`, `entry_hash` and `prev_hash` of their audit entry, so that a destination with all events can detect missing ones in its own copy"
  ),
  active: described(Schema.Boolean, "False while paused: nothing is queued, and queued events are dropped"),
  created_at: described(Timestamp, "When it was created"),
  last_delivery_at: described(Schema.NullOr(Timestamp), "When an event was last sent"),
  last_delivery_status: described(Schema.NullOr(LastDeliveryStatus), "Result of that send"),
  last_status_code: described(Schema.NullOr(Schema.Int), "The answer's status; null without an answer"),
  last_error: described(Schema.NullOr(Schema.String), "Error of the latest failed attempt", {
    example: "The collector answered 503"
  }),
  delivery_count: described(Schema.Int, "Events that it accepted"),
  given_up_count: described(Schema.Int, "Events that finally failed"),
  queued_count: described(Schema.Int, "Events waiting for their first or next attempt; counted up to 100,000")
}) {}

const ChosenEvents = chosenEvents(SiemEventName, {
  unknown: "the events listed by GET /api/siem-targets/events",
  atMost: 500,
  identifier: "SelectedSiemEvent"
})

/** The word before the token: a token of HTTP. */
const TokenScheme = Schema.String.check(
  Schema.isPattern(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,50}$/, {
    message: "must be one word of at most 50 characters, for example Splunk or Bearer",
    ...examples("[A-Za-z][A-Za-z0-9-]{0,20}")
  })
)

const Name = described(RequiredText(100), "Display name", { example: "Splunk production" })
const EndpointUrl = Text(2048)
/** Whether it can be sent depends on the type, so the service judges it. */
const Token = Schema.NullOr(Text(4096))

const choices = {
  token_scheme: Schema.optionalKey(
    described(TokenScheme, "The word before the token, for `splunk_hec`; default: `Splunk`")
  ),
  payload_format: Schema.optionalKey(
    described(PayloadFormat, "Default: `json`; `cef` only for `splunk_hec` and `generic`, the others always get `json`")
  ),
  events: Schema.optionalKey(described(ChosenEvents, "Events to receive; or `allEvents`")),
  allEvents: Schema.optionalKey(described(AllEvents, "Receive all events, including actions added later")),
  active: Schema.optionalKey(described(Schema.Boolean, "False pauses it")),
  chain_fields: Schema.optionalKey(described(Schema.Boolean, "Include `seq`, `entry_hash` and `prev_hash`"))
}

/** Body of POST /api/siem-targets (siem-2). */
export const CreateSiemTarget = Schema.Struct({
  name: Name,
  type: SiemTargetType,
  endpoint_url: described(
    EndpointUrl,
    "HTTPS URL on a public host; for `elasticsearch` it ends in `/<index>/_doc`, for `sumo_logic` it is the credential",
    { example: "https://hec.example.com:8088/services/collector/event" }
  ),
  token: Schema.optionalKey(described(Token, "Required by every type except `sumo_logic`, which has none")),
  ...choices
}).check(Schema.makeFilter(selectionMissing))
export type CreateSiemTarget = typeof CreateSiemTarget.Type

/** Body of PATCH /api/siem-targets/{id}: omitted fields are unchanged. */
export const UpdateSiemTarget = Schema.Struct({
  name: Schema.optionalKey(Name),
  type: Schema.optionalKey(SiemTargetType),
  endpoint_url: Schema.optionalKey(
    described(EndpointUrl, "A new URL; for `sumo_logic` blank or masked keeps the stored one")
  ),
  token: Schema.optionalKey(described(Token, "A new token; null, blank or bullets keep the stored one")),
  ...choices
}).check(
  Schema.makeFilter(
    (body) =>
      selectedTwice(body) ??
      (Object.values(body).every((value) => value === undefined)
        ? "must have at least one of name, type, endpoint_url, token, token_scheme, payload_format, events, allEvents, active, chain_fields"
        : undefined)
  )
)
export type UpdateSiemTarget = typeof UpdateSiemTarget.Type

export const SiemTargetDeleted = Schema.Struct({ success: Schema.tag(true) })

export const SiemTestOutcome = SentOutcome
export type SiemTestOutcome = typeof SiemTestOutcome.Type

const isDay = Schema.is(CalendarDate)

/** An end of a range: a day of UTC, or a moment. */
const RangeEnd = Schema.String.annotate({ examples: ["2026-03-01"] }).check(
  Schema.makeFilter<string>(
    (text) =>
      isDay(text) || isDateTimeText(text)
        ? undefined
        : "must be a date that exists, as YYYY-MM-DD, or a date and time with its offset, for example 2026-03-01T09:00:00Z",
    { ...examples("20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])"), toJsonSchema: () => ({}) }
  )
)

/**
 * The instants of a range, both ends inclusive: a day begins at midnight UTC, and as the end of a range it lasts until
 * its last millisecond.
 */
export const instantsOf = ({ from, to }: { readonly from: string; readonly to: string }) => {
  const end = DateTime.makeUnsafe(to)
  return {
    from: writable(DateTime.makeUnsafe(from)),
    to: writable(isDay(to) ? DateTime.subtract(DateTime.add(end, { days: 1 }), { milliseconds: 1 }) : end)
  }
}

/** Body of POST /api/siem-targets/batch-export (siem-7). */
export const BatchExport = Schema.Struct({
  target_id: described(SiemTargetId, "The destination"),
  from: described(RangeEnd, "First day (UTC) or moment of the range"),
  to: described(RangeEnd, "Last day (UTC) or moment of the range, inclusive", { example: "2026-03-31" }),
  cursor: Schema.optionalKey(
    described(Schema.NullOr(Text(200)), "`next_cursor` of the previous step; omitted or null for the first")
  )
}).check(
  Schema.makeFilter((body) => {
    const { from, to } = instantsOf(body)
    return DateTime.isGreaterThan(from, to) ? { path: ["from"], issue: "must not be after to" } : undefined
  })
)
export type BatchExport = typeof BatchExport.Type

/** What a step of a batch export did. */
export const BatchExportStep = Schema.Struct({
  queued: described(Schema.Int, "Entries that this step queued, 10,000 at most", { example: 10_000 }),
  next_cursor: described(Schema.NullOr(Schema.String), "Send it back for the next step; null when the range is done")
})
export type BatchExportStep = typeof BatchExportStep.Type
