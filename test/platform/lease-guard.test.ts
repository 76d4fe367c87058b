import { assert, it } from "#test/support/suite"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { leaseHolds, leaseMoment, renewsLease, underLease } from "#platform/jobs/lease-guard"

/** Work under a lease of 12 seconds that writes once after so many seconds. */
const writing = Effect.fnUntraced(function* (seconds: number, before: Effect.Effect<void> = Effect.void) {
  const written: Array<string> = []
  const since = yield* leaseMoment
  const work = Effect.gen(function* () {
    yield* before
    yield* TestClock.adjust(`${seconds} seconds`)
    yield* leaseHolds
    written.push("write")
    return "done"
  })
  return { written, since, work }
})

const twelve = { lasts: "12 seconds" } as const

it.effect("a write while the lease holds is made", function* () {
  const { since, work, written } = yield* writing(9)
  assert.strictEqual(yield* underLease({ since, ...twelve }, work), "done")
  assert.lengthOf(written, 1)
})

it.effect(
  "from two seconds before the end of the lease on, nothing is written: the work ends with LeaseLost",
  function* () {
    const { since, work, written } = yield* writing(10)
    assert.deepStrictEqual(
      yield* underLease({ since, ...twelve }, work).pipe(
        Effect.as("done"),
        Effect.catchTag("LeaseLost", () => Effect.succeed("lost"))
      ),
      "lost"
    )
    assert.lengthOf(written, 0)
  }
)

it.effect("what catches every failure on the way does not hide it", function* () {
  const { since, work, written } = yield* writing(60)
  const caught = Effect.catchCause(work, () => Effect.succeed("a failed result"))
  const ended = yield* underLease({ since, ...twelve }, caught).pipe(
    Effect.catchTag("LeaseLost", () => Effect.succeed("lost"))
  )
  assert.strictEqual(ended, "lost")
  assert.lengthOf(written, 0)
})

it.effect("a renewal counts from the moment before it was asked for, and only once it has succeeded", function* () {
  const renewedAfter = (renewal: Effect.Effect<void, "refused">) =>
    Effect.ignore(Effect.andThen(TestClock.adjust("8 seconds"), renewsLease(renewal)))
  const ended = (work: Effect.Effect<string>, since: Parameters<typeof underLease>[0]["since"]) =>
    underLease({ since, ...twelve }, work).pipe(Effect.catchTag("LeaseLost", () => Effect.succeed("lost")))

  const renewed = yield* writing(9, renewedAfter(Effect.void))
  assert.strictEqual(yield* ended(renewed.work, renewed.since), "done")
  const refused = yield* writing(9, renewedAfter(Effect.fail("refused")))
  assert.strictEqual(yield* ended(refused.work, refused.since), "lost")
  const slow = yield* writing(5, renewedAfter(TestClock.adjust("5 seconds")))
  assert.strictEqual(yield* ended(slow.work, slow.since), "lost")
})

it.effect("within another lease both must hold", function* () {
  const { since, work, written } = yield* writing(15)
  const inner = underLease({ since: yield* leaseMoment, lasts: "1 minute" }, work)
  const ended = yield* underLease({ since, ...twelve }, inner).pipe(
    Effect.catchTag("LeaseLost", () => Effect.succeed("lost"))
  )
  assert.strictEqual(ended, "lost")
  assert.lengthOf(written, 0)
})

it.effect("a clock that was set back does not lengthen a lease", function* () {
  yield* TestClock.setTime(3_600_000)
  const { since, work, written } = yield* writing(0, TestClock.setTime(0))
  const later = Effect.andThen(TestClock.adjust("11 seconds"), work)
  const ended = yield* underLease({ since, ...twelve }, later).pipe(
    Effect.catchTag("LeaseLost", () => Effect.succeed("lost"))
  )
  assert.strictEqual(ended, "lost")
  assert.lengthOf(written, 0)
})

it.effect("without a lease there is nothing to ask", function* () {
  const { work, written } = yield* writing(3600)
  yield* work
  assert.lengthOf(written, 1)
})
