import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "#test/support/suite"
import { Clock, Duration, Effect, Exit, Fiber, Layer } from "effect"
import { Reactivity } from "effect/reactivity"
import { databaseLayer } from "#platform/database/connections"
import { ReadSql } from "#platform/database/db"
import { DatabaseAddress, freshDatabase } from "#test/support/database"

const live = Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())

const Database = Layer.unwrap(
  Effect.map(freshDatabase, (url) =>
    Layer.merge(databaseLayer({ url, answerTimeout: Duration.millis(500) }), Layer.succeed(DatabaseAddress, url))
  )
)

/** Keeps everybody from the table while the effect runs. */
const whileLocked = <A, E, R>(table: string, effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const other = yield* PgClient.makeClient({ url: yield* DatabaseAddress })
    return yield* other.withTransaction(
      Effect.andThen(other.unsafe(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`), effect)
    )
  }).pipe(Effect.scoped, Effect.provide(Reactivity.layer), live)

layer(Database, { timeout: "120 seconds" })("reads behind a lock", (it) => {
  // surfaces-2
  it.effect(
    "one that waits for a table does not hold up those that come later, and many wait little longer than one",
    function* () {
      const sql = yield* ReadSql
      yield* sql`SELECT 1`
      const [waited, [blocked, passed]] = yield* whileLocked(
        "webhook_endpoints",
        Effect.gen(function* () {
          const waiting = yield* Effect.forkChild(
            Effect.forEach(Array(8), () => Effect.exit(sql`SELECT count(*) FROM webhook_endpoints`), {
              concurrency: "unbounded"
            })
          )
          const passing = yield* Effect.timed(sql`SELECT 1`.pipe(Effect.delay("300 millis")))
          return [yield* Fiber.join(waiting), passing] as const
        })
      ).pipe(Effect.timed)
      assert.isTrue(blocked.every(Exit.isFailure))
      assert.isBelow(Duration.toSeconds(passed[0]), 2)
      assert.isBelow(Duration.toSeconds(waited), 13)
      assert.deepStrictEqual(yield* sql`SELECT 1 AS one`, [{ one: 1 }])
    }
  )
})
