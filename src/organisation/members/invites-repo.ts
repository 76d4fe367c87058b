import { InviteId, OrgId, RoleId, UserId } from "@svc/contract/kernel/ids"
import { MemberRole, ScopeName } from "@svc/contract/kernel/permissions"
import { Context, type DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema, type Statement } from "effect/sql"
import { SystemSql, Transaction } from "#platform/database/db"
import { all, Instant, maybe, run } from "#platform/database/statements"
import { ownRole, standingColumns, storedStanding } from "./standing-repo.ts"

const InviteRow = Schema.Struct({
  id: InviteId,
  email: Schema.String,
  ...storedStanding,
  invited_by_name: Schema.String,
  created_at: Instant,
  expires_at: Instant
})
export type InviteRow = typeof InviteRow.Type

const NewInvite = Schema.Struct({
  org_id: OrgId,
  id: InviteId,
  email: Schema.String,
  role: MemberRole,
  role_id: Schema.NullOr(RoleId),
  scope: Schema.NullOr(ScopeName),
  departments: Schema.NullOr(Schema.Array(Schema.String)),
  token_digest: Schema.String,
  invited_by: Schema.NullOr(UserId),
  created_at: Instant,
  expires_at: Instant
})

const Offered = Schema.Struct({
  org_id: OrgId,
  id: InviteId,
  email: Schema.String,
  suspended: Schema.Boolean
})
export type Offered = typeof Offered.Type

const Taken = Schema.Struct({
  role: MemberRole,
  role_id: Schema.NullOr(RoleId),
  custom_name: Schema.NullOr(Schema.String),
  scope: Schema.NullOr(ScopeName),
  departments: Schema.NullOr(Schema.Array(Schema.String)),
  /** Null once the inviter's account is closed. */
  inviter: Schema.NullOr(Schema.Struct({ full_name: Schema.String, email: Schema.String }))
})

const Open = Schema.Struct({ orgId: OrgId, now: Instant })

