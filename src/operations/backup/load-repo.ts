import { OrgId } from "@svc/contract/kernel/ids"
import { DateTime, Effect, Option, Schema } from "effect"
import type { CopySession } from "#platform/database/copy-session"
import { whileTrying } from "./failed.ts"
import type { Manifest } from "./manifest.ts"
import { literal, texts } from "./sql-text.ts"

const failed = whileTrying("The database cannot be restored")

const ofSchema = "c.relnamespace = current_schema()::regnamespace"

/** The tables that are there; none in a new database. */
export const tablesThere = (session: CopySession) =>
  Effect.map(
    Effect.mapError(
      session.query(`SELECT relname FROM pg_class c WHERE ${ofSchema} AND relkind IN ('r', 'p')`),
      failed
    ),
    (rows) => texts(rows).map(([name = ""]) => name)
  )

/** Whether the role may make the schema: tables, and the two roles that the service works as where they are not there. */
export const mayMakeSchema = (session: CopySession) =>
  Effect.map(
    Effect.mapError(
      session.query(
        `SELECT CASE WHEN has_schema_privilege(current_user, current_schema(), 'CREATE') THEN 'yes' ELSE 'no' END, current_user`
      ),
      failed
    ),
    (rows) => ({ may: texts(rows)[0]?.[0] === "yes", login: texts(rows)[0]?.[1] ?? "" })
  )

/** The backup whose restore was begun here and not finished. */
export const unfinishedRestore = (session: CopySession) =>
  Effect.map(
    Effect.mapError(session.query("SELECT coalesce(backup_id, '') FROM platform_holds WHERE ready_at IS NULL"), failed),
    (rows) => Option.fromUndefinedOr(texts(rows)[0]?.[0])
  )

/** The newest migration that the database has. */
export const newestMigration = (session: CopySession) =>
  Effect.map(
    Effect.mapError(session.query("SELECT coalesce(max(migration_id), 0) FROM platform_migrations"), failed),
    (rows) => Number(texts(rows)[0]?.[0] ?? 0)
  )

/** Notes that a restore has begun: from now on no job runs here, and no service starts before `markReady`. */
export const beginHold = (
  session: CopySession,
  hold: {
    readonly id: string
    readonly origin: "backup" | "recovery"
    readonly backupId: string | null
    readonly dataOf: DateTime.Utc
    readonly now: DateTime.Utc
  }
) =>
  Effect.mapError(
    session.query(
      `DELETE FROM platform_holds WHERE released_at IS NULL;
       INSERT INTO platform_holds (id, origin, backup_id, data_of, begun_at) VALUES (${literal(hold.id)},
         ${literal(hold.origin)}, ${hold.backupId === null ? "NULL" : literal(hold.backupId)},
         ${literal(DateTime.formatIso(hold.dataOf))}, ${literal(DateTime.formatIso(hold.now))})`
    ),
    failed
  )

/** From now on the service may start; its jobs wait for the release. */
export const markReady = (session: CopySession, now: DateTime.Utc) =>
  Effect.mapError(
    session.query(`UPDATE platform_holds SET ready_at = ${literal(DateTime.formatIso(now))} WHERE released_at IS NULL`),
    failed
  )

/** Runs in a transaction that sees the rows of every organization, as the tables' owner. */
export const inMaintenance = Effect.fnUntraced(function* <A, E, R>(session: CopySession, work: Effect.Effect<A, E, R>) {
  yield* Effect.mapError(session.query("BEGIN; SELECT set_config('svc.maintenance', 'on', true)"), failed)
  const done = yield* work
  yield* Effect.mapError(session.query("COMMIT"), failed)
  return done
})

/**
 * Drops what prevents loading rows in any order (foreign keys, triggers, row-level security), and indexes, which are
 * built faster afterwards. Indexes that partitions inherit stay: rebuilt they would have other names.
 */
const hindrances = {
  keys: `SELECT c.relname, quote_ident(k.conname), pg_get_constraintdef(k.oid)
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
    WHERE ${ofSchema} AND k.contype = 'f' AND k.conparentid = 0 ORDER BY 1, 2`,
  indexes: `SELECT quote_ident(x.relname), pg_get_indexdef(i.indexrelid)
    FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_class x ON x.oid = i.indexrelid
    WHERE ${ofSchema} AND c.relkind = 'r' AND NOT x.relispartition AND i.indisvalid
      AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype <> 'f') ORDER BY 1`,
  triggers: `SELECT c.relname, quote_ident(t.tgname), t.tgenabled
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE ${ofSchema} AND NOT t.tgisinternal AND t.tgparentid = 0 AND t.tgenabled <> 'D' ORDER BY 1, 2`,
  forced: `SELECT c.relname FROM pg_class c WHERE ${ofSchema} AND c.relforcerowsecurity ORDER BY 1`
}

const enabling = (how: string) => (how === "A" ? "ENABLE ALWAYS" : how === "R" ? "ENABLE REPLICA" : "ENABLE")

/**
 * Runs in one transaction in which rows may be put into any table in any order, and puts everything back as it was; the
 * foreign keys are checked then. As the tables' owner, who need be no superuser.
 */
