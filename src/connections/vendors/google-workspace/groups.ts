import { Effect, Option, type Redacted, Result, Schema } from "effect"
import { isSameAddress } from "#connections/vendors/protocol/account-search"
import type { VendorCalls, VendorReads, VendorUnanswered } from "#connections/vendors/protocol/calls"
import type { LeftBehind, Successor } from "#connections/vendors/protocol/inventory"
import { closed, halfDone, type Hidden, listed, type Source, untried } from "#connections/vendors/protocol/left-behind"
import { cleaned, revoked } from "#connections/vendors/protocol/outcome"
import { maybeText, reader } from "#connections/vendors/protocol/vendor-json"
import { headersOf, keyOf } from "./api.ts"
import { adminToken, type GoogleReach, listing, refusal, withToken } from "./reach.ts"

const scopes = ["admin.directory.group.readonly", "admin.directory.group.member"]

const Group = Schema.Struct({ id: Schema.String, email: maybeText, name: maybeText })
type Group = typeof Group.Type

const Member = Schema.Struct({ id: maybeText, email: maybeText, role: maybeText })
type Member = typeof Member.Type

const readGroups = reader(Schema.Struct({ groups: Schema.optionalKey(Schema.NullOr(Schema.Array(Group))) }))
const groupsIn = (body: string) => Option.map(readGroups(body), ({ groups }) => groups ?? [])

const readMembers = reader(Schema.Struct({ members: Schema.optionalKey(Schema.NullOr(Schema.Array(Member))) }))
const ownersIn = (body: string) =>
  Option.map(readMembers(body), ({ members }) => (members ?? []).filter(({ role }) => role === "OWNER"))

const groupId = "group:"

export const groupIn = (externalId: string) =>
  externalId.startsWith(groupId) ? Option.some(externalId.slice(groupId.length)) : Option.none()

const groupsUrl = ({ addresses }: Pick<GoogleReach, "addresses">) =>
  `${addresses.of("google")}/admin/directory/v1/groups`

/** Where a group's members are. */
export const membersAt = (addresses: GoogleReach["addresses"], id: string) =>
  `${groupsUrl({ addresses })}/${encodeURIComponent(id)}/members`

const membersUrl = ({ addresses }: GoogleReach, id: string) => membersAt(addresses, id)

const owners = (
  calls: VendorReads,
  reach: GoogleReach,
  token: Redacted.Redacted,
  id: string
): Effect.Effect<Result.Result<ReadonlyArray<Member>, Hidden>, VendorUnanswered> =>
  listed(calls, listing(`${membersUrl(reach, id)}?roles=OWNER&maxResults=200`, token, ownersIn, scopes))

const isLeaver = ({ account: { user } }: GoogleReach, { email, id }: Member) =>
  (typeof id === "string" && id === user.id) || isSameAddress(email, user.primaryEmail)

const itemOf = ({ email, id, name }: Group, isOnly: boolean): LeftBehind => ({
  kind: "ownership",
  externalId: `${groupId}${id}`,
  label: cleaned(`${isOnly ? "Only owner of the group" : "Group"} "${name || email || id}"`),
  risk: isOnly ? "medium" : "low",
  privileges: ["OWNER"],
  lastUsedAt: null,
  closing: "transfer",
  stopsTheCut: null
})

const groups = Effect.fnUntraced(function* (calls: VendorReads, reach: GoogleReach, token: Redacted.Redacted) {
  const { user } = reach.account
  const url = `${groupsUrl(reach)}?userKey=${encodeURIComponent(user.id ?? user.primaryEmail)}&maxResults=200`
  const memberOf = yield* listed(calls, listing(url, token, groupsIn, scopes))
  if (Result.isFailure(memberOf)) return Result.fail<Hidden>(memberOf.failure)
  const owned = yield* Effect.forEach(
    memberOf.success,
    (group) =>
      Effect.map(owners(calls, reach, token, group.id), (shown) =>
        Result.map(shown, (all) =>
          all.some((member) => isLeaver(reach, member)) ? [itemOf(group, all.length === 1)] : []
        )
      ),
    { concurrency: 4 }
  )
  return Result.map(Result.all(owned), (items) => items.flat())
})

/** Groups that the leaver owns; each group has to be asked who owns it. */
export const lookAtGroups = Effect.fnUntraced(function* (calls: VendorReads, reach: GoogleReach) {
  const shown = yield* withToken(adminToken(reach, scopes), (token) => groups(calls, reach, token))
  const source: Source = { kind: "ownership", shown }
  return source
})

/** Makes the successor an owner, then the leaver an ordinary member: what they are besides is not taken. */
export const giveGroup = Effect.fnUntraced(function* (
  calls: VendorCalls,
  reach: GoogleReach,
  id: string,
  successor: Successor
) {
  const opened = yield* adminToken(reach, scopes)
  if (Result.isFailure(opened)) return untried(opened.failure)
  const token = opened.success
  const url = membersUrl(reach, id)
  const roles = (method: "POST" | "PATCH", at: string, member: object) =>
    calls.write({ method, url: at, headers: headersOf(token), body: JSON.stringify(member) })
  const own = owners(calls, reach, token, id)
  const isTheirs = Effect.map(
    own,
    Result.map((all) => all.some(({ email }) => isSameAddress(email, successor.email)))
  )
  const isNotLeavers = Effect.map(
    own,
    Result.map((all) => !all.some((member) => isLeaver(reach, member)))
  )
  const then = `The group belongs to ${successor.email}. Verified in Google`
  const before = yield* isNotLeavers
  if (Result.isFailure(before)) return untried(before.failure)
  if (before.success)
    return revoked("The group no longer belongs to the leaver. Verified in Google", { verified: true })

  // Who is a member already cannot be added, only given another role.
  const at = `${url}/${keyOf(successor.email)}`
  const membership = yield* calls.read({ url: at, headers: headersOf(token) })
  if (membership.status >= 300 && membership.status !== 404) return refusal(scopes)(membership)
  const added = yield* closed({
    write:
      membership.status === 404
        ? roles("POST", url, { email: successor.email, role: "OWNER" })
        : roles("PATCH", at, { role: "OWNER" }),
    isClosed: isTheirs,
    then,
    refusal: refusal(scopes)
  })
  // Never a group without an owner: the leaver stays one until a read shows another.
  if (added.outcome !== "revoked" || !added.verified) return halfDone(added)
  return yield* closed({
    write: roles("PATCH", `${url}/${keyOf(reach.account.user.primaryEmail)}`, { role: "MEMBER" }),
    isClosed: isNotLeavers,
    then,
    refusal: refusal(scopes)
  })
})
