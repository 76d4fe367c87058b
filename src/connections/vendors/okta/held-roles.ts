import { Effect, Result, Schema } from "effect"
import type { VendorCalls, VendorReads, VendorUnanswered } from "#connections/vendors/protocol/calls"
import type { Entitlement, EntitlementName } from "#connections/vendors/protocol/entitlements"
import { givenBack, isOnList, labelOf, termsOf } from "#connections/vendors/protocol/giving-back"
import type { Hidden } from "#connections/vendors/protocol/left-behind"
import { reader } from "#connections/vendors/protocol/vendor-json"
import { headersOf, listAt, type OktaReach, refusal, urlOf, userPath } from "./api.ts"
import { permission, type Role, rolesOf } from "./roles.ts"

/** Roles that can be limited to some groups or apps, and where Okta lists which. */
const limits = new Map([
  ["USER_ADMIN", "groups"],
  ["HELP_DESK_ADMIN", "groups"],
  ["GROUP_MEMBERSHIP_ADMIN", "groups"],
  ["APP_ADMIN", "catalog/apps"]
])

const withGroup = "group-role:"

/** An assignment gets a new id each time it is made, so a role is named by what it is. */
const idOf = (role: Role) => {
  if (role.assignmentType === "GROUP") return `${withGroup}${role.id}`
  return [role.type, role.role, role["resource-set"]].filter(Boolean).join(":") || role.id
}

const targetsIn = reader(Schema.Array(Schema.Unknown))

/** Whether a role is limited; a limited one given without its limits would be more than was held. */
const isLimited = (
  calls: VendorReads,
  reach: OktaReach,
  { id, type }: Role
): Effect.Effect<Result.Result<boolean, Hidden>, VendorUnanswered> => {
  const where = limits.get(type ?? "")
  if (where === undefined) return Effect.succeed(Result.succeed(false))
  const path = userPath(reach, `/roles/${encodeURIComponent(id)}/targets/${where}?limit=200`)
  return Effect.map(
    listAt(calls, reach, path, targetsIn, permission),
    Result.map((all) => all.length > 0)
  )
}

const fromGroup = "The role comes with a group, and is removed with it"
const limited = "The role is limited to some groups or apps, which must be selected again"
const unknown = "Okta does not show which role it is"

const byHandOf = (externalId: string, terms: EntitlementName["terms"]) => {
  if (externalId.startsWith(withGroup)) return fromGroup
  if (terms["limited"] === "true") return limited
  return terms["type"] === undefined || (terms["type"] === "CUSTOM" && terms["resource-set"] === undefined)
    ? unknown
    : null
}

const itemOf = (role: Role, isPart: boolean): Entitlement => {
  const externalId = idOf(role)
  const terms = termsOf({
    type: role.type,
    role: role.role,
    "resource-set": role["resource-set"],
    limited: isPart ? "true" : undefined
  })
  return {
    kind: "role",
    externalId,
    label: labelOf(role.label ?? role.type, externalId),
    terms,
    byHand: byHandOf(externalId, terms)
  }
}

/** Administrator roles that the person holds. */
export const lookAtHeldRoles = Effect.fnUntraced(function* (calls: VendorReads, reach: OktaReach) {
  const roles = yield* rolesOf(calls, reach, reach.user.id)
  if (Result.isFailure(roles)) return Result.fail<Hidden>(roles.failure)
  const items = yield* Effect.forEach(roles.success, (role) =>
    Effect.map(
      role.assignmentType === "GROUP" ? Effect.succeed(Result.succeed(false)) : isLimited(calls, reach, role),
      Result.map((isPart) => itemOf(role, isPart))
    )
  )
  return Result.all(items)
})

/** Gives a role as it was held. */
export const giveRole = (calls: VendorCalls, reach: OktaReach, { externalId, terms }: EntitlementName) => {
  const { limited: _limited, ...assigned } = terms
  return givenBack({
    isHeld: isOnList(rolesOf(calls, reach, reach.user.id), (role) => idOf(role) === externalId),
    byHand: byHandOf(externalId, terms),
    write: calls.write({
      method: "POST",
      url: urlOf(reach, userPath(reach, "/roles")),
      headers: headersOf(reach.service),
      body: JSON.stringify(assigned)
    }),
    then: "The person has the role. Verified in Okta",
    refusal: refusal(permission),
    gone: "The role, or its scope, no longer exists in Okta"
  })
}
