import { OrgId, RoleId, UserId } from "@svc/contract/kernel/ids"
import { MemberRole, ScopeName } from "@svc/contract/kernel/permissions"
import { Context, type DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema, type Statement } from "effect/sql"
import { Transaction } from "#platform/database/db"
import { all, Instant, maybe, run } from "#platform/database/statements"
import { ownRole, standingColumns, storedStanding } from "./standing-repo.ts"

const MemberRow = Schema.Struct({
  user_id: UserId,
  email: Schema.String,
  full_name: Schema.String,
  ...storedStanding,
  created_at: Instant,
  last_sign_in_at: Schema.NullOr(Instant),
  two_factor_enabled: Schema.Boolean
})
export type MemberRow = typeof MemberRow.Type

const Key = Schema.Struct({ orgId: OrgId, userId: UserId })
type Key = typeof Key.Type

const NewHolding = Schema.Struct({
  ...Key.fields,
  role: MemberRole,
  role_id: Schema.NullOr(RoleId),
  scope: Schema.NullOr(ScopeName),
  departments: Schema.NullOr(Schema.Array(Schema.String))
})
type NewHolding = typeof NewHolding.Type

const Joining = Schema.Struct({ ...NewHolding.fields, created_at: Instant })

/** Members of an organization. */
export class MembersRepo extends Context.Service<MembersRepo>()("svc/members/MembersRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    // FOR NO KEY UPDATE: it waits for its like and for the lock of the seats, and holds up no case that is created.
    const lock = SqlSchema.findOneOption({
      Request: OrgId,
      Result: Schema.Struct({ name: Schema.String }),
      execute: (orgId) => sql`SELECT name FROM organisations WHERE id = ${orgId} FOR NO KEY UPDATE`
    })

    const members = (orgId: string, which: Statement.Fragment) => sql`
      SELECT h.user_id, u.email, u.full_name, ${sql.literal(standingColumns)}, h.created_at,
        (SELECT max(s.created_at) FROM sessions s WHERE s.user_id = h.user_id AND s.org_id = h.org_id) AS last_sign_in_at,
        u.totp_enabled AS two_factor_enabled
      FROM memberships h JOIN users u ON u.id = h.user_id ${sql.literal(ownRole)}
      WHERE h.org_id = ${orgId} AND ${which}
      ORDER BY lower(u.full_name COLLATE "und-x-icu"), h.user_id`

    const list = all({
      Request: OrgId,
      Result: MemberRow,
      execute: (orgId) => members(orgId, sql`true`)
    })

    const find = maybe({
      Request: Key,
      Result: MemberRow,
      execute: ({ orgId, userId }) => members(orgId, sql`h.user_id = ${userId}`)
    })

    const hasMember = SqlSchema.findOne({
      Request: Schema.Struct({ orgId: OrgId, email: Schema.String }),
      Result: Schema.Struct({ found: Schema.Boolean }),
      execute: ({ email, orgId }) => sql`
        SELECT EXISTS (
          SELECT FROM users u JOIN memberships h ON h.user_id = u.id
          WHERE lower(u.email) = lower(${email}) AND h.org_id = ${orgId}
        ) AS found`
    })

    const countSuperadmins = SqlSchema.findOne({
      Request: OrgId,
      Result: Schema.Struct({ count: Schema.Int }),
      execute: (orgId) => sql`
        SELECT count(*)::int AS count FROM memberships WHERE org_id = ${orgId} AND role = 'superadmin'`
    })

    const insert = run({
      Request: Joining,
      execute: ({ departments, orgId, userId, ...membership }) => sql`
        INSERT INTO memberships (org_id, user_id, role, role_id, scope, departments, created_at)
        VALUES (${orgId}, ${userId}, ${membership.role}, ${membership.role_id}, ${membership.scope},
          ${departments}::text[], ${membership.created_at})`
    })

    const update = run({
      Request: NewHolding,
      execute: ({ departments, orgId, role, role_id, scope, userId }) => sql`
        UPDATE memberships SET role = ${role}, role_id = ${role_id}, scope = ${scope}, departments = ${departments}::text[]
        WHERE org_id = ${orgId} AND user_id = ${userId}`
    })

    const remove = run({
      Request: Schema.Struct({ ...Key.fields, now: Instant }),
      execute: ({ now, orgId, userId }) => sql`
        WITH ended AS (
          UPDATE sessions SET revoked_at = ${now}
          WHERE user_id = ${userId} AND org_id = ${orgId} AND revoked_at IS NULL
        )
        DELETE FROM memberships WHERE org_id = ${orgId} AND user_id = ${userId}`
    })

    return {
      /**
       * The organization's name; none if it does not exist. Until the end of the transaction no one else changes its
       * members and their rights.
       */
      lock: (orgId: OrgId) =>
        Transaction.use(() =>
          Effect.map(
            Effect.orDie(lock(orgId)),
            Option.map(({ name }) => name)
          )
        ),
      /** By name. */
      list,
      find,
      /** Whether a member has this email, compared without case. */
      hasMember: (orgId: OrgId, email: string) =>
        Transaction.use(() => Effect.map(Effect.orDie(hasMember({ orgId, email })), ({ found }) => found)),
      countSuperadmins: (orgId: OrgId) =>
        Transaction.use(() => Effect.map(Effect.orDie(countSuperadmins(orgId)), ({ count }) => count)),
      insert,
      update,
      /** Their sessions in the organization end too. */
      remove: (key: Key, now: DateTime.Utc) => remove({ ...key, now })
    }
  })
}) {
  static readonly layer = Layer.effect(MembersRepo, MembersRepo.make)
}
