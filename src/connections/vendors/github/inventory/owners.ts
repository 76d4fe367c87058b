import { Effect, Option, Result, Schema } from "effect"
import { type GithubOrg, same } from "#connections/vendors/github/api"
import { membershipUrl } from "#connections/vendors/github/look-up"
import type { VendorReads } from "#connections/vendors/protocol/calls"
import type { LeftBehind } from "#connections/vendors/protocol/inventory"
import { hidden, hiddenBy } from "#connections/vendors/protocol/left-behind"
import { elementsIn, listAt, showing } from "./lists.ts"

const needed = showing('the scope read:org, or a GitHub App with the organization permission "Members: read"')

const readMembership = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Struct({ role: Schema.String, state: Schema.optionalKey(Schema.String) }))
)
const readMembers = elementsIn(Schema.Struct({ login: Schema.String }))

const lastOwner = (org: string, login: string): LeftBehind => ({
  kind: "ownership",
  externalId: `owner:${login.toLowerCase()}`,
  label: `Owner of the GitHub organization ${org}`,
  risk: "high",
  privileges: ["owner"],
  lastUsedAt: null,
  closing: "by_hand",
  stopsTheCut: `Last owner of the GitHub organization ${org}: add another owner first`
})

const ownership = Effect.fnUntraced(function* (calls: VendorReads, github: GithubOrg, login: string) {
  const { headers, org } = github
  const answer = yield* calls.read({ url: membershipUrl(github, login), headers })
  // In an organization that shows its members, 404 means no membership.
  if (answer.status === 404) return Result.succeed<ReadonlyArray<LeftBehind>>([])
  if (answer.status >= 300) return Result.fail(hiddenBy(needed, answer))
  const membership = readMembership(answer.body)
  if (Option.isNone(membership)) return hidden("GitHub's answer was not a membership. Scan again later")
  if (membership.value.role !== "admin") return Result.succeed<ReadonlyArray<LeftBehind>>([])
  const owners = yield* listAt(calls, github, `/orgs/${org}/members?role=admin&per_page=100`, readMembers, needed)
  if (Result.isFailure(owners)) return Result.fail(owners.failure)
  const isShown = owners.success.some((owner) => same(owner.login, login))
  if (!isShown) {
    return hidden(`GitHub does not show all owners of the organization. The connection needs ${needed.needs}`)
  }
  return Result.succeed(owners.success.length > 1 ? [] : [lastOwner(org, login)])
})

/** Whether the organization would lose its last owner. Other ownership ends with the membership. */
export const owners = (calls: VendorReads, github: GithubOrg, login: string) =>
  Effect.map(ownership(calls, github, login), (shown) => [{ kind: "ownership" as const, shown }])
