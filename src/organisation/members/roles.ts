import { Caller } from "@svc/contract/kernel/access"
import { PermissionDenied, type StepUpRequired } from "@svc/contract/kernel/errors"
import { type OrgId, RoleId } from "@svc/contract/kernel/ids"
import {
  type RoleInUse,
  RoleLimitReached,
  RoleNameTaken,
  RoleNotFound,
  type ScopeInvalid
} from "@svc/contract/members/errors"
import type { CreateRole, OrganisationRole, UpdateRole } from "@svc/contract/members/schema"
import { Context, DateTime, Effect, Option } from "effect"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { Db } from "#platform/database/db"
import { Randomness } from "#platform/crypto/random"
import { layerOf } from "#platform/services/layer-of"
import { makeActing } from "./acting.ts"
import { InvitesRepo } from "./invites-repo.ts"
import { type RoleRow, RolesRepo } from "./roles-repo.ts"
import {
  builtInRoles,
  describeChange,
  describeScope,
  isBuiltInName,
  knownPermissions,
  mayGrant,
  maySee,
  mayTouch,
  resolveScope,
  type RoleContent,
  roleInUse,
  roleLimit,
  sameNames,
  type Standing
} from "./rules.ts"

const contentOf = ({ departments, name, permissions, scope }: RoleRow): RoleContent => ({
  name,
  permissions: knownPermissions(permissions),
  scope,
  departments: scope === "departments" ? departments : null
})

const standing = (content: RoleContent): Standing => ({ ...content, role: "custom" })

const present = (id: RoleId, content: RoleContent, members: number): OrganisationRole => ({
  id,
  ...content,
  members,
  built_in: false
})

const nameTaken = (constraint: string) =>
  constraint === "roles_name" ? Option.some(new RoleNameTaken()) : Option.none()

/** Roles with their permissions and record access: built-in and custom ones (permissions-1, members-10). */
export class Roles extends Context.Service<
  Roles,
  {
    /** Built-in roles, then custom ones by name. */
    readonly list: Effect.Effect<ReadonlyArray<OrganisationRole>, never, Caller>
    create(
      input: CreateRole
    ): Effect.Effect<OrganisationRole, PermissionDenied | ScopeInvalid | RoleNameTaken | RoleLimitReached, Caller>
    /** Counts for all who hold it from their next request. What changes nothing is not recorded. */
    update(
      id: RoleId,
      input: UpdateRole
    ): Effect.Effect<
      OrganisationRole,
      PermissionDenied | ScopeInvalid | StepUpRequired | RoleNotFound | RoleNameTaken,
      Caller
    >
    remove(id: RoleId): Effect.Effect<void, PermissionDenied | RoleNotFound | RoleInUse, Caller>
  }
