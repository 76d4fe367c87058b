import { Effect, Option, Result, Schema } from "effect"
import type { VendorCalls, VendorReads } from "#connections/vendors/protocol/calls"
import type { Entitlement } from "#connections/vendors/protocol/entitlements"
import { givenBack, isOnList, labelOf, notGiven, unlooked } from "#connections/vendors/protocol/giving-back"
import { type Hidden, hiddenBy } from "#connections/vendors/protocol/left-behind"
import { maybeText, reader } from "#connections/vendors/protocol/vendor-json"
import { headersOf, listAt, type OktaReach, refusal, showing, urlOf, userPath } from "./api.ts"

const shows = "an administrator's API token that can see groups"
const showsRules = "an administrator's API token that can see group rules"
const changes =
  "an administrator's API token that can change this group's members, or a super administrator's if the group grants administrator roles"

const Group = Schema.Struct({
  id: Schema.String,
  type: maybeText,
  profile: Schema.optionalKey(Schema.NullOr(Schema.Struct({ name: maybeText })))
})
type Group = typeof Group.Type

const groupIn = reader(Group)
const groupsIn = reader(Schema.Array(Group))

const rulesIn = reader(
  Schema.Array(
    Schema.Struct({
      status: maybeText,
      actions: Schema.optionalKey(
        Schema.NullOr(
          Schema.Struct({
            assignUserToGroups: Schema.optionalKey(
              Schema.NullOr(Schema.Struct({ groupIds: Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.String))) }))
            )
          })
        )
      )
    })
  )
)

/** What the rules of an organization fill. */
interface Fed {
  readonly groups: ReadonlySet<string>
  /** Why the rules are not visible; null where they are. */
  readonly hidden: string | null
}

/** Okta shows of no membership whether a rule gave it, so every group that a rule in force fills counts as the rule's. */
const fedByRules = (calls: VendorReads, reach: OktaReach) =>
  Effect.map(listAt(calls, reach, "groups/rules?limit=200", rulesIn, showsRules), (rules) => {
    if (Result.isSuccess(rules)) {
      const inForce = rules.success.filter(({ status }) => status === "ACTIVE")
      const ids = inForce.flatMap(({ actions }) => actions?.assignUserToGroups?.groupIds ?? [])
      return Result.succeed<Fed>({ groups: new Set(ids), hidden: null })
    }
    const { status, why } = rules.failure
    // Memberships are visible anyway; one from a rule must only not become permanent.
    return status === 401 || status === 403
      ? Result.succeed<Fed>({ groups: new Set(), hidden: why })
      : Result.fail<Hidden>(rules.failure)
  })

const byHandOf = ({ id, type }: Group, fed: Fed) => {
  if (type === "APP_GROUP") return "The group comes from an app or another directory, which manages its members"
  if (type !== "OKTA_GROUP") return "Okta does not allow changing the members of this group"
  if (fed.hidden !== null) return `Okta does not show whether a rule manages the group. ${fed.hidden}`
  return fed.groups.has(id)
    ? "A rule manages the group and restores the membership automatically if the person still matches it"
    : null
}

/** Without the group of everyone, which follows the account. */
const groupsOf = (calls: VendorReads, reach: OktaReach) =>
  Effect.map(
    listAt(calls, reach, userPath(reach, "/groups?limit=200"), groupsIn, shows),
    Result.map((all) => all.filter(({ type }) => type !== "BUILT_IN"))
  )

/** The groups that the person is in. */
export const lookAtGroups = Effect.fnUntraced(function* (calls: VendorReads, reach: OktaReach) {
  const groups = yield* groupsOf(calls, reach)
  if (Result.isFailure(groups)) return Result.fail<Hidden>(groups.failure)
  const fed = yield* fedByRules(calls, reach)
  return Result.map(fed, (rules) =>
    groups.success.map((group): Entitlement => ({
      kind: "group",
      externalId: group.id,
      label: labelOf(group.profile?.name, group.id),
      terms: {},
      byHand: byHandOf(group, rules)
    }))
  )
})

const gone = "The group no longer exists in Okta"

/** Adds the person to a group again; rules are checked again, because they change. */
export const giveGroup = Effect.fnUntraced(function* (calls: VendorCalls, reach: OktaReach, id: string) {
  const path = `groups/${encodeURIComponent(id)}`
  const headers = headersOf(reach.service)
  const answer = yield* calls.read({ url: urlOf(reach, path), headers })
  if (answer.status === 404) return notGiven(gone)
  if (answer.status >= 300) return unlooked(hiddenBy(showing(shows), answer))
  const group = groupIn(answer.body)
  if (Option.isNone(group)) return notGiven("Okta's answer about the group could not be read")
  const fed = yield* fedByRules(calls, reach)
  if (Result.isFailure(fed)) return unlooked(fed.failure)
  return yield* givenBack({
    isHeld: isOnList(groupsOf(calls, reach), (one) => one.id === id),
    byHand: byHandOf(group.value, fed.success),
    write: calls.write({ method: "PUT", url: urlOf(reach, `${path}/${userPath(reach)}`), headers, body: "" }),
    then: "The person is in the group. Verified in Okta",
    refusal: refusal(changes),
    gone
  })
})
