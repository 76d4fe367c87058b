import { assert, describe, it } from "#test/support/suite"
import { addOktaAccount, okta, oktaToken, type OktaState } from "@svc/lab/okta"
import { canary, type LabRequest, type VendorDefinition } from "@svc/lab/vendor"
import { Effect } from "effect"
import type { EntitlementSight } from "#connections/vendors/protocol/entitlements"
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

const [ann, joann] = ["00u0001lab", "00u0002lab"] as const

/** The lab's Okta, where Ann has one role of each sort. */
const withRoles: VendorDefinition<OktaState> = {
  ...okta,
  seed: () => {
    const state = okta.seed()
    state.possessions.roles.push(
      {
        id: "ra11",
        userId: ann,
        type: "CUSTOM",
        label: "Auditor",
        assignmentType: "USER",
        role: "cr0audit",
        "resource-set": "iamset1"
      },
      {
        id: "ra12",
        userId: ann,
        type: "APP_ADMIN",
        label: "Application Administrator",
        assignmentType: "USER",
        targets: ["app:wiki"]
      }
    )
    return state
  }
}

const at = (pattern: RegExp) => (request: LabRequest) => request.method === "GET" && pattern.test(request.path)

const annsAccount = ({ accounts }: OktaState) => accounts.find(({ id }) => id === ann)

const setStatus = (status: "ACTIVE" | "SUSPENDED" | "DEPROVISIONED") => (state: OktaState) => {
  const account = annsAccount(state)
  if (account !== undefined) account.status = status
}

const withoutAll = <A>(items: Array<A>, is: (item: A) => boolean) =>
  items.splice(0, items.length, ...items.filter((item) => !is(item)))

const account: HeldThing<OktaState> = {
  kind: "account",
  externalId: ann,
  terms: {},
  byHand: null,
  isHeld: (state) => !["SUSPENDED", "DEPROVISIONED"].includes(annsAccount(state)?.status ?? "SUSPENDED"),
  take: setStatus("SUSPENDED"),
  give: setStatus("ACTIVE"),
  reads: at(/\/users\/00u0001lab$/),
  forbid: ({ possessions }) => void possessions.lacks.add("users"),
  missing: /403/,
  forbidGiving: { how: ({ possessions }) => void possessions.lacks.add("lifecycle"), missing: /can manage users/ },
  vanishes: { how: ({ accounts }) => void withoutAll(accounts, ({ id }) => id === ann), said: /no account/ }
}

const membersOf = ({ groups }: OktaState, id: string) => groups.groups.find((group) => group.id === id)?.members ?? []

