import { Effect, Option, type Redacted, Result, Schema } from "effect"
import type { VendorCalls, VendorReads, VendorUnanswered } from "#connections/vendors/protocol/calls"
import type { Entitlement, EntitlementName } from "#connections/vendors/protocol/entitlements"
import { givenBack, type Held, isOnList, labelOf, unlooked } from "#connections/vendors/protocol/giving-back"
import { headersOf, idOf } from "#connections/vendors/google-workspace/api"
import { adminToken, type GoogleReach, listing, refusal, withToken } from "#connections/vendors/google-workspace/reach"
import { type Hidden, listed } from "#connections/vendors/protocol/left-behind"
import { maybeText, reader } from "#connections/vendors/protocol/vendor-json"

const toShow = ["admin.directory.rolemanagement.readonly"]
const toGive = ["admin.directory.rolemanagement"]

// int64: Google sends it as a text.
const Id = Schema.Union([Schema.String, Schema.Number])

const Assignment = Schema.Struct({
  roleId: Id,
  assignedTo: Id,
  scopeType: maybeText,
  orgUnitId: maybeText,
  condition: maybeText
})
type Assignment = typeof Assignment.Type

const Role = Schema.Struct({ roleId: Id, roleName: maybeText })

const itemsOf = <A>(item: Schema.Codec<A, unknown>) => {
  const read = reader(Schema.Struct({ items: Schema.optionalKey(Schema.NullOr(Schema.Array(item))) }))
  return (body: string) => Option.map(read(body), ({ items }) => items ?? [])
}

const assignmentsIn = itemsOf(Assignment)
const rolesIn = itemsOf(Role)

const customer = ({ addresses }: GoogleReach) => `${addresses.of("google")}/admin/directory/v1/customer/my_customer`

/** The role and how far it reaches: an assignment's own id is another one after it was given back. */
const nameOf = ({ condition, orgUnitId, roleId, scopeType }: Assignment) =>
  [
    String(roleId),
    ...(scopeType === "ORG_UNIT" ? [orgUnitId ?? ""] : []),
    ...(typeof condition === "string" && condition !== "" ? ["conditional"] : [])
  ].join(":")

const termsOf = ({ condition, orgUnitId, roleId, scopeType }: Assignment): Entitlement["terms"] =>
  Object.fromEntries(
    Object.entries({ roleId: String(roleId), scopeType: scopeType ?? "CUSTOMER", orgUnitId, condition }).flatMap(
      ([name, value]): ReadonlyArray<readonly [string, string]> =>
        typeof value === "string" && value !== "" ? [[name, value]] : []
    )
  )

type Assignments = Effect.Effect<Result.Result<ReadonlyArray<Assignment>, Hidden>, VendorUnanswered>

/** Of the account itself: what a group gives comes with the group. */
const assignments = (
  calls: VendorReads,
  reach: GoogleReach,
  token: Redacted.Redacted,
  scopes: ReadonlyArray<string>
): Assignments => {
  const own = idOf(reach.account.user)
  const url = `${customer(reach)}/roleassignments?userKey=${encodeURIComponent(own)}&maxResults=200`
  const shown: Assignments = listed(calls, listing(url, token, assignmentsIn, scopes))
  return Effect.map(
    shown,
    Result.map((all) => all.filter(({ assignedTo }) => String(assignedTo) === own))
  )
}

const held = Effect.fnUntraced(function* (calls: VendorReads, reach: GoogleReach, token: Redacted.Redacted) {
  const own = yield* assignments(calls, reach, token, toShow)
  if (Result.isFailure(own)) return Result.fail<Hidden>(own.failure)
  if (own.success.length === 0) return Result.succeed<ReadonlyArray<Entitlement>>([])
  const roles = yield* listed(calls, listing(`${customer(reach)}/roles?maxResults=100`, token, rolesIn, toShow))
  return Result.map(roles, (all) => {
    const names = new Map(all.map(({ roleId, roleName }) => [String(roleId), roleName]))
    return own.success.map((assignment): Entitlement => ({
      kind: "role",
      externalId: nameOf(assignment),
      label: labelOf(names.get(String(assignment.roleId)), String(assignment.roleId)),
      terms: termsOf(assignment),
      byHand: null
    }))
  })
})

/** The administrator's roles that the account has. */
export const heldRoles = (calls: VendorReads, reach: GoogleReach): Effect.Effect<Held, VendorUnanswered> =>
  withToken(adminToken(reach, toShow), (token) => held(calls, reach, token))

/** Assigns the role as far as it reached. */
export const giveRole = Effect.fnUntraced(function* (
  calls: VendorCalls,
  reach: GoogleReach,
  { externalId, terms }: EntitlementName
) {
  const opened = yield* adminToken(reach, toGive)
  if (Result.isFailure(opened)) return unlooked(opened.failure)
  const token = opened.success
  return yield* givenBack({
    isHeld: isOnList(assignments(calls, reach, token, toGive), (one) => nameOf(one) === externalId),
    write: calls.write({
      method: "POST",
      url: `${customer(reach)}/roleassignments`,
      headers: headersOf(token),
      body: JSON.stringify({ ...terms, assignedTo: idOf(reach.account.user) })
    }),
    then: "The role is assigned. Verified in Google",
    gone: "The role no longer exists in Google, so it cannot be restored",
    refusal: refusal(toGive)
  })
})
