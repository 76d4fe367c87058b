import { assert, layer } from "#test/support/suite"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { aMember, aSuperAdmin } from "#test/support/people"
import { systemSql } from "#test/support/tables"
import { as, withStatus } from "#test/support/requests"
import { entriesOf } from "#test/support/log"
import { aKey, ApiKeysSurface, decodeCreated, decodeRotated, list, newKey, works } from "./support.ts"

layer(ApiKeysSurface)("GET /api/keys", (it) => {
  // keys-4: `GET /api/keys` is a plain array, newest first, each key with every documented field and its usage.
  it.status(200, "a plain array with every field, usage zero-filled for a never-used key", function* () {
    const member = yield* aSuperAdmin()
    const created = yield* aKey(member)
    const { body } = yield* withStatus(200, as(member).get("/api/keys"))
    assert.deepStrictEqual(body, [
      {
        id: created.id,
        name: "CI",
        key_prefix: created.raw_key.slice(0, 12),
        scopes: ["employees:read"],
        last_used_at: null,
        expires_at: null,
        revoked_at: null,
        created_at: DateTime.formatIso(created.created_at),
        created_by_name: "The superadmin",
        rotated_at: null,
        previous_key_prefix: null,
        previous_valid_until: null,
        usage: { calls7d: [0, 0, 0, 0, 0, 0, 0], callsTotal7d: 0, errors7d: 0, lastStatus: null, lastSeenFrom: null }
      }
    ])
  })

  // keys-4
  it.status(200, "most recently created first, also within one millisecond", function* () {
    const member = yield* aSuperAdmin()
    for (const name of ["first", "second", "third"]) yield* aKey(member, { name })
    assert.deepStrictEqual(
      (yield* list(member)).map(({ name }) => name),
      ["third", "second", "first"]
    )
  })

  // keys-3
  it.status(200, "key values are never returned, and another organisation's keys are not listed", function* () {
    const member = yield* aSuperAdmin()
    const { raw_key } = yield* aKey(member)
    const { body } = yield* as(member).get("/api/keys")
    assert.notInclude(JSON.stringify(body), raw_key.slice(12))
    assert.lengthOf(yield* list(yield* aSuperAdmin()), 0)
  })

  // keys-5: Revoked and expired keys stay in the list.
  it.status(200, "revoked and expired keys stay in the list", function* () {
    const member = yield* aSuperAdmin()
    const now = yield* DateTime.now
    const revoked = yield* aKey(member)
    yield* aKey(member, { expires_at: DateTime.formatIso(DateTime.add(now, { minutes: 1 })) })
    yield* as(member).delete(`/api/keys/${revoked.id}`)
    yield* TestClock.adjust("2 minutes")
    assert.lengthOf(yield* list(member), 2)
  })
})

layer(ApiKeysSurface)("POST /api/keys", (it) => {
  // keys-1: A key is `svc_live_` and 32 hex characters; `old_live_` keys from before the rename stay valid
  //   indefinitely.
  // keys-3: `raw_key` is in the response of create and rotate, and in no later one.
  it.status(201, "the key is svc_live_ and 32 hex characters, shown once with its first 12", function* () {
    const member = yield* aSuperAdmin()
    const { body } = yield* withStatus(201, as(member).post("/api/keys", newKey))
    const created = yield* decodeCreated(body)
    assert.match(created.raw_key, /^svc_live_[0-9a-f]{32}$/)
    assert.strictEqual(created.key_prefix, created.raw_key.slice(0, 12))
    assert.hasAllKeys(body, ["id", "name", "key_prefix", "scopes", "expires_at", "created_at", "raw_key"])
    assert.isTrue(yield* works(created.raw_key))
  })

  // keys-2: The first 12 characters are stored for display, and the whole key as a keyed digest only.
  it.status(201, "only a keyed digest is stored, and the audit log names the prefix alone", function* () {
    const member = yield* aSuperAdmin()
    const { id, raw_key } = yield* aKey(member)
    const rows = yield* systemSql`SELECT * FROM api_keys WHERE id = ${id}`
    const [entry] = yield* entriesOf(member.orgId, { action: "api_key.created" })
    assert.strictEqual(entry?.actor_id, member.userId)
    assert.include(entry?.details ?? "", raw_key.slice(0, 12))
    assert.notInclude(
      JSON.stringify([rows, entry], (_, value) => (typeof value === "bigint" ? "" : value)),
      raw_key.slice(12)
    )
  })

  it.status(201, "scopes are deduplicated, and fields that the body does not have are ignored", function* () {
    const member = yield* aSuperAdmin()
    const id: string = randomUUID()
    const created = yield* aKey(member, {
      id,
      raw_key: "mine",
      scopes: ["webhooks:read", "employees:read", "webhooks:read"]
    })
    assert.deepStrictEqual(created.scopes, ["webhooks:read", "employees:read"])
    assert.isFalse(created.id === id)
    assert.notStrictEqual(created.raw_key, "mine")
  })

  // keys-6
  it.status(400, "name, scopes and expires_at are required, and the message names the field", function* () {
    const member = yield* aSuperAdmin()
    for (const field of ["name", "scopes", "expires_at"]) {
      const { body } = yield* withStatus(400, as(member).post("/api/keys", { ...newKey, [field]: undefined }))
      assert.include(JSON.stringify(body), field)
    }
  })

  // keys-6
  it.status(400, "expires_at must be in the future", function* () {
    const member = yield* aSuperAdmin()
    const expires_at = DateTime.formatIso(yield* DateTime.now)
    assert.deepInclude(yield* as(member).post("/api/keys", { ...newKey, expires_at }), {
      status: 400,
      body: { error: "expires_at must be in the future, or null for a key that never expires" }
    })
  })

  // keys-7: An organization has at most 20 active keys, without revoked and expired ones, also under concurrent
  //   requests.
  it.status(400, "at most 20 active keys; revoked and expired ones do not count", function* () {
    const member = yield* aSuperAdmin()
    const soon = DateTime.formatIso(DateTime.add(yield* DateTime.now, { minutes: 1 }))
    const keys = yield* Effect.replicateEffect(aKey(member), 19)
    yield* aKey(member, { expires_at: soon })
    assert.strictEqual((yield* as(member).post("/api/keys", newKey)).status, 400)

    yield* TestClock.adjust("1 minute")
    yield* aKey(member)
    assert.strictEqual((yield* as(member).post("/api/keys", newKey)).status, 400)

    yield* as(member).delete(`/api/keys/${keys[0]?.id}`)
    yield* aKey(member)
    assert.strictEqual((yield* as(member).post("/api/keys", newKey)).status, 400)
  })

  // keys-7
  it.status(400, "30 creations at once end with exactly 20 keys", function* () {
    const member = yield* aSuperAdmin()
    const answers = yield* Effect.replicateEffect(as(member).post("/api/keys", newKey), 30, { concurrency: 30 })
    assert.lengthOf(
      answers.filter(({ status }) => status === 201),
      20
    )
    assert.lengthOf(
      answers.filter(({ status }) => status === 400),
      10
    )
    assert.lengthOf(yield* list(member), 20)
  })
})

