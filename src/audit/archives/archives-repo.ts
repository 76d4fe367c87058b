import { AuditArchive, CreatedArchive } from "@svc/contract/audit-archives/schema"
import { ArchiveId, OrgId, UserId } from "@svc/contract/kernel/ids"
import type { Plan } from "@svc/contract/kernel/plans"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { SystemSql, Transaction } from "#platform/database/db"
import { ofOrganisation } from "#platform/database/fragments"
import { all, anyRow, Instant, one } from "#platform/database/statements"
import type { StoredRow } from "./archive-file.ts"

const instants = { from_ts: Instant, to_ts: Instant, created_at: Instant, expires_at: Schema.NullOr(Instant) }

const Created = Schema.Struct({ ...CreatedArchive.fields, ...instants })
const Listed = Schema.Struct({ ...AuditArchive.fields, ...instants })
export type CreatedRow = typeof Created.Type
const columns = `a.id, a.gcs_path, a.file_digest, a.row_count, a.from_ts, a.to_ts, a.is_auto, a.created_at, a.object_name,
  a.sha256, a.signing_key_id, a.retention_days, a.expires_at`

const New = Schema.Struct({
  org_id: OrgId,
  id: ArchiveId,
  is_auto: Schema.Boolean,
  exported_by: Schema.NullOr(UserId),
  object_name: Schema.String,
  gcs_path: Schema.String,
  file_digest: Schema.String,
  sha256: Schema.String,
  signing_key_id: Schema.NullOr(Schema.String),
  row_count: Schema.Int,
  from_seq: Schema.BigInt,
  to_seq: Schema.BigInt,
  from_ts: Schema.String,
  to_ts: Schema.String,
  created_at: Instant,
  retention_days: Schema.Int,
  expires_at: Instant
})
const Progress = Schema.Struct({
  archived_through: Schema.BigInt,
  audit_archive_retention_days: Schema.NullOr(Schema.Int),
  is_new: Schema.Boolean,
  last_archived_at: Schema.NullOr(Instant)
})

