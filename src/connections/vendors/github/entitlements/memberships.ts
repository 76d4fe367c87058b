import { Effect, Option, Ref, Result, Schema } from "effect"
import type { VendorAnswer, VendorCalls, VendorReads, VendorUnanswered } from "#connections/vendors/protocol/calls"
import type { GivenBack } from "#connections/vendors/protocol/entitlements"
import { type GithubOrg, isThrottled } from "#connections/vendors/github/api"
import { showing, writeAt } from "#connections/vendors/github/inventory/lists"
import { givenBack } from "#connections/vendors/protocol/giving-back"
import { type Hidden, hidden, hiddenBy, refusedFor } from "#connections/vendors/protocol/left-behind"
import { type AppResult, cleaned } from "#connections/vendors/protocol/outcome"

/** As GitHub shows one of the organization or of a team; `pending`: an invitation that was not accepted yet. */
export type Membership =
  | { readonly state: "none" }
  | { readonly state: "pending" | "active"; readonly role: string; readonly user: { id: number; login: string } | null }

const none: Membership = { state: "none" }

export const toShow = showing('the scope read:org, or a GitHub App with the permission "Members: read"')
const toGive = showing('the scope admin:org, or a GitHub App with the permission "Members: write"')

const readMembership = Schema.decodeUnknownOption(
  Schema.fromJsonString(
    Schema.Struct({
      state: Schema.String,
      role: Schema.String,
      user: Schema.optionalKey(Schema.NullOr(Schema.Struct({ id: Schema.Int, login: Schema.String })))
    })
  )
)

type MembershipLook = Effect.Effect<Result.Result<Membership, Hidden>, VendorUnanswered>

/** The membership at this path; a 404 there means none. */
export const membershipAt = (calls: VendorReads, { api, headers }: GithubOrg, path: string): MembershipLook =>
  Effect.map(calls.read({ url: `${api}${path}`, headers }), (answer): Result.Result<Membership, Hidden> => {
    if (answer.status === 404) return Result.succeed(none)
    if (answer.status >= 300) return Result.fail(hiddenBy(toShow, answer))
    return Option.match(readMembership(answer.body), {
      onNone: () => hidden("GitHub's answer was not a membership. Scan again later", answer.status),
      onSome: ({ role, state, user }) =>
        Result.succeed<Membership>({ state: state === "active" ? "active" : "pending", role, user: user ?? null })
    })
  })

export const orgMembershipPath = ({ org }: GithubOrg, login: string) =>
  `/orgs/${org}/memberships/${encodeURIComponent(login)}`

/** For what comes with a membership that waits for the person. */
export const invited = (what: string): GivenBack => ({
  outcome: "returned",
  message: cleaned(`${what}: GitHub sent an invitation, which the person must accept`),
  verified: false
})

export const refusedGift = (answer: VendorAnswer): AppResult =>
  refusedFor(toGive, answer, isThrottled(answer) ? "rate limit" : undefined)

interface Gift {
  readonly path: string
  /** In GitHub's words: it is held with no other role when it is given. */
  readonly role: string
  /** "The membership", "The membership of the team". */
  readonly what: string
  readonly gone?: string
  /** Why only a person can give it; null where the API can. */
  readonly byHand?: string | null
  readonly refusal: (answer: VendorAnswer) => AppResult
}

/** A membership with its role. If another party restored it, it keeps the role they chose. */
export const givenMembership = Effect.fnUntraced(function* (
  calls: VendorCalls,
  github: GithubOrg,
  { byHand = null, gone, path, refusal, role, what }: Gift
) {
  const last = yield* Ref.make<Membership>(none)
  const isHeld = Effect.flatMap(membershipAt(calls, github, path), (shown) =>
    Effect.as(
      Result.isSuccess(shown) ? Ref.set(last, shown.success) : Effect.void,
      Result.map(shown, ({ state }) => state !== "none")
    )
  )
  const given = yield* givenBack({
    isHeld,
    write: calls.write(writeAt(github, path, { method: "PUT", body: { role } })),
    then: `${what} exists. Verified in GitHub`,
    byHand,
    ...(gone === undefined ? {} : { gone }),
    refusal
  })
  const now = yield* Ref.get(last)
  if (given.outcome === "failed" || given.outcome === "by_hand" || now.state === "none") return given
  if (now.state === "pending") return invited(what)
  if (now.role === role || byHand !== null) return given
  const shown = `${what} exists with the role ${now.role}, but the former role was ${role}. Change the role in GitHub if needed`
  return { ...given, message: cleaned(shown), verified: given.outcome === "held_already" }
})
