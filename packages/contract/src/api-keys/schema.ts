import { Schema } from "effect"
import { DateTimeText, Timestamp } from "../kernel/dates.ts"
import { ApiKeyId } from "../kernel/ids.ts"
import { ApiScope } from "../kernel/permissions.ts"
import { RequiredText } from "../kernel/text.ts"

/** Calls of one key in the last seven UTC days (keys-21). */
export const ApiKeyUsage = Schema.Struct({
  /** One entry per UTC day, oldest first, today last; always seven. */
  calls7d: Schema.Array(Schema.Int).check(Schema.isMinLength(7), Schema.isMaxLength(7)),
  callsTotal7d: Schema.Int,
  /** Calls answered 4xx or 5xx. */
  errors7d: Schema.Int,
  lastStatus: Schema.NullOr(Schema.Int),
  /** The caller's network, `203.0.113.0/24` or `2001:db8:1::/48`; null after 30 days without use. */
  lastSeenFrom: Schema.NullOr(Schema.String)
})
export type ApiKeyUsage = typeof ApiKeyUsage.Type

export const ApiKey = Schema.Struct({
  id: ApiKeyId,
  name: Schema.String,
  /** The first 12 characters of the key. */
  key_prefix: Schema.String,
  scopes: Schema.Array(ApiScope),
  last_used_at: Schema.NullOr(Timestamp),
  expires_at: Schema.NullOr(Timestamp),
  revoked_at: Schema.NullOr(Timestamp),
  created_at: Timestamp,
  created_by_name: Schema.String,
  rotated_at: Schema.NullOr(Timestamp),
  /** Set, with the next, only while the secret before the last rotation still authenticates. */
  previous_key_prefix: Schema.NullOr(Schema.String),
  previous_valid_until: Schema.NullOr(Timestamp),
  usage: ApiKeyUsage
})
export type ApiKey = typeof ApiKey.Type

export const CreateApiKey = Schema.Struct({
  name: RequiredText(80),
  scopes: Schema.Array(ApiScope).check(Schema.isMinLength(1, { message: "must name at least one scope" })),
  /** In the future; null for a key that never expires. There is no default. */
  expires_at: Schema.NullOr(DateTimeText(", or null for a key that never expires").pipe(Schema.decodeTo(Timestamp)))
})
export type CreateApiKey = typeof CreateApiKey.Type

/** `raw_key` is shown here and never again. */
export const CreatedApiKey = Schema.Struct({
  id: ApiKeyId,
  name: Schema.String,
  key_prefix: Schema.String,
  scopes: Schema.Array(ApiScope),
  expires_at: Schema.NullOr(Timestamp),
  created_at: Timestamp,
  raw_key: Schema.String
})
export type CreatedApiKey = typeof CreatedApiKey.Type

/** How long the secret from before a rotation stays valid. */
export const RotationGrace = Schema.Literals(["0", "1h", "24h", "7d"])
export type RotationGrace = typeof RotationGrace.Type

export const RotateApiKey = Schema.Struct({
  /** `24h` when absent. */
  grace: Schema.optionalKey(RotationGrace)
})

export const RotatedApiKey = Schema.Struct({
  id: ApiKeyId,
  name: Schema.String,
  key_prefix: Schema.String,
  /** Null with grace `0`, when `previous_valid_until` is the time of the rotation. */
  previous_key_prefix: Schema.NullOr(Schema.String),
  previous_valid_until: Timestamp,
  scopes: Schema.Array(ApiScope),
  expires_at: Schema.NullOr(Timestamp),
  rotated_at: Timestamp,
  raw_key: Schema.String
})
export type RotatedApiKey = typeof RotatedApiKey.Type

export const RevokedApiKey = Schema.Struct({ message: Schema.String })
