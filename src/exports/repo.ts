import { ExportCounts, ExportStatus } from "@svc/contract/exports/schema"
import { ExportId, OrgId, UserId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { SystemSql } from "#platform/database/db"
import { all, Instant, maybe, perform } from "#platform/database/statements"

const Row = Schema.Struct({
  id: ExportId,
  status: ExportStatus,
  requested_by_name: Schema.NullOr(Schema.String),
  size_bytes: Schema.NullOr(Schema.Finite),
  counts: Schema.NullOr(ExportCounts),
  error: Schema.NullOr(Schema.String),
  created_at: Instant,
  completed_at: Schema.NullOr(Instant),
  expires_at: Schema.NullOr(Instant),
  /** Of the file that the last worker built. */
  storage_key: Schema.String
})
const columns = `e.id, e.status, u.full_name AS requested_by_name, e.size_bytes::float8 AS size_bytes, e.counts, e.error,
  e.created_at, e.completed_at, e.expires_at, export_storage_key(e.org_id, e.id, e.claims) AS storage_key`

interface NewExport {
  readonly orgId: OrgId
  readonly id: ExportId
  readonly requestedBy: UserId | null
  readonly createdAt: DateTime.Utc
}

const Key = Schema.Struct({ orgId: OrgId, id: ExportId })
type Key = typeof Key.Type

/** The organization's exports, as its members see them. */
export class ExportsRepo extends Context.Service<ExportsRepo>()("svc/exports/ExportsRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql
    const shown = sql.literal(columns)
    const source = sql`organisation_exports e LEFT JOIN users u ON u.id = e.requested_by`

    const requests = SqlSchema.findAll({
      Request: Schema.Struct({ userId: UserId, since: Instant, limit: Schema.Int }),
      Result: Schema.Struct({ created_at: Instant }),
      execute: ({ limit, since, userId }) => system`
        SELECT created_at FROM organisation_exports WHERE requested_by = ${userId} AND created_at > ${since}
        ORDER BY created_at DESC LIMIT ${limit}`
    })
    const find = maybe({
      Request: Key,
      Result: Row,
      execute: ({ id, orgId }) => sql`SELECT ${shown} FROM ${source} WHERE e.org_id = ${orgId} AND e.id = ${id}`
    })
    const findOpen = maybe({
      Request: OrgId,
      Result: Row,
      execute: (orgId) => sql`
        SELECT ${shown} FROM ${source} WHERE e.org_id = ${orgId} AND e.status IN ('queued', 'running')`
    })
    const newest = all({
      Request: Schema.Struct({ orgId: OrgId, limit: Schema.Int }),
      Result: Row,
      execute: ({ limit, orgId }) => sql`
        SELECT ${shown} FROM ${source} WHERE e.org_id = ${orgId} ORDER BY e.created_at DESC, e.id DESC LIMIT ${limit}`
    })

    return {
      /** Until the transaction ends, others that ask for the same user wait here. */
      lockRequester: (userId: UserId) =>
        perform(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`org-export ${userId}`}, 0))`),
      /** Times of the user's export requests since then, in any organization, newest first. */
      requestsSince: (userId: UserId, since: DateTime.Utc, limit: number) =>
        Effect.map(Effect.orDie(requests({ userId, since, limit })), (rows) =>
          rows.map(({ created_at }) => created_at)
        ),
      /** Refused by `organisation_exports_open` while another one is open. */
      insert: ({ createdAt, id, orgId, requestedBy }: NewExport) =>
        perform(
          sql`INSERT INTO organisation_exports ${sql.insert({
            org_id: orgId,
            id,
            requested_by: requestedBy,
            created_at: DateTime.toDateUtc(createdAt),
            next_attempt_at: DateTime.toDateUtc(createdAt)
          })}`
        ),
      find,
      findOpen,
      newest: (orgId: OrgId, limit: number) => newest({ orgId, limit })
    }
  })
}) {
  static readonly layer = Layer.effect(ExportsRepo, ExportsRepo.make)
}
