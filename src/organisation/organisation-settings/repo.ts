import { OrgId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { Transaction } from "#platform/database/db"
import { all, exists } from "#platform/database/statements"

const Address = Schema.Struct({ email: Schema.String })

/** Whom the organisation is told about itself. */
export class OrganisationSettingsRepo extends Context.Service<
  OrganisationSettingsRepo,
  {
    /** The addresses of the Super Admins. */
    superadmins(orgId: OrgId): Effect.Effect<ReadonlyArray<string>, never, Transaction>
    /** Whether the deletion has begun, so that it cannot be called off. */
    isBeingDeleted(orgId: OrgId): Effect.Effect<boolean, never, Transaction>
  }
>()("svc/organisation-settings/OrganisationSettingsRepo") {
  static readonly layer = Layer.effect(
    OrganisationSettingsRepo,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const superadmins = all({
        Request: OrgId,
        Result: Address,
        execute: (orgId) => sql`
          SELECT u.email FROM memberships m JOIN users u ON u.id = m.user_id
          WHERE m.org_id = ${orgId} AND m.role = 'superadmin' ORDER BY u.email`
      })
      const started = exists({
        Request: OrgId,
        execute: (orgId) => sql`
          SELECT id FROM organisations WHERE id = ${orgId} AND deletion_started_at IS NOT NULL`
      })
      return OrganisationSettingsRepo.of({
        superadmins: (orgId) => superadmins(orgId).pipe(Effect.map((rows) => rows.map(({ email }) => email))),
        isBeingDeleted: (orgId) => started(orgId)
      })
    })
  )
}
