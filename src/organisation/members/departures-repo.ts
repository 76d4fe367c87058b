import { ApiKeyId, OffboardingId, OrgId, UserId } from "@svc/contract/kernel/ids"
import { MemberRole } from "@svc/contract/kernel/permissions"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { addressesOf } from "#records/own-records"
import { all, exists, Instant } from "#platform/database/statements"
import { ownRole, standingColumns, storedStanding } from "./standing-repo.ts"

const Departing = Schema.Struct({
  user_id: UserId,
  email: Schema.String,
  full_name: Schema.String,
  ...storedStanding,
  /** Active ones that they created. */
  api_keys: Schema.Int,
  other_superadmins: Schema.Int,
  /** Names of the approval chains of which a step names them as the approver. */
  chains: Schema.Array(Schema.String)
})
export type DepartingRow = typeof Departing.Type

const Invited = Schema.Struct({ email: Schema.String, role: MemberRole, custom_name: Schema.NullOr(Schema.String) })

const Key = Schema.Struct({ orgId: OrgId, offboardingId: OffboardingId })

/** Members who are about to leave. */
export class DeparturesRepo extends Context.Service<DeparturesRepo>()("svc/members/DeparturesRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const of = all({
      Request: Schema.Struct({ ...Key.fields, now: Instant }),
      Result: Departing,
      execute: ({ now, offboardingId, orgId }) => sql`
        SELECT h.user_id, u.email, u.full_name, ${sql.literal(standingColumns)},
          (SELECT count(*)::int FROM api_keys k WHERE k.org_id = h.org_id AND k.created_by = h.user_id
            AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ${now}::timestamptz)) AS api_keys,
          (SELECT count(*)::int FROM memberships x WHERE x.org_id = h.org_id AND x.role = 'superadmin'
            AND x.user_id <> h.user_id) AS other_superadmins,
          ARRAY(SELECT c.name FROM approval_chains c WHERE c.org_id = h.org_id AND EXISTS (
              SELECT FROM jsonb_array_elements(c.steps) s WHERE lower(s->>'approver_id') = h.user_id::text)
            ORDER BY c.name COLLATE "und-x-icu", c.id) AS chains
        FROM offboardings o
        JOIN users u ON lower(u.email) = ANY(${addressesOf(sql, "o")})
        JOIN memberships h ON h.org_id = o.org_id AND h.user_id = u.id ${sql.literal(ownRole)}
        WHERE o.org_id = ${orgId} AND o.id = ${offboardingId} ORDER BY h.user_id`
    })

    const createdKey = exists({
      Request: Schema.Struct({ ...Key.fields, keyId: ApiKeyId }),
      execute: ({ keyId, offboardingId, orgId }) => sql`
        SELECT FROM api_keys k JOIN users u ON u.id = k.created_by JOIN offboardings o ON o.org_id = k.org_id
        WHERE k.org_id = ${orgId} AND k.id = ${keyId} AND o.id = ${offboardingId}
          AND lower(u.email) = ANY(${addressesOf(sql, "o")})`
    })

    const invited = ({ offboardingId, orgId }: typeof Key.Encoded) => sql`
      FROM offboardings o WHERE o.org_id = ${orgId} AND o.id = ${offboardingId}
        AND i.org_id = ${orgId} AND i.lower_email = ANY(${addressesOf(sql, "o")})`

    const isInvited = exists({
      Request: Key,
      execute: (key) => sql`SELECT FROM invites i WHERE EXISTS (SELECT ${invited(key)})`
    })

    const withdrawInvitations = all({
      Request: Key,
      Result: Invited,
      execute: (key) => sql`
        DELETE FROM invites i WHERE EXISTS (SELECT ${invited(key)})
        RETURNING i.email, i.role,
          (SELECT r.name FROM roles r WHERE r.org_id = i.org_id AND r.id = i.role_id) AS custom_name`
    })

    return {
      /** Those whom the offboarding is about: one, or two where it is linked to a record of another address. */
      of,
      /** Whether one of those whom the offboarding is about created this API key. */
      createdKey,
      /** Whether one of those whom the offboarding is about has an invitation. */
      isInvited,
      /** Removes the invitations of those whom the offboarding is about. */
      withdrawInvitations
    }
  })
}) {
  static readonly layer = Layer.effect(DeparturesRepo, DeparturesRepo.make)
}
