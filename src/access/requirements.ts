import { type Caller, type Requirement, Requires } from "@svc/contract/kernel/access"
import {
  FeatureMissing,
  MembershipMissing,
  OrganisationSuspended,
  PermissionDenied,
  ReadOnly,
  ScopeMissing,
  StepUpRequired
} from "@svc/contract/kernel/errors"
import { noOrganisation } from "@svc/contract/kernel/ids"
import type { ApiScope, Permission, Role } from "@svc/contract/kernel/permissions"
import { isReadOnly, planFeatures, type PlanFeature } from "@svc/contract/kernel/plans"
import { Context, DateTime, Effect, Result } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import { isSafeMethod } from "./same-origin.ts"

type Who = Caller["Service"]

/** What an endpoint requires of its caller; one without a declaration is a mistake and admits no caller. */
export const requirementOf = (endpoint: HttpApiEndpoint.Top): Effect.Effect<Requirement> => {
  const requirement = Context.get(endpoint.annotations, Requires)
  return requirement === undefined
    ? Effect.die(`${endpoint.method} ${endpoint.path} does not declare what it requires`)
    : Effect.succeed(requirement)
}

export const isStream = ({ annotations }: HttpApiEndpoint.Top): boolean =>
  Context.get(annotations, Requires)?.stream === true

export const checkNotSuspended = ({ organisation }: Who): Result.Result<void, OrganisationSuspended> =>
  organisation.suspended ? Result.fail(new OrganisationSuspended()) : Result.void

/** What is not declared as the account's own belongs to an organization, and the caller has none. */
export const checkMembership = (caller: Who, requirement: Requirement): Result.Result<void, MembershipMissing> =>
  caller.orgId === noOrganisation && requirement.withoutOrganisation !== true
    ? Result.fail(new MembershipMissing())
    : Result.void

const roleNames: Readonly<Record<Role, string>> = {
  superadmin: "Super Admins",
  admin: "Admins",
  hr: "HR",
  manager: "managers"
}

export const checkRole = (caller: Who, role: Role | undefined): Result.Result<void, PermissionDenied> =>
  role === undefined || caller.role === role
    ? Result.void
    : Result.fail(new PermissionDenied({ error: `Only ${roleNames[role]} can do this` }))

/** Custom roles pass: their permissions are checked. */
export const checkBuiltInRole = (caller: Who, role: Role | undefined): Result.Result<void, PermissionDenied> =>
  caller.role === "custom" ? Result.void : checkRole(caller, role)

export const checkPermission = (
  caller: Who,
  permission: Permission | undefined
): Result.Result<void, PermissionDenied> =>
  permission === undefined || caller.permissions.includes(permission)
    ? Result.void
    : Result.fail(
        new PermissionDenied({
          error: `You need the permission ${permission}. Ask an administrator for it`,
          permission
        })
      )

/** One of the permissions is enough; without any of them the first is named. */
export const checkAnyPermission = (
  caller: Who,
  permissions: ReadonlyArray<Permission> = []
): Result.Result<void, PermissionDenied> =>
  permissions.length === 0 || permissions.some((permission) => caller.permissions.includes(permission))
    ? Result.void
    : Result.fail(
        new PermissionDenied({
          error: `You need the permission ${permissions.join(" or ")}. Ask an administrator for one of them`,
          ...(permissions[0] === undefined ? {} : { permission: permissions[0] })
        })
      )

/** For routes that show records of everyone, regardless of scope. */
export const checkRecords = ({ records }: Who, needed: Requirement["records"]): Result.Result<void, PermissionDenied> =>
  needed === undefined || records._tag === "All"
    ? Result.void
    : Result.fail(
        new PermissionDenied({
          error: "This covers all records, but you see only some of them. Ask a Super Admin"
        })
      )

/**
 * An organization whose trial or subscription has ended keeps the public API and its key list on any plan: reads
 * continue, and `checkWritable` refuses writes (credentials-5, plans-3).
 */
export const checkFeature = (
  { organisation }: Who,
  feature: PlanFeature | undefined
): Result.Result<void, FeatureMissing> =>
  feature === undefined ||
  planFeatures[organisation.plan].includes(feature) ||
  (feature === "publicApi" && isReadOnly(organisation.planStatus))
    ? Result.void
    : Result.fail(
        new FeatureMissing({
          error: `Your plan does not include ${feature}. Upgrade to use it`,
          feature,
          currentPlan: organisation.plan,
          upgradeRequired: true
        })
      )

export const checkScope = ({ apiKey }: Who, scope: ApiScope | undefined): Result.Result<void, ScopeMissing> =>
  scope === undefined || apiKey?.scopes.includes(scope) === true
    ? Result.void
    : Result.fail(new ScopeMissing({ error: `This API key lacks the scope ${scope}` }))

/** A fresh sign-in is not a step-up; a step-up applies to its session until it expires (sign-in-12). */
export const checkStepUp = ({ session }: Who, now: DateTime.Utc): Result.Result<void, StepUpRequired> =>
  session?.steppedUpUntil !== undefined &&
  session.steppedUpUntil !== null &&
  DateTime.isGreaterThan(session.steppedUpUntil, now)
    ? Result.void
    : Result.fail(new StepUpRequired({ totpRequired: session?.totpEnabled ?? false }))

export const checkWritable = (
  { organisation }: Who,
  method: string,
  requirement: Requirement
): Result.Result<void, ReadOnly> =>
  isReadOnly(organisation.planStatus) && !isSafeMethod(method) && requirement.whileReadOnly !== true
    ? Result.fail(new ReadOnly())
    : Result.void

/** Whether role, permissions, records, and plan permit it; temporary conditions, such as a step-up, are ignored. */
export const permits = (caller: Who, requirement: Requirement): boolean =>
  [
    checkRole(caller, requirement.role),
    checkBuiltInRole(caller, requirement.builtInRole),
    checkPermission(caller, requirement.permission),
    ...(requirement.permissions ?? []).map((permission) => checkPermission(caller, permission)),
    checkAnyPermission(caller, requirement.anyPermission),
    checkRecords(caller, requirement.records),
    checkFeature(caller, requirement.feature)
  ].every((judged) => Result.isSuccess<unknown, unknown>(judged))