const group = (id: string, byHand: RegExp | null): HeldThing<OktaState> => ({
  kind: "group",
  externalId: id,
  terms: {},
  byHand,
  isHeld: (state) => membersOf(state, id).includes(ann),
  take: (state) => void withoutAll(membersOf(state, id), (member) => member === ann),
  give: (state) => {
    const members = membersOf(state, id)
    if (!members.includes(ann)) members.push(ann)
  },
  reads: at(/\/users\/[^/]+\/groups$/),
  forbid: ({ groups }) => void groups.lacks.add("groups"),
  missing: /can see groups/,
  forbidGiving: { how: ({ groups }) => void groups.lacks.add("members"), missing: /can change this group's members/ },
  vanishes: {
    how: ({ groups }) => void withoutAll(groups.groups, (one) => one.id === id),
    said: /group no longer exists/
  }
})

type Role = OktaState["possessions"]["roles"][number]

const role = (
  id: string,
  externalId: string,
  terms: HeldThing<OktaState>["terms"],
  byHand: RegExp | null,
  vanishes?: HeldThing<OktaState>["vanishes"]
): HeldThing<OktaState> => {
  const seeded = withRoles.seed().possessions.roles.find((one) => one.id === id)
  const is = (one: Role) =>
    one.userId === ann &&
    one.type === seeded?.type &&
    one.assignmentType === seeded.assignmentType &&
    one.role === seeded.role &&
    one["resource-set"] === seeded["resource-set"]
  return {
    kind: "role",
    externalId,
    terms,
    byHand,
    isHeld: ({ possessions }) => possessions.roles.some(is),
    take: ({ possessions }) => void withoutAll(possessions.roles, is),
    give: ({ possessions }) => {
      if (seeded !== undefined && !possessions.roles.some(is)) possessions.roles.push(seeded)
    },
    reads: at(/\/roles$/),
    forbid: ({ possessions }) => void possessions.lacks.add("roles"),
    missing: /super administrator's API token/,
    forbidGiving: {
      how: ({ possessions }) => void possessions.lacks.add("role-changes"),
      missing: /super administrator's API token/
    },
    ...(vanishes === undefined ? {} : { vanishes })
  }
}

const conformance: EntitlementsConformance<OktaState> = {
  protocol: "okta",
  definition: withRoles,
  vendors: ["okta"],
  settings: { domain: "acme.okta.com" },
  secrets: { api_token: oktaToken },
  leaver: { email: "ann.lee@acme.test", name: "Ann Lee" },
  things: [
    account,
    group("00grelease", null),
    group("00gonline2", null),
    group("00gimport", /another directory/),
    group("00gbyrule", /rule/),
    role("ra1", "USER_ADMIN", { type: "USER_ADMIN" }, null),
    role("ra11", "CUSTOM:cr0audit:iamset1", { type: "CUSTOM", role: "cr0audit", "resource-set": "iamset1" }, null, {
      how: ({ possessions }) => void possessions.customRoles.clear(),
      said: /no longer exists/
    }),
    role("ra2", "group-role:ra2", { type: "HELP_DESK_ADMIN" }, /group/),
    role("ra12", "APP_ADMIN", { type: "APP_ADMIN", limited: "true" }, /limited/)
  ],
  addsTwin: (state) => addOktaAccount(state, { login: "ann.other@acme.test", email: "ann.lee@acme.test" }),
  others: ({ accounts, groups, possessions }) => ({
    accounts: accounts.filter(({ id }) => id !== ann),
    groups: groups.groups.map(({ members, ...one }) => ({ ...one, members: members.filter((id) => id !== ann) })),
    rules: groups.rules,
    roles: possessions.roles.filter(({ userId }) => userId !== ann),
    grants: possessions.grants,
    tokens: possessions.apiTokens
  })
}

givesBackWhatWasHeld(conformance)

const accountName = { kind: "account", externalId: ann, label: "Account", terms: {} } as const
const releaseName = { kind: "group", externalId: "00grelease", label: "Release", terms: {} } as const

describe("okta: what a person holds", () => {
  returnsOnlyWhatWasTaken(conformance)

  it.live(
    "all of it is found over several pages, with what a person calls it, and everybody's group left out",
    function* () {
      const { holdings } = yield* entitlementsBench(conformance)
      const { sights } = yield* holdings
      assert.sameMembers(
        seenIn(sights).map((item) => `${nameOf(item)} "${item.label}"`),
        [
          `account ${ann} "Account"`,
          'group 00grelease "Release"',
          'group 00gonline2 "On call"',
          'group 00gimport "Finance (AD)"',
          'group 00gbyrule "All of Research"',
          'role USER_ADMIN "Group Administrator"',
          'role group-role:ra2 "Help Desk Administrator"',
          'role CUSTOM:cr0audit:iamset1 "Auditor"',
          'role APP_ADMIN "Application Administrator"'
        ]
      )
    }
  )

  // connectors-41: Okta activates a deactivated account without an email, and no one receives the link.
  it.live("a deprovisioned account is activated without a mail, and the activation link goes nowhere", function* () {
    const { giveBack, holdings, vendor } = yield* entitlementsBench(conformance)
    setStatus("DEPROVISIONED")(vendor.state)
    assert.isEmpty(seenIn((yield* holdings).sights).filter(({ kind }) => kind === "account"))
    const given = yield* giveBack(accountName)
    assert.deepInclude(given, { outcome: "returned", verified: true })
    assert.match(given.message, /activation link/)
    assert.notInclude(given.message, canary)
    const writes = vendor.requests.filter(({ method }) => method !== "GET")
    assert.deepStrictEqual(
      writes.map(({ path, query }) => `${path}?${query}`),
      [`/api/v1/users/${ann}/lifecycle/activate?sendEmail=false`]
    )
    assert.strictEqual(annsAccount(vendor.state)?.status, "PROVISIONED")
  })

  it.live("an account out of another directory is a person's to switch on", function* () {
    const { giveBack, holdings, vendor } = yield* entitlementsBench({
      ...conformance,
      leaver: { email: "sue.synced@acme.test", name: "Sue Synced" }
    })
    const sue = vendor.state.accounts.find(({ email }) => email === "sue.synced@acme.test")
    assert.isDefined(sue)
    const shown = seenIn((yield* holdings).sights).find(({ kind }) => kind === "account")
    assert.match(shown?.byHand ?? "", /another directory/)
    sue.status = "SUSPENDED"
    const given = yield* giveBack({ ...accountName, externalId: sue.id })
    assert.strictEqual(given.outcome, "by_hand")
    assert.strictEqual(vendor.writes(), 0)
  })

  // giving-back-6
  it.live("an account that was made anew since is not taken for the one that went", function* () {
    const { giveBack, vendor } = yield* entitlementsBench(conformance)
    setStatus("SUSPENDED")(vendor.state)
    const given = yield* giveBack({ ...accountName, externalId: "00u9999lab" })
    assert.deepInclude(given, { outcome: "failed", verified: false })
    assert.strictEqual(vendor.writes(), 0)
  })

  // giving-back-5
  it.live("rules that are not visible: the groups are seen, and giving them back is left to a person", function* () {
    const { giveBack, holdings, vendor } = yield* entitlementsBench(conformance)
    vendor.state.groups.lacks.add("rules")
    const { sights } = yield* holdings
    assert.isEmpty(whyIn(sights, "group"))
    const release = seenIn(sights).find(({ externalId }) => externalId === "00grelease")
    assert.match(release?.byHand ?? "", /can see group rules/)
    group("00grelease", null).take(vendor.state)
    assert.strictEqual((yield* giveBack(releaseName)).outcome, "by_hand")
    assert.strictEqual(vendor.writes(), 0)
  })

  it.live("a rule made since then fills the group: giving it back is left to the rule", function* () {
    const { giveBack, vendor } = yield* entitlementsBench(conformance)
    group("00grelease", null).take(vendor.state)
    vendor.state.groups.rules.push({ id: "0pr9", status: "ACTIVE", groupIds: ["00grelease"] })
    assert.strictEqual((yield* giveBack(releaseName)).outcome, "by_hand")
    assert.strictEqual(vendor.writes(), 0)
    assert.isTrue(membersOf(vendor.state, "00grelease").includes(joann))
  })
})

describe("the suite of entitlements catches", () => {
  it.live("a look that takes a refusal for nothing", function* () {
    const failed = yield* failedEntitlementChecks(
      {
        ...conformance,
        spoiltEntitlements: (own) => ({
          ...own,
          look: (...given) =>
            Effect.map(own.look(...given), ({ account, sights }) => ({
              account,
              sights: sights.map((one): EntitlementSight =>
                one._tag === "Seen" ? one : { _tag: "Seen", kind: one.kind, items: [] }
              )
            }))
        })
      },
      group("00grelease", null)
    )
    assert.includeMembers(failed, [
      "without the permission it is not visible, and what is missing is said",
      "a throttled look is no empty one, and says to look again",
      "two people of one address: nothing is seen, and nothing given to either"
    ])
  })

  it.live("one that believes the vendor without reading back", function* () {
    const failed = yield* failedEntitlementChecks(
      {
        ...conformance,
        spoiltEntitlements: (own) => ({
          ...own,
          giveBack: (...given) =>
            Effect.map(own.giveBack(...given), (result) =>
              result.outcome === "returned" ? { ...result, verified: true } : result
            )
        })
      },
      group("00grelease", null)
    )
    assert.deepStrictEqual(failed, ["a vendor that says yes and shows nothing afterwards: returned, never verified"])
  })
})