/** Who is to join. An invitation that has expired is as good as none. */
export class InvitesRepo extends Context.Service<InvitesRepo>()("svc/members/InvitesRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql

    const invites = (orgId: string, now: Date, which: Statement.Fragment) => sql`
      SELECT h.id, h.email, ${sql.literal(standingColumns)}, COALESCE(u.full_name, 'Deleted user') AS invited_by_name,
        h.created_at, h.expires_at
      FROM invites h LEFT JOIN users u ON u.id = h.invited_by ${sql.literal(ownRole)}
      WHERE h.org_id = ${orgId} AND h.expires_at > ${now} AND ${which}
      ORDER BY h.created_at DESC, h.creation_order DESC`

    const list = all({
      Request: Open,
      Result: InviteRow,
      execute: ({ now, orgId }) => invites(orgId, now, sql`true`)
    })

    const find = maybe({
      Request: Schema.Struct({ ...Open.fields, id: InviteId }),
      Result: InviteRow,
      execute: ({ id, now, orgId }) => invites(orgId, now, sql`h.id = ${id}`)
    })

    const findByEmail = maybe({
      Request: Schema.Struct({ ...Open.fields, email: Schema.String }),
      Result: InviteRow,
      execute: ({ email, now, orgId }) => invites(orgId, now, sql`h.lower_email = lower(${email})`)
    })

    const counted = { Result: Schema.Struct({ count: Schema.Int }) }
    const count = SqlSchema.findOne({
      ...counted,
      Request: Open,
      execute: ({ now, orgId }) => sql`
        SELECT count(*)::int AS count FROM invites WHERE org_id = ${orgId} AND expires_at > ${now}`
    })
    const countOfRole = SqlSchema.findOne({
      ...counted,
      Request: Schema.Struct({ ...Open.fields, roleId: RoleId }),
      execute: ({ now, orgId, roleId }) => sql`
        SELECT count(*)::int AS count FROM invites
        WHERE org_id = ${orgId} AND role_id = ${roleId} AND expires_at > ${now}`
    })

    const removeExpired = run({
      Request: Open,
      execute: ({ now, orgId }) => sql`DELETE FROM invites WHERE org_id = ${orgId} AND expires_at <= ${now}`
    })

    const insert = run({
      Request: NewInvite,
      execute: ({ departments, ...invite }) => sql`
        INSERT INTO invites (org_id, id, email, role, role_id, scope, departments, token_digest, invited_by, created_at, expires_at)
        VALUES (${invite.org_id}, ${invite.id}, ${invite.email}, ${invite.role}, ${invite.role_id}, ${invite.scope},
          ${departments}::text[], ${invite.token_digest}, ${invite.invited_by}, ${invite.created_at}, ${invite.expires_at})`
    })

    const remove = run({
      Request: Schema.Struct({ orgId: OrgId, id: InviteId }),
      execute: ({ id, orgId }) => sql`DELETE FROM invites WHERE org_id = ${orgId} AND id = ${id}`
    })

    const removeOfInviter = SqlSchema.findOne({
      ...counted,
      Request: Schema.Struct({ ...Open.fields, userId: UserId }),
      execute: ({ now, orgId, userId }) => sql`
        WITH gone AS (DELETE FROM invites WHERE org_id = ${orgId} AND invited_by = ${userId} RETURNING expires_at)
        SELECT count(*)::int AS count FROM gone WHERE expires_at > ${now}`
    })

    const Token = Schema.Struct({ digests: Schema.Array(Schema.String), now: Instant })

    const findByToken = SqlSchema.findOneOption({
      Request: Token,
      Result: Offered,
      execute: ({ digests, now }) => system`
        SELECT i.org_id, i.id, i.email, o.suspended FROM invites i JOIN organisations o ON o.id = i.org_id
        WHERE ${system.in("i.token_digest", digests)} AND i.expires_at > ${now}`
    })

    const take = maybe({
      Request: Token,
      Result: Taken,
      execute: ({ digests, now }) => sql`
        DELETE FROM invites i WHERE ${sql.in("i.token_digest", digests)} AND i.expires_at > ${now}
        RETURNING i.role, i.role_id, i.scope, i.departments,
          (SELECT r.name FROM roles r WHERE r.org_id = i.org_id AND r.id = i.role_id) AS custom_name,
          (SELECT json_build_object('full_name', u.full_name, 'email', u.email) FROM users u WHERE u.id = i.invited_by) AS inviter`
    })

    const only = Effect.map(({ count }: { readonly count: number }) => count)

    return {
      /** Newest first. */
      list: (orgId: OrgId, now: DateTime.Utc) => list({ orgId, now }),
      find,
      /** The open invitation of an address, compared without case. */
      findByEmail,
      count: (orgId: OrgId, now: DateTime.Utc) => Transaction.use(() => only(Effect.orDie(count({ orgId, now })))),
      /** Open ones that name this role. */
      countOfRole: (key: typeof Open.Type & { readonly roleId: RoleId }) =>
        Transaction.use(() => only(Effect.orDie(countOfRole(key)))),
      removeExpired: (orgId: OrgId, now: DateTime.Utc) => removeExpired({ orgId, now }),
      insert,
      remove,
      /** Takes back what this user offered; answers how many were open. */
      removeOfInviter: (key: typeof Open.Type & { readonly userId: UserId }) =>
        Transaction.use(() => only(Effect.orDie(removeOfInviter(key)))),
      /** What a token offers, by any of its digests. */
      findByToken: (digests: ReadonlyArray<string>, now: DateTime.Utc) => Effect.orDie(findByToken({ digests, now })),
      /** Takes the offer; of several takers one gets it. */
      take: (digests: ReadonlyArray<string>, now: DateTime.Utc) => take({ digests, now })
    }
  })
}) {
  static readonly layer = Layer.effect(InvitesRepo, InvitesRepo.make)
}
