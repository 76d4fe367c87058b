import { ArchiveId, OrgId } from "@svc/contract/kernel/ids"
import { Context, type DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { SystemSql } from "#platform/database/db"
import { ofOrganisation } from "#platform/database/fragments"
import { Instant, maybe } from "#platform/database/statements"
import { isHeld } from "./hold-repo.ts"

const Due = Schema.Struct({ org_id: OrgId, id: ArchiveId })

const Gone = Schema.Struct({ object_name: Schema.String, row_count: Schema.Int, sha256: Schema.String })

/** Archives whose time is over, where no legal hold keeps them. */
export class ArchiveExpiryRepo extends Context.Service<ArchiveExpiryRepo>()("svc/audit-archives/ArchiveExpiryRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql
    const due = SqlSchema.findAll({
      Request: Schema.Struct({ orgId: Schema.UndefinedOr(OrgId), now: Instant }),
      Result: Due,
      execute: ({ now, orgId }) => system`
        SELECT a.org_id, a.id FROM audit_archives a
        WHERE a.expires_at <= ${now} AND ${ofOrganisation(system, orgId, "a.org_id")}
          AND NOT ${isHeld(system, system`a.org_id`, now)}
        ORDER BY a.expires_at, a.to_seq LIMIT 1000`
    })
    const remove = maybe({
      Request: Schema.Struct({ orgId: OrgId, id: ArchiveId, now: Instant }),
      Result: Gone,
      execute: ({ id, now, orgId }) => sql`
        DELETE FROM audit_archives a
        WHERE a.org_id = ${orgId} AND a.id = ${id} AND a.expires_at <= ${now} AND NOT ${isHeld(sql, sql`a.org_id`, now)}
        RETURNING a.object_name, a.row_count, a.sha256`
    })
    return {
      due: (orgId: OrgId | undefined, now: DateTime.Utc) => Effect.orDie(due({ orgId, now })),
      /** Removes the record in the system's transaction; none if it is gone, or was put on hold. */
      remove: ({ id, org_id: orgId }: typeof Due.Type, now: DateTime.Utc) => remove({ orgId, id, now })
    }
  })
}) {
  static readonly layer = Layer.effect(ArchiveExpiryRepo, ArchiveExpiryRepo.make)
}
