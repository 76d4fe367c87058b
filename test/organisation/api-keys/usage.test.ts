import { assert, layer } from "#test/support/suite"
import { DateTime, Deferred, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as ApiKeysDomain from "#organisation/api-keys/index"
import { ApiKeysRepo } from "#organisation/api-keys/repo"
import { ApiKeys } from "#organisation/api-keys/service"
import { Jobs } from "#platform/jobs/jobs"
import { asCaller, aSuperAdmin } from "#test/support/people"
import { asSystem, systemSql, untilItWaits } from "#test/support/tables"
import { ApiKeysServices } from "./support.ts"

const aKey = Effect.gen(function* () {
  const member = yield* aSuperAdmin()
  const apiKeys = yield* ApiKeys
  const { id } = yield* asCaller(member)(apiKeys.create({ name: "CI", scopes: ["employees:read"], expires_at: null }))
  const listed = Effect.map(asCaller(member)(apiKeys.list), (keys) => keys[0])
  return { call: { orgId: member.orgId, keyId: id, status: 200, address: "203.0.113.7" }, listed, apiKeys }
})

layer(ApiKeysServices)("usage of an API key", (it) => {
  // keys-21: `usage` holds the calls of the last seven UTC days, oldest first, their sum, the number of 4xx and 5xx,
  //   the latest status, and the network of the caller.
  it.effect("calls7d has one entry per UTC day, oldest first, and forgets the eighth", function* () {
    const { apiKeys, call, listed } = yield* aKey
    for (const calls of [5, 1, 2, 0, 0, 3, 0, 4]) {
      yield* Effect.replicateEffect(apiKeys.used(call), calls)
      yield* apiKeys.flushUsage
      yield* TestClock.adjust("1 day")
    }
    yield* TestClock.adjust("-1 day")
    const key = yield* listed
    assert.deepStrictEqual(key?.usage, {
      calls7d: [1, 2, 0, 0, 3, 0, 4],
      callsTotal7d: 10,
      errors7d: 0,
      lastStatus: 200,
      lastSeenFrom: "203.0.113.0/24"
    })
  })

  // keys-21
  it.effect("errors7d counts the calls answered 4xx or 5xx; the list shows a call that was just made", function* () {
    const { apiKeys, call, listed } = yield* aKey
    for (const status of [200, 201, 400, 404, 429, 500, 302]) yield* apiKeys.used({ ...call, status })
    const key = yield* listed
    assert.strictEqual(key?.usage.callsTotal7d, 7)
    assert.strictEqual(key?.usage.errors7d, 4)
    assert.strictEqual(key?.usage.lastStatus, 302)
    assert.deepStrictEqual(key?.last_used_at, yield* DateTime.now)
  })

  it.effect("nodes that write at the same time add up, whatever the order of their keys", () =>
    Effect.gen(function* () {
      const keys = yield* Effect.replicateEffect(aKey, 5)
      const repo = yield* ApiKeysRepo
      const now = yield* DateTime.now
      const totals = keys.map(({ call: { keyId, orgId } }) => ({
        org_id: orgId,
        api_key_id: keyId,
        day: DateTime.formatIsoDateUtc(now),
        calls: 1,
        errors: 0,
        last_used_at: now,
        last_status: 200,
        last_seen_from: null
      }))
      yield* Effect.forEach(
        Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? totals : totals.toReversed())),
        (batch) => asSystem(() => repo.addUsage(batch)),
        { concurrency: "unbounded", discard: true }
      )
      for (const { listed } of keys) assert.strictEqual((yield* listed)?.usage.callsTotal7d, 40)
    }).pipe(Effect.provide(ApiKeysRepo.layer))
  )

  it.effect("a late flush of an older call does not turn the latest call back", () =>
    Effect.gen(function* () {
      const { apiKeys, call, listed } = yield* aKey
      const repo = yield* ApiKeysRepo
      const earlier = DateTime.subtract(yield* DateTime.now, { minutes: 1 })
      yield* apiKeys.used(call)
      yield* apiKeys.flushUsage
      yield* asSystem(() =>
        repo.addUsage([
          {
            org_id: call.orgId,
            api_key_id: call.keyId,
            day: DateTime.formatIsoDateUtc(earlier),
            calls: 1,
            errors: 1,
            last_used_at: earlier,
            last_status: 500,
            last_seen_from: "198.51.100.0/24"
          }
        ])
      )
      const usage = (yield* listed)?.usage
      assert.deepStrictEqual([usage?.lastStatus, usage?.lastSeenFrom, usage?.callsTotal7d], [200, "203.0.113.0/24", 2])
    }).pipe(Effect.provide(ApiKeysRepo.layer))
  )

  it.effect("calls of a key whose organisation is gone do not hold up the others", function* () {
    const gone = yield* aKey
    const { apiKeys, call, listed } = yield* aKey
    yield* systemSql`DELETE FROM api_keys WHERE org_id = ${gone.call.orgId}`
    yield* apiKeys.used(gone.call)
    yield* apiKeys.used(call)
    assert.strictEqual((yield* listed)?.usage.callsTotal7d, 1)
  })

  it.effect("nor do those of a key that goes at the moment", () =>
    Effect.gen(function* () {
      const [gone, kept] = [yield* aKey, yield* aKey]
      const repo = yield* ApiKeysRepo
      const now = yield* DateTime.now
      const totals = [gone, kept].map(({ call: { keyId, orgId } }) => ({
        org_id: orgId,
        api_key_id: keyId,
        day: DateTime.formatIsoDateUtc(now),
        calls: 1,
        errors: 0,
        last_used_at: now,
        last_status: 200,
        last_seen_from: null
      }))
      const going = yield* Deferred.make<void>()
      const flushing = yield* Deferred.await(going).pipe(
        Effect.andThen(asSystem(() => repo.addUsage(totals))),
        Effect.forkChild
      )
      yield* asSystem((sql) =>
        Effect.gen(function* () {
          yield* sql`DELETE FROM api_keys WHERE org_id = ${gone.call.orgId}`
          yield* Deferred.succeed(going, undefined)
          yield* untilItWaits(sql, flushing)
        })
      )
      yield* Fiber.join(flushing)
      assert.strictEqual((yield* kept.listed)?.usage.callsTotal7d, 1)
    }).pipe(Effect.provide(ApiKeysRepo.layer))
  )

  it.effect("a clean stop writes what was counted", function* () {
    const { call, listed } = yield* aKey
    yield* ApiKeys.pipe(
      Effect.flatMap((stopping) => stopping.used(call)),
      Effect.provide(Layer.fresh(ApiKeysDomain.services), { local: true })
    )
    assert.strictEqual((yield* listed)?.usage.callsTotal7d, 1)
  })

  // keys-23: Only daily totals are kept, for 30 days.
  it.effect(
    "api-key-usage-purge: daily totals are kept for 30 days, lastSeenFrom goes after 30 days without use",
    function* () {
      const jobs = yield* Jobs
      const { apiKeys, call } = yield* aKey
      const other = yield* aKey
      yield* apiKeys.used(call)
      yield* apiKeys.used(other.call)
      yield* apiKeys.flushUsage
      const purge = jobs.run("api-key-usage-purge", call.orgId)
      yield* TestClock.adjust("29 days")
      assert.deepStrictEqual(yield* purge, { deleted: 0, cleared: 0, answers: 0 })
      yield* TestClock.adjust("1 day")
      assert.deepStrictEqual(yield* purge, { deleted: 0, cleared: 1, answers: 0 })
      yield* TestClock.adjust("1 day")
      assert.deepStrictEqual(yield* purge, { deleted: 1, cleared: 0, answers: 0 })

      const left = yield* systemSql`SELECT calls FROM api_key_usage WHERE org_id = ${other.call.orgId}`
      assert.lengthOf(left, 1)
    }
  )
})
