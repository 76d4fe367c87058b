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
  /** Signs callbacks; generated if omitted. */
  webhook_signing_key: Schema.optionalKey(Token)
})
export type ConnectCalendly = typeof ConnectCalendly.Type

export const ExitInterviewId = Uuid.pipe(Schema.brand("ExitInterviewId"))
export type ExitInterviewId = typeof ExitInterviewId.Type

/** `scheduled` and `canceled` by Calendly; `completed`: marked by a member. */
export const ExitInterviewStatus = Schema.Literals(["invited", "scheduled", "canceled", "completed"])
export type ExitInterviewStatus = typeof ExitInterviewStatus.Type

export const ExitInterview = Schema.Struct({
  id: ExitInterviewId,
  offboarding_id: OffboardingId,
  status: ExitInterviewStatus,
  /** For one booking; null once the interview is held, and if it can no longer be read. */
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
  /** Invites again, with a new link. */
  again: Schema.Boolean.pipe(Schema.withDecodingDefaultKey(Effect.succeed(false)))
})

export const MarkExitInterview = Schema.Struct({ completed: Schema.Boolean })

/** The handling of a callback: a foreign booking, or one that changes nothing, is ignored. */
export const CalendlyCallback = Schema.Struct({
  received: Schema.tag(true),
  result: Schema.Literals(["ignored", "scheduled", "canceled"])
})
export type CalendlyCallback = typeof CalendlyCallback.Type
