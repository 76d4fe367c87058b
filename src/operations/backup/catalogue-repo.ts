import { OrgId } from "@svc/contract/kernel/ids"
import { Effect, Option, Schema } from "effect"
import type { CopySession } from "#platform/database/copy-session"
import { refuse, whileTrying } from "./failed.ts"
import { texts } from "./sql-text.ts"

/** What a restore makes itself: the schema's own record, and whether it is restored. */
const leftOut = "'platform_migrations', 'platform_holds'"

const questions = {
  tables: `
    SELECT quote_ident(c.relname), (
      SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) FROM pg_attribute a
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '')
    FROM pg_class c
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND c.relname NOT IN (${leftOut})
    ORDER BY c.relname`,
  foreign: `
    SELECT c.relname FROM pg_class c
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
      AND NOT pg_has_role(current_user, c.relowner, 'USAGE') LIMIT 1`,
  partitions: `
    SELECT quote_ident(c.relname), quote_ident(p.relname), pg_get_expr(c.relpartbound, c.oid)
    FROM pg_class c JOIN pg_inherits i ON i.inhrelid = c.oid JOIN pg_class p ON p.oid = i.inhparent
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relispartition AND c.relkind = 'r'
    ORDER BY 1`,
  sequences: `
    SELECT quote_ident(sequencename), last_value::text FROM pg_sequences
    WHERE schemaname = current_schema() AND last_value IS NOT NULL ORDER BY 1`,
  migrations: "SELECT migration_id, name FROM platform_migrations ORDER BY migration_id",
  organisations: "SELECT id FROM organisations ORDER BY id",
  masterKeys: "SELECT key_id FROM platform_master_keys ORDER BY key_id",
  signingKey: "SELECT key_id FROM platform_signing_keys ORDER BY number DESC LIMIT 1",
  version: "SHOW server_version"
}

/**
 * The keys of the files that the database names: documents with their signed versions, archives of the audit log, and
 * built files that can still be downloaded. In an archive's address `audit-logs/…` follows the place.
 */
const namedFiles = `
  SELECT file_url FROM compliance_documents WHERE file_is_stored
  UNION ALL SELECT signed_file_key FROM compliance_documents WHERE signed_file_key IS NOT NULL
  UNION ALL SELECT certificate_file_key FROM compliance_documents WHERE certificate_file_key IS NOT NULL
  UNION ALL SELECT substring(gcs_path FROM 'audit-logs/.*$') FROM audit_archives
  UNION ALL SELECT export_storage_key(org_id, id, claims) FROM organisation_exports WHERE status = 'ready'
  UNION ALL SELECT leaver_test_storage_key(org_id, id, claims) FROM leaver_tests WHERE status = 'ready'
  ORDER BY 1`

const isOrgId = Schema.is(OrgId)

const asked = whileTrying("The database cannot be read")

const column = (rows: ReadonlyArray<ReadonlyArray<string | null>>) => texts(rows).flatMap(([first]) => first ?? [])

/** Begins the one moment that everything is read as of, past row-level security as the tables' owner. */
export const beginSnapshot = Effect.fnUntraced(function* (session: CopySession) {
  yield* Effect.mapError(
    session.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SELECT set_config('svc.maintenance', 'on', true)"),
    asked
  )
  const [foreign] = yield* Effect.mapError(session.query(questions.foreign), asked)
  if (foreign !== undefined) {
    return yield* refuse(
      `The role of DATABASE_URL does not own the table ${foreign[0] ?? ""}, so that it would not see every row: ` +
        "run this as the role that runs the migrations"
    )
  }
})

/** What the snapshot has, besides the rows. */
export const readCatalogue = Effect.fnUntraced(function* (session: CopySession) {
  const ask = (question: keyof typeof questions) => Effect.mapError(session.query(questions[question]), asked)
  const [version = ""] = column(yield* ask("version"))
  return {
    version,
    tables: texts(yield* ask("tables")).map(([name = "", columns = ""]) => ({ name, columns })),
    partitions: texts(yield* ask("partitions")).map(([name = "", of = "", bound = ""]) => ({ name, of, bound })),
    sequences: texts(yield* ask("sequences")).map(([name = "", value = ""]) => ({ name, value })),
    migrations: texts(yield* ask("migrations")).map(([id = "", name = ""]) => ({ id: Number(id), name })),
    organisations: column(yield* ask("organisations")).filter(isOrgId),
    master_keys: column(yield* ask("masterKeys")),
    signing_key: Option.getOrNull(
      Option.filter(Option.fromUndefinedOr(column(yield* ask("signingKey"))[0]), (id) => id !== "")
    )
  }
})

/** The rows of a table as COPY writes them. */
export const rowsOf = (session: CopySession, table: { readonly name: string; readonly columns: string }) =>
  session.copyOut(`COPY (SELECT ${table.columns} FROM ${table.name}) TO STDOUT`)

/** The keys, each once, a line each. */
export const readNamedFiles = (session: CopySession) =>
  Effect.map(Effect.mapError(session.query(namedFiles), asked), (rows) => [...new Set(column(rows))])
