import { PermissionDenied } from "@svc/contract/kernel/errors"
import { type MemberRole, Permission, Role, rolePermissions, type ScopeName } from "@svc/contract/kernel/permissions"
import { RoleInUse, ScopeInvalid } from "@svc/contract/members/errors"
import type { HandoverItem } from "@svc/contract/offboardings/schema"
import { Duration, Result, Schema } from "effect"
import { readsAs } from "./look-alikes.ts"

/** How long an invitation may be accepted. */
export const inviteLifetime = Duration.days(7)

/** Names the key of the digests of invitations' tokens. */
export const invitePurpose = "invite"

/** Maximum custom roles per organization. */
export const roleLimit = 50

/** Record access; departments exactly with the scope `departments`. */
interface Scope {
  readonly scope: ScopeName
  readonly departments: ReadonlyArray<string> | null
}

/** A person's current or future rights. */
export interface Standing extends Scope {
  readonly role: MemberRole
  readonly permissions: ReadonlyArray<Permission>
}

/** What is stored of a membership or an invitation, with the custom role that it names. */
export interface StoredStanding {
  readonly role: MemberRole
  readonly custom_name: string | null
  readonly custom_permissions: ReadonlyArray<string> | null
  readonly custom_scope: ScopeName | null
  readonly custom_departments: ReadonlyArray<string> | null
  /** Of its own; null for the role's. */
  readonly scope: ScopeName | null
  readonly departments: ReadonlyArray<string> | null
}

const builtInScope: Readonly<Record<Role, ScopeName>> = {
  superadmin: "all",
  admin: "all",
  hr: "all",
  manager: "direct_reports"
}

/** The built-in roles as the list shows them (permissions-1). */
export const builtInRoles = Role.literals.map((name) => ({
  name,
  permissions: rolePermissions[name],
  scope: builtInScope[name]
}))

const roleScope = (stored: StoredStanding): Scope =>
  stored.role === "custom"
    ? { scope: stored.custom_scope ?? "direct_reports", departments: stored.custom_departments }
    : { scope: builtInScope[stored.role], departments: null }

const isPermission = Schema.is(Permission)

/** A name that this version does not know grants nothing. */
export const knownPermissions = (names: ReadonlyArray<string>): ReadonlyArray<Permission> => names.filter(isPermission)

/** What the stored row amounts to: the role's permissions, and the scope of its own before the role's. */
export const standingOf = (stored: StoredStanding): Standing => {
  const { departments, scope } =
    stored.scope === null ? roleScope(stored) : { scope: stored.scope, departments: stored.departments }
  return {
    role: stored.role,
    permissions:
      stored.role === "custom" ? knownPermissions(stored.custom_permissions ?? []) : rolePermissions[stored.role],
    scope,
    departments: scope === "departments" ? (departments ?? []) : null
  }
}

/** How people call the role. */
export const roleNameOf = (stored: Pick<StoredStanding, "role" | "custom_name">): string =>
  stored.role === "custom" ? (stored.custom_name ?? "custom") : stored.role

/**
 * No wider than the actor's own. Direct reports are the narrowest: the records define whose they are, not the grantor.
 */
const isWithin = (granted: Scope, own: Scope): boolean => {
  if (own.scope === "all" || granted.scope === "direct_reports") return true
  return (
    own.scope === "departments" &&
    granted.scope === "departments" &&
    (granted.departments ?? []).every((department) => own.departments?.includes(department) === true)
  )
}

const lackedBy = (actor: Standing, permissions: ReadonlyArray<Permission>) =>
  permissions.filter((permission) => !actor.permissions.includes(permission))

