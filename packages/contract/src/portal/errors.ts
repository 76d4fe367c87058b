import { Schema } from "effect"
import { described } from "../kernel/described.ts"
import { Refusal } from "../kernel/refusal.ts"

/** One answer for a token that was never issued, was revoked or replaced, or has expired: on purpose the same for all. */
export class PortalLinkInvalid extends Refusal<PortalLinkInvalid>()("PortalLinkInvalid", 404, {
  error: Schema.tag("This link is no longer valid. Ask your organization for a new one")
}) {}

/** Nothing by this id that the person has to do or to return. */
export class PortalRecordNotFound extends Refusal<PortalRecordNotFound>()("PortalRecordNotFound", 404, {
  error: Schema.tag("This task or item is not on your list. Reload the page"),
  code: Schema.tag("not_yours")
}) {}

export class PortalAddressMissing extends Refusal<PortalAddressMissing>()("PortalAddressMissing", 400, {
  error: Schema.tag(
    "This offboarding has no email address to send the link to. Add the email address of the person, then try again"
  ),
  code: Schema.tag("no_address")
}) {}

/** Nothing would come of a link that is neither mailed nor shown. */
export class PortalReasonRequired extends Refusal<PortalReasonRequired>()("PortalReasonRequired", 400, {
  error: Schema.tag(
    "Showing the URL needs a reason of 5 to 500 characters. Send a reason, or omit send to email the link"
  ),
  code: Schema.tag("reason_required")
}) {}

/** Emails to a departing employee that members send by a button: at most 5 an hour per case, 50 per organization. */
export class LeaverMailsExceeded extends Refusal<LeaverMailsExceeded>()("LeaverMailsExceeded", 429, {
  error: described(Schema.String, "Which limit was reached and what to do; `Retry-After` says when to try again", {
    example: "The person was sent 5 such emails within an hour. Ask them to check their mailbox, or try again later"
  })
}) {}
