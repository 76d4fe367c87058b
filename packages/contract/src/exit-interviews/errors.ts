import { Schema } from "effect"
import { described } from "../kernel/described.ts"
import { Refusal } from "../kernel/refusal.ts"

/** The account could not be connected; `error` says what is missing or what Calendly answered. */
export class CalendlyConnectRefused extends Refusal<CalendlyConnectRefused>("CalendlyConnectRefused")(
  {
    error: described(Schema.String, "What was wrong and what to do", {
      example: "Calendly did not accept the token. Make a new personal access token and try again"
    })
  },
  { httpApiStatus: 400 }
) {
  readonly _tag = "CalendlyConnectRefused"
}

export class ExitInterviewNotFound extends Refusal<ExitInterviewNotFound>("ExitInterviewNotFound")(
  {
    error: Schema.tag("This offboarding has no exit interview. Invite the person to one first"),
    code: Schema.tag("no_exit_interview")
  },
  { httpApiStatus: 404 }
) {
  readonly _tag = "ExitInterviewNotFound"
}

export class ExitInterviewAddressMissing extends Refusal<ExitInterviewAddressMissing>("ExitInterviewAddressMissing")(
  {
    error: Schema.tag("This offboarding has no e-mail address to send the invitation to. Add one first"),
    code: Schema.tag("no_address")
  },
  { httpApiStatus: 400 }
) {
  readonly _tag = "ExitInterviewAddressMissing"
}

export class CalendlyNotConnected extends Refusal<CalendlyNotConnected>("CalendlyNotConnected")(
  {
    error: Schema.tag("Calendly is not connected. Connect it under Integrations first"),
    code: Schema.tag("not_connected")
  },
  { httpApiStatus: 409 }
) {
  readonly _tag = "CalendlyNotConnected"
}

/** The connected user has nothing that could be booked. */
export class EventTypeMissing extends Refusal<EventTypeMissing>("EventTypeMissing")(
  {
    error: Schema.tag(
      "The connected Calendly user has no active event type. Make one there, or name one as event_type when connecting"
    ),
    code: Schema.tag("no_event_type")
  },
  { httpApiStatus: 409 }
) {
  readonly _tag = "EventTypeMissing"
}

export class ExitInterviewExists extends Refusal<ExitInterviewExists>("ExitInterviewExists")(
  {
    error: Schema.tag("The person is invited already. Send again: true to invite them anew, with a new link"),
    code: Schema.tag("already_invited")
  },
  { httpApiStatus: 409 }
) {
  readonly _tag = "ExitInterviewExists"
}

export class ExitInterviewHeld extends Refusal<ExitInterviewHeld>("ExitInterviewHeld")(
  {
    error: Schema.tag("The exit interview is marked as held. Set completed to false first"),
    code: Schema.tag("already_held")
  },
  { httpApiStatus: 409 }
) {
  readonly _tag = "ExitInterviewHeld"
}

/** Nothing was sent to anybody. */
export class CalendlyFailed extends Refusal<CalendlyFailed>("CalendlyFailed")(
  {
    error: described(Schema.String, "What was wrong and what to do", {
      example: "Calendly answered 503 Service Unavailable. Nobody was invited; try again later"
    }),
    code: Schema.tag("calendly_failed")
  },
  { httpApiStatus: 502 }
) {
  readonly _tag = "CalendlyFailed"
}

/** One answer for an unknown connection, a missing, a wrong and an outdated signature: on purpose the same for all. */
export class CalendlyCallbackRefused extends Refusal<CalendlyCallbackRefused>("CalendlyCallbackRefused")(
  { error: Schema.tag("The callback is not signed with the key of a connected Calendly account") },
  { httpApiStatus: 401 }
) {
  readonly _tag = "CalendlyCallbackRefused"
}

/** Calendly calls again after this answer. */
export class BookingUnreadable extends Refusal<BookingUnreadable>("BookingUnreadable")(
  { error: Schema.tag("The booking could not be read at Calendly now. Try again later") },
  { httpApiStatus: 503 }
) {
  readonly _tag = "BookingUnreadable"
}
