import { Effect, Result, Schema } from "effect"
import type { VendorCalls, VendorReads } from "#connections/vendors/protocol/calls"
import type { Entitlement } from "#connections/vendors/protocol/entitlements"
import { givenBack, isOnList, labelOf, notGiven, unlooked } from "#connections/vendors/protocol/giving-back"
import { type Hidden, hidden } from "#connections/vendors/protocol/left-behind"
import { maybeFlag, maybeText } from "#connections/vendors/protocol/vendor-json"
import { userPath } from "./account-use.ts"
import { type EntraReach, graphList, graphObject, graphWrite, refusal } from "./graph-lists.ts"

const shows = "GroupMember.Read.All"

const Group = Schema.Struct({
  id: Schema.String,
  displayName: maybeText,
  groupTypes: Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.String))),
  mailEnabled: maybeFlag,
  securityEnabled: maybeFlag,
  onPremisesSyncEnabled: maybeFlag,
  isAssignableToRole: maybeFlag
})
type Group = typeof Group.Type

const selected =
  "$select=id,displayName,groupTypes,mailEnabled,securityEnabled,onPremisesSyncEnabled,isAssignableToRole"

const groupsAt = graphList(Group)
const groupAt = graphObject(Group)

const groupsOf = (calls: VendorReads, reach: EntraReach) =>
  groupsAt(calls, reach, userPath(reach, `/memberOf/microsoft.graph.group?${selected}&$top=100`), shows)

const has = ({ groupTypes }: Group, type: "DynamicMembership" | "Unified") => groupTypes?.includes(type) === true

const byHandOf = (group: Group) => {
  if (group.onPremisesSyncEnabled === true) {
    return "The group is synchronized from a local Active Directory, which manages its members"
  }
  if (has(group, "DynamicMembership")) {
    return "A rule manages the group and restores the membership automatically if the person still matches it"
  }
  return group.mailEnabled === true && !has(group, "Unified")
    ? "Microsoft Graph cannot change a distribution list or a mail-enabled security group. Use the Exchange admin center"
    : null
}

/** For a group that it cannot read, an application gets only the id. */
const isBlind = ({ groupTypes, securityEnabled }: Group) =>
  typeof securityEnabled !== "boolean" || !Array.isArray(groupTypes)

/** Groups with the person as a direct member; nested groups follow from them. */
export const lookAtGroups = (calls: VendorReads, reach: EntraReach) =>
  Effect.map(
    groupsOf(calls, reach),
    Result.flatMap((groups): Result.Result<ReadonlyArray<Entitlement>, Hidden> =>
      groups.some(isBlind)
        ? hidden(
            `Entra ID shows that the person is in groups, but not which. The connection needs the application permission ${shows}`
          )
        : Result.succeed(
            groups.map((group): Entitlement => ({
              kind: "group",
              externalId: group.id,
              label: labelOf(group.displayName, group.id),
              terms: {},
              byHand: byHandOf(group)
            }))
          )
    )
  )

const gone = "The group no longer exists in Entra ID"

/** What adding a person to a group requires. */
const changesOf = ({ isAssignableToRole }: Group) =>
  isAssignableToRole === true
    ? "GroupMember.ReadWrite.All and, because the group grants roles, RoleManagement.ReadWrite.Directory"
    : "GroupMember.ReadWrite.All"

/** Adds the person to a group again; dynamic membership is checked again, because groups change. */
export const giveGroup = Effect.fnUntraced(function* (calls: VendorCalls, reach: EntraReach, id: string) {
  const path = `/groups/${encodeURIComponent(id)}`
  const group = yield* groupAt(calls, reach, `${path}?${selected}`, shows)
  if (Result.isFailure(group)) return group.failure.status === 404 ? notGiven(gone) : unlooked(group.failure)
  return yield* givenBack({
    isHeld: isOnList(groupsOf(calls, reach), (one) => one.id === id),
    byHand: byHandOf(group.success),
    write: graphWrite(calls, reach, "POST", `${path}/members/$ref`, {
      "@odata.id": `https://graph.microsoft.com/v1.0/directoryObjects/${reach.account.user.id}`
    }),
    then: "The person is in the group. Verified in Entra ID",
    refusal: refusal(changesOf(group.success)),
    gone
  })
})
