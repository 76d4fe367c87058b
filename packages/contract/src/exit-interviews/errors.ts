import { Schema } from "effect"
import { Refusal, sentence } from "../kernel/refusal.ts"

/** The account could not be connected; `error` says what is missing or what Calendly answered. */
export class CalendlyConnectRefused extends Refusal<CalendlyConnectRefused>()("CalendlyConnectRefused", 400, {
  error: sentence("Calendly did not accept the token. Create a new personal access token and try again")
}) {}

export class ExitInterviewNotFound extends Refusal<ExitInterviewNotFound>()("ExitInterviewNotFound", 404, {
  error: Schema.tag("This offboarding has no exit interview. Invite the person first"),
  code: Schema.tag("no_exit_interview")
}) {}

export class ExitInterviewAddressMissing extends Refusal<ExitInterviewAddressMissing>()(
  "ExitInterviewAddressMissing",
  400,
  {
    error: Schema.tag("This offboarding has no email address to send the invitation to. Add one first"),
    code: Schema.tag("no_address")
  }
) {}

export class CalendlyNotConnected extends Refusal<CalendlyNotConnected>()("CalendlyNotConnected", 409, {
  error: Schema.tag("Calendly is not connected. Connect it under Integrations first"),
  code: Schema.tag("not_connected")
}) {}

/** The connected user has nothing that could be booked. */
export class EventTypeMissing extends Refusal<EventTypeMissing>()("EventTypeMissing", 409, {
  error: Schema.tag(
    "The connected Calendly user has no active event type. Create one in Calendly, or send event_type when you connect"
  ),
  code: Schema.tag("no_event_type")
}) {}

export class ExitInterviewExists extends Refusal<ExitInterviewExists>()("ExitInterviewExists", 409, {
  error: Schema.tag("The person was already invited. Send again: true to send a new invitation with a new link"),
  code: Schema.tag("already_invited")
}) {}

export class ExitInterviewHeld extends Refusal<ExitInterviewHeld>()("ExitInterviewHeld", 409, {
  error: Schema.tag("The exit interview is marked as completed. Set completed to false first"),
  code: Schema.tag("already_held")
}) {}

/** No email was sent. */
export class CalendlyFailed extends Refusal<CalendlyFailed>()("CalendlyFailed", 502, {
  error: sentence("Calendly answered 503 Service Unavailable. The invitation was not sent. Try again later"),
  code: Schema.tag("calendly_failed")
}) {}

/** One answer for an unknown connection, a missing, a wrong and an outdated signature: on purpose the same for all. */
export class CalendlyCallbackRefused extends Refusal<CalendlyCallbackRefused>()("CalendlyCallbackRefused", 401, {
  error: Schema.tag("The callback is not signed with the key of a connected Calendly account")
}) {}

/** Calendly calls again after this answer. */
export class BookingUnreadable extends Refusal<BookingUnreadable>()("BookingUnreadable", 503, {
  error: Schema.tag("The booking could not be read at Calendly. Try again later")
}) {}
