import { Schema } from "effect"

/** Names the field that does not do, as the decoding of bodies does. */
export class SsoSettingsInvalid extends Schema.Error<SsoSettingsInvalid>("SsoSettingsInvalid")(
  { error: Schema.String },
  { httpApiStatus: 400 }
) {
  readonly _tag = "SsoSettingsInvalid"
}

export class SsoFormInvalid extends Schema.Error<SsoFormInvalid>("SsoFormInvalid")(
  {
    error: Schema.tag(
      "Send the body as application/x-www-form-urlencoded with one SAMLResponse, and RelayState as it was given"
    )
  },
  { httpApiStatus: 400 }
) {
  readonly _tag = "SsoFormInvalid"
}

/** One answer for an unknown organisation and for one without single sign-on. */
export class SsoNotConfigured extends Schema.Error<SsoNotConfigured>("SsoNotConfigured")(
  { error: Schema.tag("Single sign-on is not set up here. Ask an administrator, or sign in with your password") },
  { httpApiStatus: 404 }
) {
  readonly _tag = "SsoNotConfigured"
}