/** May the actor change or remove a member, role or invitation of this standing? Not one that holds or sees more. */
export const mayTouch = (actor: Standing, target: Standing): Result.Result<void, PermissionDenied> => {
  if (target.role === "superadmin" && actor.role !== "superadmin") {
    return Result.fail(new PermissionDenied({ error: "Only a Super Admin can create, change or remove a Super Admin" }))
  }
  const lacked = lackedBy(actor, target.permissions)
  if (lacked.length > 0) {
    return Result.fail(
      new PermissionDenied({
        error: `You cannot change a member, role or invitation with permissions that you do not have: ${lacked.join(", ")}. Ask a Super Admin`
      })
    )
  }
  return maySee(actor, target)
}

/** The same of the records alone: of a role, the scopes of the members and invitations that it is held with. */
export const maySee = (actor: Standing, target: Scope): Result.Result<void, PermissionDenied> =>
  isWithin(target, actor)
    ? Result.void
    : Result.fail(
        new PermissionDenied({
          error: "You cannot change a member, role or invitation that sees more records than you do. Ask a Super Admin"
        })
      )

const isAdministrator = ({ role }: Standing) => role === "superadmin" || role === "admin"

/**
 * Whether a change grants what asks for a step-up: the role Admin or Super Admin, or a permission that itself asks for
 * one, which was not held before or was held over fewer records. `before` is null for an invitation.
 */
export const grantsWithStepUp = (
  granted: Standing,
  before: Standing | null,
  guarded: ReadonlySet<Permission>
): boolean => {
  const held = granted.permissions.filter((permission) => guarded.has(permission))
  if (before === null) return isAdministrator(granted) || held.length > 0
  return (
    (isAdministrator(granted) && !isAdministrator(before)) ||
    (granted.role === "superadmin" && before.role !== "superadmin") ||
    held.some((permission) => !before.permissions.includes(permission)) ||
    (held.length > 0 && !isWithin(granted, before))
  )
}

/** Whether the actor may grant these rights. No one grants more permissions or records than they have. */
export const mayGrant = (actor: Standing, granted: Standing): Result.Result<void, PermissionDenied> => {
  if (granted.role === "superadmin" && actor.role !== "superadmin") {
    return Result.fail(new PermissionDenied({ error: "Only a Super Admin can create, change or remove a Super Admin" }))
  }
  const lacked = lackedBy(actor, granted.permissions)
  if (lacked.length > 0) {
    return Result.fail(
      new PermissionDenied({ error: `You cannot grant permissions that you do not have: ${lacked.join(", ")}` })
    )
  }
  return isWithin(granted, actor)
    ? Result.void
    : Result.fail(new PermissionDenied({ error: "You cannot grant access to more records than you see yourself" }))
}

/** A scope of its own as it is stored; both null for the role's. */
interface OwnScope {
  readonly scope: ScopeName | null
  readonly departments: ReadonlyArray<string> | null
}

interface WantedScope {
  readonly scope?: ScopeName | null | undefined
  readonly departments?: ReadonlyArray<string> | null | undefined
}

const unique = (departments: ReadonlyArray<string>) => [...new Set(departments)]

/**
 * The scope after a change. Omitted fields stay; `departments` requires its departments, and no other scope has any.
 */
export const resolveScope = (now: OwnScope, wanted: WantedScope): Result.Result<OwnScope, ScopeInvalid> => {
  const scope = wanted.scope === undefined ? now.scope : wanted.scope
  const named = wanted.departments ?? null
  if (scope !== "departments") {
    return named === null
      ? Result.succeed({ scope, departments: null })
      : Result.fail(new ScopeInvalid({ error: "departments: is only allowed with the scope departments" }))
  }
  const departments = wanted.departments === undefined ? now.departments : named
  return departments === null
    ? Result.fail(
        new ScopeInvalid({ error: "departments: is required with the scope departments, as a list of 1 to 200 names" })
      )
    : Result.succeed({ scope, departments: unique(departments) })
}

