import { assert, describe, it } from "#test/support/suite"
import { addEntraAccount, entra, entraClient, type EntraState } from "@svc/lab/entra"
import { uuidOf } from "@svc/lab/people"
import type { LabRequest } from "@svc/lab/vendor"
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

const [ann, admin] = [uuidOf(1000), uuidOf(1005)]
const unit = `/administrativeUnits/${uuidOf(8301)}`

const at = (pattern: RegExp) => (request: LabRequest) => request.method === "GET" && pattern.test(request.path)

const lacking = (permission: string) => (state: EntraState) => void state.possessions.lacks.add(permission)

const withoutAll = <A>(items: Array<A>, is: (item: A) => boolean) =>
  items.splice(0, items.length, ...items.filter((item) => !is(item)))

const switched = (on: boolean) => (state: EntraState) => {
  for (const account of state.accounts) if (account.id === ann) account.accountEnabled = on
}

const account: HeldThing<EntraState> = {
  kind: "account",
  externalId: ann,
  terms: {},
  byHand: null,
  isHeld: ({ accounts }) => accounts.some(({ accountEnabled, id }) => id === ann && accountEnabled),
  take: switched(false),
  give: switched(true),
  reads: ({ method, path, query }) =>
    method === "GET" && path.endsWith(`/users/${ann}`) && query.get("$select")?.includes("accountEnabled") === true,
  forbid: lacking("any user"),
  missing: /403/,
  forbidGiving: { how: lacking("User.ReadWrite.All"), missing: /User\.ReadWrite\.All/ },
  vanishes: { how: ({ accounts }) => void withoutAll(accounts, ({ id }) => id === ann), said: /no account/ }
}

const membersOf = ({ holdings }: EntraState, id: string) => holdings.groups.find((one) => one.id === id)?.members ?? []

const group = (n: number, byHand: RegExp | null, changes = "GroupMember.ReadWrite.All"): HeldThing<EntraState> => {
  const id = uuidOf(n)
  return {
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
    reads: at(/\/memberOf\/microsoft\.graph\.group$/),
    forbid: lacking("GroupMember.Read.All"),
    missing: /GroupMember\.Read\.All/,
    forbidGiving: { how: lacking(changes), missing: new RegExp(changes.replaceAll(".", "\\.")) },
    vanishes: {
      how: ({ holdings }) => void withoutAll(holdings.groups, (one) => one.id === id),
      said: /group no longer exists/
    }
  }
}

/** The one of a seed's things that a thing is about. */
const only = <A>(items: ReadonlyArray<A>, is: (item: A) => boolean): A => {
  const [found] = items.filter(is)
  if (found === undefined) throw new Error("the seed has no such thing")
  return found
}

const role = (assignment: string, externalId: string, byHand: RegExp | null): HeldThing<EntraState> => {
  const seeded = only(entra.seed().holdings.assignments, ({ id }) => id === assignment)
  const { directoryScopeId, endDateTime, roleDefinitionId } = seeded
  const is = (one: typeof seeded) =>
    one.principalId === ann &&
    one.roleDefinitionId === roleDefinitionId &&
    one.directoryScopeId === directoryScopeId &&
    one.endDateTime === endDateTime
  return {
    kind: "role",
    externalId,
    terms:
      endDateTime === null
        ? { roleDefinitionId, directoryScopeId }
        : { roleDefinitionId, directoryScopeId, held: "for a time" },
    byHand,
    isHeld: ({ holdings }) => holdings.assignments.some(is),
    take: ({ holdings }) => void withoutAll(holdings.assignments, is),
    give: ({ holdings }) => {
      if (!holdings.assignments.some(is)) holdings.assignments.push(seeded)
    },
    reads: at(/\/roleAssignments$/),
    forbid: lacking("RoleManagement.Read.Directory"),
    missing: /RoleManagement\.Read\.Directory/,
    forbidGiving: {
      how: lacking("RoleManagement.ReadWrite.Directory"),
      missing: /RoleManagement\.ReadWrite\.Directory/
    },
    vanishes: { how: ({ holdings }) => void holdings.roles.delete(roleDefinitionId), said: /no longer exists/ }
  }
}

