import { Effect, Option, Result, Schema } from "effect"
import type { VendorAnswer, VendorCalls, VendorReads, VendorUnanswered } from "#connections/vendors/protocol/calls"
import type { Entitlement } from "#connections/vendors/protocol/entitlements"
import { type GithubOrg, isThrottled, same } from "#connections/vendors/github/api"
import { elementsIn, listAt, showing, writeAt } from "#connections/vendors/github/inventory/lists"
import { byHand, givenBack, type Held, labelOf, notGiven, unlooked } from "#connections/vendors/protocol/giving-back"
import { denied, type Hidden, hidden, hiddenBy, refusedFor } from "#connections/vendors/protocol/left-behind"
import type { AppResult } from "#connections/vendors/protocol/outcome"
import { membershipAt, orgMembershipPath } from "./memberships.ts"
import type { Member } from "./teams.ts"

const toShow = showing(
  'the scope admin:org, or a GitHub App with the permissions "Custom organization roles: read" and "Members: read"'
)
const toGive = showing('the scope admin:org, or a GitHub App with the permission "Members: write"')

const byTeam = "A team grants the role: it returns with the team membership"

const Role = Schema.Struct({ id: Schema.Int, name: Schema.optionalKey(Schema.NullOr(Schema.String)) })
type Role = typeof Role.Type

const readRoles = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({ roles: Schema.Array(Role) })))

const readHolders = elementsIn(
  Schema.Struct({ login: Schema.String, assignment: Schema.optionalKey(Schema.NullOr(Schema.String)) })
)

const roles = Effect.fnUntraced(function* (
  calls: VendorReads,
  { api, headers, org }: GithubOrg
): Effect.fn.Return<Result.Result<ReadonlyArray<Role>, Hidden>, VendorUnanswered> {
  const answer = yield* calls.read({ url: `${api}/orgs/${org}/organization-roles`, headers })
  if (answer.status === 404) return Result.fail(denied(toShow, 404))
  if (answer.status >= 300) return Result.fail(hiddenBy(toShow, answer))
  return Option.match(readRoles(answer.body), {
    onNone: () => hidden("GitHub's answer could not be read. Scan again later", answer.status),
    onSome: (all) => Result.succeed(all.roles)
  })
})

type Assignment = Option.Option<"direct" | "by team">

/** Whether a person has a role, directly or through a team. */
const assignment = (
  calls: VendorReads,
  github: GithubOrg,
  role: string,
  login: string
): Effect.Effect<Result.Result<Assignment, Hidden>, VendorUnanswered> => {
  const path = `/orgs/${github.org}/organization-roles/${encodeURIComponent(role)}/users?per_page=100`
  return Effect.map(
    listAt(calls, github, path, readHolders, toShow),
    Result.map((all) =>
      Option.map(Option.fromUndefinedOr(all.find((one) => same(one.login, login))), (one) =>
        one.assignment === "indirect" ? "by team" : "direct"
      )
    )
  )
}

/** The member's organization roles: each role has to be asked for its holders. */
export const heldRoles = Effect.fnUntraced(function* (
  calls: VendorReads,
  github: GithubOrg,
  member: Member
): Effect.fn.Return<Held, VendorUnanswered> {
  const all = yield* roles(calls, github)
  if (Result.isFailure(all)) return Result.fail(all.failure)
  const asked = yield* Effect.forEach(
    all.success,
    (role) =>
      Effect.map(assignment(calls, github, String(role.id), member.login), (shown) =>
        Result.map(shown, (held) =>
          Option.map(held, (how): Entitlement => ({
            kind: "role",
            externalId: String(role.id),
            label: labelOf(role.name, String(role.id)),
            terms: { login: member.login, user: member.id },
            byHand: how === "by team" ? byTeam : null
          }))
        )
      ),
    { concurrency: 4 }
  )
  return Result.map(Result.all(asked), (items) => items.flatMap((item) => Option.toArray(item)))
})

const gone = "The role no longer exists in GitHub, so it cannot be restored"

const refusal = (answer: VendorAnswer): AppResult =>
  refusedFor(toGive, answer, isThrottled(answer) ? "rate limit" : undefined)

export const giveRole = Effect.fnUntraced(function* (
  calls: VendorCalls,
  github: GithubOrg,
  login: string,
  externalId: string
) {
  const membership = yield* membershipAt(calls, github, orgMembershipPath(github, login))
  if (Result.isFailure(membership)) return unlooked(membership.failure)
  const { state } = membership.success
  if (state === "none") return notGiven("Only members have roles. Restore the membership first")
  if (state === "pending") return byHand("GitHub grants the role after the person accepts the invitation")
  const all = yield* roles(calls, github)
  if (Result.isFailure(all)) return unlooked(all.failure)
  if (!all.success.some(({ id }) => String(id) === externalId)) return notGiven(gone)
  const path = `/orgs/${github.org}/organization-roles/users/${encodeURIComponent(login)}/${encodeURIComponent(externalId)}`
  return yield* givenBack({
    isHeld: Effect.map(assignment(calls, github, externalId, login), Result.map(Option.isSome)),
    write: calls.write(writeAt(github, path, { method: "PUT" })),
    then: "The role is assigned. Verified in GitHub",
    gone,
    refusal
  })
})
