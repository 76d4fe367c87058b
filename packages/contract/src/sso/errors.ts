import { Schema } from "effect"
import { Refusal } from "../kernel/refusal.ts"

/** Names the field that does not do, as the decoding of bodies does. */
export class SsoSettingsInvalid extends Refusal<SsoSettingsInvalid>()("SsoSettingsInvalid", 400, {
  error: Schema.String
}) {}

export class SsoFormInvalid extends Refusal<SsoFormInvalid>()("SsoFormInvalid", 400, {
  error: Schema.tag(
    "The form is invalid. Send the body as application/x-www-form-urlencoded with one SAMLResponse, and RelayState unchanged"
  )
}) {}

/** One response for an unknown organization and for one without single sign-on. */
export class SsoNotConfigured extends Refusal<SsoNotConfigured>()("SsoNotConfigured", 404, {
  error: Schema.tag(
    "Single sign-on is not set up for this organization. Ask an administrator, or sign in with your password"
  )
}) {}
