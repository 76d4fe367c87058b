import { OrgId, UserId } from "@svc/contract/kernel/ids"
import { Context, type DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { SystemSql, Transaction } from "#platform/database/db"
import { ofOrganisation } from "#platform/database/fragments"
import { exists, Instant, one } from "#platform/database/statements"

const TenantTable = Schema.Struct({ name: Schema.String, parents: Schema.Array(Schema.String) })

const One = Schema.Struct({ id: OrgId })

/** Deletion of an organization, in system transactions. */
export class DeletionRepo extends Context.Service<DeletionRepo>()("svc/organisations/DeletionRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql

    const due = SqlSchema.findAll({
      Request: Schema.Struct({ orgId: Schema.UndefinedOr(OrgId), now: Instant }),
      Result: One,
      execute: ({ now, orgId }) => system`
        SELECT id FROM organisations
        WHERE deletion_scheduled_at <= ${now} AND ${ofOrganisation(system, orgId, "id")}
        ORDER BY deletion_scheduled_at, id`
    })
    const start = exists({
      Request: Schema.Struct({ orgId: OrgId, now: Instant }),
      execute: ({ now, orgId }) => sql`
        UPDATE organisations SET suspended = true, deletion_started_at = COALESCE(deletion_started_at, ${now}::timestamptz)
        WHERE id = ${orgId} AND deletion_scheduled_at <= ${now} RETURNING id`
    })
    const tables = SqlSchema.findAll({
      Request: Schema.Void,
      Result: TenantTable,
      execute: () => system`
        SELECT c.relname::text AS name, array(
          SELECT p.relname::text FROM pg_constraint k JOIN pg_class p ON p.oid = k.confrelid
          WHERE k.conrelid = c.oid AND k.contype = 'f'
        ) AS parents
        FROM pg_class c
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'org_id' AND NOT a.attisdropped
        WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = current_schema()::regnamespace
        ORDER BY c.relname`
    })
    const removeRows = one({
      Request: Schema.Struct({ orgId: OrgId, table: Schema.String, limit: Schema.Int }),
      Result: Schema.Struct({ removed: Schema.Int }),
      execute: ({ limit, orgId, table }) => sql`
        WITH removed AS (
          DELETE FROM ${sql(table)}
          -- A place is one of a partition alone: named with the organisation, another's row there stays.
          WHERE org_id = ${orgId}
            AND ctid = ANY(ARRAY(SELECT ctid FROM ${sql(table)} WHERE org_id = ${orgId} LIMIT ${limit})) RETURNING 1
        )
        SELECT count(*)::int AS removed FROM removed`
    })

    // Locked first: concurrent joins of other organizations wait, or are waited for.
    const lockMembers = SqlSchema.findAll({
      Request: OrgId,
      Result: Schema.Struct({ id: UserId }),
      execute: (orgId) => sql`
        SELECT u.id FROM users u WHERE u.id IN (SELECT user_id FROM memberships WHERE org_id = ${orgId})
        ORDER BY u.id FOR UPDATE`
    })
    const remove = SqlSchema.findAll({
      Request: OrgId,
      Result: One,
      execute: (orgId) => sql`
        DELETE FROM organisations WHERE id = ${orgId} AND deletion_started_at IS NOT NULL RETURNING id`
    })
    const removeHomeless = SqlSchema.void({
      Request: Schema.Array(UserId),
      execute: (members) => sql`
        DELETE FROM users u WHERE u.id = ANY(${members}::uuid[]) AND NOT u.is_platform_admin
          AND NOT EXISTS (SELECT FROM memberships m WHERE m.user_id = u.id)`
    })
    const finish = Effect.fnUntraced(function* (orgId: OrgId) {
      const members = yield* lockMembers(orgId)
      const removed = yield* remove(orgId)
      yield* removeHomeless(members.map(({ id }) => id))
      return removed.length > 0
    })

    return {
      /** Whose time is over, or whose deletion was cut off, the longest due first. */
      due: ({ now, orgId }: { readonly orgId: OrgId | undefined; readonly now: DateTime.Utc }) =>
        Effect.orDie(due({ orgId, now })).pipe(Effect.map((rows) => rows.map(({ id }) => id))),
      /** From here on it cannot be canceled, and no one can sign in; false if it was canceled just before. */
      start: (orgId: OrgId, now: DateTime.Utc) => start({ orgId, now }),
      /** Every table with rows of organizations, from the catalog: a new one needs no entry here. */
      tables: Effect.orDie(tables(undefined)),
      /** Removes rows up to the limit; returns the number. */
      removeRows: (options: { readonly orgId: OrgId; readonly table: string; readonly limit: number }) =>
        removeRows(options).pipe(Effect.map(({ removed }) => removed)),
      /** Its row with what is left of it, and its members who belong to no other; false when another node was quicker. */
      finish: (orgId: OrgId) => Transaction.use(() => Effect.orDie(finish(orgId)))
    }
  })
}) {
  static readonly layer = Layer.effect(DeletionRepo, DeletionRepo.make)
}
