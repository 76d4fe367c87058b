import { Effect, Schema } from "effect"
import { Timestamp } from "../kernel/dates.ts"
import { OffboardingId, Uuid } from "../kernel/ids.ts"
import { RequiredText, Text } from "../kernel/text.ts"

const Token = Text(4096).check(Schema.isPattern(/^[\x21-\x7e]+$/, { message: "must be visible ASCII characters" }))

/** A personal access token of Calendly's, under one of its names, and the kind of event that interviews are. */
export const ConnectCalendly = Schema.Struct({
  token: Schema.optionalKey(Token),
  api_key: Schema.optionalKey(Token),
  access_token: Schema.optionalKey(Token),
  /** The event type's address, `https://api.calendly.com/event_types/…`. */
  event_type: Schema.optionalKey(RequiredText(2048)),
  /** What callbacks are signed with; made when it is left out. */
  webhook_signing_key: Schema.optionalKey(Token)
})
export type ConnectCalendly = typeof ConnectCalendly.Type

export const ExitInterviewId = Uuid.pipe(Schema.brand("ExitInterviewId"))
export type ExitInterviewId = typeof ExitInterviewId.Type

/** `scheduled` and `canceled` as Calendly tells; `completed`: somebody marked it as held. */
export const ExitInterviewStatus = Schema.Literals(["invited", "scheduled", "canceled", "completed"])
export type ExitInterviewStatus = typeof ExitInterviewStatus.Type

export const ExitInterview = Schema.Struct({
  id: ExitInterviewId,
  offboarding_id: OffboardingId,
  status: ExitInterviewStatus,
  /** Good for one booking; null when it is held, and when it cannot be read any more. */
  booking_url: Schema.NullOr(Schema.String),
  /** Which of the person's addresses the invitation went to. */
  sent_to: Schema.Literals(["personal", "work"]),
  invited_at: Timestamp,
  /** When the booked interview begins. */
  scheduled_for: Schema.NullOr(Timestamp),
  completed_at: Schema.NullOr(Timestamp)
}).annotate({ identifier: "ExitInterview" })
export type ExitInterview = typeof ExitInterview.Type

export const InviteToExitInterview = Schema.Struct({
  /** Anew, with a new link, although the person was invited already. */
  again: Schema.Boolean.pipe(Schema.withDecodingDefaultKey(Effect.succeed(false)))
})

export const MarkExitInterview = Schema.Struct({ completed: Schema.Boolean })

/** What was done about a callback: a booking that is none of ours, or changes nothing, is ignored. */
export const CalendlyCallback = Schema.Struct({
  received: Schema.tag(true),
  result: Schema.Literals(["ignored", "scheduled", "canceled"])
})
export type CalendlyCallback = typeof CalendlyCallback.Type