export const withoutHindrances = Effect.fnUntraced(function* <A, E, R>(
  session: CopySession,
  work: Effect.Effect<A, E, R>
) {
  const ask = (text: string) => Effect.mapError(session.query(text), failed)
  yield* ask("BEGIN; SELECT set_config('svc.maintenance', 'on', true); SET LOCAL maintenance_work_mem = '256MB'")
  const keys = texts(yield* ask(hindrances.keys))
  const indexes = texts(yield* ask(hindrances.indexes))
  const triggers = texts(yield* ask(hindrances.triggers))
  const forced = texts(yield* ask(hindrances.forced))
  for (const [table, key] of keys) yield* ask(`ALTER TABLE ${table} DROP CONSTRAINT ${key}`)
  for (const [index] of indexes) yield* ask(`DROP INDEX ${index}`)
  for (const [table, trigger] of triggers) yield* ask(`ALTER TABLE ${table} DISABLE TRIGGER ${trigger}`)
  for (const [table] of forced) yield* ask(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`)
  const done = yield* work
  for (const [, definition = ""] of indexes) yield* ask(definition)
  for (const [table, key, definition] of keys) yield* ask(`ALTER TABLE ${table} ADD CONSTRAINT ${key} ${definition}`)
  for (const [table, trigger, how = ""] of triggers) {
    yield* ask(`ALTER TABLE ${table} ${enabling(how)} TRIGGER ${trigger}`)
  }
  for (const [table] of forced) yield* ask(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`)
  yield* ask("COMMIT")
  // What the planner knows is of the empty tables.
  yield* ask("ANALYZE")
  return done
})

/** Empties the tables of the backup, which migrations may have put rows into. */
export const emptyTables = (session: CopySession, tables: Manifest["tables"]) =>
  Effect.mapError(session.query(`TRUNCATE ${tables.map(({ name }) => name).join(", ")}`), failed)

/**
 * Makes the partitions by time that the migrations have not made: of tables that are listed as such. The others are of the
 * migrations alone, and where the old database had more of them than a new one needs, rows find their place without.
 */
export const makePartitions = Effect.fnUntraced(function* (session: CopySession, partitions: Manifest["partitions"]) {
  for (const { name, of } of partitions) {
    const [, day] = /_(\d{8})"?$/.exec(name) ?? []
    if (day === undefined) continue
    yield* Effect.mapError(
      session.query(
        `SELECT make_partition(name, to_date('${day}', 'YYYYMMDD')::timestamp AT TIME ZONE 'UTC')
         FROM platform_partitioned_tables WHERE quote_ident(name) = ${literal(of)}`
      ),
      failed
    )
  }
})

/** Puts rows into a table as COPY wrote them; answers how many. */
export const loadRows = (
  session: CopySession,
  table: { readonly name: string; readonly columns: string },
  rows: AsyncIterable<Uint8Array>
) =>
  Effect.mapError(
    session.copyIn(`COPY ${table.name} (${table.columns}) FROM STDIN`, rows),
    whileTrying(`The table ${table.name} cannot be restored`)
  )

export const setSequences = Effect.fnUntraced(function* (session: CopySession, sequences: Manifest["sequences"]) {
  for (const { name, value } of sequences) {
    yield* Effect.mapError(session.query(`SELECT setval(${literal(name)}, ${BigInt(value)})`), failed)
  }
})

/**
 * Ends temporary state: leases of workers, sessions of people, and one-time values that may have been used since. Runs
 * in maintenance.
 */
export const endWhatWasMomentary = Effect.fnUntraced(function* (session: CopySession, now: DateTime.Utc) {
  const at = literal(DateTime.formatIso(now))
  const leased = texts(
    yield* Effect.mapError(
      session.query(
        `SELECT DISTINCT quote_ident(c.relname) FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
         WHERE ${ofSchema} AND c.relkind IN ('r', 'p') AND NOT c.relispartition
           AND a.attname = 'leased_until' AND NOT a.attisdropped`
      ),
      failed
    )
  )
  for (const [table] of leased) {
    yield* Effect.mapError(session.query(`UPDATE ${table} SET leased_until = ${at} WHERE leased_until > ${at}`), failed)
  }
  yield* Effect.mapError(
    session.query(
      `UPDATE sessions SET revoked_at = ${at} WHERE revoked_at IS NULL;
       DELETE FROM password_resets; DELETE FROM sso_requests`
    ),
    failed
  )
})

const isOrgId = Schema.is(OrgId)

/** The number of each chain's last entry. */
export const chainHeads = Effect.fnUntraced(function* (session: CopySession) {
  const heads = session.query("SELECT org_id, coalesce(seq, 0) FROM audit_heads ORDER BY 1")
  const rows = texts(yield* inMaintenance(session, Effect.mapError(heads, failed)))
  return new Map(rows.flatMap(([id, seq = "0"]) => (isOrgId(id) ? [[id, BigInt(seq)] as const] : [])))
})

/** How many sessions of a running service the database has. */
export const servicesConnected = (session: CopySession) =>
  Effect.map(
    Effect.mapError(
      session.query(
        `SELECT count(*) FROM pg_stat_activity
         WHERE datname = current_database() AND application_name LIKE 'offboarding-service/svc\\_%'`
      ),
      failed
    ),
    (rows) => Number(texts(rows)[0]?.[0] ?? 0)
  )
