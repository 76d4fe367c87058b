import { Schema } from "effect"
import { Refusal } from "../kernel/refusal.ts"

export class SigningNotConfigured extends Refusal<SigningNotConfigured>()("SigningNotConfigured", 404, {
  error: Schema.tag("Signing is not configured on this server, so there is no key. Contact support")
}) {}
