import { assert, layer } from "#test/support/suite"
import { Cause, Deferred, Effect, Exit, Fiber, Layer, Option, Ref, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { SystemSql } from "#platform/database/db"
import { Leases } from "#platform/jobs/leases"
import { TestDatabase } from "#test/support/database"

const Floor = Leases.layerNoDeps.pipe(Layer.provideMerge(TestDatabase))

const rows = (name: string) =>
  Effect.flatMap(SystemSql, (sql) => sql`SELECT holder FROM platform_leases WHERE name = ${name}`)

/** As it is for others fifteen seconds after its holder has died. */
const runOut = (name: string) =>
  Effect.flatMap(
    SystemSql,
    (sql) => sql`UPDATE platform_leases SET leased_until = clock_timestamp() - interval '1 second' WHERE name = ${name}`
  )

/** A holder whose work goes on until it is told to end. */
const aHolder = Effect.fnUntraced(function* (name: string) {
  const { tryHold } = yield* Leases
  const begun = yield* Deferred.make<void>()
  const end = yield* Deferred.make<void>()
  const work = Effect.andThen(Deferred.succeed(begun, undefined), Deferred.await(end))
  const fiber = yield* Effect.forkScoped(tryHold(name, work))
  yield* Deferred.await(begun)
  return { fiber, end: Effect.andThen(Deferred.succeed(end, undefined), Fiber.await(fiber)) }
})

/** The row of a holder on another node: no heartbeat of this one waits for its lock. */
const aRemoteHolder = (name: string) =>
  Effect.flatMap(
    SystemSql,
    (sql) => sql`
      INSERT INTO platform_leases (name, holder, leased_until)
      VALUES (${name}, gen_random_uuid(), clock_timestamp() + interval '1 hour')`
  )

/**
 * Starts it, and goes on when it has the answer that another one holds the name. Seen waiting for the row's lock alone, its
 * question could still find the row gone.
 */
const whileItAsks = Effect.fnUntraced(function* <A, E, R>(name: string, asking: Effect.Effect<A, E, R>) {
  const system = yield* SystemSql
  const others = yield* SqlClient.SqlClient
  const locked = yield* Deferred.make<void>()
  const fiber = yield* Effect.forkScoped(Effect.andThen(Deferred.await(locked), asking))
  const waitingFor = (holder: number) =>
    others<{ readonly pid: number }>`
      SELECT pid FROM pg_locks WHERE NOT granted AND ${holder}::int = ANY (pg_blocking_pids(pid))`
  const [asker] = yield* system<{ readonly pid: number }>`
    SELECT pg_backend_pid() AS pid FROM platform_leases WHERE name = ${name} FOR UPDATE`.pipe(
    Effect.tap(() => Deferred.succeed(locked, undefined)),
    Effect.flatMap(([row]) => Effect.repeat(waitingFor(row?.pid ?? 0), { until: ({ length }) => length > 0 })),
    system.withTransaction
  )
  // A backend that answered holds no lock any more, not even on its own transaction.
  const unanswered = others`SELECT FROM pg_locks WHERE pid = ${asker?.pid ?? 0}::int AND pid <> pg_backend_pid()`
  yield* Effect.repeat(unanswered, { until: ({ length }) => length === 0 })
  return fiber
})

layer(Floor)("leases", (it) => {
  it.effect("of two at a time one works, the next one when that has ended, and no row is left", function* () {
    const { tryHold } = yield* Leases
    const first = yield* aHolder("one")
    assert.isTrue(Option.isNone(yield* tryHold("one", Effect.succeed("done"))))
    assert.deepStrictEqual(yield* tryHold("another", Effect.succeed("done")), Option.some("done"))
    yield* first.end
    assert.deepStrictEqual(yield* tryHold("one", Effect.succeed("done")), Option.some("done"))
    assert.lengthOf(yield* rows("one"), 0)
  })

  it.effect("work that fails is let go as well, and its failure goes on", function* () {
    const { tryHold } = yield* Leases
    assert.strictEqual(yield* Effect.flip(tryHold("fails", Effect.fail("no"))), "no")
    assert.lengthOf(yield* rows("fails"), 0)
  })

  it.effect("whoever waits begins when the name is free, and gives up after so long", function* () {
    const { hold } = yield* Leases
    const first = yield* aHolder("waited for")
    assert.isTrue(Option.isNone(yield* hold("waited for", "1 millis", Effect.succeed("done"))))
    const second = yield* Effect.forkScoped(hold("waited for", "1 minute", Effect.succeed("done")))
    yield* first.end
    assert.deepStrictEqual(yield* Fiber.join(second), Option.some("done"))
  })

  // start-10: What only one node may do at a time is done by one, and by another when that is gone.
  it.effect("another stands in for one that is gone without a word, and not for one that has ended", function* () {
    const { standIn } = yield* Leases
    yield* aRemoteHolder("ends")
    const notNeeded = yield* whileItAsks("ends", standIn("ends", Effect.succeed("done again")))
    yield* Effect.flatMap(SystemSql, (sql) => sql`DELETE FROM platform_leases WHERE name = 'ends'`)
    assert.isTrue(Option.isNone(yield* Fiber.join(notNeeded)))

    yield* aRemoteHolder("dies")
    const worked = yield* Ref.make(0)
    const standIns = yield* Effect.forkScoped(
      Effect.all(
        [1, 2, 3].map(() =>
          standIn(
            "dies",
            Ref.update(worked, (count) => count + 1)
          )
        ),
        { concurrency: "unbounded" }
      )
    )
    yield* runOut("dies")
    yield* Fiber.join(standIns)
    assert.strictEqual(yield* Ref.get(worked), 1)
  })

  // start-10
  it.effect("work whose lease is another one's now is ended: it dies", function* () {
    const { tryHold } = yield* Leases
    const first = yield* aHolder("lost")
    yield* runOut("lost")
    const end = yield* Deferred.make<void>()
    const second = yield* Effect.forkScoped(
      TestClock.withLive(
        tryHold("lost", Deferred.await(end)).pipe(
          Effect.repeat({ while: Option.isNone, schedule: Schedule.spaced("20 millis") })
        )
      )
    )
    const exit = yield* Fiber.await(first.fiber)
    assert.isTrue(Exit.isFailure(exit) && Cause.hasDies(exit.cause))
    assert.lengthOf(yield* rows("lost"), 1)
    yield* Deferred.succeed(end, undefined)
    yield* Fiber.join(second)
  })
})
