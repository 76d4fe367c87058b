import { assert, layer } from "#test/support/suite"
import { DateTime, Effect, Layer, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { randomBytes, randomUUID } from "node:crypto"
import * as ApiKeysDomain from "#organisation/api-keys/index"
import { ApiKeys } from "#organisation/api-keys/service"
import { Db } from "#platform/database/db"
import { Secrets } from "#platform/keys/secrets"
import { testMasterKey } from "#test/support/TestApp"
import { aMember, asCaller, aSuperAdmin } from "#test/support/people"
import { asSystem, systemSql } from "#test/support/tables"
import { ApiKeysServices } from "./support.ts"

const authenticate = Effect.fnUntraced(function* (key: string) {
  const apiKeys = yield* ApiKeys
  return yield* apiKeys.authenticate(Redacted.make(key))
})

const aKey = Effect.fnUntraced(function* (expires_at: DateTime.Utc | null = null) {
  const member = yield* aSuperAdmin({ plan: "team", planStatus: "past_due", suspended: true })
  const apiKeys = yield* ApiKeys
  const key = yield* asCaller(member)(apiKeys.create({ name: "CI", scopes: ["employees:read"], expires_at }))
  return { ...key, member, apiKeys }
})

layer(ApiKeysServices)("knowing an API key again", (it) => {
  it.effect("answers the organisation with what it may do, and the key's scopes", function* () {
    const { id, member, raw_key } = yield* aKey()
    const secrets = yield* Secrets
    assert.deepStrictEqual(
      yield* authenticate(raw_key),
      Option.some({
        orgId: member.orgId,
        keyId: id,
        secret: secrets.hmac("api-key", raw_key),
        name: "CI",
        prefix: raw_key.slice(0, 12),
        scopes: ["employees:read" as const],
        organisation: { plan: "team" as const, planStatus: "past_due" as const, suspended: true }
      })
    )
  })

  it.effect("an expired key authenticates as an unknown one, from the instant of expires_at", function* () {
    const { raw_key } = yield* aKey(DateTime.add(yield* DateTime.now, { minutes: 1 }))
    yield* TestClock.adjust("59 seconds")
    assert.isTrue(Option.isSome(yield* authenticate(raw_key)))
    yield* TestClock.adjust("1 second")
    assert.isTrue(Option.isNone(yield* authenticate(raw_key)))
  })

  it.effect("malformed and unknown keys are none", function* () {
    const { raw_key } = yield* aKey()
    const flipped = raw_key.slice(0, -1) + (raw_key.endsWith("0") ? "1" : "0")
    for (const key of ["", "svc_live_", flipped, `${raw_key} `, raw_key.toUpperCase(), "' OR 1=1 --", "\u0000"]) {
      assert.isTrue(Option.isNone(yield* authenticate(key)))
    }
  })

  // keys-1
  it.effect("keys issued before the rename start with old_live_ and stay valid", function* () {
    const { member } = yield* aKey()
    const secrets = yield* Secrets
    const key = `old_live_${randomBytes(16).toString("hex")}`
    const now = DateTime.toDateUtc(yield* DateTime.now)
    yield* asSystem(
      (sql) =>
        sql`INSERT INTO api_keys ${sql.insert({
          org_id: member.orgId,
          id: randomUUID(),
          name: "Before the rename",
          key_prefix: key.slice(0, 12),
          key_digest: secrets.hmac("api-key", key),
          scopes: ["employees:read"],
          created_at: now
        })}`
    )
    assert.isTrue(Option.isSome(yield* authenticate(key)))
  })

  it.effect("keys keep working while the master key is being rotated", function* () {
    const { raw_key } = yield* aKey()
    const secretsAfter = (previous: ReadonlyArray<Redacted.Redacted<Uint8Array>>) =>
      Layer.fresh(ApiKeysDomain.services).pipe(
        Layer.provide(Secrets.layerWith({ masterKey: Redacted.make(new Uint8Array(32).fill(9)), previous }))
      )
    const asked = (previous: ReadonlyArray<Redacted.Redacted<Uint8Array>>) =>
      Effect.provide(authenticate(raw_key), secretsAfter(previous), { local: true })
    assert.isTrue(Option.isSome(yield* asked([Redacted.make(testMasterKey)])))
    assert.isTrue(Option.isNone(yield* asked([])))
  })

  // keys-20
  it.effect("keys end when their creator leaves, audited as api_key.revoked with the reason", function* () {
    const { apiKeys, member, raw_key } = yield* aKey()
    const colleague = yield* aMember(member.orgId)
    const kept = yield* asCaller(colleague)(
      apiKeys.create({ name: "Kept", scopes: ["employees:read"], expires_at: null })
    )
    const db = yield* Db
    const leave = apiKeys
      .revokeForCreator(member.userId, "creator left the organization")
      .pipe(db.transact, asCaller(colleague))
    assert.strictEqual(yield* leave, 1)
    assert.strictEqual(yield* leave, 0)
    assert.isTrue(Option.isNone(yield* authenticate(raw_key)))
    assert.isTrue(Option.isSome(yield* authenticate(kept.raw_key)))

    const entries = yield* systemSql`
        SELECT regexp_replace(details, '( [|] |^)by ([[][[]aps|API key|SCIM|nobody|the |Deleted).*$', '') AS details FROM audit_entries WHERE org_id = ${member.orgId} AND action = 'api_key.revoked'`
    assert.deepStrictEqual(entries, [
      { details: `prefix: ${raw_key.slice(0, 12)}, reason: creator left the organization` }
    ])
  })

  it.effect("a key outlives the account of its creator in the list, without their name", function* () {
    const { apiKeys, member } = yield* aKey()
    yield* systemSql`DELETE FROM users WHERE id = ${member.userId}`
    const keys = yield* asCaller(member)(apiKeys.list)
    assert.deepStrictEqual(
      keys.map(({ created_by_name }) => created_by_name),
      ["Deleted user"]
    )
  })
})
