import { Schema } from "effect"
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
      "This offboarding has no e-mail address to send the link to. Add one, or hand over the link yourself"
    ),
    code: Schema.tag("no_address")
  },
  { httpApiStatus: 400 }
) {
  readonly _tag = "PortalAddressMissing"
}
