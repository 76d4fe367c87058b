import { assert, describe, it } from "#test/support/suite"
import { slack, slackAdminToken, slackBotToken, type SlackState } from "@svc/lab/slack"
import { deactivate } from "@svc/lab/slack-entitlements"
import type { LabRequest } from "@svc/lab/vendor"
import type { EntitlementName } from "#connections/vendors/protocol/entitlements"
import {
  type EntitlementsConformance,
  entitlementsBench,
  givesBackWhatWasHeld,
  type HeldThing,
  nameOf,
  seenIn,
  whyIn
} from "./entitlements-conformance.ts"
import { returnsOnlyWhatWasTaken } from "./entitlements-property.ts"

const id = "U0ANN"

const userOf = (state: SlackState, member: string) => {
  const user = state.users.find((one) => one.id === member)
  if (user === undefined) throw new Error(`${member} is not in the seed`)
  return user
}

const isActive = (state: SlackState) => !userOf(state, id).deleted

const withheld = (scope: string) => (state: SlackState) => void state.withheld.add(scope)

const calling = (method: string) => (request: LabRequest) => request.path === `/api/${method}`

const take = (state: SlackState) => deactivate(state, userOf(state, id))

const give = (state: SlackState) => void Object.assign(userOf(state, id), { deleted: false })

const account: HeldThing<SlackState> = {
  kind: "account",
  externalId: id,
  terms: {},
  byHand: null,
  isHeld: isActive,
  take,
  give,
  reads: ({ method, path }) => method === "GET" && (path === "/scim/v2/Users" || path === "/api/users.lookupByEmail"),
  forbid: (state) => {
    withheld("scim")(state)
    withheld("users:read.email")(state)
  },
  missing: /missing_scope/,
  forbidGiving: { how: withheld("scim:write"), missing: /admin_token and its scope admin/ }
}

const membersOf = (state: SlackState, group: string) => state.userGroups.find((one) => one.id === group)?.users ?? []

const userGroup = (group: string): HeldThing<SlackState> => ({
  kind: "group",
  externalId: group,
  terms: {},
  byHand: null,
  isHeld: (state) => membersOf(state, group).includes(id),
  needs: isActive,
  take: (state) => {
    const members = membersOf(state, group)
    if (members.includes(id)) members.splice(members.indexOf(id), 1)
  },
  give: (state) => {
    const members = membersOf(state, group)
    if (isActive(state) && !members.includes(id)) members.push(id)
  },
  reads: calling("usergroups.list"),
  forbid: withheld("usergroups:read"),
  missing: /scope usergroups:read/,
  forbidGiving: { how: withheld("usergroups:write"), missing: /scope usergroups:write/ },
  vanishes: {
    how: ({ userGroups }) =>
      void userGroups.splice(0, userGroups.length, ...userGroups.filter((one) => one.id !== group)),
    said: /no longer exists, or is disabled/
  }
})

const role: HeldThing<SlackState> = {
  kind: "role",
  externalId: "admin",
  terms: {},
  byHand: null,
  isHeld: (state) => isActive(state) && userOf(state, id).role === "admin",
  needs: isActive,
  take: (state) => void Object.assign(userOf(state, id), { role: "member" }),
  give: (state) => {
    if (isActive(state)) userOf(state, id).role = "admin"
  },
  reads: calling("users.info"),
  forbid: withheld("users:read"),
  missing: /scope users:read/,
  forbidGiving: { how: withheld("admin.users:write"), missing: /admin\.users:write \(Enterprise\)/ }
}

/** It comes with the account and goes with it; nothing is ever written for it. */
const seat: HeldThing<SlackState> = { ...account, kind: "licence", externalId: "seat", needs: isActive }

const of: EntitlementsConformance<SlackState> = {
  protocol: "slack",
  definition: {
    ...slack,
    seed: () => {
      const state = slack.seed()
      userOf(state, id).role = "admin"
      return state
    }
  },
  vendors: ["slack", "slackScim"],
  settings: { team: "Acme", team_id: "T0ACME" },
  secrets: { bot_token: slackBotToken, admin_token: slackAdminToken },
  leaver: { email: "ann.lee@acme.test" },
  things: [
    account,
    userGroup("S0PRESS"),
    userGroup("S0ONCALL"),
    { ...userGroup("S0STAFF"), byHand: /identity provider manages the group/ },
    role
  ],
  others: (state) => ({
    users: state.users.filter((user) => user.id !== id),
    groups: state.userGroups.map((group) => [group.id, group.users.filter((user) => user !== id)])
  })
}

