import { OrgId, UserId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { Transaction } from "#platform/database/db"
import { all, exists, Instant, maybe, one } from "#platform/database/statements"

const Member = Schema.Struct({ email: Schema.String, full_name: Schema.String })
const Address = Schema.Struct({ email: Schema.String })

const RetentionRow = Schema.Struct({
  offboarding_retention_months: Schema.NullOr(Schema.Int),
  offboarding_retention_months_before: Schema.NullOr(Schema.Int),
  offboarding_retention_applies_from: Schema.NullOr(Instant)
})

/** What the organisation's own row does not show, and whom it is told about itself. */
export class OrganisationSettingsRepo extends Context.Service<
  OrganisationSettingsRepo,
  {
    /** The addresses of the Super Admins. */
    superadmins(orgId: OrgId): Effect.Effect<ReadonlyArray<string>, never, Transaction>
    /** Name and address of a user of the organization. */
    member(key: {
      readonly orgId: OrgId
      readonly userId: UserId
    }): Effect.Effect<Option.Option<typeof Member.Type>, never, Transaction>
    /** Whether the deletion has begun, so that it cannot be called off. */
    isBeingDeleted(orgId: OrgId): Effect.Effect<boolean, never, Transaction>
    /** The retention with what waits. Changes lock the organisation's row first. */
    retention(orgId: OrgId): Effect.Effect<typeof RetentionRow.Type, never, Transaction>
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
      return OrganisationSettingsRepo.of({
        superadmins: (orgId) => superadmins(orgId).pipe(Effect.map((rows) => rows.map(({ email }) => email))),
        member,
        isBeingDeleted: (orgId) => started(orgId),
        retention
      })
    })
  )
}