/** A Super Admin sees every record, so they have no scope. */
export const scopeFor = (
  role: MemberRole,
  own: OwnScope,
  wanted: WantedScope
): Result.Result<OwnScope, ScopeInvalid> => {
  if (role !== "superadmin") return Result.succeed(own)
  return wanted.scope === undefined || wanted.scope === null || wanted.scope === "all"
    ? Result.succeed({ scope: null, departments: null })
    : Result.fail(new ScopeInvalid({ error: "scope: a Super Admin sees all records" }))
}

const builtInNames = new Set([...Role.literals, "custom"].map(readsAs))

/** A name that reads as a built-in role's, in whatever letters and with whatever between them, would mislead. */
export const isBuiltInName = (name: string): boolean => builtInNames.has(readsAs(name))

/** For the audit log: `departments (Sales, Support)`. */
export const describeScope = ({ departments, scope }: Scope): string =>
  scope === "departments" ? `departments (${(departments ?? []).join(", ")})` : scope

/** `before -> after`, or just the value where it stayed. */
export const describeChange = (name: string, before: string, after: string): string =>
  before === after ? `${name}: ${after}` : `${name}: ${before} -> ${after}`

interface Holding extends OwnScope {
  readonly role: MemberRole
  readonly role_id: string | null
}

/** Whether a change leaves everything as it is. */
export const isSameHolding = (before: Holding, after: Holding): boolean =>
  before.role === after.role &&
  before.role_id === after.role_id &&
  before.scope === after.scope &&
  sameNames(before.departments ?? [], after.departments ?? [])

/** The same names in the same order. */
export const sameNames = (before: ReadonlyArray<string>, after: ReadonlyArray<string>): boolean =>
  before.length === after.length && before.every((name, index) => name === after[index])

/** The content of a custom role. */
export interface RoleContent extends Scope {
  readonly name: string
  readonly permissions: ReadonlyArray<Permission>
}

const counted = (count: number, thing: string) => `${count} ${thing}${count === 1 ? "" : "s"}`

/** Why a role cannot go yet. */
export const roleInUse = (members: number, invites: number): RoleInUse => {
  const users = [
    ...(members > 0 ? [counted(members, "member")] : []),
    ...(invites > 0 ? [counted(invites, "open invitation")] : [])
  ].join(" and ")
  return new RoleInUse({
    error: `This role is still assigned to ${users}. Assign them another role first`,
    members,
    invites
  })
}

interface Departing {
  readonly role: MemberRole
  readonly permissions: ReadonlyArray<Permission>
  readonly other_superadmins: number
  readonly chains: ReadonlyArray<string>
}

/** The caller that completes an offboarding; without a role a key or automation. */
interface Completing {
  readonly role: MemberRole | null
  readonly permissions: ReadonlyArray<Permission>
}

/** Whose membership only some callers end: a Super Admin's a Super Admin, and a member manager's another one (access-44). */
const completionBy = (departing: Departing, by: Completing): ReadonlyArray<HandoverItem> => {
  if (departing.role === "superadmin") {
    if (departing.other_superadmins === 0)
      return [{ kind: "last_superadmin", name: "the role of the only Super Admin" }]
    return by.role === "superadmin" ? [] : [{ kind: "superadmin", name: "the completion, to a Super Admin in the app" }]
  }
  const isAllowed =
    !departing.permissions.includes("members_manage") || (by.role !== null && by.permissions.includes("members_manage"))
  return isAllowed ? [] : [{ kind: "admin", name: "the completion, to an Admin in the app" }]
}

/** What a departing member hands over before this caller completes the offboarding. */
export const handoverOf = (departing: Departing, by: Completing): ReadonlyArray<HandoverItem> => [
  ...completionBy(departing, by),
  ...departing.chains.map((name) => ({ kind: "approval_chain" as const, name }))
]

const said = ({ kind, name }: HandoverItem) =>
  kind === "approval_chain" ? `the steps of the approval chain ${name}` : name

export const handoverSentence = (missing: ReadonlyArray<HandoverItem>): string =>
  `Completing this offboarding ends a membership of this organization. Hand over first: ${missing.map(said).join(", ")}`
