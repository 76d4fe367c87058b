import { ApiKeyExpiryPast, type ApiKeyKnown, ApiKeyLimitReached, ApiKeyNotFound } from "@svc/contract/api-keys/errors"
import type { ApiKey, CreateApiKey, CreatedApiKey, RotatedApiKey, RotationGrace } from "@svc/contract/api-keys/schema"
import type { ImportApiKey, ImportedApiKey } from "@svc/contract/api-keys/rpc"
import { Caller } from "@svc/contract/kernel/access"
import { Unauthenticated } from "@svc/contract/kernel/errors"
import { ApiKeyId, type OrgId, type UserId } from "@svc/contract/kernel/ids"
import type { ApiScope } from "@svc/contract/kernel/permissions"
import type { Plan, PlanStatus } from "@svc/contract/kernel/plans"
import { Context, DateTime, Duration, Effect, Option, Redacted } from "effect"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { Db, type Transaction } from "#platform/database/db"
import { Randomness } from "#platform/crypto/random"
import { Secrets } from "#platform/keys/secrets"
import { layerOf } from "#platform/services/layer-of"
import { makeKeyImport } from "./key-import.ts"
import { makeKeyEndings } from "./key-endings.ts"
import { ApiKeysRepo } from "./repo.ts"
import {
  activeKeyLimit,
  digestPurpose,
  graceDuration,
  isKeyForm,
  keyFrom,
  prefixOf,
  present,
  usageKept
} from "./rules.ts"
import { makeSharedLookup } from "./shared-lookup.ts"
import { type Call, makeUsageCounter } from "./usage-counter.ts"

/** A valid key, and its organization's rights. */
export interface AuthenticatedKey {
  readonly orgId: OrgId
  readonly keyId: ApiKeyId
  /** The digest of the secret that was shown: the key's own, or the one before its last rotation. */
  readonly secret: string
  readonly name: string
  /** The beginning of the secret that was shown. */
  readonly prefix: string
  readonly scopes: ReadonlyArray<ApiScope>
  readonly organisation: { readonly plan: Plan; readonly planStatus: PlanStatus; readonly suspended: boolean }
}

/** Why keys end with their creator's membership or sessions. */
export type CreatorGone =
  | "creator removed from the organization"
  | "creator left the organization"
  | "creator's offboarding completed"
  | "creator deleted their account"
  | "creator signed out by the identity provider"

/** Keys of the public API: making and ending them, knowing them again, and counting their calls (keys-1). */
export class ApiKeys extends Context.Service<
  ApiKeys,
  {
    /** All keys of the organization, including revoked and expired ones, most recently created first. */
    readonly list: Effect.Effect<ReadonlyArray<ApiKey>, never, Caller>
    /** The answer holds the key itself, which is stored nowhere. */
    create(
      input: CreateApiKey
    ): Effect.Effect<CreatedApiKey, ApiKeyExpiryPast | ApiKeyLimitReached | Unauthenticated, Caller>
    /** Takes over a key from before the rename for the caller's organization (access-31). */
    importKey(
      input: Omit<ImportApiKey, "orgId">
    ): Effect.Effect<ImportedApiKey, ApiKeyLimitReached | ApiKeyKnown, Caller>
    /** A new secret for the same key; the old one works until the grace ends. */
    rotate(id: ApiKeyId, grace: RotationGrace): Effect.Effect<RotatedApiKey, ApiKeyNotFound, Caller>
    /** Ends the key immediately, including the secret from before its last rotation. */
    revoke(id: ApiKeyId): Effect.Effect<void, ApiKeyNotFound, Caller>
    /**
     * Ends every key that a user created in the caller's organization, in the caller's transaction, which may be a
     * system one. Returns the number.
     */
    revokeForCreator(userId: UserId, reason: CreatorGone): Effect.Effect<number, never, Caller | Transaction>
    /** The creator of a key of the caller's organization; none if the key is unknown, or its creator is gone. */
    creatorOf(id: ApiKeyId): Effect.Effect<Option.Option<UserId>, never, Caller>
    /** None for a malformed, unknown, revoked or expired key, and for an old secret after its grace. */
    authenticate(key: Redacted.Redacted): Effect.Effect<Option.Option<AuthenticatedKey>>
    /** Counts an answered call; it is written with the next flush. */
    used(call: Call): Effect.Effect<void>
    /** Writes what was counted on this node since the last flush. */
    readonly flushUsage: Effect.Effect<void>
    /** Deletes daily totals, and the networks of unused keys, that are older than 30 days. */
    purgeUsage(orgId: OrgId | undefined): Effect.Effect<{ readonly deleted: number; readonly cleared: number }>
  }
