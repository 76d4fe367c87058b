import { ApiKeyKnown, ApiKeyLimitReached } from "@svc/contract/api-keys/errors"
import { type ImportApiKey, ImportedApiKey } from "@svc/contract/api-keys/rpc"
import { Caller } from "@svc/contract/kernel/access"
import { ApiKeyId } from "@svc/contract/kernel/ids"
import { DateTime, Effect, Redacted } from "effect"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { Db } from "#platform/database/db"
import { Randomness } from "#platform/crypto/random"
import { Secrets } from "#platform/keys/secrets"
import { ApiKeysRepo } from "./repo.ts"
import { activeKeyLimit, digestPurpose, prefixOf } from "./rules.ts"

/**
 * The verb `ApiKeys.importKey`: a key from before the rename becomes a key like others, without an expiry, that no member
 * created. Only its digest and its prefix are stored.
 */
export const makeKeyImport = Effect.gen(function* () {
  const db = yield* Db
  const repo = yield* ApiKeysRepo
  const audit = yield* Audit
  const secrets = yield* Secrets
  const randomness = yield* Randomness

  return Effect.fn("ApiKeys.importKey")(function* (input: Omit<ImportApiKey, "orgId">) {
    const { orgId } = yield* Caller
    const now = yield* DateTime.now
    yield* repo.lockCount(orgId)
    if ((yield* repo.countActive(orgId, now)) >= activeKeyLimit) return yield* new ApiKeyLimitReached()
    const secret = Redacted.value(input.key)
    const key = {
      id: ApiKeyId.make(yield* randomness.uuid),
      name: input.name,
      key_prefix: prefixOf(secret),
      scopes: [...new Set(input.scopes)],
      created_at: now
    }
    const isNew = yield* repo.insertImported({
      ...key,
      org_id: orgId,
      key_digest: secrets.hmac(digestPurpose, secret),
      expires_at: null,
      created_by: null,
      by_operator: true
    })
    if (!isNew) return yield* new ApiKeyKnown()
    yield* audit.record({
      action: "api_key.created",
      target: auditText`API key ${key.name}`,
      details: auditText`imported, prefix: ${key.key_prefix}, scopes: ${key.scopes.join(" ")}, expires: never`
    })
    return new ImportedApiKey(key)
  }, db.transact)
})
