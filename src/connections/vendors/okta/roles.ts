import { Effect, Option, Result, Schema } from "effect"
import { pageAt } from "#connections/vendors/protocol/account-search"
import type { VendorCalls, VendorReads } from "#connections/vendors/protocol/calls"
import type { LeftBehind } from "#connections/vendors/protocol/inventory"
import {
  closed,
  type Hidden,
  hiddenBy,
  isOffList,
  listed,
  type Source,
  untried
} from "#connections/vendors/protocol/left-behind"
import { cleaned, manualRequired } from "#connections/vendors/protocol/outcome"
import { maybeText, reader } from "#connections/vendors/protocol/vendor-json"
import { headersOf, listAt, listing, type OktaReach, refusal, showing, urlOf, userPath } from "./api.ts"
import { isOff, userIn } from "./user.ts"

export const permission = "a super administrator's API token, which is required to see and change administrator roles"

const superAdmin = "SUPER_ADMIN"

const Role = Schema.Struct({
  id: Schema.String,
  type: maybeText,
  /** Of a custom role: which one, and over what. */
  role: maybeText,
  "resource-set": maybeText,
  label: maybeText,
  status: maybeText,
  assignmentType: maybeText
})
export type Role = typeof Role.Type

const rolesIn = reader(Schema.Array(Role))

const readAssignees = reader(
  Schema.Struct({
    value: Schema.Array(Schema.Struct({ id: Schema.String })),
    _links: Schema.optionalKey(
      Schema.NullOr(Schema.Struct({ next: Schema.optionalKey(Schema.NullOr(Schema.Struct({ href: Schema.String }))) }))
    )
  })
)

const assigneesIn = (body: string) => Option.map(readAssignees(body), ({ value }) => value)

/** The administrator roles that an account holds now. */
export const rolesOf = (calls: VendorReads, reach: OktaReach, id: string) =>
  Effect.map(
    listAt(calls, reach, `users/${encodeURIComponent(id)}/roles`, rolesIn, permission),
    Result.map((all) => all.filter(({ status }) => status !== "INACTIVE"))
  )

const idOf = ({ id }: Role) => `role:${id}`

export const roleIn = (externalId: string) =>
  externalId.startsWith("role:") ? Option.some(externalId.slice("role:".length)) : Option.none()

/** Whether another administrator-maker exists who can sign in. */
const isLast = Effect.fnUntraced(function* (calls: VendorReads, reach: OktaReach) {
  const assignees = yield* listed(calls, {
    ...listing(reach, "iam/assignees/users?limit=100", assigneesIn, permission),
    next: ({ body }, url) =>
      Option.flatMap(
        Option.flatMap(readAssignees(body), ({ _links }) => Option.fromNullishOr(_links?.next?.href)),
        (href) => pageAt(href, url)
      )
  })
  if (Result.isFailure(assignees)) return Result.fail<Hidden>(assignees.failure)
  for (const { id } of assignees.success) {
    if (id === reach.user.id) continue
    const roles = yield* rolesOf(calls, reach, id)
    if (Result.isFailure(roles)) return Result.fail<Hidden>(roles.failure)
    if (!roles.success.some(({ type }) => type === superAdmin)) continue
    const answer = yield* calls.read({
      url: urlOf(reach, `users/${encodeURIComponent(id)}`),
      headers: headersOf(reach.service)
    })
    if (answer.status >= 300) return Result.fail<Hidden>(hiddenBy(showing(permission), answer))
    if (Option.exists(userIn(answer.body), (user) => !isOff(user))) return Result.succeed(false)
  }
  return Result.succeed(true)
})

const itemOf = (role: Role, last: boolean): LeftBehind => {
  const isSuper = role.type === superAdmin
  return {
    kind: "ownership",
    externalId: idOf(role),
    label: cleaned(`Role of a ${role.label || role.type || "administrator"}`),
    risk: isSuper ? "high" : "medium",
    privileges: role.type ? [cleaned(role.type)] : [],
    lastUsedAt: null,
    // A role that comes with a group goes with the group; the last super administrator's is Okta's to keep.
    closing: role.assignmentType === "GROUP" || (isSuper && last) ? "by_hand" : "revoke",
    stopsTheCut: isSuper && last ? "Last super administrator of Okta" : null
  }
}

/** Administrator roles that the leaver holds. */
export const lookAtRoles = Effect.fnUntraced(function* (calls: VendorReads, reach: OktaReach) {
  const held = yield* rolesOf(calls, reach, reach.user.id)
  if (Result.isFailure(held)) return { kind: "ownership", shown: Result.fail(held.failure) } satisfies Source
  const isSuper = held.success.some(({ type }) => type === superAdmin)
  const last = isSuper ? yield* isLast(calls, reach) : Result.succeed(false)
  return {
    kind: "ownership",
    shown: Result.map(last, (is) => held.success.map((role) => itemOf(role, is)))
  } satisfies Source
})

/** Takes one role that was given to the leaver alone. */
export const endRole = Effect.fnUntraced(function* (calls: VendorCalls, reach: OktaReach, id: string) {
  const held = yield* rolesOf(calls, reach, reach.user.id)
  if (Result.isFailure(held)) return untried(held.failure)
  const role = held.success.find((one) => one.id === id)
  if (role?.assignmentType === "GROUP") {
    return manualRequired("The role comes with a group. Remove the person from the group, or the role from it")
  }
  if (role?.type === superAdmin) {
    const last = yield* isLast(calls, reach)
    if (Result.isFailure(last)) return untried(last.failure)
    if (last.success) {
      return manualRequired(
        "It is the last super administrator's role. Add another super administrator first, then remove it"
      )
    }
  }
  return yield* closed({
    write: calls.write({
      method: "DELETE",
      url: urlOf(reach, userPath(reach, `/roles/${encodeURIComponent(id)}`)),
      headers: headersOf(reach.service),
      body: ""
    }),
    isClosed: isOffList(rolesOf(calls, reach, reach.user.id), (one) => one.id === id),
    then: "The role was removed. Verified in Okta",
    refusal: refusal(permission)
  })
})
