import { assert, describe, it } from "#test/support/suite"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { makeDeadlines } from "#platform/outbound/deadlines"

const Waits = Schema.Array(
  Schema.Struct({
    begins: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 300 })),
    lasts: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 300 })),
    /** Ended by hand before its time where this is less than `lasts`. */
    cancelledAfter: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 600 }))
  })
).check(Schema.isMaxLength(12))

describe("deadlines with one sleeping fiber", () => {
  it.effect.prop("each ends at its own moment, however they come in, and none that was cancelled", [Waits], ([waits]) =>
    Effect.gen(function* () {
      const deadlines = yield* makeDeadlines
      const now = () => deadlines.clock.currentTimeMillisUnsafe()
      const start = now()
      const ended: Array<{ readonly wait: number; readonly at: number }> = []
      const cancels = new Map<number, () => void>()
      yield* Effect.yieldNow
      for (let moment = 0; moment <= 900; moment++) {
        waits.forEach(({ begins, cancelledAfter, lasts }, wait) => {
          if (begins === moment) {
            cancels.set(
              wait,
              deadlines.after(lasts, () => ended.push({ wait, at: now() - start }))
            )
          }
          if (cancelledAfter < lasts && begins + cancelledAfter === moment) cancels.get(wait)?.()
        })
        yield* TestClock.adjust("1 millis")
      }
      const due = waits.flatMap(({ begins, cancelledAfter, lasts }, wait) =>
        cancelledAfter < lasts ? [] : [{ wait, from: begins + lasts }]
      )
      assert.sameMembers(
        ended.map(({ wait }) => wait),
        due.map(({ wait }) => wait)
      )
      for (const { at, wait } of ended) {
        const from = due.find((other) => other.wait === wait)?.from ?? Number.NaN
        // What begins at a moment with no time left ends as soon as the clock moves.
        assert.isTrue(at === from || at === from + 1, `wait ${wait} was due at ${from} and ended at ${at}`)
      }
    }).pipe(Effect.scoped)
  )

  it.effect("one that is due sooner than all others wakes the fiber before them", function* () {
    const deadlines = yield* makeDeadlines
    const ended: Array<string> = []
    deadlines.after(10_000, () => ended.push("long"))
    yield* TestClock.adjust("1 seconds")
    deadlines.after(2_000, () => ended.push("short"))
    yield* TestClock.adjust("1999 millis")
    assert.deepStrictEqual(ended, [])
    yield* TestClock.adjust("1 millis")
    assert.deepStrictEqual(ended, ["short"])
    yield* TestClock.adjust("7 seconds")
    assert.deepStrictEqual(ended, ["short", "long"])
  })
})
