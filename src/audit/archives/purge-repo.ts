import { OrgId } from "@svc/contract/kernel/ids"
import { Context, type DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { SystemSql } from "#platform/database/db"
import { ofOrganisation } from "#platform/database/fragments"
import { Instant, maybe, one } from "#platform/database/statements"
import { isHeld } from "./hold-repo.ts"

const Retained = Schema.Struct({ org_id: OrgId })

const Prefix = Schema.Struct({ removed: Schema.Int, through: Schema.BigInt, hash: Schema.String })

export interface PrefixQuery {
  readonly orgId: OrgId
  readonly now: DateTime.Utc
  /** Entries written before this moment are old. */
  readonly cutOff: DateTime.Utc
  /** Whether only entries that an archive holds may go. */
  readonly archivedOnly: boolean
  readonly limit: number
}

/** Removing the oldest entries, in transactions of the system. */
export class PurgeRepo extends Context.Service<PurgeRepo>()("svc/audit-archives/PurgeRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql

    const retained = SqlSchema.findAll({
      Request: Schema.Struct({ orgId: Schema.UndefinedOr(OrgId), now: Instant }),
      Result: Retained,
      execute: ({ now, orgId }) => system`
        SELECT r.org_id FROM audit_retention r JOIN organisations o ON o.id = r.org_id
        WHERE r.audit_retention_months IS NOT NULL AND o.deletion_started_at IS NULL
          AND ${ofOrganisation(system, orgId, "r.org_id")}
          AND EXISTS (
            SELECT FROM audit_entries e WHERE e.org_id = r.org_id
              AND e.created_at < ${now}::timestamptz - make_interval(months => r.audit_retention_months, days => -1)
          )
        ORDER BY o.created_at, o.id`
    })
    const oldest = maybe({
      Request: Schema.Struct({
        orgId: OrgId,
        now: Instant,
        cutOff: Instant,
        archivedOnly: Schema.Boolean,
        limit: Schema.Int
      }),
      Result: Prefix,
      execute: ({ archivedOnly, cutOff, limit, now, orgId }) => sql`
        WITH oldest AS (
          SELECT e.seq, e.created_at, e.entry_hash FROM audit_entries e
          WHERE e.org_id = ${orgId} ORDER BY e.seq LIMIT ${limit}::int
        ), bounds AS (
          SELECT
            (SELECT min(seq) FROM oldest WHERE created_at >= ${cutOff}::timestamptz) AS young,
            (SELECT max(seq) FROM audit_entries WHERE org_id = ${orgId}) AS newest,
            (SELECT archived_through FROM audit_retention WHERE org_id = ${orgId}) AS archived_through
        ), old AS (
          SELECT seq, entry_hash FROM oldest, bounds
          WHERE seq < COALESCE(young, newest) AND seq < newest AND (NOT ${archivedOnly}::boolean OR seq <= archived_through)
            AND NOT ${isHeld(sql, sql`${orgId}::uuid`, now)}
        )
        SELECT (SELECT count(*)::int FROM old) AS removed, seq AS through, entry_hash AS hash
        FROM old ORDER BY seq DESC LIMIT 1`
    })
    const isBehind = one({
      Request: Schema.Struct({ orgId: OrgId, now: Instant, cutOff: Instant }),
      Result: Schema.Struct({ behind: Schema.Boolean }),
      execute: ({ cutOff, now, orgId }) => sql`
        SELECT NOT ${isHeld(sql, sql`${orgId}::uuid`, now)} AND EXISTS (
          SELECT FROM audit_entries e
          WHERE e.org_id = ${orgId} AND e.created_at < ${cutOff}::timestamptz
            AND e.seq > (SELECT archived_through FROM audit_retention WHERE org_id = ${orgId})
        ) AS behind`
    })
    const remove = one({
      Request: Schema.Struct({ orgId: OrgId, through: Schema.BigInt }),
      Result: Schema.Struct({ removed: Schema.Int }),
      execute: ({ orgId, through }) => sql`
        WITH removed AS (
          DELETE FROM audit_entries WHERE org_id = ${orgId} AND seq <= ${through}::bigint RETURNING 1
        )
        SELECT count(*)::int AS removed FROM removed`
    })

    return {
      /**
       * Organizations that have chosen a retention, are not being deleted, and have an entry that is older now or will
       * be within a day. The settings decide whether the retention applies yet.
       */
      retained: (orgId: OrgId | undefined, now: DateTime.Utc) => Effect.orDie(retained({ orgId, now })),
      /**
       * The oldest entries without a gap that are all expired and removable, up to the limit; never the newest, and
       * none under legal hold (audit-74). The caller locks the retention settings.
       */
      oldest,
      /** Whether old entries are not in an archive yet. */
      isBehind: (query: Omit<PrefixQuery, "archivedOnly" | "limit">) =>
        isBehind(query).pipe(Effect.map(({ behind }) => behind)),
      /** Returns the number removed. Refused unless the log's last entry records it (migration 0041). */
      remove: (orgId: OrgId, through: bigint) => remove({ orgId, through }).pipe(Effect.map(({ removed }) => removed))
    }
  })
}) {
  static readonly layer = Layer.effect(PurgeRepo, PurgeRepo.make)
}