const licence = (n: number, terms: HeldThing<EntraState>["terms"], byHand: RegExp | null): HeldThing<EntraState> => {
  const skuId = uuidOf(n)
  const is = (one: EntraState["holdings"]["licences"][number]) => one.userId === ann && one.skuId === skuId
  const seeded = only(entra.seed().holdings.licences, is)
  const plans = (one: typeof seeded) => one.disabledPlans.toSorted().join()
  return {
    kind: "licence",
    externalId: skuId,
    terms,
    byHand,
    isHeld: ({ holdings }) => holdings.licences.some((one) => is(one) && plans(one) === plans(seeded)),
    take: ({ holdings }) => void withoutAll(holdings.licences, is),
    give: ({ holdings }) => {
      if (!holdings.licences.some(is)) holdings.licences.push(seeded)
    },
    reads: ({ query }) => query.get("$select") === "id,licenseAssignmentStates",
    forbid: lacking("User.Read.All"),
    missing: /User\.Read\.All/,
    forbidGiving: { how: lacking("LicenseAssignment.ReadWrite.All"), missing: /LicenseAssignment\.ReadWrite\.All/ },
    vanishes: { how: ({ holdings }) => void holdings.skus.delete(skuId), said: /still has the license/ }
  }
}

const { clientSecret, ...names } = entraClient

const conformance: EntitlementsConformance<EntraState> = {
  protocol: "azure-ad",
  definition: entra,
  vendors: ["azureLogin", "graph"],
  settings: { tenant_id: names.tenantId, client_id: names.clientId },
  secrets: { client_secret: clientSecret },
  leaver: { email: "ann.lee@acme.test", name: "Ann Lee" },
  things: [
    account,
    group(8101, null),
    group(8105, null),
    group(8107, null, "RoleManagement.ReadWrite.Directory"),
    group(8102, /rule/),
    group(8103, /Active Directory/),
    group(8104, /Exchange admin center/),
    role("as1", uuidOf(8201), null),
    role("as2", `${uuidOf(8202)}@${unit}`, null),
    role("as3", uuidOf(8203), /role was temporary/),
    licence(8401, { disabledPlans: `${uuidOf(8501)} ${uuidOf(8502)}` }, null),
    licence(8402, {}, null),
    licence(8403, { assignedByGroup: uuidOf(8101) }, /comes with a group/)
  ],
  addsTwin: (state) => addEntraAccount(state, { userPrincipalName: "ann.other@acme.test", mail: "ann.lee@acme.test" }),
  others: ({ accounts, holdings, possessions }) => ({
    accounts: accounts.filter(({ id }) => id !== ann),
    groups: holdings.groups.map(({ members, ...one }) => ({ ...one, members: members.filter((id) => id !== ann) })),
    assignments: holdings.assignments.filter(({ principalId }) => principalId !== ann),
    licences: holdings.licences.filter(({ userId }) => userId !== ann),
    objects: possessions.objects,
    roles: possessions.roles
  })
}

givesBackWhatWasHeld(conformance)

const labelsOf = (holdings: ReturnType<typeof seenIn>) => holdings.map((item) => `${item.kind} "${item.label}"`)

