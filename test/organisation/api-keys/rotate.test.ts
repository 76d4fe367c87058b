import { assert, layer } from "#test/support/suite"
import { DateTime, Duration, Effect, Fiber, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { ApiKeys } from "#organisation/api-keys/service"
import { aMember, aSession, aSuperAdmin } from "#test/support/people"
import { as, send, withStatus } from "#test/support/requests"
import { asSystem, untilItWaits } from "#test/support/tables"
import { entriesOf } from "#test/support/log"
import { aKey, ApiKeysSurface, decodeRotated, list, works } from "./support.ts"

layer(ApiKeysSurface)("POST /api/keys/{keyId}/rotate", (it) => {
  // keys-13: The old secret works until the exact end of its grace period, and then gets the 401 of any invalid key.
  it.status(200, "the old secret works for 24 hours by default, then no longer", function* () {
    const member = yield* aSuperAdmin()
    const created = yield* aKey(member)
    const now = yield* DateTime.now
    const { body } = yield* withStatus(200, as(member).post(`/api/keys/${created.id}/rotate`))
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

  // keys-15: With grace `0`, `previous_key_prefix` is null and `previous_valid_until` is the moment of the rotation.
  it.status(
    200,
    "with grace 0 previous_key_prefix is null and previous_valid_until is the rotation time",
    function* () {
      const member = yield* aSuperAdmin()
      const created = yield* aKey(member)
      const { body } = yield* as(member).post(`/api/keys/${created.id}/rotate`, { grace: "0" })
      const rotated = yield* decodeRotated(body)
      assert.isNull(rotated.previous_key_prefix)
      assert.deepStrictEqual(rotated.previous_valid_until, rotated.rotated_at)
      assert.isFalse(yield* works(created.raw_key))
      assert.isNull((yield* list(member))[0]?.previous_valid_until)
    }
  )

  // keys-14: Rotating during a grace period replaces the previous secret, so at most two secrets work.
  it.status(200, "rotating again inside a grace replaces the previous secret", function* () {
    const member = yield* aSuperAdmin()
    const first = yield* aKey(member)
    const rotate = Effect.flatMap(as(member).post(`/api/keys/${first.id}/rotate`, { grace: "7d" }), ({ body }) =>
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

  // keys-16: A rotation is audited as `api_key.rotated` with both prefixes and the grace.
  it.status(200, "audited as api_key.rotated with both prefixes and the grace", function* () {
    const member = yield* aSuperAdmin()
    const created = yield* aKey(member)
    const { body } = yield* as(member).post(`/api/keys/${created.id}/rotate`, { grace: "1h" })
    const rotated = yield* decodeRotated(body)
    const [entry] = yield* entriesOf(member.orgId, { action: "api_key.rotated" })
    assert.strictEqual(entry?.details, `prefix: ${created.key_prefix} -> ${rotated.key_prefix}, grace: 1h`)
  })

  // credentials-4, keys-13
  it.status(200, "each grace ends to the second, and the old secret then gets what any invalid key gets", function* () {
    const graces = [
      ["1h", Duration.hours(1)],
      ["24h", Duration.hours(24)],
      ["7d", Duration.days(7)]
    ] as const
    for (const [grace, length] of graces) {
      const member = yield* aSuperAdmin()
      const created = yield* aKey(member)
      const { body } = yield* as(member).post(`/api/keys/${created.id}/rotate`, { grace })
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

  // keys-12: `grace` is `0`, `1h`, `24h` or `7d`, by default 24 hours; anything else is 400.
  it.status(200, "no body and an empty one are the default grace of 24 hours", function* () {
    const member = yield* aSuperAdmin()
    const { id } = yield* aKey(member)
    for (const body of [undefined, {}]) {
      const answer = yield* as(member).post(`/api/keys/${id}/rotate`, body)
      const rotated = yield* decodeRotated(answer.body)
      assert.deepStrictEqual(rotated.previous_valid_until, DateTime.add(rotated.rotated_at, { hours: 24 }))
    }
  })

  // keys-11: Rotation keeps ID, name, scopes, expiry, usage and audit trail; only the secret changes.
  it.status(
    200,
    "by another Super Admin; id, name, scopes, expiry, creation and usage stay, only the secret changes",
    function* () {
      const member = yield* aSuperAdmin()
      const expires_at = DateTime.formatIso(DateTime.add(yield* DateTime.now, { days: 30 }))
      const created = yield* aKey(member, { name: "Payroll", expires_at })
      const apiKeys = yield* ApiKeys
      const used = apiKeys.used({ orgId: member.orgId, keyId: created.id, status: 200, address: "203.0.113.7" })
      yield* used
      const [before] = yield* list(member)
      if (before === undefined) return assert.fail("the key is not listed")
      const colleague = yield* aMember(member.orgId)
      const { body } = yield* as(colleague).post(`/api/keys/${created.id}/rotate`, { grace: "1h" })
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
      const [entry] = yield* entriesOf(member.orgId, { action: "api_key.rotated" })
      assert.strictEqual(entry?.actor_id, colleague.userId)
    }
  )

  // keys-27: An expired key can be rotated, and stays expired.
  it.status(200, "an expired key may be rotated and stays expired", function* () {
    const member = yield* aSuperAdmin()
    const expires_at = DateTime.formatIso(DateTime.add(yield* DateTime.now, { minutes: 1 }))
    const created = yield* aKey(member, { expires_at })
    yield* TestClock.adjust("1 minute")
    const { body } = yield* withStatus(200, as(member).post(`/api/keys/${created.id}/rotate`))
    const rotated = yield* decodeRotated(body)
    assert.isFalse(yield* works(rotated.raw_key))
    assert.isFalse(yield* works(created.raw_key))
    assert.isNull((yield* list(member))[0]?.previous_key_prefix)
  })

  // keys-14
  it.status(200, "many rotations at once all succeed, and the last two secrets work", function* () {
    const member = yield* aSuperAdmin()
    const created = yield* aKey(member)
    const answers = yield* Effect.replicateEffect(
      as(member).post(`/api/keys/${created.id}/rotate`, { grace: "1h" }),
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
    assert.lengthOf(yield* entriesOf(member.orgId, { action: "api_key.rotated" }), 6)
  })

  it.status(404, "rotating against revoking leaves a revoked key, and no secret that works", function* () {
    for (let round = 0; round < 5; round += 1) {
      const member = yield* aSuperAdmin()
      const created = yield* aKey(member)
      const [rotation, revocation] = yield* Effect.all(
        [
          as(member).post(`/api/keys/${created.id}/rotate`, { grace: "7d" }),
          as(member).delete(`/api/keys/${created.id}`)
        ],
        { concurrency: 2 }
      )
      assert.strictEqual(revocation.status, 200)
      assert.isTrue([200, 404].includes(rotation.status))
      assert.isFalse(yield* works(created.raw_key))
      if (rotation.status === 200) assert.isFalse(yield* works((yield* decodeRotated(rotation.body)).raw_key))
    }
  })

  it.status(404, "whoever rotates a key that is being revoked waits, and gets no secret", function* () {
    const member = yield* aSuperAdmin()
    const bearer = yield* aSession(member)
    const { id } = yield* aKey(member)
    const rotating = yield* asSystem((sql) =>
      Effect.gen(function* () {
        yield* sql`UPDATE api_keys SET revoked_at = created_at WHERE org_id = ${member.orgId} AND id = ${id}`
        const rotating = yield* Effect.forkDetach(send("POST", `/api/keys/${id}/rotate`, { bearer, body: {} }))
        yield* untilItWaits(sql, rotating)
        return rotating
      })
    )
    const { text } = yield* withStatus(404, Fiber.join(rotating))
    assert.notInclude(text, "raw_key")
  })

  // keys-12
  it.status(400, "a grace of any other kind, and nothing changes", function* () {
    const member = yield* aSuperAdmin()
    const created = yield* aKey(member)
    for (const grace of ["", "1H", "2h", "0h", "24", " 24h", 0, 24, null, true, ["24h"], {}]) {
      const { body, status } = yield* as(member).post(`/api/keys/${created.id}/rotate`, { grace })
      assert.deepStrictEqual([grace, status], [grace, 400])
      assert.include(JSON.stringify(body), "grace")
    }
    for (const body of [[], "24h", 24]) {
      assert.strictEqual((yield* as(member).post(`/api/keys/${created.id}/rotate`, body)).status, 400)
    }
    assert.isTrue(yield* works(created.raw_key))
    assert.isNull((yield* list(member))[0]?.rotated_at)
  })

  it.status(400, "any other grace, and an id that is not a UUID", function* () {
    const member = yield* aSuperAdmin()
    const { id } = yield* aKey(member)
    assert.strictEqual((yield* as(member).post(`/api/keys/${id}/rotate`, { grace: "2h" })).status, 400)
    assert.deepInclude(yield* as(member).post("/api/keys/42/rotate", {}), {
      status: 400,
      body: { error: "Invalid id" }
    })
  })

  // keys-19
  it.status(404, "unknown, revoked, or of another organisation", function* () {
    const member = yield* aSuperAdmin()
    const foreign = yield* aKey(yield* aSuperAdmin())
    const revoked = yield* aKey(member)
    yield* as(member).delete(`/api/keys/${revoked.id}`)
    for (const id of [randomUUID(), foreign.id, revoked.id]) {
      assert.strictEqual((yield* as(member).post(`/api/keys/${id}/rotate`, {})).status, 404)
    }
    assert.isTrue(yield* works(foreign.raw_key))
  })
})
