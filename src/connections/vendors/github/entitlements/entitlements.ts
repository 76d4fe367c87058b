import type { EntitlementKind } from "@svc/contract/entitlements/schema"
import { Effect, Option, Result } from "effect"
import type { VendorAddresses } from "#connections/vendors/protocol/addresses"
import type { Entitlement, Entitlements, EntitlementSight } from "#connections/vendors/protocol/entitlements"
import { githubOrg } from "#connections/vendors/github/api"
import type { GithubAccount } from "#connections/vendors/github/look-up"
import { loginOf } from "#connections/vendors/github/owner-login"
import { byHand, type Held, nothingHeld, notGiven, sightOf } from "#connections/vendors/protocol/giving-back"
import type { Owner } from "#connections/vendors/protocol/inventory"
import {
  givenMembership,
  type Membership,
  membershipAt,
  orgMembershipPath,
  refusedGift,
  toShow
} from "./memberships.ts"
import { giveRole, heldRoles } from "./organisation-roles.ts"
import { loginNow } from "./person.ts"
import { giveSeat, heldSeats } from "./seats.ts"
import { giveTeam, heldTeams } from "./teams.ts"

const kinds: ReadonlyArray<EntitlementKind> = ["account", "group", "role", "licence"]

const noOrganisation = "The connection has no GitHub organization. Connect GitHub again and send org"

const perRepository = "An outside collaborator is added to each repository separately"

const anothers = "It was held by another GitHub account than the current one"

const isNumber = (accountId: string | null) => accountId !== null && /^\d+$/.test(accountId)

const notVisible = (why: string) => kinds.map((kind): EntitlementSight => ({ _tag: "NotVisible", kind, why }))

/** A person in no team, and without a seat that an organization's list shows. */
const collaborator = ({ account }: Owner<GithubAccount>): ReadonlyArray<Entitlement> =>
  Option.match(
    Option.filter(account, ({ kind }) => kind === "collaborator"),
    {
      onNone: () => [],
      onSome: ({ login }): ReadonlyArray<Entitlement> => [
        {
          kind: "account",
          externalId: "outside_collaborator",
          label: "outside collaborator",
          terms: login === null ? {} : { login },
          byHand: perRepository
        }
      ]
    }
  )

const memberOf = (membership: Membership) =>
  membership.state === "active" && membership.user !== null
    ? Option.some({ id: String(membership.user.id), login: membership.user.login, role: membership.role })
    : Option.none()

/**
 * A person's access in a GitHub organization. Once they are removed, GitHub finds no one by email: each item stores its
 * username and account id.
 */
export const githubEntitlements = (addresses: VendorAddresses["Service"]): Entitlements<GithubAccount> => ({
  kinds,

  look: Effect.fn("GithubEntitlements.look")(function* (calls, service, owner) {
    const github = githubOrg(addresses, service)
    if (Option.isNone(github)) return notVisible(noOrganisation)
    const login = loginOf(owner)
    if (Option.isNone(login)) return nothingHeld(kinds)
    const membership = yield* membershipAt(calls, github.value, orgMembershipPath(github.value, login.value))
    if (Result.isFailure(membership)) return notVisible(membership.failure.why)
    const { state } = membership.success
    const member = memberOf(membership.success)
    if (Option.isNone(member)) {
      if (state === "active")
        return notVisible(`GitHub shows a membership without its person; seeing it needs ${toShow.needs}`)
      const outside: Held = Result.succeed(collaborator(owner))
      return [sightOf("account", outside), ...nothingHeld(kinds.filter((kind) => kind !== "account"))]
    }
    const { role, ...person } = member.value
    const account: Held = Result.succeed([
      {
        kind: "account",
        externalId: person.id,
        label: "membership",
        terms: { login: person.login, role },
        byHand: null
      }
    ])
    return [
      sightOf("account", account),
      sightOf("group", yield* heldTeams(calls, github.value, person)),
      sightOf("role", yield* heldRoles(calls, github.value, person)),
      sightOf("licence", yield* heldSeats(calls, github.value, person))
    ]
  }),

  giveBack: Effect.fn("GithubEntitlements.giveBack")(function* (calls, service, { leaver }, entitlement) {
    const github = githubOrg(addresses, service)
    if (Option.isNone(github)) return notGiven(noOrganisation)
    const { externalId, kind, terms } = entitlement
    if (externalId === "outside_collaborator") return byHand(perRepository)
    const id = kind === "account" ? externalId : (terms["user"] ?? "")
    if (isNumber(leaver.accountId) && id !== leaver.accountId) return byHand(anothers)
    const login = yield* loginNow(calls, github.value, { id, login: terms["login"] ?? "" })
    if (Result.isFailure(login)) return login.failure
    switch (kind) {
      case "account":
        return yield* givenMembership(calls, github.value, {
          path: orgMembershipPath(github.value, login.success),
          role: terms["role"] === "admin" ? "admin" : "member",
          what: "The membership",
          refusal: refusedGift
        })
      case "group":
        return yield* giveTeam(calls, github.value, login.success, entitlement)
      case "licence":
        return yield* giveSeat(calls, github.value, login.success, externalId)
      case "role":
        return yield* giveRole(calls, github.value, login.success, externalId)
    }
  })
})
