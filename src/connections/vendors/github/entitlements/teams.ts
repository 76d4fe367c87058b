import { Effect, Option, Result, Schema } from "effect"
import type { VendorAnswer, VendorCalls, VendorReads, VendorUnanswered } from "#connections/vendors/protocol/calls"
import type { Entitlement, EntitlementName } from "#connections/vendors/protocol/entitlements"
import { type GithubOrg, isClosed, isThrottled, wordsIn } from "#connections/vendors/github/api"
import { elementsIn, listAt } from "#connections/vendors/github/inventory/lists"
import { teamsOf } from "#connections/vendors/github/people"
import { forAPerson, type Held, labelOf, notGiven, unlooked } from "#connections/vendors/protocol/giving-back"
import { denied, type Hidden, hidden, hiddenBy } from "#connections/vendors/protocol/left-behind"
import type { AppResult } from "#connections/vendors/protocol/outcome"
import { givenMembership, membershipAt, orgMembershipPath, refusedGift, toShow } from "./memberships.ts"

/** Whose memberships they are; what it takes to give them back. */
export interface Member {
  readonly id: string
  readonly login: string
}

const synchronised = "The identity provider manages the team: members of its group there are in the team"
/** The role of a member of a child team. */
const within = "by_child_team"
const inherited = "The membership comes from a child team, and returns with that one"

const unsearched = (result: AppResult): Hidden => {
  const { message, vendorStatus: status } = result
  const lacks = status === 401 || status === 403 || status === 404
  if (lacks && !/rate.?limit/i.test(message)) return denied(toShow, status)
  return { status, why: `${message}. Scan again later` }
}

const readGroups = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Struct({ groups: Schema.optionalKey(Schema.Array(Schema.Unknown)) }))
)

/** Team synchronization of an organization with SAML, and groups of an enterprise with managed users. */
const sources = ["team-sync/group-mappings", "external-groups"] as const

/** Teams filled by an identity provider; an organization without such a source reports that once. */
const filled = Effect.fnUntraced(function* (
  calls: VendorReads,
  github: GithubOrg,
  slugs: ReadonlyArray<string>
): Effect.fn.Return<Result.Result<ReadonlySet<string>, Hidden>, VendorUnanswered> {
  const all = new Set<string>()
  for (const source of sources) {
    for (const slug of slugs) {
      const url = `${github.api}/orgs/${github.org}/teams/${encodeURIComponent(slug)}/${source}`
      const answer = yield* calls.read({ url, headers: github.headers })
      if (isClosed(answer)) break
      if (answer.status >= 300) return Result.fail(hiddenBy(toShow, answer))
      if (Option.exists(readGroups(answer.body), ({ groups }) => (groups ?? []).length > 0)) all.add(slug)
    }
  }
  return Result.succeed(all)
})

/** The teams that a member is in, with the role there. */
export const heldTeams = Effect.fnUntraced(function* (
  calls: VendorReads,
  github: GithubOrg,
  member: Member
): Effect.fn.Return<Held, VendorUnanswered> {
  const searched = yield* teamsOf(calls, github, member.login)
  if (searched._tag === "Failed") return Result.fail(unsearched(searched.result))
  if (searched._tag === "Closed") return Result.fail(denied(toShow, 404))
  const ids = searched.all.filter(({ id }) => id !== null)
  if (ids.length < searched.all.length) return hidden("GitHub shows a team without its id. Scan again later")
  const synced = yield* filled(
    calls,
    github,
    searched.all.map(({ slug }) => slug)
  )
  return Result.map(synced, (bySync) =>
    searched.all.map(({ id, name, role, slug }): Entitlement => ({
      kind: "group",
      externalId: String(id),
      label: labelOf(name, slug),
      terms: { team: slug, role: Option.getOrElse(role, () => within), login: member.login, user: member.id },
      byHand: bySync.has(slug) ? synchronised : Option.isNone(role) ? inherited : null
    }))
  )
})

const Team = Schema.Struct({ id: Schema.Int, slug: Schema.String })
const readTeam = Schema.decodeUnknownOption(Schema.fromJsonString(Team))
const readTeams = elementsIn(Team)

/** What the team of an id is called now: its slug follows its name. */
const slugNow = Effect.fnUntraced(function* (
  calls: VendorReads,
  github: GithubOrg,
  id: string,
  slug: string
): Effect.fn.Return<Result.Result<Option.Option<string>, Hidden>, VendorUnanswered> {
  const path = `/orgs/${github.org}/teams`
  const url = `${github.api}${path}/${encodeURIComponent(slug)}`
  const answer = yield* calls.read({ url, headers: github.headers })
  if (answer.status >= 300 && answer.status !== 404) return Result.fail(hiddenBy(toShow, answer))
  const shown = answer.status < 300 ? readTeam(answer.body) : Option.none()
  if (Option.exists(shown, (team) => String(team.id) === id)) return Result.succeed(Option.some(slug))
  const teams = yield* listAt(calls, github, `${path}?per_page=100`, readTeams, toShow)
  return Result.map(teams, (all) =>
    Option.map(Option.fromUndefinedOr(all.find((team) => String(team.id) === id)), (team) => team.slug)
  )
})

const gone = "The team no longer exists in GitHub, so its membership cannot be restored"

const refusal = (answer: VendorAnswer): AppResult => {
  const isManaged = answer.status === 403 && !isThrottled(answer)
  return isManaged && /synchroni[sz]|external(?:ly)? |identity provider|managed/i.test(wordsIn(answer))
    ? forAPerson(synchronised, answer)
    : refusedGift(answer)
}

/** Only for a member of the organization: GitHub would invite others as ordinary members. */
export const giveTeam = Effect.fnUntraced(function* (
  calls: VendorCalls,
  github: GithubOrg,
  login: string,
  { externalId, terms }: EntitlementName
) {
  const slug = yield* slugNow(calls, github, externalId, terms["team"] ?? "")
  if (Result.isFailure(slug)) return unlooked(slug.failure)
  if (Option.isNone(slug.success)) return notGiven(gone)
  const membership = yield* membershipAt(calls, github, orgMembershipPath(github, login))
  if (Result.isFailure(membership)) return unlooked(membership.failure)
  if (membership.success.state === "none") {
    return notGiven("The person is not a member of the organization. Restore the membership first")
  }
  const team = slug.success.value
  const path = `/orgs/${github.org}/teams/${encodeURIComponent(team)}/memberships/${encodeURIComponent(login)}`
  const role = terms["role"] ?? "member"
  const synced = yield* filled(calls, github, [team])
  if (Result.isFailure(synced)) return unlooked(synced.failure)
  const why = role === within ? inherited : synced.success.has(team) ? synchronised : null
  return yield* givenMembership(calls, github, {
    path,
    role,
    what: "The membership of the team",
    byHand: why,
    gone,
    refusal
  })
})
