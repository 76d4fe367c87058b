import { assert, it } from "#test/support/suite"
import { Deferred, Duration, Effect, Exit, Fiber } from "effect"
import { makeHashQueue, type Standing } from "#organisation/accounts/hash-queue"

/** One place, and room for two that wait: each is taken to need 50 milliseconds. */
const bounds = { places: 1, patience: Duration.millis(100) }

/** Work that goes on until it is told to end. */
const aLine = Effect.fnUntraced(function* () {
  const queue = makeHashQueue(bounds)
  const done: Array<string> = []
  const enter = Effect.fnUntraced(function* (name: string, who: Standing) {
    const end = yield* Deferred.make<void>()
    const work = Effect.andThen(
      Deferred.await(end),
      Effect.sync(() => void done.push(name))
    )
    const fiber = yield* Effect.forkChild(queue.run(who, work), { startImmediately: true })
    return { end: Deferred.succeed(end, undefined), fiber }
  })
  return { done, enter }
})

const refusalOf = <A, E>(fiber: Fiber.Fiber<A, E>) => Effect.map(Fiber.join(fiber).pipe(Effect.flip), (error) => error)

it.effect(
  "whoever would wait longer than the patience is sent away at once, and told when to come again",
  function* () {
    const { enter } = yield* aLine()
    const first = yield* enter("first", "stranger")
    const waiting = [yield* enter("second", "stranger"), yield* enter("third", "stranger")]
    const refused = yield* refusalOf((yield* enter("fourth", "stranger")).fiber)
    assert.deepInclude(refused, { _tag: "RetryLater", status: 503, retryAfterSeconds: 1 })
    for (const { end } of [first, ...waiting]) yield* end
    yield* Effect.forEach([first, ...waiting], ({ fiber }) => Fiber.join(fiber))
  }
)

it.effect("who is known stands before strangers, and pushes out the last of them", function* () {
  const { done, enter } = yield* aLine()
  const running = yield* enter("running", "stranger")
  const early = yield* enter("early stranger", "stranger")
  const late = yield* enter("late stranger", "stranger")
  const known = yield* enter("known", "known")
  assert.deepInclude(yield* refusalOf(late.fiber), { status: 503 })
  for (const { end } of [running, early, known]) yield* end
  yield* Effect.forEach([running, early, known], ({ fiber }) => Fiber.join(fiber))
  assert.deepStrictEqual(done, ["running", "known", "early stranger"])
})

it.effect("the known are bounded too, the operator never", function* () {
  const { done, enter } = yield* aLine()
  const all = [yield* enter("a", "known"), yield* enter("b", "known"), yield* enter("c", "known")]
  assert.deepInclude(yield* refusalOf((yield* enter("d", "known")).fiber), { status: 503 })
  all.push(yield* enter("operator", "operator"))
  yield* Effect.forEach(all, ({ end }) => end)
  yield* Effect.forEach(all, ({ fiber }) => Fiber.join(fiber))
  assert.deepStrictEqual(done, ["a", "b", "c", "operator"])
})

it.effect(
  "who goes away while waiting leaves the line; work that began is seen to its end before the next",
  function* () {
    const { done, enter } = yield* aLine()
    const running = yield* enter("running", "stranger")
    const gone = yield* enter("gone", "stranger")
    const next = yield* enter("next", "stranger")
    yield* Fiber.interrupt(gone.fiber)
    const interrupting = yield* Effect.forkChild(Fiber.interrupt(running.fiber), { startImmediately: true })
    yield* next.end
    assert.deepStrictEqual(done, [])
    yield* running.end
    yield* Fiber.join(interrupting)
    yield* Fiber.join(next.fiber)
    assert.deepStrictEqual(done, ["running", "next"])
    assert.isTrue(Exit.isFailure(yield* Fiber.await(gone.fiber)))
  }
)
