import { OffboardingId, OrgId, UserId } from "@svc/contract/kernel/ids"
import { Assignee, maxAssignees } from "@svc/contract/offboardings/owner-schema"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { columnsOf } from "#platform/database/columns"
import { containing } from "#platform/database/fragments"
import { all, Instant, maybe, run } from "#platform/database/statements"
import { membersOf, ownerReads, readsCase } from "#records/case-readers"

const Owned = Schema.Struct({ org_id: OrgId, id: OffboardingId })
const Former = Schema.Struct({ owner_id: UserId, full_name: Schema.String, email: Schema.String })

/** Who is responsible for a case, and who can be. */
export class OwnerRepo extends Context.Service<OwnerRepo>()("svc/offboardings/OwnerRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const assignees = all({
      Request: Schema.Struct({
        orgId: OrgId,
        offboardingId: Schema.NullOr(OffboardingId),
        q: Schema.String
      }),
      Result: Assignee,
      execute: ({ offboardingId, orgId, q }) => sql`
        SELECT ${columnsOf(Assignee, "u", { user_id: sql`m.user_id` })} FROM ${membersOf(sql)}
        LEFT JOIN offboardings o ON o.org_id = m.org_id AND o.id = ${offboardingId}::uuid
        WHERE m.org_id = ${orgId} AND ${readsCase(sql)}
          AND (u.full_name ILIKE ${containing(q)}::text OR u.email ILIKE ${containing(q)}::text)
        ORDER BY lower(u.full_name COLLATE "und-x-icu"), m.user_id LIMIT ${maxAssignees + 1}`
    })

    const ownerOf = maybe({
      Request: Owned,
      Result: Former,
      execute: ({ id, org_id }) => sql`
        SELECT o.owner_id, u.full_name, u.email FROM offboardings o JOIN users u ON u.id = o.owner_id
        WHERE o.org_id = ${org_id} AND o.id = ${id}`
    })

    const setOwner = run({
      Request: Schema.Struct({ ...Owned.fields, owner_id: Schema.NullOr(UserId), updated_at: Instant }),
      execute: ({ id, org_id, owner_id, updated_at }) => sql`
        UPDATE offboardings SET owner_id = ${owner_id}, updated_at = ${updated_at}
        WHERE org_id = ${org_id} AND id = ${id}`
    })

    return {
      /** One more than is offered, where there are more. */
      assignees,
      ...ownerReads(sql),
      ownerOf,
      setOwner
    }
  })
}) {
  static readonly layer = Layer.effect(OwnerRepo, OwnerRepo.make)
}