>()("svc/api-keys/ApiKeys") {
  static readonly layerNoDeps = layerOf(ApiKeys, function* () {
    const db = yield* Db
    const repo = yield* ApiKeysRepo
    const audit = yield* Audit
    const secrets = yield* Secrets
    const randomness = yield* Randomness
    const endCalls = yield* makeKeyEndings
    const lookUp = yield* makeSharedLookup(
      (digests: ReadonlyArray<string>) => Effect.flatMap(DateTime.now, (now) => repo.authenticate(digests, now)),
      (digests) => digests.join(" ")
    )
    const usage = yield* makeUsageCounter((totals) => db.transactSystem(repo.addUsage(totals)))

    const newSecret = Effect.map(randomness.token(16, "hex"), (hex) => {
      const key = keyFrom(hex)
      return { raw_key: key, key_prefix: prefixOf(key), key_digest: secrets.hmac(digestPurpose, key) }
    })

    const read = Effect.gen(function* () {
      const { orgId } = yield* Caller
      const now = yield* DateTime.now
      const keys = yield* repo.list(orgId, now)
      return keys.map((key) => present(key, now))
    })
    // Flushed first, so that who has just used a key sees it counted.
    const list = usage.flush.pipe(Effect.andThen(db.transact(read)), Effect.withSpan("ApiKeys.list"))

    const create = Effect.fn("ApiKeys.create")(function* (input: CreateApiKey) {
      const { orgId, source, userId } = yield* Caller
      const now = yield* DateTime.now
      if (input.expires_at !== null && !DateTime.isGreaterThan(input.expires_at, now))
        return yield* new ApiKeyExpiryPast()
      if (userId !== null && !(yield* repo.holdMember(orgId, userId))) return yield* new Unauthenticated()
      yield* repo.lockCount(orgId)
      if ((yield* repo.countActive(orgId, now)) >= activeKeyLimit) return yield* new ApiKeyLimitReached()

      const { key_digest, key_prefix, raw_key } = yield* newSecret
      const key = {
        id: ApiKeyId.make(yield* randomness.uuid),
        name: input.name,
        key_prefix,
        scopes: [...new Set(input.scopes)],
        expires_at: input.expires_at,
        created_at: now
      }
      yield* repo.insert({
        ...key,
        org_id: orgId,
        key_digest,
        created_by: userId,
        by_operator: source === "operator"
      })
      yield* audit.record({
        action: "api_key.created",
        target: auditText`API key ${key.name}`,
        details: auditText`prefix: ${key_prefix}, scopes: ${key.scopes.join(" ")}, expires: ${
          key.expires_at === null ? "never" : DateTime.formatIso(key.expires_at)
        }`
      })
      return { ...key, raw_key }
    }, db.transact)

    const rotate = Effect.fn("ApiKeys.rotate")(function* (id: ApiKeyId, grace: RotationGrace) {
      const { orgId } = yield* Caller
      const found = yield* repo.lock({ org_id: orgId, id })
      if (Option.isNone(found)) return yield* new ApiKeyNotFound()
      const key = found.value

      const now = yield* DateTime.now
      const ends = Duration.isZero(graceDuration[grace])
      const { key_digest, key_prefix, raw_key } = yield* newSecret
      const previous_valid_until = DateTime.addDuration(now, graceDuration[grace])
      const previous_key_prefix = ends ? null : key.key_prefix
      yield* repo.rotate({
        org_id: orgId,
        id,
        key_prefix,
        key_digest,
        rotated_at: now,
        previous_key_prefix,
        previous_key_digest: ends ? null : key.key_digest,
        previous_valid_until: ends ? null : previous_valid_until
      })
      const ended = [key.previous_key_digest, ends ? key.key_digest : null].filter((digest) => digest !== null)
      yield* endCalls([id], ended)
      yield* audit.record({
        action: "api_key.rotated",
        target: auditText`API key ${key.name}`,
        details: auditText`prefix: ${key.key_prefix} -> ${key_prefix}, grace: ${grace}`
      })
      return {
        id,
        name: key.name,
        key_prefix,
        previous_key_prefix,
        previous_valid_until,
        scopes: key.scopes,
        expires_at: key.expires_at,
        rotated_at: now,
        raw_key
      }
    }, db.transact)

    const revoke = Effect.fn("ApiKeys.revoke")(function* (id: ApiKeyId) {
      const { orgId } = yield* Caller
      const revoked = yield* repo.revoke({ org_id: orgId, id, now: yield* DateTime.now })
      if (Option.isNone(revoked)) return yield* new ApiKeyNotFound()
      yield* endCalls([id])
      yield* audit.record({
        action: "api_key.revoked",
        target: auditText`API key ${revoked.value.name}`,
        details: auditText`prefix: ${revoked.value.key_prefix}`
      })
    }, db.transact)

    const revokeForCreator = Effect.fn("ApiKeys.revokeForCreator")(function* (userId: UserId, reason: CreatorGone) {
      const { orgId } = yield* Caller
      const revoked = yield* repo.revokeOfCreator({ org_id: orgId, created_by: userId, now: yield* DateTime.now })
      if (revoked.length === 0) return 0
      yield* endCalls(revoked.map(({ id }) => id))
      yield* Effect.forEach(
        revoked,
        (key) =>
          audit.record({
            action: "api_key.revoked",
            target: auditText`API key ${key.name}`,
            details: auditText`prefix: ${key.key_prefix}, reason: ${reason}`
          }),
        { discard: true }
      )
      return revoked.length
    })

    const creatorOf = Effect.fn("ApiKeys.creatorOf")(function* (id: ApiKeyId) {
      const { orgId } = yield* Caller
      return Option.flatMap(yield* repo.creator({ org_id: orgId, id }), ({ created_by }) =>
        Option.fromNullishOr(created_by)
      )
    }, db.transact)

    const authenticate = Effect.fnUntraced(function* (key: Redacted.Redacted) {
      const text = Redacted.value(key)
      if (!isKeyForm(text)) return Option.none()
      const digests = secrets.hmacs(digestPurpose, text)
      const row = yield* lookUp(digests)
      return Option.map(row, ({ id, key_prefix, name, org_id, plan, plan_status, scopes, suspended, ...digest }) => ({
        orgId: org_id,
        keyId: id,
        secret: digests.includes(digest.key_digest)
          ? digest.key_digest
          : (digest.previous_key_digest ?? digest.key_digest),
        name,
        prefix: key_prefix,
        scopes,
        organisation: { plan, planStatus: plan_status, suspended }
      }))
    })

    const purgeUsage = Effect.fn("ApiKeys.purgeUsage")(function* (orgId: OrgId | undefined) {
      const before = DateTime.subtractDuration(yield* DateTime.now, usageKept)
      return yield* repo.purgeUsage({ orgId, before })
    }, db.transactSystem)

    return ApiKeys.of({
      list,
      create,
      importKey: yield* makeKeyImport,
      rotate,
      revoke,
      revokeForCreator,
      creatorOf,
      authenticate,
      used: usage.count,
      flushUsage: usage.flush,
      purgeUsage
    })
  })
}
