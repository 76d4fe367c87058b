import { Schema } from "effect"

export class SigningNotConfigured extends Schema.Error<SigningNotConfigured>("SigningNotConfigured")(
  { error: Schema.tag("Signing is not configured on this server, so there is no key. Contact support") },
  { httpApiStatus: 404 }
) {
  readonly _tag = "SigningNotConfigured"
}
