import { assert, describe, it } from "#test/support/suite"
import { github, githubAppToken, githubToken } from "@svc/lab/github"
import { acceptInvitation, leaveOrganisation } from "@svc/lab/github-entitlements"
import type { GithubPermission, GithubState } from "@svc/lab/github-state"
import type { LabRequest, VendorDefinition } from "@svc/lab/vendor"
import type { EntitlementName } from "#connections/vendors/protocol/entitlements"
import {
  type EntitlementsConformance,
  entitlementsBench,
  failedEntitlementChecks,
  givesBackWhatWasHeld,
  type HeldThing,
  nameOf,
  seenIn,
  whyIn
} from "./entitlements-conformance.ts"
import { returnsOnlyWhatWasTaken } from "./entitlements-property.ts"

const login = "ann-lee"
const id = "583232"
const terms = { login, user: id }

const ann = (state: GithubState) => {
  const user = state.users.find((one) => String(one.id) === id)
  if (user === undefined) throw new Error("Ann is not in the seed")
  return user
}

const isMember = (state: GithubState) => ann(state).membership === "member" || ann(state).membership === "admin"

const withheld = (permission: GithubPermission) => (state: GithubState) => void state.withheld.add(permission)

const take = (state: GithubState) => leaveOrganisation(state, ann(state))

const give = (state: GithubState) => {
  if (!isMember(state)) Object.assign(ann(state), { membership: "member", invitedAs: null })
}

const account: HeldThing<GithubState> = {
  kind: "account",
  externalId: id,
  terms: { login, role: "member" },
  byHand: null,
  isHeld: (state) => ann(state).membership === "member",
  take,
  give,
  reads: ({ method, path }) => method === "GET" && path === `/orgs/acme/memberships/${login}`,
  forbid: withheld("memberships"),
  missing: /403/,
  forbidGiving: { how: withheld("memberships_write"), missing: /admin:org.*"Members: write"/ }
}

const teamOf = (state: GithubState, team: number) => state.teams.find((one) => one.id === team)

const asksForTeams = ({ body, path }: LabRequest) => path === "/graphql" && body.includes("userLogins")

const team = (number: number, slug: string, role: "maintainer" | "member"): HeldThing<GithubState> => ({
  kind: "group",
  externalId: String(number),
  terms: { team: slug, role, ...terms },
  byHand: null,
  isHeld: (state) => teamOf(state, number)?.members.get(login) === role,
  needs: isMember,
  take: (state) => void teamOf(state, number)?.members.delete(login),
  give: (state) => {
    if (isMember(state)) teamOf(state, number)?.members.set(login, role)
  },
  reads: asksForTeams,
  forbid: withheld("teams"),
  missing: /read:org.*"Members: read"/,
  forbidGiving: { how: withheld("memberships_write"), missing: /admin:org.*"Members: write"/ },
  vanishes: {
    how: (state) => void state.teams.splice(0, state.teams.length, ...state.teams.filter((one) => one.id !== number)),
    said: /team no longer exists/
  }
})

const synchronised: HeldThing<GithubState> = {
  ...team(9105, "everybody", "member"),
  byHand: /identity provider manages the team/
}

const inherited: HeldThing<GithubState> = {
  ...team(9101, "engineering", "member"),
  terms: { team: "engineering", role: "by_child_team", ...terms },
  byHand: /comes from a child team/,
  isHeld: (state) => teamOf(state, 9102)?.members.has(login) === true,
  take: (state) => void teamOf(state, 9102)?.members.delete(login),
  give: (state) => {
    if (isMember(state)) teamOf(state, 9102)?.members.set(login, "maintainer")
  }
}

const copilot: HeldThing<GithubState> = {
  kind: "licence",
  externalId: "copilot",
  terms,
  byHand: null,
  isHeld: ({ copilot }) => copilot.has(login),
  needs: isMember,
  take: ({ copilot }) => void copilot.delete(login),
  give: (state) => {
    if (isMember(state)) state.copilot.set(login, null)
  },
  reads: ({ path }) => path.endsWith("/copilot"),
  forbid: withheld("copilot"),
  missing: /read:org.*"GitHub Copilot Business: read"/,
  forbidGiving: { how: withheld("copilot_write"), missing: /manage_billing:copilot.*"GitHub Copilot Business: write"/ }
}

