import { OrgId, UserId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { all, exists, Instant, maybe, one } from "#platform/database/statements"

const Member = Schema.Struct({ email: Schema.String, full_name: Schema.String })
const Address = Schema.Struct({ email: Schema.String })

const RetentionRow = Schema.Struct({
  offboarding_retention_months: Schema.NullOr(Schema.Int),
  offboarding_retention_months_before: Schema.NullOr(Schema.Int),
  offboarding_retention_applies_from: Schema.NullOr(Instant)
})

/** Facts outside the organization's row, and the recipients of its notices. */
export class OrganisationSettingsRepo extends Context.Service<OrganisationSettingsRepo>()(
  "svc/organisation-settings/OrganisationSettingsRepo",
  {
    make: Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const superadmins = all({
        Request: OrgId,
        Result: Address,
        execute: (orgId) => sql`
        SELECT u.email FROM memberships m JOIN users u ON u.id = m.user_id
        WHERE m.org_id = ${orgId} AND m.role = 'superadmin' ORDER BY u.email`
      })
      const member = maybe({
        Request: Schema.Struct({ orgId: OrgId, userId: UserId }),
        Result: Member,
        execute: ({ orgId, userId }) => sql`
        SELECT u.email, u.full_name FROM memberships m JOIN users u ON u.id = m.user_id
        WHERE m.org_id = ${orgId} AND m.user_id = ${userId}`
      })
      const started = exists({
        Request: OrgId,
        execute: (orgId) => sql`
        SELECT id FROM organisations WHERE id = ${orgId} AND deletion_started_at IS NOT NULL`
      })
      const retention = one({
        Request: OrgId,
        Result: RetentionRow,
        execute: (orgId) => sql`
        SELECT offboarding_retention_months, offboarding_retention_months_before, offboarding_retention_applies_from
        FROM organisations WHERE id = ${orgId}`
      })
      return {
        /** The addresses of the Super Admins. */
        superadmins: (orgId: OrgId) => superadmins(orgId).pipe(Effect.map((rows) => rows.map(({ email }) => email))),
        /** Name and address of a user of the organization. */
        member,
        /** Whether the deletion has started, so that it can no longer be canceled. */
        isBeingDeleted: (orgId: OrgId) => started(orgId),
        /** The retention with its pending change. Changes lock the organization's row first. */
        retention
      }
    })
  }
) {
  static readonly layer = Layer.effect(OrganisationSettingsRepo, OrganisationSettingsRepo.make)
}
