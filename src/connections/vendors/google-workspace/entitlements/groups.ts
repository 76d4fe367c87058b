import { Effect, Option, type Redacted, Ref, Result, Schema } from "effect"
import type { VendorAnswer, VendorCalls, VendorReads, VendorUnanswered } from "#connections/vendors/protocol/calls"
import type { Entitlement, EntitlementName } from "#connections/vendors/protocol/entitlements"
import {
  forAPerson,
  givenBack,
  type Held,
  type HeldLook,
  labelOf,
  unlooked
} from "#connections/vendors/protocol/giving-back"
import { headersOf, idOf, reasonsIn } from "#connections/vendors/google-workspace/api"
import {
  adminToken,
  type GoogleReach,
  listing,
  refusal,
  showing,
  withToken
} from "#connections/vendors/google-workspace/reach"
import { type Hidden, hidden, hiddenBy, listed } from "#connections/vendors/protocol/left-behind"
import { type AppResult, cleaned } from "#connections/vendors/protocol/outcome"
import { maybeText, reader } from "#connections/vendors/protocol/vendor-json"

const scopes = ["admin.directory.group.readonly", "admin.directory.group.member"]

const Group = Schema.Struct({ id: Schema.String, email: maybeText, name: maybeText })
type Group = typeof Group.Type

const readGroups = reader(Schema.Struct({ groups: Schema.optionalKey(Schema.NullOr(Schema.Array(Group))) }))
const groupsIn = (body: string) => Option.map(readGroups(body), ({ groups }) => groups ?? [])

const readMember = reader(Schema.Struct({ role: Schema.String }))

const groupsUrl = ({ addresses }: GoogleReach) => `${addresses.of("google")}/admin/directory/v1/groups`
const groupUrl = (reach: GoogleReach, id: string) => `${groupsUrl(reach)}/${encodeURIComponent(id)}`

type RoleLook = Effect.Effect<Result.Result<Option.Option<string>, Hidden>, VendorUnanswered>

/** The account's role in a group; none without membership, and if the group does not exist. */
const roleIn = (calls: VendorReads, reach: GoogleReach, token: Redacted.Redacted, group: string): RoleLook => {
  const url = `${groupUrl(reach, group)}/members/${encodeURIComponent(idOf(reach.account.user))}`
  return Effect.map(calls.read({ url, headers: headersOf(token) }), (answer) => {
    if (answer.status === 404) return Result.succeed(Option.none())
    if (answer.status >= 300) return Result.fail(hiddenBy(showing(scopes), answer))
    return Option.match(readMember(answer.body), {
      onNone: () => hidden("Google's answer could not be read. Scan again later", answer.status),
      onSome: ({ role }) => Result.succeed(Option.some(role))
    })
  })
}

const memberships = Effect.fnUntraced(function* (calls: VendorReads, reach: GoogleReach, token: Redacted.Redacted) {
  const url = `${groupsUrl(reach)}?userKey=${encodeURIComponent(idOf(reach.account.user))}&maxResults=200`
  const memberOf = yield* listed(calls, listing(url, token, groupsIn, scopes))
  if (Result.isFailure(memberOf)) return Result.fail<Hidden>(memberOf.failure)
  const items = yield* Effect.forEach(
    memberOf.success,
    (group: Group) =>
      Effect.map(roleIn(calls, reach, token, group.id), (shown) =>
        Result.map(shown, (found) =>
          Option.map(found, (role): Entitlement => ({
            kind: "group",
            externalId: group.id,
            label: labelOf(group.name, group.id),
            terms: { role },
            byHand: null
          }))
        )
      ),
    { concurrency: 4 }
  )
  return Result.map(Result.all(items), (all) => all.flatMap(Option.toArray))
})

/** The groups that the account is in itself, with its role there. */
export const heldGroups = (calls: VendorReads, reach: GoogleReach): Effect.Effect<Held, VendorUnanswered> =>
  withToken(adminToken(reach, scopes), (token) => memberships(calls, reach, token))

const gone = "The group no longer exists in Google, so its membership cannot be restored"

const preconditions = ["conditionNotMet", "failedPrecondition", "FAILED_PRECONDITION"]

const refused = (answer: VendorAnswer): AppResult =>
  answer.status === 412 || reasonsIn(answer).some((reason) => preconditions.includes(reason))
    ? forAPerson("Google does not allow adding people to this group, for example because a rule manages it", answer)
    : refusal(scopes)(answer)

/** Adds the account with its former role. A role that another party restored stays. */
export const giveGroup = Effect.fnUntraced(function* (
  calls: VendorCalls,
  reach: GoogleReach,
  { externalId, terms }: EntitlementName
) {
  const opened = yield* adminToken(reach, scopes)
  if (Result.isFailure(opened)) return unlooked(opened.failure)
  const token = opened.success
  const last = yield* Ref.make(Option.none<string>())
  const isHeld: HeldLook = Effect.flatMap(roleIn(calls, reach, token, externalId), (shown) =>
    Effect.as(Result.isSuccess(shown) ? Ref.set(last, shown.success) : Effect.void, Result.map(shown, Option.isSome))
  )
  const wanted = terms["role"] ?? "MEMBER"
  const given = yield* givenBack({
    isHeld,
    write: calls.write({
      method: "POST",
      url: `${groupUrl(reach, externalId)}/members`,
      headers: headersOf(token),
      body: JSON.stringify({ email: reach.account.user.primaryEmail, role: wanted })
    }),
    then: "The group membership exists. Verified in Google",
    gone,
    refusal: refused
  })
  const now = yield* Ref.get(last)
  if (given.outcome === "failed" || given.outcome === "by_hand" || Option.isNone(now) || now.value === wanted)
    return given
  const shown = `The group membership exists with the role ${now.value}, but the former role was ${wanted}. Change the role if needed`
  return { ...given, message: cleaned(shown), verified: given.outcome === "held_already" }
})
