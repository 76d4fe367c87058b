import { Schema } from "effect"
import { Refusal } from "../kernel/refusal.ts"

export class ApiKeyExpiryPast extends Refusal<ApiKeyExpiryPast>("ApiKeyExpiryPast")(
  { error: Schema.tag("expires_at must be in the future, or null for a key that never expires") },
  { httpApiStatus: 400 }
) {
  readonly _tag = "ApiKeyExpiryPast"
}

export class ApiKeyLimitReached extends Refusal<ApiKeyLimitReached>("ApiKeyLimitReached")(
  { error: Schema.tag("An organisation can have at most 20 active API keys. Revoke one that is no longer needed") },
  { httpApiStatus: 400 }
) {
  readonly _tag = "ApiKeyLimitReached"
}

export class ApiKeyNotFound extends Refusal<ApiKeyNotFound>("ApiKeyNotFound")(
  { error: Schema.tag("No such API key, or it is already revoked") },
  { httpApiStatus: 404 }
) {
  readonly _tag = "ApiKeyNotFound"
}

export class ApiKeyKnown extends Refusal<ApiKeyKnown>("ApiKeyKnown")(
  { error: Schema.tag("This key was imported before. A revoked key cannot be imported again") },
  { httpApiStatus: 409 }
) {
  readonly _tag = "ApiKeyKnown"
}
