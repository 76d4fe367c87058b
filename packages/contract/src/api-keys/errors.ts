import { Schema } from "effect"
import { Refusal } from "../kernel/refusal.ts"

export class ApiKeyExpiryPast extends Refusal<ApiKeyExpiryPast>()("ApiKeyExpiryPast", 400, {
  error: Schema.tag("expires_at must be in the future, or null for a key that never expires")
}) {}

export class ApiKeyLimitReached extends Refusal<ApiKeyLimitReached>()("ApiKeyLimitReached", 400, {
  error: Schema.tag("An organization can have at most 20 active API keys. Revoke one that is no longer needed")
}) {}

export class ApiKeyNotFound extends Refusal<ApiKeyNotFound>()("ApiKeyNotFound", 404, {
  error: Schema.tag("API key not found, or already revoked")
}) {}

export class ApiKeyKnown extends Refusal<ApiKeyKnown>()("ApiKeyKnown", 409, {
  error: Schema.tag("This key was already imported. A revoked key cannot be imported again")
}) {}
