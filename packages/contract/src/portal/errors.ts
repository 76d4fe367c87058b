import { Schema } from "effect"
import { described } from "../kernel/described.ts"
import { Refusal } from "../kernel/refusal.ts"

/** One answer for a token that was never issued, was revoked or replaced, or has expired: on purpose the same for all. */
export class PortalLinkInvalid extends Refusal<PortalLinkInvalid>("PortalLinkInvalid")(
  { error: Schema.tag("This link is not valid any more. Ask your organisation for a new one") },
  { httpApiStatus: 404 }
) {
  readonly _tag = "PortalLinkInvalid"
}

/** Nothing by this id that the person has to do or to return. */
export class PortalRecordNotFound extends Refusal<PortalRecordNotFound>("PortalRecordNotFound")(
  { error: Schema.tag("This is not among what you have to do or to return"), code: Schema.tag("not_yours") },
  { httpApiStatus: 404 }
) {
  readonly _tag = "PortalRecordNotFound"
}

export class PortalAddressMissing extends Refusal<PortalAddressMissing>("PortalAddressMissing")(
  {
    error: Schema.tag(
      "This offboarding has no email address to send the link to. Add the email address of the person, then try again"
    ),
    code: Schema.tag("no_address")
  },
  { httpApiStatus: 400 }
) {
  readonly _tag = "PortalAddressMissing"
}

/** Nothing would come of a link that is neither mailed nor shown. */
export class PortalReasonRequired extends Refusal<PortalReasonRequired>("PortalReasonRequired")(
  {
    error: Schema.tag("The URL needs a reason of 5 to 500 characters. Give one, or leave out send to mail the link"),
    code: Schema.tag("reason_required")
  },
  { httpApiStatus: 400 }
) {
  readonly _tag = "PortalReasonRequired"
}

/** Emails to a departing person that members send by a button: at most 5 an hour for a case, 50 for an organisation. */
export class LeaverMailsExceeded extends Refusal<LeaverMailsExceeded>("LeaverMailsExceeded")(
  {
    error: described(Schema.String, "Which limit was reached and what to do; `Retry-After` says when", {
      example:
        "This person was sent 5 such emails within an hour. Ask them to look in their mailbox, or try again later"
    })
  },
  { httpApiStatus: 429 }
) {
  readonly _tag = "LeaverMailsExceeded"
}
