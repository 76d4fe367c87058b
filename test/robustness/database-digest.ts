import { PgClient } from "@effect/sql-pg"
import { Clock, Effect, Layer } from "effect"
import { Reactivity } from "effect/reactivity"
import { DatabaseAddress } from "#test/support/database"

const liveClock = Layer.sync(Clock.Clock, () => Clock.Clock.defaultValue())

/** Reads one text over every row of every table: two that are equal saw the same database. */
export const aDatabaseReader = Effect.gen(function* () {
  const sql = yield* PgClient.makeClient({ url: yield* DatabaseAddress })
  const tables = yield* sql<{ name: string }>`
    SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`
  const each = tables.map(
    ({ name }) => `SELECT '${name}' AS name, count(*) AS rows, sum(hashtextextended(t::text, 0)) AS hash FROM ${name} t`
  )
  const statement = `SELECT string_agg(concat_ws(':', name, rows, hash), ' ' ORDER BY name) AS digest FROM (${each.join(" UNION ALL ")}) every`
  let last = { writes: "", digest: "" }
  return Effect.gen(function* () {
    // Every transaction that writes takes a number; as long as none was taken, nothing has to be read again.
    const [now] = yield* sql<{ writes: string }>`SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS writes`
    if (now === undefined || now.writes !== last.writes) {
      const [read] = yield* sql.unsafe<{ digest: string }>(statement)
      last = { writes: now?.writes ?? "", digest: read?.digest ?? "" }
    }
    return last.digest
  }).pipe(Effect.orDie)
}).pipe(Effect.orDie, Effect.provide([Reactivity.layer, liveClock]))