describe("azure-ad: what a person holds", () => {
  returnsOnlyWhatWasTaken(conformance)

  it.live(
    "all of it is found over several pages, with what a person calls it, without a licence that was never assigned",
    function* () {
      const { holdings, vendor } = yield* entitlementsBench(conformance)
      const { sights } = yield* holdings
      assert.sameMembers(labelsOf(seenIn(sights)), [
        'account "Account"',
        'group "Release"',
        'group "Everyone in Research"',
        'group "Finance (AD)"',
        'group "Announcements"',
        'group "Project Falcon"',
        'group "Tier 1"',
        'role "Reports Reader"',
        'role "Groups Administrator"',
        'role "Security Reader"',
        'licence "ENTERPRISEPACK"',
        'licence "MICROSOFT 365 COPILOT"',
        'licence "POWER BI PRO"'
      ])
      assert.isTrue(vendor.requests.every(({ method, path }) => method === "GET" || path.endsWith("/token")))
    }
  )

  // giving-back-7: A licence comes back with the plans that were off.
  it.live("a licence comes back with the plans that were off, and no other plan", function* () {
    const { giveBack, vendor } = yield* entitlementsBench(conformance)
    const [held] = conformance.things.filter(({ externalId }) => externalId === uuidOf(8401))
    assert.isDefined(held)
    held.take(vendor.state)
    yield* giveBack({ kind: "licence", externalId: held.externalId, label: "ENTERPRISEPACK", terms: held.terms })
    const given = vendor.state.holdings.licences.find(
      ({ skuId, userId }) => userId === ann && skuId === held.externalId
    )
    assert.deepStrictEqual(given?.disabledPlans, [uuidOf(8501), uuidOf(8502)])
  })

  it.live("a licence without a free seat is not given, and what to look at is said", function* () {
    const { giveBack, vendor } = yield* entitlementsBench(conformance)
    const sku = vendor.state.holdings.skus.get(uuidOf(8402))
    assert.isDefined(sku)
    sku.free = 0
    withoutAll(vendor.state.holdings.licences, ({ skuId, userId }) => userId === ann && skuId === uuidOf(8402))
    const given = yield* giveBack({ kind: "licence", externalId: uuidOf(8402), label: "a licence", terms: {} })
    assert.strictEqual(given.outcome, "failed")
    assert.match(given.message, /free seat/)
  })

  // connectors-43: A license assigned directly and by a group is one seat.
  it.live("a licence that is the person's own and a group's is one seat, given back as the person's own", function* () {
    const { holdings, vendor } = yield* entitlementsBench(conformance)
    vendor.state.holdings.licences.push({
      userId: ann,
      skuId: uuidOf(8402),
      disabledPlans: [],
      assignedByGroup: uuidOf(8101),
      state: "Active"
    })
    const shown = seenIn((yield* holdings).sights).filter(({ externalId }) => externalId === uuidOf(8402))
    assert.deepStrictEqual(
      shown.map(({ byHand, terms }) => ({ byHand, terms })),
      [{ byHand: null, terms: {} }]
    )
  })

  it.live("names of licences that are not shown: the licences are seen by their ids", function* () {
    const { holdings, vendor } = yield* entitlementsBench(conformance)
    vendor.state.holdings.habits.hidesLicenceNames = true
    const { sights } = yield* holdings
    assert.isEmpty(whyIn(sights, "licence"))
    assert.include(labelsOf(seenIn(sights)), `licence "${uuidOf(8401)}"`)
  })

  it.live("a tenant that gives roles without end only: all of them can be given back", function* () {
    const { holdings, vendor } = yield* entitlementsBench(conformance)
    vendor.state.holdings.habits.hasNoSchedules = true
    const roles = seenIn((yield* holdings).sights).filter(({ kind }) => kind === "role")
    assert.lengthOf(roles, 3)
    for (const { byHand } of roles) assert.isNull(byHand)
  })

  it.live(
    "the account of an administrator, which the application may not touch, is a person's to switch on",
    function* () {
      const { giveBack, vendor } = yield* entitlementsBench({
        ...conformance,
        leaver: { email: "owner@acme.test", name: "Olivia Owner" }
      })
      for (const one of vendor.state.accounts) if (one.id === admin) one.accountEnabled = false
      const given = yield* giveBack({ kind: "account", externalId: admin, label: "Account", terms: {} })
      assert.deepInclude(given, { outcome: "by_hand", verified: false })
      assert.match(given.message, /administrator roles/)
    }
  )

  it.live("an account that a local directory keeps is a person's to switch on", function* () {
    const { giveBack, holdings, vendor } = yield* entitlementsBench({
      ...conformance,
      leaver: { email: "sue.synced@acme.test", name: "Sue Synced" }
    })
    const shown = seenIn((yield* holdings).sights).find((item) => item.kind === "account")
    assert.match(shown?.byHand ?? "", /Active Directory/)
    for (const one of vendor.state.accounts) if (one.mail === "sue.synced@acme.test") one.accountEnabled = false
    const given = yield* giveBack({
      kind: "account",
      externalId: shown?.externalId ?? "",
      label: "Account",
      terms: {}
    })
    assert.strictEqual(given.outcome, "by_hand")
    assert.strictEqual(vendor.writes(), 0)
  })

  it.live("a role that is limited to a part of the tenant is not taken for the same role over all of it", function* () {
    const { holdings, vendor } = yield* entitlementsBench(conformance)
    const whole = { principalId: ann, roleDefinitionId: uuidOf(8202), directoryScopeId: "/", endDateTime: null }
    vendor.state.holdings.assignments.push({ id: "as9", ...whole })
    const roles = seenIn((yield* holdings).sights).map(nameOf)
    assert.includeMembers(roles, [`role ${uuidOf(8202)}`, `role ${uuidOf(8202)}@${unit}`])
  })
})