/** Archives and how far they reach. */
export class ArchivesRepo extends Context.Service<ArchivesRepo>()("svc/audit-archives/ArchivesRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql

    const progress = one({
      Request: Schema.Struct({ orgId: OrgId, except: Schema.String }),
      Result: Progress,
      execute: ({ except, orgId }) => sql`
        SELECT reached.archived_through, reached.audit_archive_retention_days,
          EXISTS (
            SELECT FROM audit_entries e
            WHERE e.org_id = ${orgId} AND e.seq > reached.archived_through AND e.action <> ${except}
          ) AS is_new,
          (SELECT max(a.created_at) FROM audit_archives a WHERE a.org_id = ${orgId}) AS last_archived_at
        FROM (
          SELECT COALESCE(max(archived_through), 0) AS archived_through,
            max(audit_archive_retention_days) AS audit_archive_retention_days
          FROM audit_retention WHERE org_id = ${orgId}
        ) reached`
    })
    const newestSeq = one({
      Request: Schema.Struct({ orgId: OrgId, entryId: Schema.NullOr(Schema.String) }),
      Result: Schema.Struct({ seq: Schema.BigInt }),
      execute: ({ entryId, orgId }) => sql`
        SELECT seq FROM audit_entries
        WHERE org_id = ${orgId} AND (${entryId}::uuid IS NULL OR id = ${entryId}::uuid) ORDER BY seq DESC LIMIT 1`
    })
    // Not decoded by a schema: a hundred thousand rows come this way, and the table's column types are as good.
    const page = (
      orgId: OrgId,
      { after, through }: { readonly after: bigint; readonly through: bigint },
      limit: number
    ) =>
      sql<StoredRow>`
        SELECT e.seq, e.id, to_char(e.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS created_at,
          e.actor_id, e.action, e.target, e.details, e.content_hash, e.prev_hash, e.entry_hash
        FROM audit_entries e
        WHERE e.org_id = ${orgId} AND e.seq > ${after}::bigint AND e.seq <= ${through}::bigint
        ORDER BY e.seq LIMIT ${limit}::int`
    const advance = (orgId: OrgId, from: bigint, to: bigint) =>
      Effect.andThen(
        sql`INSERT INTO audit_retention (org_id) VALUES (${orgId}) ON CONFLICT (org_id) DO NOTHING`,
        sql`
          UPDATE audit_retention SET archived_through = ${to}::bigint
          WHERE org_id = ${orgId} AND archived_through = ${from}::bigint RETURNING org_id`
      )
    const insert = one({
      Request: New,
      Result: Created,
      execute: ({ from_ts, to_ts, ...row }) => sql`
        INSERT INTO audit_archives AS a (
          org_id, id, is_auto, exported_by, object_name, gcs_path, file_digest, sha256, signing_key_id, row_count,
          from_seq, to_seq, from_ts, to_ts, created_at, retention_days, expires_at
        ) VALUES (
          ${row.org_id}, ${row.id}, ${row.is_auto}, ${row.exported_by}::uuid, ${row.object_name}, ${row.gcs_path},
          ${row.file_digest}, ${row.sha256}, ${row.signing_key_id}::text, ${row.row_count}, ${row.from_seq}::bigint,
          ${row.to_seq}::bigint, ${from_ts}::text::timestamptz, ${to_ts}::text::timestamptz, ${row.created_at},
          ${row.retention_days}, ${row.expires_at}
        ) RETURNING ${sql.literal(columns)}, a.org_id, a.exported_by`
    })
    const newest = all({
      Request: Schema.Struct({ orgId: OrgId, limit: Schema.Int }),
      Result: Listed,
      execute: ({ limit, orgId }) => sql`
        SELECT ${sql.literal(columns)},
          CASE WHEN NOT a.is_auto THEN COALESCE(u.full_name, 'Deleted user') END AS exported_by_name
        FROM audit_archives a LEFT JOIN users u ON u.id = a.exported_by
        WHERE a.org_id = ${orgId} ORDER BY a.to_seq DESC LIMIT ${limit}`
    })
    const organisations = SqlSchema.findAll({
      Request: Schema.Struct({ orgId: Schema.UndefinedOr(OrgId), plans: Schema.Array(Schema.String) }),
      Result: Schema.Struct({ id: OrgId }),
      execute: ({ orgId, plans }) => system`
        SELECT id FROM organisations
        WHERE plan = ANY(${plans}::text[]) AND deletion_started_at IS NULL
          AND ${ofOrganisation(system, orgId, "id")}
        ORDER BY created_at, id`
    })

    return {
      /** How far the archives reach, and whether an entry follows of another action than this. */
      progress: (orgId: OrgId, except: string) => progress({ orgId, except }),
      /** The number of this entry, or of the newest. */
      newestSeq: (orgId: OrgId, entryId: string | null) =>
        newestSeq({ orgId, entryId }).pipe(Effect.map(({ seq }) => seq)),
      /** Entries after this number up to the other, oldest first. */
      page: (orgId: OrgId, range: { readonly after: bigint; readonly through: bigint }, limit: number) =>
        Transaction.use(() => Effect.orDie(page(orgId, range, limit))),
      /** Whether an archive has this object name. */
      isNamed: (orgId: OrgId, objectName: string) =>
        anyRow(sql`SELECT id FROM audit_archives WHERE org_id = ${orgId} AND object_name = ${objectName}`),
      /** Moves how far the archives reach; false, and nothing changed, when they do not reach just so far. */
      advance: (orgId: OrgId, from: bigint, to: bigint) => anyRow(advance(orgId, from, to)),
      insert,
      newest: (orgId: OrgId, limit: number) => newest({ orgId, limit }),
      /** The organizations with these plans that are not being deleted. */
      organisations: (orgId: OrgId | undefined, plans: ReadonlyArray<Plan>) =>
        Effect.orDie(organisations({ orgId, plans })).pipe(Effect.map((rows) => rows.map(({ id }) => id)))
    }
  })
}) {
  static readonly layer = Layer.effect(ArchivesRepo, ArchivesRepo.make)
}
