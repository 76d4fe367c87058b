import type { OffboardingId, OrgId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { type Transaction } from "#platform/database/db"
import { perform } from "#platform/database/statements"

/** The end of cases. */
export class RemovalRepo extends Context.Service<
  RemovalRepo,
  {
    /** The case with all that refers to it; the stored files of its documents are left to their job. */
    remove(key: { readonly orgId: OrgId; readonly id: OffboardingId }): Effect.Effect<void, never, Transaction>
    /** That there was one, for as long as the organization is here: retention removes the audit entry (offboarding-132). */
    remember(deleted: {
      readonly orgId: OrgId
      readonly id: OffboardingId
      readonly lastDay: string
      readonly by: string
      readonly at: DateTime.Utc
    }): Effect.Effect<void, never, Transaction>
  }
>()("svc/offboardings/RemovalRepo") {
  static readonly layer = Layer.effect(
    RemovalRepo,
    Effect.map(SqlClient.SqlClient, (sql) =>
      RemovalRepo.of({
        remove: ({ id, orgId }) => perform(sql`DELETE FROM offboardings WHERE org_id = ${orgId} AND id = ${id}`),
        remember: ({ at, by, id, lastDay, orgId }) =>
          perform(sql`
            INSERT INTO deleted_offboardings (org_id, offboarding_id, last_day, deleted_by, deleted_at)
            VALUES (${orgId}, ${id}, ${lastDay}::text::date, ${by}, ${DateTime.toDateUtc(at)})`)
      })
    )
  )
}
