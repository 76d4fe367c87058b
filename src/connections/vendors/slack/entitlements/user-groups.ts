import { Effect, Option, Ref, Result, Schema } from "effect"
import type { VendorAnswer, VendorCalls, VendorReads } from "#connections/vendors/protocol/calls"
import type { Entitlement } from "#connections/vendors/protocol/entitlements"
import { byHand, givenBack, type Held, type HeldLook, labelOf } from "#connections/vendors/protocol/giving-back"
import { hidden, refusedFor } from "#connections/vendors/protocol/left-behind"
import { type AppResult, failed } from "#connections/vendors/protocol/outcome"
import { listOf, showing, type SlackWeb, writeTo } from "#connections/vendors/slack/inventory/lists"
import { actingToken, readingToken, saidIn } from "#connections/vendors/slack/web"

const toShow = showing("the scope usergroups:read for user groups")
const toGive = showing("the scope usergroups:write for user groups, of a member who can change them")

const maybe = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

const UserGroup = Schema.Struct({
  id: Schema.String,
  name: maybe(Schema.String),
  handle: maybe(Schema.String),
  users: maybe(Schema.Array(Schema.String)),
  auto_type: maybe(Schema.String),
  is_idp_group: maybe(Schema.Boolean)
})
type UserGroup = typeof UserGroup.Type

const readGroups = (body: string) =>
  Option.map(
    Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({ usergroups: Schema.Array(UserGroup) })))(body),
    ({ usergroups }) => usergroups
  )

const filledBy = ({ auto_type, is_idp_group }: UserGroup) => {
  if (is_idp_group === true) return "The identity provider manages the group: members of its group are in it"
  return auto_type === undefined || auto_type === null || auto_type === ""
    ? null
    : "Slack adds everyone with the role to the group automatically"
}

/** Enabled ones, each with its members. */
const groupsOf = (calls: VendorReads, web: SlackWeb) => {
  const team = web.connection.settings["team_id"]
  return listOf(calls, web, {
    method: "usergroups.list",
    parameters: { include_users: "true", ...(typeof team === "string" ? { team_id: team } : {}) },
    token: readingToken(web.connection),
    itemsIn: readGroups,
    next: () => Option.none(),
    showing: toShow
  })
}

/** A member's user groups. */
export const heldGroups = (calls: VendorReads, web: SlackWeb, user: string) =>
  Effect.map(groupsOf(calls, web), (shown): Held =>
    Result.map(shown, (all) =>
      all
        .filter(({ users }) => (users ?? []).includes(user))
        .map((group): Entitlement => ({
          kind: "group",
          externalId: group.id,
          label: labelOf(group.name ?? group.handle, group.id),
          terms: {},
          byHand: filledBy(group)
        }))
    )
  )

const gone = "The user group no longer exists, or is disabled in Slack"

const refusal = (answer: VendorAnswer): AppResult => {
  const { error } = saidIn(answer)
  if (error === "no_such_subteam") return { ...failed(gone), vendorStatus: answer.status }
  const plain = refusedFor(toGive, answer, error)
  return error === "invalid_users" ? { ...plain, message: `${plain.message}. Restore the account first` } : plain
}

/** Slack takes the whole list of members: it is read, and one is added. */
export const giveGroup = Effect.fnUntraced(function* (calls: VendorCalls, web: SlackWeb, user: string, id: string) {
  const last = yield* Ref.make(Option.none<UserGroup>())
  const isHeld: HeldLook = Effect.flatMap(groupsOf(calls, web), (shown) => {
    if (Result.isFailure(shown)) return Effect.succeed(Result.fail(shown.failure))
    const group = Option.fromUndefinedOr(shown.success.find((one) => one.id === id))
    const isMember = Option.map(group, ({ users }) => (users ?? []).includes(user))
    return Effect.as(
      Ref.set(last, group),
      Option.match(isMember, { onNone: () => hidden(gone, 404), onSome: (is) => Result.succeed(is) })
    )
  })
  const before = yield* isHeld
  const filled = Option.flatMap(yield* Ref.get(last), (group) => Option.fromNullOr(filledBy(group)))
  if (Option.isSome(filled) && Result.isSuccess(before) && !before.success) return byHand(filled.value)
  return yield* givenBack({
    isHeld,
    write: Effect.flatMap(Ref.get(last), (group) =>
      writeTo(calls, web, actingToken(web.connection), "usergroups.users.update", {
        usergroup: id,
        users: [...Option.match(group, { onNone: () => [], onSome: ({ users }) => users ?? [] }), user].join(",")
      })
    ),
    then: "The person is in the user group. Verified in Slack",
    gone,
    refusal
  })
})
