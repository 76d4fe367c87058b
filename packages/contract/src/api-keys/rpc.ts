import { Schema } from "effect"
import { Rpc, RpcGroup } from "effect/rpc"
import { Timestamp } from "../kernel/dates.ts"
import { ApiKeyId, OrgId } from "../kernel/ids.ts"
import { OperatorAuth } from "../kernel/operator.ts"
import { ApiScope } from "../kernel/permissions.ts"
import { OrganisationNotFound } from "../organisations/errors.ts"
import { ApiKeyExpiryPast, ApiKeyKnown, ApiKeyLimitReached } from "./errors.ts"
import { CreateApiKey, CreatedApiKey } from "./schema.ts"

/** A whole key from before the rename; its refusal never repeats it. */
export const FormerApiKey = Schema.RedactedFromValue(
  Schema.String.check(
    Schema.makeFilter((text) =>
      /^old_live_[0-9a-f]{32}$/.test(text) ? undefined : "must be old_live_ followed by 32 lower-case hex digits"
    )
  )
)

export const ImportApiKey = Schema.Struct({
  orgId: OrgId,
  name: CreateApiKey.fields.name,
  scopes: CreateApiKey.fields.scopes.check(
    Schema.isMaxLength(ApiScope.literals.length, { message: "names a scope more than once" })
  ),
  key: FormerApiKey
})
export type ImportApiKey = typeof ImportApiKey.Type

/** The key as it is kept: the caller has the secret already. */
export class ImportedApiKey extends Schema.Class<ImportedApiKey>("ImportedApiKey")({
  id: ApiKeyId,
  name: Schema.String,
  key_prefix: Schema.String,
  scopes: Schema.Array(ApiScope),
  created_at: Timestamp
}) {}

/** The operator creates API keys without a sign-in (operator-5), and imports those from before the rename (access-31). */
export class ApiKeysRpcs extends RpcGroup.make(
  Rpc.make("create", {
    payload: { orgId: OrgId, ...CreateApiKey.fields },
    success: CreatedApiKey,
    error: Schema.Union([OrganisationNotFound, ApiKeyExpiryPast, ApiKeyLimitReached])
  }),
  Rpc.make("import", {
    payload: ImportApiKey.fields,
    success: ImportedApiKey,
    error: Schema.Union([OrganisationNotFound, ApiKeyLimitReached, ApiKeyKnown])
  })
)
  .prefix("keys.")
  .middleware(OperatorAuth) {}