layer(ApiKeysSurface)("DELETE /api/keys/{keyId}", (it) => {
  // keys-17: Revocation ends the key and its old secret immediately, is final, and is recorded in the audit log.
  it.status(200, "ends the key and any grace-period secret at once, audited", function* () {
    const member = yield* aSuperAdmin()
    const created = yield* aKey(member)
    const { body } = yield* as(member).post(`/api/keys/${created.id}/rotate`, { grace: "7d" })
    const rotated = yield* decodeRotated(body)
    assert.deepInclude(yield* as(member).delete(`/api/keys/${created.id}`), {
      status: 200,
      body: { message: "API key revoked" }
    })
    assert.isFalse(yield* works(created.raw_key))
    assert.isFalse(yield* works(rotated.raw_key))
    const [key] = yield* list(member)
    assert.deepStrictEqual(key?.revoked_at, yield* DateTime.now)
    assert.isNull(key?.previous_key_prefix)
    assert.lengthOf(yield* entriesOf(member.orgId, { action: "api_key.revoked" }), 1)
  })

  // keys-9: Creating and rotating require a step-up (428); listing and revoking do not.
  it.status(200, "needs no step-up, which creating and rotating do", function* () {
    const member = yield* aSuperAdmin()
    const { id } = yield* aKey(member)
    const refused = { status: 428, body: { error: "step_up_required", totpRequired: false } }
    assert.deepInclude(yield* as(member, { steppedUp: false }).post("/api/keys", newKey), refused)
    assert.deepInclude(yield* as(member, { steppedUp: false }).post(`/api/keys/${id}/rotate`, {}), refused)
    assert.strictEqual((yield* as(member, { steppedUp: false }).delete(`/api/keys/${id}`)).status, 200)
  })

  it.status(200, "of many revocations at once one ends the key, the others find it revoked", function* () {
    const member = yield* aSuperAdmin()
    const { id, raw_key } = yield* aKey(member)
    const answers = yield* Effect.replicateEffect(as(member).delete(`/api/keys/${id}`), 5, { concurrency: 5 })
    assert.deepStrictEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 404, 404, 404, 404]
    )
    assert.isFalse(yield* works(raw_key))
    assert.lengthOf(yield* entriesOf(member.orgId, { action: "api_key.revoked" }), 1)
  })

  // keys-8
  it.status(403, "any other role, before the id, the step-up or the key is looked at", function* () {
    const owner = yield* aSuperAdmin()
    const { id, raw_key } = yield* aKey(owner)
    for (const role of ["admin", "hr", "manager"] as const) {
      const member = yield* aMember(owner.orgId, role)
      for (const keyId of [id, randomUUID(), "not-a-uuid"]) {
        for (const [method, path] of [
          ["POST", `/api/keys/${keyId}/rotate`],
          ["DELETE", `/api/keys/${keyId}`]
        ] as const) {
          const { body, status } = yield* as(member, { steppedUp: false }).ask(method, path)
          assert.deepStrictEqual([role, status, body], [role, 403, { error: "Only Super Admins can do this" }])
        }
      }
    }
    assert.isTrue(yield* works(raw_key))
  })

  // keys-19: An ID that is not a UUID is 400 `Invalid id` before any lookup; unknown, foreign and revoked keys are 404.
  it.status(400, "keyId is not a UUID", function* () {
    const member = yield* aSuperAdmin()
    assert.deepInclude(yield* as(member).delete("/api/keys/not-a-uuid"), {
      status: 400,
      body: { error: "Invalid id" }
    })
  })

  // keys-19
  it.status(404, "unknown, of another organisation, or already revoked", function* () {
    const member = yield* aSuperAdmin()
    const foreign = yield* aKey(yield* aSuperAdmin())
    const mine = yield* aKey(member)
    yield* as(member).delete(`/api/keys/${mine.id}`)
    const answers = yield* Effect.forEach([randomUUID(), foreign.id, mine.id], (id) =>
      as(member).delete(`/api/keys/${id}`)
    )
    assert.deepStrictEqual(
      answers.map(({ status }) => status),
      [404, 404, 404]
    )
    assert.deepStrictEqual(answers[1], answers[0])
    assert.isTrue(yield* works(foreign.raw_key))
  })
})