const holdersOf = (state: GithubState, role: number) => state.organisationRoles.find((one) => one.id === role)?.holders

const securityManager: HeldThing<GithubState> = {
  kind: "role",
  externalId: "8132",
  terms,
  byHand: null,
  isHeld: (state) => holdersOf(state, 8132)?.get(login) === "direct",
  needs: isMember,
  take: (state) => void holdersOf(state, 8132)?.delete(login),
  give: (state) => {
    if (isMember(state)) holdersOf(state, 8132)?.set(login, "direct")
  },
  reads: ({ path }) => path.includes("/organization-roles"),
  forbid: withheld("roles"),
  missing: /admin:org.*"Custom organization roles: read"/,
  forbidGiving: { how: withheld("roles_write"), missing: /admin:org.*"Members: write"/ },
  vanishes: {
    how: ({ organisationRoles }) => void organisationRoles.splice(0, organisationRoles.length),
    said: /role no longer exists/
  }
}

/** It comes with the membership and goes with it; nothing is ever written for it. */
const seat: HeldThing<GithubState> = {
  ...account,
  kind: "licence",
  externalId: "seat",
  terms,
  isHeld: isMember,
  needs: isMember
}

const of: EntitlementsConformance<GithubState> = {
  protocol: "github",
  definition: github,
  vendors: ["github"],
  settings: { org: "acme" },
  secrets: { access_token: githubToken },
  leaver: { sourceControlUsername: login },
  givesByTerms: true,
  things: [
    account,
    team(9102, "web", "maintainer"),
    team(9103, "release", "member"),
    synchronised,
    securityManager,
    copilot
  ],
  others: (state) => ({
    users: state.users.filter((user) => user.login !== login),
    teams: state.teams.map((one) => [one.id, [...one.members, ...one.invited].filter(([who]) => who !== login)]),
    roles: state.organisationRoles.map((one) => [one.id, [...one.holders].filter(([who]) => who !== login)]),
    copilot: [...state.copilot].filter(([who]) => who !== login)
  })
}

givesBackWhatWasHeld(of)
givesBackWhatWasHeld({ ...of, named: "github, a team by one within it", things: [inherited] })

/** As GitHub does it: whoever is invited has to accept. */
const inviting = (seed = github.seed): VendorDefinition<GithubState> => ({
  ...github,
  seed: () => {
    const state = seed()
    state.habits.acceptsInvitations = false
    return state
  }
})

const isInvited = (state: GithubState) => ann(state).membership === "pending"

const byInvitation: EntitlementsConformance<GithubState> = {
  ...of,
  named: "github, by invitation",
  definition: inviting(),
  things: [{ ...account, isInvited }]
}

givesBackWhatWasHeld(byInvitation)

// By her username all of it is found, and what comes by itself comes back by itself.
const alone: VendorDefinition<GithubState> = {
  ...github,
  seed: () => {
    const state = github.seed()
    state.teams.splice(0, state.teams.length, ...state.teams.filter((one) => one.id === 9102 || one.id === 9103))
    for (const one of [9102]) Object.assign(teamOf(state, one) ?? {}, { parent: null })
    return state
  }
}

const returned: EntitlementsConformance<GithubState> = {
  ...of,
  definition: alone,
  things: [account, team(9102, "web", "maintainer"), team(9103, "release", "member"), securityManager, copilot, seat]
}

const isInvitedTo = (number: number) => (state: GithubState) => teamOf(state, number)?.invited.has(login) === true

describe("what is returned at GitHub", () => {
  returnsOnlyWhatWasTaken(returned)
  returnsOnlyWhatWasTaken({
    ...returned,
    named: "github, by invitation",
    definition: inviting(() => {
      const state = alone.seed()
      state.copilot.delete(login)
      holdersOf(state, 8132)?.delete(login)
      return state
    }),
    things: [
      { ...account, isInvited },
      ...[team(9102, "web", "maintainer"), team(9103, "release", "member")].map((one): HeldThing<GithubState> => ({
        ...one,
        needs: (state) => ann(state).membership !== null,
        isInvited: isInvitedTo(Number(one.externalId))
      })),
      { ...seat, isInvited, needs: (state) => ann(state).membership !== null }
    ]
  })
})

const named = ({ externalId, kind, terms }: HeldThing<GithubState>): EntitlementName => ({
  kind,
  externalId,
  label: "a label",
  terms
})