>()("svc/members/Roles") {
  static readonly layerNoDeps = layerOf(Roles, function* () {
    const db = yield* Db
    const repo = yield* RolesRepo
    const invites = yield* InvitesRepo
    const audit = yield* Audit
    const randomness = yield* Randomness
    const { act, allowGrant } = yield* makeActing

    /** Neither the role nor a member or invitation that holds it may see more than the actor. */
    const mayTouchRole = Effect.fnUntraced(function* (actor: Standing, orgId: OrgId, id: RoleId, content: RoleContent) {
      yield* Effect.fromResult(mayTouch(actor, standing(content)))
      const held = yield* repo.scopesHeldWith({ orgId, id, now: yield* DateTime.now })
      yield* Effect.forEach(held, (scope) => Effect.fromResult(maySee(actor, scope)), { discard: true })
    })

    const list = Effect.gen(function* () {
      const { orgId } = yield* Caller
      const holders = new Map((yield* repo.holders(orgId)).map(({ members, role }) => [role, members]))
      const builtIn: ReadonlyArray<OrganisationRole> = builtInRoles.map((role) => ({
        id: null,
        ...role,
        departments: null,
        members: holders.get(role.name) ?? 0,
        built_in: true
      }))
      return [...builtIn, ...(yield* repo.list(orgId)).map((row) => present(row.id, contentOf(row), row.members))]
    }).pipe(db.transact, Effect.withSpan("Roles.list"))

    const create = Effect.fn("Roles.create")(
      function* (input: CreateRole) {
        const { actor, orgId } = yield* act
        const { departments, scope = null } = yield* Effect.fromResult(
          resolveScope({ scope: null, departments: null }, input)
        )
        const content: RoleContent = {
          name: input.name.trim(),
          permissions: [...new Set(input.permissions)],
          scope: scope ?? input.scope,
          departments
        }
        yield* Effect.fromResult(mayGrant(actor, standing(content)))
        if (isBuiltInName(content.name)) return yield* new RoleNameTaken()
        if ((yield* repo.count(orgId)) >= roleLimit) return yield* new RoleLimitReached()
        const id = RoleId.make(yield* randomness.uuid)
        yield* repo.insert({
          org_id: orgId,
          id,
          ...content,
          departments: departments ?? [],
          now: yield* DateTime.now
        })
        yield* audit.record({
          action: "role_created",
          target: auditText`Role ${content.name}`,
          details: auditText`permissions: ${content.permissions.join(" ")}, scope: ${describeScope(content)}`
        })
        return present(id, content, 0)
      },
      (effect) => db.transactUnless(effect, nameTaken)
    )

    const update = Effect.fn("Roles.update")(
      function* (id: RoleId, input: UpdateRole) {
        const { actor, orgId } = yield* act
        const found = yield* repo.find({ orgId, id })
        if (Option.isNone(found)) return yield* new RoleNotFound()
        const { members, ...row } = found.value
        if (actor.row.role_id === row.id) {
          return yield* new PermissionDenied({
            error: "You cannot change your own role. Ask another administrator"
          })
        }
        const before = contentOf(found.value)
        yield* mayTouchRole(actor, orgId, row.id, before)
        const { departments, scope } = yield* Effect.fromResult(resolveScope(before, input))
        const after: RoleContent = {
          name: input.name?.trim() ?? before.name,
          permissions: input.permissions === undefined ? before.permissions : [...new Set(input.permissions)],
          scope: scope ?? before.scope,
          departments
        }
        const changed =
          before.name !== after.name ||
          before.scope !== after.scope ||
          !sameNames(before.permissions, after.permissions) ||
          !sameNames(before.departments ?? [], after.departments ?? [])
        if (!changed) return present(row.id, before, members)
        yield* allowGrant(actor, standing(after), standing(before))
        if (isBuiltInName(after.name)) return yield* new RoleNameTaken()
        yield* repo.update({
          org_id: orgId,
          id: row.id,
          ...after,
          departments: departments ?? [],
          now: yield* DateTime.now
        })
        const changes = [
          describeChange("name", before.name, after.name),
          describeChange("permissions", before.permissions.join(" "), after.permissions.join(" ")),
          describeChange("scope", describeScope(before), describeScope(after))
        ]
        yield* audit.record({
          action: "role_updated",
          target: auditText`Role ${after.name}`,
          details: auditText`${changes.join(", ")}`
        })
        return present(row.id, after, members)
      },
      (effect) => db.transactUnless(effect, nameTaken)
    )

    const remove = Effect.fn("Roles.remove")(function* (id: RoleId) {
      const { actor, orgId } = yield* act
      const found = yield* repo.find({ orgId, id })
      if (Option.isNone(found)) return yield* new RoleNotFound()
      const role = found.value
      yield* mayTouchRole(actor, orgId, role.id, contentOf(role))
      const now = yield* DateTime.now
      const open = yield* invites.countOfRole({ orgId, now, roleId: role.id })
      if (role.members > 0 || open > 0) return yield* roleInUse(role.members, open)
      // What has expired would still name it.
      yield* invites.removeExpired(orgId, now)
      yield* repo.remove({ orgId, id: role.id })
      yield* audit.record({
        action: "role_deleted",
        target: auditText`Role ${role.name}`,
        details: auditText`permissions: ${role.permissions.join(" ")}, scope: ${describeScope(contentOf(role))}`
      })
    }, db.transact)

    return Roles.of({ list, create, update, remove })
  })
}
