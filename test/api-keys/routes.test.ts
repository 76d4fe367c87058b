import { assert, layer } from "@effect/vitest"
import { ApiKey, CreatedApiKey, RotatedApiKey } from "@svc/contract/api-keys/schema"
import { DateTime, Duration, Effect, Option, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { ApiKeys } from "#api-keys/service"
import { Db } from "#platform/db"
import { aMember, anOrganisation, type Member } from "../support/TestApp.ts"
import { ApiKeysSurface, send, sendSignedIn } from "./surface.ts"

const aSuperadmin = Effect.flatMap(anOrganisation(), (orgId) => aMember(orgId))

const decodeCreated = Schema.decodeUnknownEffect(Schema.toCodecJson(CreatedApiKey))
const decodeRotated = Schema.decodeUnknownEffect(Schema.toCodecJson(RotatedApiKey))
const decodeList = Schema.decodeUnknownEffect(Schema.toCodecJson(Schema.Array(ApiKey)))

const newKey = { name: "CI", scopes: ["employees:read"], expires_at: null }

const aKey = Effect.fnUntraced(function* (member: Member, fields: object = {}) {
  const { body, status } = yield* send(member, "POST", "/api/keys", { ...newKey, ...fields })
  assert.strictEqual(status, 201)
  return yield* decodeCreated(body)
})

const list = (member: Member) => Effect.flatMap(send(member, "GET", "/api/keys"), ({ body }) => decodeList(body))

const works = Effect.fnUntraced(function* (key: string) {
  const apiKeys = yield* ApiKeys
  return Option.isSome(yield* apiKeys.authenticate(Redacted.make(key)))
})

const entries = Effect.fnUntraced(function* (member: Member, action: string) {
  const sql = yield* SqlClient.SqlClient
  const db = yield* Db
  return yield* db.transactSystem(
    sql<{ actor_id: string; target: string; details: string }>`
      SELECT actor_id, target, details FROM audit_entries WHERE org_id = ${member.orgId} AND action = ${action} ORDER BY seq`
  )
})

layer(ApiKeysSurface)("GET /api/keys", (it) => {
  it.effect("200: a plain array with every field, usage zero-filled for a never-used key", () =>
    Effect.gen(function* () {
      const member = yield* aSuperadmin
      const created = yield* aKey(member)
      const { body, status } = yield* send(member, "GET", "/api/keys")
      assert.strictEqual(status, 200)
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
  )

  it.effect("200: most recently created first, also within one millisecond", () =>
    Effect.gen(function* () {
      const member = yield* aSuperadmin
      for (const name of ["first", "second", "third"]) yield* aKey(member, { name })
      assert.deepStrictEqual(
        (yield* list(member)).map(({ name }) => name),
        ["third", "second", "first"]
      )
    })
  )

  it.effect("200: key values are never returned, and another organisation's keys are not listed", () =>
    Effect.gen(function* () {
      const member = yield* aSuperadmin
      const { raw_key } = yield* aKey(member)
      const { body } = yield* send(member, "GET", "/api/keys")
      assert.notInclude(JSON.stringify(body), raw_key.slice(12))
      assert.lengthOf(yield* list(yield* aSuperadmin), 0)
    })
  )

  it.effect("200: revoked and expired keys stay in the list", () =>
    Effect.gen(function* () {
      const member = yield* aSuperadmin
      const now = yield* DateTime.now
      const revoked = yield* aKey(member)
      yield* aKey(member, { expires_at: DateTime.formatIso(DateTime.add(now, { minutes: 1 })) })
      yield* send(member, "DELETE", `/api/keys/${revoked.id}`)
      yield* TestClock.adjust("2 minutes")
      assert.lengthOf(yield* list(member), 2)
    })
  )
})

layer(ApiKeysSurface)("POST /api/keys", (it) => {
  it.effect("201: the key is svc_live_ and 32 hex characters, shown once with its first 12", () =>
    Effect.gen(function* () {
      const member = yield* aSuperadmin
      const { body, status } = yield* send(member, "POST", "/api/keys", newKey)
      assert.strictEqual(status, 201)
      const created = yield* decodeCreated(body)
      assert.match(created.raw_key, /^svc_live_[0-9a-f]{32}$/)
      assert.strictEqual(created.key_prefix, created.raw_key.slice(0, 12))
      assert.hasAllKeys(body, ["id", "name", "key_prefix", "scopes", "expires_at", "created_at", "raw_key"])
      assert.isTrue(yield* works(created.raw_key))
    })
  )

  it.effect("201: only a keyed digest is stored, and the audit log names the prefix alone", () =>
    Effect.gen(function* () {
      const member = yield* aSuperadmin
      const { id, raw_key } = yield* aKey(member)
      const sql = yield* SqlClient.SqlClient
      const db = yield* Db
      const rows = yield* db.transactSystem(sql`SELECT * FROM api_keys WHERE id = ${id}`)
      const [entry] = yield* entries(member, "api_key.created")
      assert.strictEqual(entry?.actor_id, member.userId)
      assert.include(entry?.details ?? "", raw_key.slice(0, 12))
      assert.notInclude(
        JSON.stringify([rows, entry], (_, value) => (typeof value === "bigint" ? "" : value)),
        raw_key.slice(12)
      )
    })
  )

  it.effect("201: scopes are deduplicated, and fields that the body does not have are ignored", () =>
    Effect.gen(function* () {
      const member = yield* aSuperadmin
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
  )

  it.effect("400: name, scopes and expires_at are required, and the message names the field", () =>
    Effect.gen(function* () {
      const member = yield* aSuperadmin
      for (const field of ["name", "scopes", "expires_at"]) {
        const { body, status } = yield* send(member, "POST", "/api/keys", { ...newKey, [field]: undefined })
        assert.strictEqual(status, 400)
        assert.include(JSON.stringify(body), field)
      }
    })
  )

  it.effect("400: expires_at must be in the future", () =>
    Effect.gen(function* () {
      const member = yield* aSuperadmin
      const expires_at = DateTime.formatIso(yield* DateTime.now)
      assert.deepStrictEqual(yield* send(member, "POST", "/api/keys", { ...newKey, expires_at }), {
        status: 400,
        body: { error: "expires_at must be in the future, or null for a key that never expires" }
      })
    })
  )

  it.effect("400: at most 20 active keys; revoked and expired ones do not count", () =>
    Effect.gen(function* () {
      const member = yield* aSuperadmin
      const soon = DateTime.formatIso(DateTime.add(yield* DateTime.now, { minutes: 1 }))
      const keys = yield* Effect.replicateEffect(aKey(member), 19)
      yield* aKey(member, { expires_at: soon })
      assert.strictEqual((yield* send(member, "POST", "/api/keys", newKey)).status, 400)

      yield* TestClock.adjust("1 minute")
      yield* aKey(member)
      assert.strictEqual((yield* send(member, "POST", "/api/keys", newKey)).status, 400)

      yield* send(member, "DELETE", `/api/keys/${keys[0]?.id}`)
      yield* aKey(member)
      assert.strictEqual((yield* send(member, "POST", "/api/keys", newKey)).status, 400)
    })
  )

  it.effect("400: 30 creations at once end with exactly 20 keys", () =>
    Effect.gen(function* () {
      const member = yield* aSuperadmin
      const answers = yield* Effect.replicateEffect(send(member, "POST", "/api/keys", newKey), 30, { concurrency: 30 })
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
  )
})

layer(ApiKeysSurface)("POST /api/keys/{keyId}/rotate", (it) => {
  it.effect("200: the old secret works for 24 hours by default, then no longer", () =>
    Effect.gen(function* () {
      const member = yield* aSuperadmin
      const created = yield* aKey(member)
      const now = yield* DateTime.now
      const { body, status } = yield* send(member, "POST", `/api/keys/${created.id}/rotate`)
      assert.strictEqual(status, 200)
      assert.hasAllKeys(body, [
        "id",
        "name",
        "key_prefix",
        "previous_key_prefix",
        "previous_valid_until",
        "scopes",
        "expires_at",
        "rotated_at",
        "raw_key"
      ])
      const rotated = yield* decodeRotated(body)
      assert.strictEqual(rotated.id, created.id)
      assert.strictEqual(rotated.previous_key_prefix, created.key_prefix)
      assert.deepStrictEqual(rotated.previous_valid_until, DateTime.add(now, { hours: 24 }))

      yield* TestClock.adjust(Duration.subtract(Duration.hours(24), Duration.seconds(1)))
      assert.isTrue(yield* works(created.raw_key))
      assert.strictEqual((yield* list(member))[0]?.previous_key_prefix, created.key_prefix)
      yield* TestClock.adjust("1 second")
      assert.isFalse(yield* works(created.raw_key))
      assert.isTrue(yield* works(rotated.raw_key))
      assert.isNull((yield* list(member))[0]?.previous_key_prefix)
    })
  )

  it.effect("200: with grace 0 previous_key_prefix is null and previous_valid_until is the rotation time", () =>
    Effect.gen(function* () {
      const member = yield* aSuperadmin
      const created = yield* aKey(member)
      const { body } = yield* send(member, "POST", `/api/keys/${created.id}/rotate`, { grace: "0" })
      const rotated = yield* decodeRotated(body)
      assert.isNull(rotated.previous_key_prefix)
      assert.deepStrictEqual(rotated.previous_valid_until, rotated.rotated_at)
      assert.isFalse(yield* works(created.raw_key))
      assert.isNull((yield* list(member))[0]?.previous_valid_until)
    })
  )

  it.effect("200: rotating again inside a grace replaces the previous secret", () =>
    Effect.gen(function* () {
      const member = yield* aSuperadmin
      const first = yield* aKey(member)
      const rotate = Effect.flatMap(send(member, "POST", `/api/keys/${first.id}/rotate`, { grace: "7d" }), ({ body }) =>
        decodeRotated(body)
      )
      const second = yield* rotate
      const third = yield* rotate
      assert.deepStrictEqual(yield* Effect.forEach([first, second, third], ({ raw_key }) => works(raw_key)), [
        false,
        true,
        true
      ])
    })
  )

  it.effect("200: audited as api_key.rotated with both prefixes and the grace", () =>
    Effect.gen(function* () {
      const member = yield* aSuperadmin
      const created = yield* aKey(member)
      const { body } = yield* send(member, "POST", `/api/keys/${created.id}/rotate`, { grace: "1h" })
      const rotated = yield* decodeRotated(body)
      const [entry] = yield* entries(member, "api_key.rotated")
      assert.strictEqual(entry?.details, `prefix: ${created.key_prefix} -> ${rotated.key_prefix}, grace: 1h`)
    })
  )

  it.effect("200: each grace ends to the second, and the old secret then gets what any invalid key gets", () =>
    Effect.gen(function* () {
      const graces = [
        ["1h", Duration.hours(1)],
        ["24h", Duration.hours(24)],
        ["7d", Duration.days(7)]
      ] as const
      for (const [grace, length] of graces) {
        const member = yield* aSuperadmin
        const created = yield* aKey(member)
        const { body } = yield* send(member, "POST", `/api/keys/${created.id}/rotate`, { grace })
        const rotated = yield* decodeRotated(body)
        yield* TestClock.adjust(Duration.subtract(length, Duration.seconds(1)))
        assert.deepStrictEqual([grace, yield* works(created.raw_key)], [grace, true])
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual([grace, yield* works(created.raw_key)], [grace, false])
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual([yield* works(created.raw_key), yield* works(rotated.raw_key)], [false, true])
        const [listed] = yield* list(member)
        assert.deepStrictEqual([listed?.previous_key_prefix, listed?.previous_valid_until], [null, null])
        assert.deepStrictEqual(listed?.rotated_at, rotated.rotated_at)
      }
    })
  )

  it.effect("200: no body and an empty one are the default grace of 24 hours", () =>
    Effect.gen(function* () {
      const member = yield* aSuperadmin
      const { id } = yield* aKey(member)
      for (const body of [undefined, {}]) {
        const answer = yield* send(member, "POST", `/api/keys/${id}/rotate`, body)
        const rotated = yield* decodeRotated(answer.body)
        assert.deepStrictEqual(rotated.previous_valid_until, DateTime.add(rotated.rotated_at, { hours: 24 }))
      }
    })
  )

  it.effect(
    "200: by another Super Admin; id, name, scopes, expiry, creation and usage stay, only the secret changes",
    () =>
      Effect.gen(function* () {
        const member = yield* aSuperadmin
        const expires_at = DateTime.formatIso(DateTime.add(yield* DateTime.now, { days: 30 }))
        const created = yield* aKey(member, { name: "Payroll", expires_at })
        const apiKeys = yield* ApiKeys
        const used = apiKeys.used({ orgId: member.orgId, keyId: created.id, status: 200, address: "203.0.113.7" })
        yield* used
        const [before] = yield* list(member)
        if (before === undefined) return assert.fail("the key is not listed")
        const colleague = yield* aMember(member.orgId)
        const { body } = yield* send(colleague, "POST", `/api/keys/${created.id}/rotate`, { grace: "1h" })
        const rotated = yield* decodeRotated(body)
        // The old secret counts for the same key.
        const old = yield* apiKeys.authenticate(Redacted.make(created.raw_key))
        assert.strictEqual(Option.getOrUndefined(old)?.keyId, created.id)
        yield* used
        const [after] = yield* list(colleague)
        assert.deepStrictEqual(after, {
          ...before,
          key_prefix: rotated.key_prefix,
          previous_key_prefix: created.key_prefix,
          previous_valid_until: rotated.previous_valid_until,
          rotated_at: rotated.rotated_at,
          usage: { ...before.usage, calls7d: [0, 0, 0, 0, 0, 0, 2], callsTotal7d: 2 }
        })
        const [entry] = yield* entries(member, "api_key.rotated")
        assert.strictEqual(entry?.actor_id, colleague.userId)
      })
  )

  it.effect("200: an expired key may be rotated and stays expired", () =>
    Effect.gen(function* () {
      const member = yield* aSuperadmin
      const expires_at = DateTime.formatIso(DateTime.add(yield* DateTime.now, { minutes: 1 }))
      const created = yield* aKey(member, { expires_at })
      yield* TestClock.adjust("1 minute")
      const { body, status } = yield* send(member, "POST", `/api/keys/${created.id}/rotate`)
      assert.strictEqual(status, 200)
      const rotated = yield* decodeRotated(body)
      assert.isFalse(yield* works(rotated.raw_key))
      assert.isFalse(yield* works(created.raw_key))
      assert.isNull((yield* list(member))[0]?.previous_key_prefix)
    })
  )

  it.effect("200: many rotations at once all succeed, and the last two secrets work", () =>
    Effect.gen(function* () {
      const member = yield* aSuperadmin
      const created = yield* aKey(member)
      const answers = yield* Effect.replicateEffect(
        send(member, "POST", `/api/keys/${created.id}/rotate`, { grace: "1h" }),
        6,
        { concurrency: 6 }
      )
      const rotated = yield* Effect.forEach(answers, ({ body }) => decodeRotated(body))
      const working = yield* Effect.filter([created, ...rotated], ({ raw_key }) => works(raw_key))
      const [listed] = yield* list(member)
      assert.sameMembers(
        working.map(({ key_prefix }) => key_prefix),
        [listed?.key_prefix, listed?.previous_key_prefix]
      )
      assert.lengthOf(yield* entries(member, "api_key.rotated"), 6)
    })
  )

  it.effect("404: rotating against revoking leaves a revoked key, and no secret that works", () =>
    Effect.gen(function* () {
      for (let round = 0; round < 5; round += 1) {
        const member = yield* aSuperadmin
        const created = yield* aKey(member)
        const [rotation, revocation] = yield* Effect.all(
          [
            send(member, "POST", `/api/keys/${created.id}/rotate`, { grace: "7d" }),
            send(member, "DELETE", `/api/keys/${created.id}`)
          ],
          { concurrency: 2 }
        )
        assert.strictEqual(revocation.status, 200)
        assert.isTrue([200, 404].includes(rotation.status))
        assert.isFalse(yield* works(created.raw_key))
        if (rotation.status === 200) assert.isFalse(yield* works((yield* decodeRotated(rotation.body)).raw_key))
      }
    })
  )

  it.effect("400: a grace of any other kind, and nothing changes", () =>
    Effect.gen(function* () {
      const member = yield* aSuperadmin
      const created = yield* aKey(member)
      for (const grace of ["", "1H", "2h", "0h", "24", " 24h", 0, 24, null, true, ["24h"], {}]) {
        const { body, status } = yield* send(member, "POST", `/api/keys/${created.id}/rotate`, { grace })
        assert.deepStrictEqual([grace, status], [grace, 400])
        assert.include(JSON.stringify(body), "grace")
      }
      for (const body of [[], "24h", 24]) {
        assert.strictEqual((yield* send(member, "POST", `/api/keys/${created.id}/rotate`, body)).status, 400)
      }
      assert.isTrue(yield* works(created.raw_key))
      assert.isNull((yield* list(member))[0]?.rotated_at)
    })
  )

  it.effect("400: any other grace, and an id that is not a UUID", () =>
    Effect.gen(function* () {
      const member = yield* aSuperadmin
      const { id } = yield* aKey(member)
      assert.strictEqual((yield* send(member, "POST", `/api/keys/${id}/rotate`, { grace: "2h" })).status, 400)
      assert.deepStrictEqual(yield* send(member, "POST", "/api/keys/42/rotate", {}), {
        status: 400,
        body: { error: "Invalid id" }
      })
    })
  )

  it.effect("404: unknown, revoked, or of another organisation", () =>
    Effect.gen(function* () {
      const member = yield* aSuperadmin
      const foreign = yield* aKey(yield* aSuperadmin)
      const revoked = yield* aKey(member)
      yield* send(member, "DELETE", `/api/keys/${revoked.id}`)
      for (const id of [randomUUID(), foreign.id, revoked.id]) {
        assert.strictEqual((yield* send(member, "POST", `/api/keys/${id}/rotate`, {})).status, 404)
      }
      assert.isTrue(yield* works(foreign.raw_key))
    })
  )
})

layer(ApiKeysSurface)("DELETE /api/keys/{keyId}", (it) => {
  it.effect("200: ends the key and any grace-period secret at once, audited", () =>
    Effect.gen(function* () {
      const member = yield* aSuperadmin
      const created = yield* aKey(member)
      const { body } = yield* send(member, "POST", `/api/keys/${created.id}/rotate`, { grace: "7d" })
      const rotated = yield* decodeRotated(body)
      assert.deepStrictEqual(yield* send(member, "DELETE", `/api/keys/${created.id}`), {
        status: 200,
        body: { message: "API key revoked" }
      })
      assert.isFalse(yield* works(created.raw_key))
      assert.isFalse(yield* works(rotated.raw_key))
      const [key] = yield* list(member)
      assert.deepStrictEqual(key?.revoked_at, yield* DateTime.now)
      assert.isNull(key?.previous_key_prefix)
      assert.lengthOf(yield* entries(member, "api_key.revoked"), 1)
    })
  )

  it.effect("200: needs no step-up, which creating and rotating do", () =>
    Effect.gen(function* () {
      const member = yield* aSuperadmin
      const { id } = yield* aKey(member)
      const refused = { status: 428, body: { error: "step_up_required", totpRequired: false } }
      assert.deepStrictEqual(yield* sendSignedIn(member, "POST", "/api/keys", newKey), refused)
      assert.deepStrictEqual(yield* sendSignedIn(member, "POST", `/api/keys/${id}/rotate`, {}), refused)
      assert.strictEqual((yield* sendSignedIn(member, "DELETE", `/api/keys/${id}`)).status, 200)
    })
  )

  it.effect("200: of many revocations at once one ends the key, the others find it revoked", () =>
    Effect.gen(function* () {
      const member = yield* aSuperadmin
      const { id, raw_key } = yield* aKey(member)
      const answers = yield* Effect.replicateEffect(send(member, "DELETE", `/api/keys/${id}`), 5, { concurrency: 5 })
      assert.deepStrictEqual(
        answers.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 404, 404, 404, 404]
      )
      assert.isFalse(yield* works(raw_key))
      assert.lengthOf(yield* entries(member, "api_key.revoked"), 1)
    })
  )

  it.effect("403: any other role, before the id, the step-up or the key is looked at", () =>
    Effect.gen(function* () {
      const owner = yield* aSuperadmin
      const { id, raw_key } = yield* aKey(owner)
      for (const role of ["admin", "hr", "manager"] as const) {
        const member = yield* aMember(owner.orgId, role)
        for (const keyId of [id, randomUUID(), "not-a-uuid"]) {
          for (const [method, path] of [
            ["POST", `/api/keys/${keyId}/rotate`],
            ["DELETE", `/api/keys/${keyId}`]
          ] as const) {
            const { body, status } = yield* sendSignedIn(member, method, path)
            assert.deepStrictEqual([role, status, body], [role, 403, { error: "Only Super Admins may do this" }])
          }
        }
      }
      assert.isTrue(yield* works(raw_key))
    })
  )

  it.effect("400: keyId is not a UUID", () =>
    Effect.gen(function* () {
      const member = yield* aSuperadmin
      assert.deepStrictEqual(yield* send(member, "DELETE", "/api/keys/not-a-uuid"), {
        status: 400,
        body: { error: "Invalid id" }
      })
    })
  )

  it.effect("404: unknown, of another organisation, or already revoked", () =>
    Effect.gen(function* () {
      const member = yield* aSuperadmin
      const foreign = yield* aKey(yield* aSuperadmin)
      const mine = yield* aKey(member)
      yield* send(member, "DELETE", `/api/keys/${mine.id}`)
      const answers = yield* Effect.forEach([randomUUID(), foreign.id, mine.id], (id) =>
        send(member, "DELETE", `/api/keys/${id}`)
      )
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        [404, 404, 404]
      )
      assert.deepStrictEqual(answers[1], answers[0])
      assert.isTrue(yield* works(foreign.raw_key))
    })
  )
})
