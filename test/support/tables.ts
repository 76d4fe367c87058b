import { PgClient } from "@effect/sql-pg"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Clock, Effect, Layer, type Fiber } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient, type SqlError } from "effect/sql"
import { Db } from "#platform/database/db"
import { DatabaseAddress } from "./database.ts"

/** Statements as the system runs them, in a transaction: past row-level security, whichever organisation's the rows are. */
export const asSystem = <A, E, R>(work: (sql: SqlClient.SqlClient) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(Effect.all([SqlClient.SqlClient, Db]), ([sql, db]) =>
    db.transactSystem(Effect.suspend(() => work(sql)))
  )

/** One statement as the system runs it. */
export const systemSql = <Row extends object>(statement: TemplateStringsArray, ...values: ReadonlyArray<unknown>) =>
  asSystem((sql) => sql<Row>(statement, ...values))

/** The same in a transaction that names this organisation. */
export const inTables = <A, E, R>(orgId: OrgId, work: (sql: SqlClient.SqlClient) => Effect.Effect<A, E, R>) =>
  asSystem((sql) => Effect.andThen(sql`SELECT set_config('svc.org_id', ${orgId}, true)`, work(sql)))

const liveClock = Layer.sync(Clock.Clock, () => Clock.Clock.defaultValue())

type Work<A> = (sql: PgClient.PgClient) => Effect.Effect<A, SqlError.SqlError>

/** The hand of whoever owns the database: no row-level security, no triggers. It stays connected while the scope is open. */
export const databaseOwner = Effect.gen(function* () {
  const sql = yield* PgClient.makeClient({ url: yield* DatabaseAddress })
  return <A>(work: Work<A>) =>
    sql
      .withTransaction(
        Effect.andThen(
          sql`SET LOCAL session_replication_role = replica`,
          Effect.suspend(() => work(sql))
        )
      )
      .pipe(Effect.provide(liveClock))
}).pipe(Effect.provide([Reactivity.layer, liveClock]))

/** The same hand, once. */
export const asOwner = <A>(work: Work<A>) => Effect.scoped(Effect.flatMap(databaseOwner, (owner) => owner(work)))

/** Until what was forked waits for a lock of this transaction, or has ended without. */
export const untilItWaits = <A, E>(sql: SqlClient.SqlClient, forked: Fiber.Fiber<A, E>) =>
  Effect.repeat(
    // A transaction keeps the sessions that it saw first: who connected since is seen when they are forgotten.
    Effect.andThen(
      sql`SELECT pg_stat_clear_snapshot()`,
      sql`SELECT 1 FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND datname = current_database()`
    ),
    { until: (waiting) => waiting.length > 0 || forked.pollUnsafe() !== undefined }
  )
