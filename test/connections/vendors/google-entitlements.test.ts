import { assert, describe, it } from "#test/support/suite"
import { google, googleAccessToken, googleServiceAccount, type GoogleState } from "@svc/lab/google"
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

const ann = "ann.lee@acme.test"
const id = "1001"

const user = (state: GoogleState) => {
  const found = state.users.find((one) => one.id === id)
  if (found === undefined) throw new Error("Ann is not in the seed")
  return found
}

const withheld = (scope: string) => (state: GoogleState) => void state.possessions.withheld.add(scope)

const at = (pattern: RegExp) => (request: LabRequest) => request.method === "GET" && pattern.test(request.path)

const without = <A>(all: Array<A>, is: (item: A) => boolean) => {
  all.splice(0, all.length, ...all.filter((item) => !is(item)))
}

const account: HeldThing<GoogleState> = {
  kind: "account",
  externalId: id,
  terms: {},
  byHand: null,
  isHeld: (state) => !user(state).suspended,
  take: (state) => void Object.assign(user(state), { suspended: true }),
  give: (state) => void Object.assign(user(state), { suspended: false }),
  reads: at(/^\/admin\/directory\/v1\/users\/ann\.lee@acme\.test$/),
  forbid: withheld("admin.directory.user"),
  missing: /admin\.directory\.user/
}

const membersOf = (state: GoogleState, group: string) =>
  state.possessions.groups.find((one) => one.id === group)?.members

const group = (externalId: string, role: "OWNER" | "MEMBER"): HeldThing<GoogleState> => ({
  kind: "group",
  externalId,
  terms: { role },
  byHand: null,
  isHeld: (state) => membersOf(state, externalId)?.get(ann) === role,
  take: (state) => void membersOf(state, externalId)?.delete(ann),
  give: (state) => void membersOf(state, externalId)?.set(ann, role),
  reads: at(/^\/admin\/directory\/v1\/groups/),
  forbid: withheld("admin.directory.group.member"),
  missing: /admin\.directory\.group\.readonly and admin\.directory\.group\.member/,
  vanishes: {
    how: ({ possessions: { groups } }) => without(groups, (one) => one.id === externalId),
    said: /group no longer exists/
  }
})

const role = (
  externalId: string,
  reach: { readonly roleId: string; readonly scopeType: "CUSTOMER" | "ORG_UNIT"; readonly orgUnitId?: string }
): HeldThing<GoogleState> => {
  const isIt = (one: GoogleState["entitlements"]["assignments"][number]) =>
    one.assignedTo === id && one.roleId === reach.roleId && one.orgUnitId === reach.orgUnitId
  return {
    kind: "role",
    externalId,
    terms: { ...reach },
    byHand: null,
    isHeld: ({ entitlements }) => entitlements.assignments.some(isIt),
    take: ({ entitlements }) => without(entitlements.assignments, isIt),
    give: ({ entitlements }) => {
      if (entitlements.assignments.some(isIt)) return
      entitlements.assignments.push({ ...reach, assignedTo: id, roleAssignmentId: String(++entitlements.assigned) })
    },
    reads: at(/\/roleassignments$/),
    forbid: (state) => {
      withheld("admin.directory.rolemanagement.readonly")(state)
      withheld("admin.directory.rolemanagement")(state)
    },
    missing: /scope admin\.directory\.rolemanagement\.readonly/,
    forbidGiving: {
      how: withheld("admin.directory.rolemanagement"),
      missing: /scope admin\.directory\.rolemanagement/
    },
    vanishes: {
      how: ({ entitlements }) => without(entitlements.roles, ({ roleId }) => roleId === reach.roleId),
      said: /role no longer exists/
    }
  }
}

