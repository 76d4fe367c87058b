import { PgClient } from "@effect/sql-pg"
import { Clock, Context, Effect, Layer } from "effect"
import { Reactivity } from "effect/reactivity"
import { DatabaseAddress } from "#test/support/database"

const liveClock = Layer.sync(Clock.Clock, () => Clock.Clock.defaultValue())

/**
 * Counts what is written to this database, undone or not, and to which table. The numbers of transactions would say it
 * too, but they are those of all suites that run at the same time.
 */
const countWrites = `
  DO $outer$ DECLARE name text; BEGIN
    CREATE SCHEMA writes;
    CREATE SEQUENCE writes.count;
    CREATE FUNCTION writes.note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
      PERFORM nextval('writes.count'), nextval(TG_ARGV[0]::regclass);
      RETURN NULL;
    END $$;
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
      EXECUTE format('CREATE SEQUENCE writes.%I', 'of_' || name);
      EXECUTE format('CREATE TRIGGER zz_note AFTER INSERT OR UPDATE OR DELETE ON %I
        FOR EACH STATEMENT EXECUTE FUNCTION writes.note(%L)', name, format('writes.%I', 'of_' || name));
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
  const tables = yield* sql<{ readonly name: string }>`
    SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`
  // One text, as the answer is asked for after every change; by the catalogue, as to plan a SELECT of each takes longer.
  const counts = Effect.map(
    sql<{ all: string }>`
      SELECT string_agg(concat(quote_ident(substr(relname, 4)), '=', pg_sequence_last_value(oid)), ' ' ORDER BY relname) AS all
      FROM pg_class WHERE relnamespace = 'writes'::regnamespace AND relkind = 'S' AND starts_with(relname, 'of_')`,
    ([row]) => row?.all ?? ""
  )
  const read = (names: ReadonlyArray<string>) =>
    sql.unsafe<{ name: string; digest: string }>(
      names
        .map(
          (name) =>
            `SELECT '${name}' AS name, concat_ws(':', count(*), sum(hashtextextended(t::text, 0))) AS digest FROM ${name} t`
        )
        .join(" UNION ALL ")
    )
  /** Of each table: what was written to it when it was last read, and what was read. */
  const last = new Map<string, { readonly writes: string; readonly digest: string }>()
  const readWhatIsWritten = Effect.gen(function* () {
    const written = new Map<string, string>()
    for (const one of (yield* counts).split(" ")) {
      const [name = "", writes = ""] = one.split("=")
      if (last.get(name)?.writes !== writes) written.set(name, writes)
    }
    if (written.size === 0) return
    for (const { digest, name } of yield* read([...written.keys()])) {
      last.set(name, { writes: written.get(name) ?? "", digest })
    }
  })

  const uncounted = [yield* writes, yield* counts]
  yield* sql`UPDATE organisations SET name = name WHERE false`
  if ((yield* writes) === uncounted[0] || (yield* counts) === uncounted[1]) {
    return yield* Effect.die("A write was not counted")
  }
  let seen = { writes: "", digest: "" }
  return Effect.gen(function* () {
    const now = yield* writes
    if (now !== seen.writes) {
      yield* readWhatIsWritten
      seen = { writes: now, digest: tables.map(({ name }) => `${name}:${last.get(name)?.digest}`).join(" ") }
    }
    return seen.digest
  }).pipe(Effect.orDie)
}).pipe(Effect.orDie, Effect.provide([Reactivity.layer, liveClock]))

/** The reader of a suite: only its first text reads every table, by a connection that knows none of them yet. */
export class DatabaseReader extends Context.Service<DatabaseReader, Effect.Effect<string>>()(
  "test/robustness/DatabaseReader"
) {
  static readonly layer = Layer.effect(DatabaseReader, aDatabaseReader)
}
