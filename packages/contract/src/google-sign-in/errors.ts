import { Schema } from "effect"
import { Refusal } from "../kernel/refusal.ts"

export class GoogleSignInUnconfigured extends Refusal<GoogleSignInUnconfigured>()("GoogleSignInUnconfigured", 503, {
  error: Schema.tag("Google sign-in is not configured on this service. Sign in with your password")
}) {}
