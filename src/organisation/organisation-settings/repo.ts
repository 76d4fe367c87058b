import { OrgId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Transaction } from "#platform/database/db"

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
      const superadmins = SqlSchema.findAll({
        Request: OrgId,
        Result: Address,
        execute: (orgId) => sql`
          SELECT u.email FROM memberships m JOIN users u ON u.id = m.user_id
          WHERE m.org_id = ${orgId} AND m.role = 'superadmin' ORDER BY u.email`
      })
      const started = SqlSchema.findAll({
        Request: OrgId,
        Result: Schema.Struct({ id: OrgId }),
        execute: (orgId) => sql`
          SELECT id FROM organisations WHERE id = ${orgId} AND deletion_started_at IS NOT NULL`
      })
      return OrganisationSettingsRepo.of({
        superadmins: (orgId) =>
          Transaction.use(() => Effect.orDie(superadmins(orgId))).pipe(
            Effect.map((rows) => rows.map(({ email }) => email))
          ),
        isBeingDeleted: (orgId) =>
          Transaction.use(() => Effect.orDie(started(orgId))).pipe(Effect.map((rows) => rows.length > 0))
      })
    })
  )
}
