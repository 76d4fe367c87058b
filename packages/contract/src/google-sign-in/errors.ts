import { Schema } from "effect"

export class GoogleSignInUnconfigured extends Schema.Error<GoogleSignInUnconfigured>("GoogleSignInUnconfigured")(
  { error: Schema.tag("Sign-in with Google is not configured on this service. Sign in with your password") },
  { httpApiStatus: 503 }
) {
  readonly _tag = "GoogleSignInUnconfigured"
}
