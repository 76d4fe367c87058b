import { Effect, Option, Result, Schema } from "effect"
import type { VendorAnswer, VendorCalls, VendorReads, VendorUnanswered } from "#connections/vendors/protocol/calls"
import type { Entitlement, GivenBack } from "#connections/vendors/protocol/entitlements"
import { type GithubOrg, isThrottled } from "#connections/vendors/github/api"
import { showing, writeAt } from "#connections/vendors/github/inventory/lists"
import { byHand, forAPerson, givenBack, type Held, notGiven, unlooked } from "#connections/vendors/protocol/giving-back"
import { type Hidden, hidden, hiddenBy, refusedFor } from "#connections/vendors/protocol/left-behind"
import type { AppResult } from "#connections/vendors/protocol/outcome"
import { invited, membershipAt, orgMembershipPath } from "./memberships.ts"
import type { Member } from "./teams.ts"

const toShow = showing('the scope read:org, or a GitHub App with the permission "GitHub Copilot Business: read"')
const toGive = showing(
  'the scope manage_billing:copilot, or a GitHub App with the permission "GitHub Copilot Business: write"'
)

const copilot = "copilot"

const Seat = Schema.Struct({
  assigning_team: Schema.optionalKey(Schema.NullOr(Schema.Struct({ slug: Schema.optionalKey(Schema.String) })))
})
type Seat = typeof Seat.Type

const readSeat = Schema.decodeUnknownOption(Schema.fromJsonString(Seat))

const byTeam = "A team assigns the Copilot seat: it returns with the team membership"

type SeatLook = Effect.Effect<Result.Result<Option.Option<Seat>, Hidden>, VendorUnanswered>

/** None without a seat (404), in an organization without Copilot, and for an invited person (422). */
const copilotSeat = (calls: VendorReads, { api, headers, org }: GithubOrg, login: string): SeatLook =>
  Effect.map(
    calls.read({ url: `${api}/orgs/${org}/members/${encodeURIComponent(login)}/copilot`, headers }),
    (answer): Result.Result<Option.Option<Seat>, Hidden> => {
      if (answer.status === 404 || answer.status === 422) return Result.succeed(Option.none())
      if (answer.status >= 300) return Result.fail(hiddenBy(toShow, answer))
      const seat = readSeat(answer.body)
      return Option.isSome(seat) ? Result.succeed(seat) : hidden("GitHub's answer could not be read", answer.status)
    }
  )

/** The member's seats: the organization's, and one for Copilot. */
export const heldSeats = Effect.fnUntraced(function* (calls: VendorReads, github: GithubOrg, member: Member) {
  const seat = yield* copilotSeat(calls, github, member.login)
  const terms = { login: member.login, user: member.id }
  const own: Entitlement = { kind: "licence", externalId: "seat", label: "Seat", terms, byHand: null }
  const held: Held = Result.map(seat, (found) => [
    own,
    ...Option.match(found, {
      onNone: () => [],
      onSome: ({ assigning_team }): ReadonlyArray<Entitlement> => [
        {
          kind: "licence",
          externalId: copilot,
          label: "Copilot",
          terms,
          byHand: assigning_team === undefined || assigning_team === null ? null : byTeam
        }
      ]
    })
  ])
  return held
})

/** The organization's seat comes with the membership, without a write. */
const heldByMembership: GivenBack = {
  outcome: "held_already",
  message: "The seat exists: it comes with the membership. Verified in GitHub",
  verified: true
}

const refusal = (answer: VendorAnswer): AppResult =>
  answer.status === 422
    ? forAPerson("This organization's settings do not allow assigning Copilot seats to single people", answer)
    : refusedFor(toGive, answer, isThrottled(answer) ? "rate limit" : undefined)

/** Seats are members' alone: who is invited has none for Copilot before they accept. */
export const giveSeat = Effect.fnUntraced(function* (
  calls: VendorCalls,
  github: GithubOrg,
  login: string,
  externalId: string
) {
  const membership = yield* membershipAt(calls, github, orgMembershipPath(github, login))
  if (Result.isFailure(membership)) return unlooked(membership.failure)
  const { state } = membership.success
  if (state === "none") return notGiven("The seat comes with the membership. Restore the membership first")
  if (externalId === "seat")
    return state === "pending" ? invited("The seat comes with the membership") : heldByMembership
  if (externalId !== copilot) return byHand("GitHub has no such license that this service can assign")
  return yield* givenBack({
    isHeld: Effect.map(copilotSeat(calls, github, login), Result.map(Option.isSome)),
    write: calls.write(
      writeAt(github, `/orgs/${github.org}/copilot/billing/selected_users`, {
        method: "POST",
        body: { selected_usernames: [login] }
      })
    ),
    then: "The Copilot seat is assigned. Verified in GitHub",
    byHand: state === "pending" ? "GitHub assigns a Copilot seat after the person accepts the invitation" : null,
    gone: "This organization has no Copilot, so the seat cannot be restored",
    refusal
  })
})
