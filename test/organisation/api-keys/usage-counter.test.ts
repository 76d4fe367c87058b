import { assert, describe, it } from "#test/support/suite"
import { ApiKeyId, OrgId } from "@svc/contract/kernel/ids"
import { DateTime, Deferred, Effect, Exit, Fiber, Queue, References, Scope } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { type DayTotal, makeUsageCounter } from "#organisation/api-keys/usage-counter"

const orgId = OrgId.make(randomUUID())
const keyId = ApiKeyId.make(randomUUID())
const call = { orgId, keyId, status: 200, address: "203.0.113.7" }

const aCounter = Effect.gen(function* () {
  const written = yield* Queue.unbounded<ReadonlyArray<DayTotal>>()
  const counter = yield* makeUsageCounter((totals) => Effect.asVoid(Queue.offer(written, totals)))
  return { ...counter, written }
})

describe("counting the calls of API keys", () => {
  // keys-26: Usage is written every three seconds as one total per key, and kept until the database accepts it.
  it.effect("what is counted is written a few seconds later, as one total per key", function* () {
    const { count, written } = yield* aCounter
    yield* count(call)
    yield* count({ ...call, status: 404 })
    yield* count({ ...call, status: 503, address: "198.51.100.9" })
    assert.strictEqual(yield* Queue.size(written), 0)
    yield* TestClock.adjust("3 seconds")
    assert.deepStrictEqual(yield* Queue.take(written), [
      {
        org_id: orgId,
        api_key_id: keyId,
        day: "1970-01-01",
        calls: 3,
        errors: 2,
        last_used_at: DateTime.makeUnsafe(0),
        last_status: 503,
        last_seen_from: "198.51.100.0/24"
      }
    ])
    yield* TestClock.adjust("1 minute")
    assert.strictEqual(yield* Queue.size(written), 0)
  })

  it.effect("many keys in use are written at once, without waiting", function* () {
    const { count, written } = yield* aCounter
    for (let n = 0; n < 256; n++) yield* count({ ...call, keyId: ApiKeyId.make(randomUUID()) })
    assert.lengthOf(yield* Queue.take(written), 256)
  })

  it.effect("only daily totals: the calls on both sides of midnight UTC are two", function* () {
    const { count, flush, written } = yield* aCounter
    yield* TestClock.setTime(Date.parse("2026-03-01T23:59:59.999Z"))
    yield* count(call)
    yield* TestClock.setTime(Date.parse("2026-03-02T00:00:00.000Z"))
    yield* count(call)
    yield* flush
    const totals = yield* Queue.takeAll(written)
    assert.deepStrictEqual(
      totals.flat().map(({ calls, day }) => [day, calls]),
      [
        ["2026-03-01", 1],
        ["2026-03-02", 1]
      ]
    )
  })

  // keys-26
  it.effect("a failed flush keeps the counts and adds what came meanwhile", () =>
    Effect.gen(function* () {
      const written: Array<DayTotal> = []
      const started = yield* Deferred.make<void>()
      const failing = yield* Deferred.make<void>()
      let attempts = 0
      const { count, flush } = yield* makeUsageCounter((totals) => {
        attempts++
        return attempts === 1
          ? Deferred.succeed(started, undefined).pipe(
              Effect.andThen(Deferred.await(failing)),
              Effect.andThen(Effect.die("the database is away"))
            )
          : Effect.sync(() => void written.push(...totals))
      })
      yield* count(call)
      const first = yield* Effect.forkChild(flush)
      yield* Deferred.await(started)
      yield* count({ ...call, status: 429, address: null })
      yield* Deferred.succeed(failing, undefined)
      yield* Fiber.join(first)
      yield* flush
      assert.deepStrictEqual(
        written.map(({ calls, errors, last_seen_from, last_status }) => [calls, errors, last_status, last_seen_from]),
        [[2, 1, 429, "203.0.113.0/24"]]
      )
    }).pipe(Effect.provideService(References.MinimumLogLevel, "None"))
  )

  it.effect("a failed flush is tried again by itself", () =>
    Effect.gen(function* () {
      const written = yield* Queue.unbounded<ReadonlyArray<DayTotal>>()
      let attempts = 0
      const { count } = yield* makeUsageCounter((totals) => {
        attempts++
        return attempts === 1 ? Effect.die("the database is away") : Effect.asVoid(Queue.offer(written, totals))
      })
      yield* count(call)
      yield* TestClock.adjust("3 seconds")
      assert.strictEqual(yield* Queue.size(written), 0)
      yield* TestClock.adjust("3 seconds")
      assert.lengthOf(yield* Queue.take(written), 1)
    }).pipe(Effect.provideService(References.MinimumLogLevel, "None"))
  )

  // keys-24: A clean shutdown loses no count.
  it.effect("a clean stop loses nothing", function* () {
    const written: Array<DayTotal> = []
    const scope = yield* Scope.make()
    const { count } = yield* makeUsageCounter((totals) => Effect.sync(() => void written.push(...totals))).pipe(
      Scope.provide(scope)
    )
    yield* count(call)
    yield* Scope.close(scope, Exit.void)
    assert.deepStrictEqual(
      written.map(({ calls }) => calls),
      [1]
    )
  })
})