const licence = (productId: string, skuId: string): HeldThing<GoogleState> => {
  const isIt = (one: GoogleState["entitlements"]["licences"][number]) => one.userId === ann && one.skuId === skuId
  return {
    kind: "licence",
    externalId: skuId,
    terms: { productId, skuId },
    byHand: null,
    isHeld: ({ entitlements }) => entitlements.licences.some(isIt),
    take: ({ entitlements }) => without(entitlements.licences, isIt),
    give: ({ entitlements }) => {
      if (!entitlements.licences.some(isIt)) entitlements.licences.push({ productId, skuId, userId: ann })
    },
    reads: at(/^\/apps\/licensing\//),
    forbid: withheld("apps.licensing"),
    missing: /scope apps\.licensing/
  }
}

const helpDesk = role("3894208461012993", { roleId: "3894208461012993", scopeType: "CUSTOMER" })
const ofUnit = role("3894208461012994:03ph8a2z1xdnme9", {
  roleId: "3894208461012994",
  scopeType: "ORG_UNIT",
  orgUnitId: "03ph8a2z1xdnme9"
})
const press = group("g-press", "OWNER")
const voice = licence("101033", "1010330003")

const everything = [
  account,
  press,
  group("g-everybody", "MEMBER"),
  group("g-release", "OWNER"),
  helpDesk,
  ofUnit,
  licence("Google-Apps", "1010020020"),
  voice
]

const of: EntitlementsConformance<GoogleState> = {
  protocol: "google-workspace",
  definition: google,
  vendors: ["google", "googleOauth", "gmail", "googleApis"],
  settings: { admin_email: "it-admin@acme.test", auto_reply_enabled: false },
  secrets: { service_account: googleServiceAccount },
  leaver: { email: ann, name: "Ann Lee" },
  things: [account, press, ofUnit, voice],
  others: (state) => ({
    users: state.users.filter((one) => one.id !== id),
    groups: state.possessions.groups.map((one) => [one.id, [...one.members].filter(([email]) => email !== ann)]),
    assignments: state.entitlements.assignments.filter(({ assignedTo }) => assignedTo !== id),
    licences: state.entitlements.licences.filter(({ userId }) => userId !== ann)
  })
}

givesBackWhatWasHeld(of)

describe("what is returned at Google", () => {
  returnsOnlyWhatWasTaken({
    ...of,
    // A token of the administrator's own: a service account would sign for one four times in every look.
    settings: { auto_reply_enabled: false },
    secrets: { access_token: googleAccessToken },
    things: everything,
    definition: {
      ...google,
      seed: () => {
        const state = google.seed()
        for (const sku of state.entitlements.skus) sku.free = 100
        return state
      }
    }
  })
})

const named = ({ externalId, kind, terms }: HeldThing<GoogleState>): EntitlementName => ({
  kind,
  externalId,
  label: "a label",
  terms
})

describe("Entitlements at Google", () => {
  // giving-back-12: Google's suspension takes the account alone; one that Google made itself is a person's to end.
  it.live(
    "a suspension takes the account alone: groups, roles and licences stay, and the account is given back",
    function* () {
      const { giveBack, holdings, revoke } = yield* entitlementsBench(of)
      const before = seenIn((yield* holdings).sights)
      assert.deepStrictEqual(before.map(nameOf).toSorted(), everything.map(nameOf).toSorted())
      assert.strictEqual(before.find((item) => nameOf(item) === nameOf(voice))?.label, "Google Voice Standard")
      yield* revoke()
      const after = seenIn((yield* holdings).sights)
      assert.deepStrictEqual(
        after.map(nameOf),
        before.map(nameOf).filter((name) => name !== nameOf(account))
      )
      assert.deepInclude(yield* giveBack(named(account)), { outcome: "returned", verified: true })
      assert.deepStrictEqual(seenIn((yield* holdings).sights), before)
    }
  )

  // giving-back-12
  it.live(
    "an account that Google itself has suspended is a person's to give back, and nothing is written",
    function* () {
      const { giveBack, vendor } = yield* entitlementsBench(of)
      Object.assign(user(vendor.state), { suspended: true, suspensionReason: "ABUSE" })
      const given = yield* giveBack(named(account))
      assert.deepInclude(given, { outcome: "by_hand", verified: false })
      assert.match(given.message, /Google itself suspended/)
      assert.strictEqual(vendor.writes(), 0)
    }
  )

  it.live("a group that a rule fills is a person's to give back", function* () {
    const { giveBack, vendor } = yield* entitlementsBench(of)
    press.take(vendor.state)
    for (const one of vendor.state.possessions.groups) if (one.id === "g-press") one.isDynamic = true
    const given = yield* giveBack(named(press))
    assert.deepInclude(given, { outcome: "by_hand", verified: false })
    assert.match(given.message, /a rule manages it/)
  })

  // giving-back-11
  it.live("a role in a group that somebody else gave meanwhile stays, and is said", function* () {
    const { giveBack, vendor } = yield* entitlementsBench(of)
    membersOf(vendor.state, "g-press")?.set(ann, "MEMBER")
    const given = yield* giveBack(named(press))
    assert.deepInclude(given, { outcome: "held_already", verified: true })
    assert.match(given.message, /role MEMBER, but the former role was OWNER/)
    assert.strictEqual(vendor.writes(), 0)
  })

  // connectors-42: A license without a free seat is returned manually.
  it.live("no free seat: the licence is a person's to give back", function* () {
    const { giveBack, vendor } = yield* entitlementsBench(of)
    voice.take(vendor.state)
    for (const sku of vendor.state.entitlements.skus) sku.free = 0
    const given = yield* giveBack(named(voice))
    assert.deepInclude(given, { outcome: "by_hand", verified: false })
    assert.match(given.message, /no free seat/)
  })

  it.live("connected by OAuth: a scope that was not granted hides its kind alone, and is named", function* () {
    const { holdings, vendor } = yield* entitlementsBench({
      ...of,
      settings: {},
      secrets: { access_token: googleAccessToken }
    })
    vendor.state.possessions.withheld.add("apps.licensing")
    const { sights } = yield* holdings
    assert.match(whyIn(sights, "licence").join(), /scope apps\.licensing/)
    for (const kind of ["account", "group", "role"] as const) assert.isEmpty(whyIn(sights, kind))
    assert.include(seenIn(sights).map(nameOf), nameOf(ofUnit))
  })
})
