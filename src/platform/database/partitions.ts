import { Context, DateTime, Duration, Effect, Layer, Option, Schedule, Schema } from "effect"
import { SqlSchema } from "effect/sql"
import { SystemSql } from "./db.ts"
import { codeOf, lockNotHad } from "./sqlstate.ts"
import { Instant } from "./statements.ts"

/** How far ahead partitions are made; after a longer outage rows go to `…_other`. */
const ahead = Duration.days(7)

/** A long read, such as a backup, blocks changes of partitions: the change gives up its lock request and retries. */
const untilFree = Schedule.upTo(Schedule.spaced("2 seconds"), { times: 5 })

const Partition = Schema.Struct({ partition: Schema.String, begins: Instant, ends: Instant })
type Partition = typeof Partition.Type

/**
 * Time partitioning (migration 0114). The service's roles own no table: functions of the tables' owner create and drop the
 * partitions. A job that dies leaves whole partitions only, and the next round continues.
 */
export class Partitions extends Context.Service<
  Partitions,
  {
    /** Creates the partitions of the next days for every table; returns their number, and the number of tables that failed. */
    readonly make: Effect.Effect<{ readonly made: number; readonly failed: number }>
    /** Drops partitions that ended before this time, one by one; returns the number of rows. Partitions with a legal hold stay. */
    dropBefore(table: string, before: DateTime.Utc): Effect.Effect<number>
    /** The table's partitions, oldest first, without the default one. */
    list(table: string): Effect.Effect<ReadonlyArray<Partition>>
    /** Until when every table has partitions; none if no table is partitioned. */
    readonly through: Effect.Effect<Option.Option<DateTime.Utc>>
  }
>()("svc/platform/Partitions") {
  static readonly layerNoDeps = Layer.effect(
    Partitions,
    Effect.gen(function* () {
      const system = yield* SystemSql

      const tables = SqlSchema.findAll({
        Request: Schema.Void,
        Result: Schema.Struct({ name: Schema.String, days: Schema.Number }),
        execute: () => system`
          SELECT name, (extract(epoch FROM step) / 86400)::float8 AS days FROM platform_partitioned_tables ORDER BY name`
      })
      const makeOne = SqlSchema.findOne({
        Request: Schema.Struct({ name: Schema.String, at: Instant }),
        Result: Schema.Struct({ made: Schema.Boolean }),
        execute: ({ at, name }) => system`SELECT make_partition(${name}, ${at}::timestamptz) AS made`
      })
      const mark = SqlSchema.void({
        Request: Instant,
        execute: (now) => system`SELECT mark_partitions(${now}::timestamptz)`
      })
      const dropOldest = SqlSchema.findOne({
        Request: Schema.Struct({ name: Schema.String, before: Instant }),
        Result: Schema.Struct({ rows: Schema.NullOr(Schema.Int) }),
        execute: ({ before, name }) => system`
          SELECT drop_partition_before(${name}, ${before}::timestamptz)::float8 AS rows`
      })
      const list = SqlSchema.findAll({
        Request: Schema.String,
        Result: Partition,
        execute: (name) => system`SELECT partition, begins, ends FROM list_partitions(${name})`
      })
      const through = SqlSchema.findOne({
        Request: Schema.Void,
        Result: Schema.Struct({ through: Schema.NullOr(Instant) }),
        execute: () => system`
          SELECT min(made.through) AS through FROM platform_partitioned_tables t
          CROSS JOIN LATERAL (SELECT coalesce(max(ends), 'epoch') AS through FROM list_partitions(t.name)) made`
      })

      const whenFree = Effect.retry({ while: (error: unknown) => codeOf(error) === lockNotHad, schedule: untilFree })

      const makeFor = Effect.fnUntraced(function* (name: string, days: number, now: DateTime.Utc) {
        let made = 0
        for (let day = 0; day < Duration.toDays(ahead) + days; day += days) {
          const answer = yield* whenFree(makeOne({ name, at: DateTime.add(now, { days: day }) }))
          made += answer.made ? 1 : 0
        }
        return { made, failed: 0 }
      })

      const make = Effect.gen(function* () {
        const now = yield* DateTime.now
        yield* Effect.orDie(mark(now))
        const done = yield* Effect.forEach(yield* Effect.orDie(tables(undefined)), ({ days, name }) =>
          makeFor(name, days, now).pipe(
            Effect.catch((failure) =>
              Effect.as(
                Effect.logError(
                  "partitions not created, will be retried: the default partition takes the rows",
                  { table: name },
                  failure
                ),
                { made: 0, failed: 1 }
              )
            )
          )
        )
        return {
          made: done.reduce((sum, { made }) => sum + made, 0),
          failed: done.reduce((sum, { failed }) => sum + failed, 0)
        }
      }).pipe(Effect.withSpan("Partitions.make"))

      const dropBefore = Effect.fn("Partitions.dropBefore")(function* (name: string, before: DateTime.Utc) {
        let dropped = 0
        while (true) {
          const answer = yield* whenFree(dropOldest({ name, before })).pipe(
            Effect.map(({ rows }) => Option.fromNullishOr(rows)),
            Effect.catch((failure) =>
              codeOf(failure) === lockNotHad
                ? Effect.as(
                    Effect.logWarning(
                      "partition is locked, will be dropped in the next round",
                      { table: name },
                      failure
                    ),
                    Option.none<number>()
                  )
                : Effect.die(failure)
            )
          )
          if (Option.isNone(answer)) return dropped
          dropped += answer.value
        }
      })

      return Partitions.of({
        make,
        dropBefore,
        list: (table) => Effect.orDie(list(table)),
        through: Effect.map(Effect.orDie(through(undefined)), (row) => Option.fromNullishOr(row.through))
      })
    })
  )
}
