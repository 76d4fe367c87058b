import { OrgId, RoleId } from "@svc/contract/kernel/ids"
import { MemberRole, ScopeName } from "@svc/contract/kernel/permissions"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema, type Statement } from "effect/sql"
import { Transaction } from "#platform/database/db"
import { all, Instant, maybe, run } from "#platform/database/statements"

const RoleRow = Schema.Struct({
  id: RoleId,
  name: Schema.String,
  permissions: Schema.Array(Schema.String),
  scope: ScopeName,
  /** Empty with any other scope than `departments`. */
  departments: Schema.Array(Schema.String),
  members: Schema.Int
})
export type RoleRow = typeof RoleRow.Type

const StoredRole = Schema.Struct({
  org_id: OrgId,
  id: RoleId,
  name: Schema.String,
  permissions: Schema.Array(Schema.String),
  scope: ScopeName,
  departments: Schema.Array(Schema.String),
  now: Instant
})
type StoredRole = typeof StoredRole.Type

const Key = Schema.Struct({ orgId: OrgId, id: RoleId })
type Key = typeof Key.Type

/** A scope of its own, with its departments. */
const OwnScope = Schema.Struct({ scope: ScopeName, departments: Schema.NullOr(Schema.Array(Schema.String)) })

const Held = Schema.Struct({ role: MemberRole, members: Schema.Int })

/** Custom roles. The unique index `roles_name` refuses a name twice, compared without case. */
export class RolesRepo extends Context.Service<RolesRepo>()("svc/members/RolesRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const roles = (orgId: string, which: Statement.Fragment) => sql`
      SELECT r.id, r.name, r.permissions, r.scope, r.departments,
        (SELECT count(*)::int FROM memberships m WHERE m.org_id = r.org_id AND m.role_id = r.id) AS members
      FROM roles r WHERE r.org_id = ${orgId} AND ${which}
      ORDER BY lower(r.name COLLATE "und-x-icu"), r.id`

    const list = all({ Request: OrgId, Result: RoleRow, execute: (orgId) => roles(orgId, sql`true`) })

    const find = maybe({
      Request: Key,
      Result: RoleRow,
      execute: ({ id, orgId }) => roles(orgId, sql`r.id = ${id}`)
    })

    const holders = all({
      Request: OrgId,
      Result: Held,
      execute: (orgId) => sql`
        SELECT role, count(*)::int AS members FROM memberships WHERE org_id = ${orgId} GROUP BY role`
    })

    const scopesHeldWith = all({
      Request: Schema.Struct({ ...Key.fields, now: Instant }),
      Result: OwnScope,
      execute: ({ id, now, orgId }) => sql`
        SELECT scope, departments FROM memberships WHERE org_id = ${orgId} AND role_id = ${id} AND scope IS NOT NULL
        UNION
        SELECT scope, departments FROM invites WHERE org_id = ${orgId} AND role_id = ${id} AND scope IS NOT NULL
          AND expires_at > ${now}`
    })

    const count = SqlSchema.findOne({
      Request: OrgId,
      Result: Schema.Struct({ count: Schema.Int }),
      execute: (orgId) => sql`SELECT count(*)::int AS count FROM roles WHERE org_id = ${orgId}`
    })

    const insert = run({
      Request: StoredRole,
      execute: ({ departments, id, name, now, org_id, permissions, scope }) => sql`
        INSERT INTO roles (org_id, id, name, permissions, scope, departments, created_at, updated_at)
        VALUES (${org_id}, ${id}, ${name}, ${permissions}::text[], ${scope}, ${departments}::text[], ${now}, ${now})`
    })

    const update = run({
      Request: StoredRole,
      execute: ({ departments, id, name, now, org_id, permissions, scope }) => sql`
        UPDATE roles SET name = ${name}, permissions = ${permissions}::text[], scope = ${scope},
          departments = ${departments}::text[], updated_at = ${now}
        WHERE org_id = ${org_id} AND id = ${id}`
    })

    const remove = run({
      Request: Key,
      execute: ({ id, orgId }) => sql`DELETE FROM roles WHERE org_id = ${orgId} AND id = ${id}`
    })

    return {
      /** By name. */
      list,
      find,
      /** Members per built-in role with at least one. */
      holders,
      /** The scopes of their own of members and open invitations that hold a role, each once. */
      scopesHeldWith,
      count: (orgId: OrgId) => Transaction.use(() => Effect.map(Effect.orDie(count(orgId)), ({ count }) => count)),
      insert,
      update,
      remove
    }
  })
}) {
  static readonly layer = Layer.effect(RolesRepo, RolesRepo.make)
}
