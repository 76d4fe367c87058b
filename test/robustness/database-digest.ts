import { PgClient } from "@effect/sql-pg"
import { Clock, Effect, Layer } from "effect"
import { Reactivity } from "effect/reactivity"
import { DatabaseAddress } from "#test/support/database"

const liveClock = Layer.sync(Clock.Clock, () => Clock.Clock.defaultValue())

/**
 * Counts what is written to this database, undone or not. The numbers of transactions would say it too, but they are those
 * of all suites that run at the same time.
 */
const countWrites = `
  DO $outer$ DECLARE name text; BEGIN
    CREATE SCHEMA writes;
    CREATE SEQUENCE writes.count;
    CREATE FUNCTION writes.note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
      $$ BEGIN PERFORM nextval('writes.count'); RETURN NULL; END $$;
    FOR name IN SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = 'public' LOOP
      EXECUTE 'CREATE TRIGGER zz_note AFTER INSERT OR UPDATE OR DELETE ON ' || name ||
        ' FOR EACH STATEMENT EXECUTE FUNCTION writes.note()';
    END LOOP;
  END $outer$`

/** Reads one text over every row of every table: two that are equal saw the same database. */
export const aDatabaseReader = Effect.gen(function* () {
  const sql = yield* PgClient.makeClient({ url: yield* DatabaseAddress })
  const known = yield* sql`SELECT 1 FROM pg_namespace WHERE nspname = 'writes'`
  if (known.length === 0) yield* sql.unsafe(countWrites)
  const writes = Effect.map(
    sql<{ writes: string }>`SELECT concat(last_value, is_called) AS writes FROM writes.count`,
    ([row]) => row?.writes ?? ""
  )
  const uncounted = yield* writes
  yield* sql`UPDATE organisations SET name = name WHERE false`
  if ((yield* writes) === uncounted) return yield* Effect.die("A write was not counted")
  const tables = yield* sql<{ name: string }>`
    SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`
  const each = tables.map(
    ({ name }) => `SELECT '${name}' AS name, count(*) AS rows, sum(hashtextextended(t::text, 0)) AS hash FROM ${name} t`
  )
  const statement = `SELECT string_agg(concat_ws(':', name, rows, hash), ' ' ORDER BY name) AS digest FROM (${each.join(" UNION ALL ")}) every`
  let last = { writes: "", digest: "" }
  return Effect.gen(function* () {
    const now = yield* writes
    if (now !== last.writes) {
      const [read] = yield* sql.unsafe<{ digest: string }>(statement)
      last = { writes: now, digest: read?.digest ?? "" }
    }
    return last.digest
  }).pipe(Effect.orDie)
}).pipe(Effect.orDie, Effect.provide([Reactivity.layer, liveClock]))
