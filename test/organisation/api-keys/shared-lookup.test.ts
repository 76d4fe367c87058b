import { assert, describe, it } from "#test/support/suite"
import { Deferred, Effect, Exit, Fiber, Queue } from "effect"
import { TestClock } from "effect/testing"
import { makeSharedLookup } from "#organisation/api-keys/shared-lookup"

/** Look-ups in a table of one's own, each of which reads when it is let and then takes its time to answer. */
const aTable = Effect.gen(function* () {
  const table = new Map<string, string>()
  const begun = yield* Queue.unbounded<Deferred.Deferred<void, string>>()
  let lookups = 0
  const lookUp = yield* makeSharedLookup(
    (key: string) =>
      Effect.gen(function* () {
        lookups += 1
        const read = table.get(key)
        const answered = Deferred.makeUnsafe<void, string>()
        yield* Queue.offer(begun, answered)
        yield* Deferred.await(answered)
        return read
      }),
    (key) => key
  )
  const asked = (key: string) => Effect.forkChild(lookUp(key), { startImmediately: true })
  return { table, asked, begun: Queue.take(begun), lookups: () => lookups }
})

const answer = (lookup: Deferred.Deferred<void, string>) => Deferred.succeed(lookup, undefined)

describe("look-ups that are shared", () => {
  // keys-17
  it.effect("what ended while it was being looked up is not found by who asks after that", function* () {
    const { asked, begun, table } = yield* aTable
    table.set("key", "valid")
    const before = yield* asked("key")
    const first = yield* begun
    table.delete("key")
    const after = [yield* asked("key"), yield* asked("key")]
    yield* answer(first)
    assert.strictEqual(yield* Fiber.join(before), "valid")
    const second = yield* begun
    yield* answer(second)
    for (const fiber of after) assert.isUndefined(yield* Fiber.join(fiber))
  })

  it.effect("what is asked while the second look-up goes on waits for a third", function* () {
    const { asked, begun, table } = yield* aTable
    table.set("key", "valid")
    yield* asked("key")
    const first = yield* begun
    yield* asked("key")
    yield* answer(first)
    const second = yield* begun
    table.delete("key")
    const last = yield* asked("key")
    yield* answer(second)
    yield* answer(yield* begun)
    assert.isUndefined(yield* Fiber.join(last))
  })

  it.effect("many at once are two look-ups, and one who asks alone begins a new one at once", function* () {
    const { asked, begun, lookups } = yield* aTable
    const fibers = yield* Effect.forEach(Array.from({ length: 40 }), () => asked("key"))
    yield* answer(yield* begun)
    yield* answer(yield* begun)
    yield* Effect.forEach(fibers, Fiber.join)
    assert.strictEqual(lookups(), 2)
    const alone = yield* asked("key")
    assert.strictEqual(lookups(), 3)
    yield* answer(yield* begun)
    yield* Fiber.join(alone)
  })

  it.effect("others are not waited for", function* () {
    const { asked, begun, table } = yield* aTable
    table.set("other", "valid")
    yield* asked("key")
    yield* begun
    const other = yield* asked("other")
    yield* answer(yield* begun)
    assert.strictEqual(yield* Fiber.join(other), "valid")
  })

  it.effect("who leaves takes nobody along, whether their look-up goes on or has not begun", function* () {
    const { asked, begun, table } = yield* aTable
    table.set("key", "valid")
    const leading = yield* asked("key")
    yield* begun
    const following = yield* asked("key")
    const staying = yield* asked("key")
    yield* Fiber.interrupt(following)
    yield* Fiber.interrupt(leading)
    yield* answer(yield* begun)
    assert.strictEqual(yield* Fiber.join(staying), "valid")
  })

  it.effect("nobody stands long behind a look-up that is not answered", function* () {
    const { asked, begun, lookups, table } = yield* aTable
    table.set("key", "valid")
    yield* asked("key")
    yield* begun
    const behind = yield* asked("key")
    yield* TestClock.adjust("49 millis")
    assert.strictEqual(lookups(), 1)
    yield* TestClock.adjust("1 millis")
    yield* answer(yield* begun)
    assert.strictEqual(yield* Fiber.join(behind), "valid")
  })

  it.effect("a failure is told to all who wait for it, and is not kept", function* () {
    const { asked, begun, table } = yield* aTable
    table.set("key", "valid")
    yield* asked("key")
    const first = yield* begun
    const fibers = [yield* asked("key"), yield* asked("key")]
    yield* answer(first)
    yield* Deferred.fail(yield* begun, "away")
    for (const fiber of fibers) assert.deepStrictEqual(yield* Fiber.await(fiber), Exit.fail("away"))
    const again = yield* asked("key")
    yield* answer(yield* begun)
    assert.strictEqual(yield* Fiber.join(again), "valid")
  })
})
