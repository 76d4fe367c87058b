import { Rpc, RpcGroup } from "effect/rpc"
import { OrgId } from "../kernel/ids.ts"
import { OperatorAuth } from "../kernel/operator.ts"
import { OrganisationNotFound } from "../organisations/errors.ts"
import { Schema } from "effect"
import { ApiKeyExpiryPast, ApiKeyLimitReached } from "./errors.ts"
import { CreateApiKey, CreatedApiKey } from "./schema.ts"

/** The operator creates API keys, so a first integration needs no sign-in (operator-5). */
export class ApiKeysRpcs extends RpcGroup.make(
  Rpc.make("create", {
    payload: { orgId: OrgId, ...CreateApiKey.fields },
    success: CreatedApiKey,
    error: Schema.Union([OrganisationNotFound, ApiKeyExpiryPast, ApiKeyLimitReached])
  })
)
  .prefix("keys.")
  .middleware(OperatorAuth) {}
