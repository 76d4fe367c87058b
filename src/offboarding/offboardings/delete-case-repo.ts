import type { OffboardingId, OrgId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { type Transaction } from "#platform/database/db"
import { perform } from "#platform/database/statements"

/** The end of cases. */
export class RemovalRepo extends Context.Service<
  RemovalRepo,
  {
    /** The case with all that refers to it; the stored files of its documents are left to their job. */
    remove(key: { readonly orgId: OrgId; readonly id: OffboardingId }): Effect.Effect<void, never, Transaction>
  }
>()("svc/offboardings/RemovalRepo") {
  static readonly layer = Layer.effect(
    RemovalRepo,
    Effect.map(SqlClient.SqlClient, (sql) =>
      RemovalRepo.of({
        remove: ({ id, orgId }) => perform(sql`DELETE FROM offboardings WHERE org_id = ${orgId} AND id = ${id}`)
      })
    )
  )
}
