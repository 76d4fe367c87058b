import { Effect, Option, Result } from "effect"
import type { VendorAnswer, VendorCalls, VendorReads, VendorUnanswered } from "#connections/vendors/protocol/calls"
import type { Entitlement, GivenBack } from "#connections/vendors/protocol/entitlements"
import { byHand, forAPerson, givenBack, type Held, notGiven, unlooked } from "#connections/vendors/protocol/giving-back"
import { type Hidden, hidden, hiddenBy, refusedFor } from "#connections/vendors/protocol/left-behind"
import type { AppResult } from "#connections/vendors/protocol/outcome"
import { showing, type SlackWeb, writeTo } from "#connections/vendors/slack/inventory/lists"
import {
  actingToken,
  bearer,
  readingToken,
  saidIn,
  type SlackUser,
  withPlainStatus
} from "#connections/vendors/slack/web"

const toShow = showing("the scope users:read for roles and seats")
const toGive = showing("the scope admin.users:write (Enterprise) of an owner's admin_token")

type MemberLook = Effect.Effect<Result.Result<SlackUser, Hidden>, VendorUnanswered>

/** The member with the flags that tell role and seat. */
export const memberAt = (calls: VendorReads, { connection, url }: SlackWeb, id: string): MemberLook =>
  Effect.map(
    calls.read({
      url: `${url}/users.info?user=${encodeURIComponent(id)}`,
      headers: bearer(readingToken(connection))
    }),
    (answer) => {
      const said = saidIn(answer)
      if (said.status >= 300) return Result.fail(hiddenBy(toShow, withPlainStatus(answer)))
      return Option.match(said.user, {
        onNone: () => hidden("Slack's answer could not be read. Scan again later", answer.status),
        onSome: (user) => Result.succeed(user)
      })
    }
  )

type Role = "primary_owner" | "owner" | "admin"

const labels = { primary_owner: "Primary owner", owner: "Workspace owner", admin: "Workspace admin" } as const

const roleOf = ({ deleted, is_admin, is_owner, is_primary_owner }: SlackUser): Option.Option<Role> => {
  if (deleted === true) return Option.none()
  if (is_primary_owner === true) return Option.some("primary_owner")
  if (is_owner === true) return Option.some("owner")
  return is_admin === true ? Option.some("admin") : Option.none()
}

const isFull = ({ deleted, is_restricted, is_ultra_restricted }: SlackUser) =>
  deleted !== true && is_restricted !== true && is_ultra_restricted !== true

const transferred = "Only the primary owner can transfer this role in Slack"

/** The highest role in the workspace: each of them includes those below it. */
export const heldRole = (user: SlackUser): ReadonlyArray<Entitlement> =>
  Option.match(roleOf(user), {
    onNone: () => [],
    onSome: (role) => [
      {
        kind: "role",
        externalId: role,
        label: labels[role],
        terms: {},
        byHand: role === "primary_owner" ? transferred : null
      }
    ]
  })

export const heldSeat = (user: SlackUser): ReadonlyArray<Entitlement> =>
  isFull(user) ? [{ kind: "licence", externalId: "seat", label: "Full member", terms: {}, byHand: null }] : []

export const heldBy = (member: Result.Result<SlackUser, Hidden>, of: typeof heldRole): Held => Result.map(member, of)

/** It comes with the account, and nothing is written for it. */
export const giveSeat = Effect.fnUntraced(function* (calls: VendorReads, web: SlackWeb, id: string) {
  const member = yield* memberAt(calls, web, id)
  if (Result.isFailure(member)) return unlooked(member.failure)
  const held: GivenBack = {
    outcome: "held_already",
    message: "The seat exists: it comes with the account, which Slack shows as a full member",
    verified: true
  }
  if (member.success.deleted === true) return notGiven("The seat comes with the account. Restore the account first")
  return isFull(member.success) ? held : byHand("Slack shows the account as a guest")
})

const ofPlan = [
  "feature_not_enabled",
  "not_an_enterprise",
  "paid_only",
  "paid_teams_only",
  "team_not_eligible",
  "unknown_method"
]

const refusal = (answer: VendorAnswer): AppResult => {
  const { error } = saidIn(answer)
  return error !== undefined && ofPlan.includes(error)
    ? forAPerson("Slack has an API for roles with Enterprise only", answer)
    : refusedFor(toGive, answer, error)
}

/** Never lowers a role: a member who has become an owner is an admin too. */
export const giveRole = (calls: VendorCalls, web: SlackWeb, id: string, role: string) => {
  if (role !== "owner" && role !== "admin") return Effect.succeed(byHand(transferred))
  const includes: ReadonlyArray<Role> =
    role === "owner" ? ["primary_owner", "owner"] : ["primary_owner", "owner", "admin"]
  return givenBack({
    isHeld: Effect.map(
      memberAt(calls, web, id),
      Result.map((user) => Option.exists(roleOf(user), (now) => includes.includes(now)))
    ),
    write: writeTo(
      calls,
      web,
      actingToken(web.connection),
      role === "owner" ? "admin.users.setOwner" : "admin.users.setAdmin",
      { team_id: web.connection.settings["team_id"], user_id: id }
    ),
    then: `The person is a ${labels[role].toLowerCase()}. Verified in Slack`,
    refusal
  })
}