givesBackWhatWasHeld(of)

describe("what is returned at Slack", () => {
  returnsOnlyWhatWasTaken({ ...of, things: [account, userGroup("S0PRESS"), userGroup("S0ONCALL"), role, seat] })
})

const named = ({ externalId, kind, terms }: HeldThing<SlackState>): EntitlementName => ({
  kind,
  externalId,
  label: "a label",
  terms
})

const press = userGroup("S0PRESS")

describe("Entitlements at Slack", () => {
  it.live("a deactivation and a return: groups, role and seat are as they were", function* () {
    const { giveBack, holdings, revoke, vendor } = yield* entitlementsBench(of)
    const before = yield* holdings
    assert.sameMembers(seenIn(before.sights).map(nameOf), [
      "account U0ANN",
      "group S0PRESS",
      "group S0ONCALL",
      "group S0STAFF",
      "licence seat",
      "role admin"
    ])
    yield* revoke()
    assert.isEmpty(seenIn((yield* holdings).sights))
    for (const item of seenIn(before.sights)) {
      const { outcome, verified } = yield* giveBack(item)
      if (item.byHand === null) assert.isTrue(verified, nameOf(item))
      else assert.strictEqual(outcome, "by_hand", nameOf(item))
    }
    membersOf(vendor.state, "S0STAFF").push(id)
    assert.deepStrictEqual((yield* holdings).sights, before.sights)
  })

  // giving-back-10: A user group of Slack loses nobody when somebody is given back to it.
  it.live("a user group is added to as it is now: who came or went meanwhile stays so", function* () {
    const { giveBack, revoke, vendor } = yield* entitlementsBench(of)
    yield* revoke()
    const members = membersOf(vendor.state, "S0PRESS")
    members.splice(0, members.length, "U0SEAN", "U0TAG")
    yield* giveBack(named(account))
    assert.deepInclude(yield* giveBack(named(press)), { outcome: "returned", verified: true })
    assert.deepStrictEqual(membersOf(vendor.state, "S0PRESS"), ["U0SEAN", "U0TAG", id])
  })

  // giving-back-11
  it.live("an owner meanwhile is not made an admin again", function* () {
    const { giveBack, vendor } = yield* entitlementsBench(of)
    userOf(vendor.state, id).role = "owner"
    assert.deepInclude(yield* giveBack(named(role)), { outcome: "held_already", verified: true })
    assert.strictEqual(vendor.writes(), 0)
    assert.strictEqual(userOf(vendor.state, id).role, "owner")
  })

  it.live("a plan without Enterprise: the role is given back by hand, the rest is", function* () {
    const { giveBack, revoke, vendor } = yield* entitlementsBench(of)
    vendor.state.plan = "business"
    yield* revoke()
    assert.isTrue((yield* giveBack(named(account))).verified)
    assert.isTrue((yield* giveBack(named(press))).verified)
    const given = yield* giveBack(named(role))
    assert.deepInclude(given, { outcome: "by_hand", verified: false })
    assert.match(given.message, /Enterprise only/)
  })

  it.live("without SCIM the account is shown, and given back by hand", function* () {
    const { holdings, vendor } = yield* entitlementsBench(of)
    vendor.state.withheld.add("scim")
    const found = seenIn((yield* holdings).sights).find(({ kind }) => kind === "account")
    assert.match(found?.byHand ?? "", /by SCIM only/)
  })

  it.live("a guest takes no seat of a full member, and the seat needs the account", function* () {
    const { giveBack, holdings, revoke, vendor } = yield* entitlementsBench(of)
    userOf(vendor.state, id).role = "guest"
    const { sights } = yield* holdings
    assert.isEmpty(whyIn(sights, "licence"))
    assert.notInclude(seenIn(sights).map(nameOf), "licence seat")
    assert.deepInclude(yield* giveBack(named(seat)), { outcome: "by_hand" })
    yield* revoke()
    const given = yield* giveBack(named(seat))
    assert.deepInclude(given, { outcome: "failed", verified: false })
    assert.match(given.message, /Restore the account first/)
  })
})
