import { Caller } from "@svc/contract/kernel/access"
import { PermissionDenied } from "@svc/contract/kernel/errors"
import type { OrgId, RoleId } from "@svc/contract/kernel/ids"
import type { Role } from "@svc/contract/kernel/permissions"
import { RoleUnknown } from "@svc/contract/members/errors"
import { DateTime, Effect, Option } from "effect"
import { checkStepUp } from "#access/requirements"
import { MembersRepo } from "./repo.ts"
import { RolesRepo } from "./roles-repo.ts"
import { grantsWithStepUp, mayGrant, type Standing, type StoredStanding, standingOf } from "./rules.ts"
import { stepUpPermissions } from "./step-up-permissions.ts"

/** A role with what it brings, as a membership or an invitation names it. */
interface NamedRole extends Omit<StoredStanding, "scope" | "departments"> {
  readonly role_id: RoleId | null
}

const builtIn = (role: Role): NamedRole => ({
  role,
  role_id: null,
  custom_name: null,
  custom_permissions: null,
  custom_scope: null,
  custom_departments: null
})

/** What every change of members, invitations and roles begins with. */
export const makeActing = Effect.gen(function* () {
  const members = yield* MembersRepo
  const roles = yield* RolesRepo

  /**
   * The organization, locked, and the caller's rights in it. Read again under the lock: of two who remove each other's
   * rights concurrently, the second has none left (organisation-89).
   */
  const act = Effect.gen(function* () {
    const { orgId, userId } = yield* Caller
    // The session's organization exists.
    const orgName = yield* Effect.orDie(Effect.flatMap(members.lock(orgId), Effect.fromOption))
    const found = userId === null ? Option.none() : yield* members.find({ orgId, userId })
    const actor = Option.map(found, (row) => ({ row, ...standingOf(row) }))
    if (Option.isNone(actor) || !actor.value.permissions.includes("members_manage")) {
      return yield* new PermissionDenied({
        error: "You need the permission members_manage. Ask an administrator for it",
        permission: "members_manage"
      })
    }
    return { orgId, orgName, actor: actor.value }
  })

  /** The role that a body names; none when it names none. */
  const namedRole = Effect.fnUntraced(function* (
    orgId: OrgId,
    named: { readonly role?: Role | undefined; readonly role_id?: RoleId | undefined }
  ) {
    if (named.role !== undefined) return Option.some(builtIn(named.role))
    if (named.role_id === undefined) return Option.none<NamedRole>()
    const found = yield* roles.find({ orgId, id: named.role_id })
    if (Option.isNone(found)) return yield* new RoleUnknown()
    const { departments, id, name, permissions, scope } = found.value
    return Option.some<NamedRole>({
      role: "custom",
      role_id: id,
      custom_name: name,
      custom_permissions: permissions,
      custom_scope: scope,
      custom_departments: departments
    })
  })

  /** Lets the actor grant these rights; with a step-up if they include an act that requires one (organisation-136). */
  const allowGrant = Effect.fnUntraced(function* (actor: Standing, granted: Standing, before: Standing | null) {
    yield* Effect.fromResult(mayGrant(actor, granted))
    if (!grantsWithStepUp(granted, before, stepUpPermissions)) return
    yield* Effect.fromResult(checkStepUp(yield* Caller, yield* DateTime.now))
  })

  return { act, namedRole, allowGrant }
})
