import { Clock, Context, Duration, Effect, Schedule, type Scope } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { innermostMessage } from "#platform/process/start-failed"

/** Where a transaction reads; `replica` only while its lag is within the bound. */
export const ReadFrom = Context.Reference<"primary" | "replica">("svc/platform/ReadFrom", {
  defaultValue: () => "primary"
})

interface Replica {
  /** At most a second ago, it had everything the primary had `DATABASE_READ_LAG` before. */
  readonly isFresh: () => boolean
  /** Waits until it has everything the primary has now; false if that exceeds the bound. */
  readonly catchesUp: Effect.Effect<boolean>
}

type Position = Effect.Effect<bigint, SqlError.SqlError>

/** WAL positions in bytes: where the primary writes, and what the replica has replayed. A promoted one shows its own writes. */
const positionOf = (sql: SqlClient.SqlClient): Position =>
  Effect.map(
    sql<{ readonly at: string }>`
      SELECT ((CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END)
        - '0/0'::pg_lsn)::text AS at`,
    ([row]) => BigInt(row?.at ?? -1)
  )

/** Identifies the database and its copies. */
const fingerprintOf = (sql: SqlClient.SqlClient) =>
  Effect.map(
    sql<{ readonly since: string }>`
      SELECT extract(epoch FROM created_at)::text AS since FROM platform_migrations ORDER BY migration_id LIMIT 1`,
    ([row]) => row?.since
  )

const live = Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())

/**
 * Read replica with a lag bound, checked once a second by WAL positions: a clock shows nothing while nothing is written, and
 * a disconnected replica would seem current. A replica that is stale, unavailable, or promoted is skipped for the primary.
 */
export const watchReplica = Effect.fnUntraced(function* (
  primary: SqlClient.SqlClient,
  replica: SqlClient.SqlClient,
  bound: Duration.Duration
): Effect.fn.Return<Replica, never, Scope.Scope> {
  const longest = Duration.toMillis(bound)
  let seen: ReadonlyArray<{ readonly time: number; readonly at: bigint }> = []
  let fresh: boolean | undefined
  let known = false

  const look = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const written = yield* positionOf(primary)
    seen = [...seen.filter(({ time }) => now - time <= longest), { time: now, at: written }]
    if (!known) {
      if ((yield* fingerprintOf(primary)) !== (yield* fingerprintOf(replica))) {
        return yield* Effect.fail("it is not a replica of the database of DATABASE_URL")
      }
      known = true
    }
    const shown = yield* positionOf(replica)
    return seen.some(({ at }) => at <= shown) ? "" : `it is more than ${Duration.format(bound)} behind`
  }).pipe(
    Effect.timeout("5 seconds"),
    Effect.catchTag("SqlError", (failure) =>
      Effect.succeed(`it, or the primary, cannot be reached: ${innermostMessage(failure)}`)
    ),
    Effect.catch((error) => Effect.succeed(typeof error === "string" ? error : "it does not respond"))
  )
  const tell = (why: string) => {
    const before = fresh
    fresh = why === ""
    if (fresh === before) return Effect.void
    return fresh
      ? Effect.logInfo("replica in use for reports and exports")
      : Effect.logWarning("replica not in use", { reason: why })
  }
  yield* look.pipe(Effect.flatMap(tell), Effect.repeat(Schedule.spaced("1 second")), live, Effect.forkScoped)

  const catchesUp = Effect.gen(function* () {
    if (fresh !== true) return false
    const written = yield* positionOf(primary)
    return yield* positionOf(replica).pipe(
      Effect.map((shown) => shown >= written),
      Effect.repeat({ until: (reached) => reached, schedule: Schedule.spaced("50 millis") }),
      Effect.timeoutOrElse({ duration: bound, orElse: () => Effect.succeed(false) })
    )
  }).pipe(
    Effect.catch(() => Effect.succeed(false)),
    live
  )

  return { isFresh: () => fresh === true, catchesUp }
})