const web = team(9102, "web", "maintainer")

describe("Entitlements at GitHub", () => {
  // giving-back-8: A removal from GitHub and a return restore role, teams with their roles and seats; an invitation is
  //   not verified before the person accepts it.
  it.live("a removal and a return: role, teams with their roles and seats are as they were", function* () {
    const { giveBack, holdings, revoke, vendor } = yield* entitlementsBench(of)
    Object.assign(ann(vendor.state), { membership: "admin" })
    const before = yield* holdings
    assert.sameMembers(seenIn(before.sights).map(nameOf), [
      `account ${id}`,
      "group 9101",
      "group 9102",
      "group 9103",
      "group 9105",
      "role 8132",
      "licence seat",
      "licence copilot"
    ])
    yield* revoke()
    assert.isEmpty(seenIn((yield* holdings).sights))
    for (const item of seenIn(before.sights)) {
      const { outcome, verified } = yield* giveBack(item)
      if (item.byHand === null) assert.isTrue(verified, nameOf(item))
      else assert.strictEqual(outcome, "by_hand", nameOf(item))
    }
    teamOf(vendor.state, 9105)?.members.set(login, "member")
    assert.deepStrictEqual((yield* holdings).sights, before.sights)
  })

  // giving-back-8
  it.live("an invitation: returned and not verified, and everything is there once the person accepts", function* () {
    const { giveBack, holdings, revoke, vendor } = yield* entitlementsBench({ ...of, definition: inviting() })
    const before = seenIn((yield* holdings).sights)
    yield* revoke()
    for (const thing of [account, web, seat]) {
      const given = yield* giveBack(named(thing))
      assert.deepInclude(given, { outcome: "returned", verified: false })
      assert.match(given.message, /invitation, which the person must accept/)
    }
    for (const thing of [copilot, securityManager]) {
      const early = yield* giveBack(named(thing))
      assert.deepInclude(early, { outcome: "by_hand", verified: false })
      assert.match(early.message, /after the person accepts/)
    }
    assert.isEmpty(seenIn((yield* holdings).sights))
    acceptInvitation(vendor.state, ann(vendor.state))
    const now = seenIn((yield* holdings).sights)
    for (const thing of [account, web, seat]) {
      assert.deepInclude(
        now,
        before.find((item) => nameOf(item) === nameOf(thing))
      )
    }
  })

  // giving-back-8
  it.live("a team is not given to somebody outside: GitHub would invite them as an ordinary member", function* () {
    const { giveBack, revoke, vendor } = yield* entitlementsBench(of)
    yield* revoke()
    const writes = vendor.writes()
    for (const thing of [web, seat]) {
      const given = yield* giveBack(named(thing))
      assert.deepInclude(given, { outcome: "failed", verified: false })
      assert.match(given.message, /Restore the membership first/)
    }
    assert.strictEqual(vendor.writes(), writes)
  })

  // giving-back-9: Nothing at GitHub is given to whoever took the username or the team's name over.
  it.live(
    "a username that is another account's by now is given nothing; the account under its new one is",
    function* () {
      const { giveBack, revoke, vendor } = yield* entitlementsBench(of)
      yield* revoke()
      Object.assign(ann(vendor.state), { login: "ann-lee-acme" })
      vendor.state.users.push({ ...ann(vendor.state), id: 999, login })
      const given = yield* giveBack(named(account))
      assert.deepInclude(given, { outcome: "returned", verified: true })
      assert.strictEqual(ann(vendor.state).membership, "member")
      assert.isNull(vendor.state.users.find((user) => user.id === 999)?.membership)
      vendor.state.users.splice(0, vendor.state.users.length, ...vendor.state.users.filter((user) => user.id === 999))
      assert.deepInclude(yield* giveBack(named(account)), { outcome: "by_hand", verified: false })
      assert.isNull(vendor.state.users[0]?.membership)
    }
  )

  // giving-back-9
  it.live("a team that was renamed is found by its id, and another of its old name is left alone", function* () {
    const { giveBack, vendor } = yield* entitlementsBench(of)
    web.take(vendor.state)
    Object.assign(teamOf(vendor.state, 9102) ?? {}, { slug: "web-platform", name: "Web platform" })
    Object.assign(teamOf(vendor.state, 9104) ?? {}, { slug: "web", name: "Web" })
    assert.deepInclude(yield* giveBack(named(web)), { outcome: "returned", verified: true })
    assert.isTrue(web.isHeld(vendor.state))
    assert.isFalse(teamOf(vendor.state, 9104)?.members.has(login))
  })

  // giving-back-11: A role that somebody else gave meanwhile stays as they gave it.
  it.live("a role that somebody else gave meanwhile stays as they gave it, and is said", function* () {
    const { giveBack, vendor } = yield* entitlementsBench(of)
    teamOf(vendor.state, 9102)?.members.set(login, "member")
    const given = yield* giveBack(named(web))
    assert.deepInclude(given, { outcome: "held_already", verified: true })
    assert.match(given.message, /role member, but the former role was maintainer/)
    assert.strictEqual(vendor.writes(), 0)
  })

  it.live("a team that an identity provider took over meanwhile is a person's to give", function* () {
    const { giveBack, vendor } = yield* entitlementsBench(of)
    web.take(vendor.state)
    vendor.state.saml = false
    Object.assign(teamOf(vendor.state, 9102) ?? {}, { isSynchronised: true })
    const given = yield* giveBack(named(web))
    assert.deepInclude(given, { outcome: "by_hand", verified: false })
    assert.match(given.message, /identity provider/)
  })

  it.live("Copilot that is on for everybody, or that a team gives, is nothing to give to one person", function* () {
    const { giveBack, holdings, vendor } = yield* entitlementsBench(of)
    vendor.state.copilot.set(login, "web")
    const seen = seenIn((yield* holdings).sights).find(({ externalId }) => externalId === "copilot")
    assert.match(seen?.byHand ?? "", /A team assigns the Copilot seat/)
    vendor.state.copilot.delete(login)
    vendor.state.habits.copilotForAll = true
    assert.deepInclude(yield* giveBack(named(copilot)), { outcome: "by_hand", verified: false })
  })

  it.live("a role of the organisation that a team gives returns with the team", function* () {
    const { holdings, vendor } = yield* entitlementsBench(of)
    holdersOf(vendor.state, 8132)?.set(login, "indirect")
    const seen = seenIn((yield* holdings).sights).find(({ kind }) => kind === "role")
    assert.match(seen?.byHand ?? "", /A team grants the role/)
  })

  it.live("an outside collaborator is shown, and let in by hand", function* () {
    const leaver = { email: "cleo@contractor.test", sourceControlUsername: "cleo-contractor" }
    const { giveBack, holdings, vendor } = yield* entitlementsBench({ ...of, leaver })
    const [item, ...more] = seenIn((yield* holdings).sights)
    assert.isEmpty(more)
    assert.deepInclude(item, { kind: "account", externalId: "outside_collaborator" })
    assert.match(item?.byHand ?? "", /each repository separately/)
    if (item !== undefined) assert.strictEqual((yield* giveBack(item)).outcome, "by_hand")
    assert.strictEqual(vendor.writes(), 0)
  })

  it.live("found by the address alone: gone after the cut, and given back by what was kept of it", function* () {
    const { giveBack, holdings, revoke, vendor } = yield* entitlementsBench({
      ...of,
      secrets: { access_token: githubAppToken },
      leaver: { sourceControlUsername: null }
    })
    const before = seenIn((yield* holdings).sights)
    assert.include(before.map(nameOf), `account ${id}`)
    yield* revoke()
    const { kinds, sights } = yield* holdings
    assert.isEmpty(seenIn(sights))
    for (const kind of kinds) assert.isEmpty(whyIn(sights, kind))
    for (const thing of [account, web]) assert.isTrue((yield* giveBack(named(thing))).verified)
    assert.isTrue(web.isHeld(vendor.state))
  })
})

describe("the suite of entitlements catches at GitHub", () => {
  it.live("a team whose role is forgotten", function* () {
    const failed = yield* failedEntitlementChecks(
      {
        ...of,
        spoiltEntitlements: (own) => ({
          ...own,
          giveBack: (calls, service, leaver, { terms, ...item }) =>
            own.giveBack(calls, service, leaver, { ...item, terms: { ...terms, role: "member" } })
        })
      },
      web
    )
    assert.include(failed, "given back as it was held, read back after one write, and nothing else changed")
  })
})
