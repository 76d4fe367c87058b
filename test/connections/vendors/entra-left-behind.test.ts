import { assert, describe, it } from "#test/support/suite"
import { entra, entraClient, type EntraState } from "@svc/lab/entra"
import { globalAdministrator } from "@svc/lab/entra-left-behind"
import { uuidOf } from "@svc/lab/people"
import type { LabRequest } from "@svc/lab/vendor"
import { Effect } from "effect"
import type { KindSight, LeftBehind } from "#connections/vendors/protocol/inventory"
import { leavesNothingUnseen, type PlantedItem } from "./left-behind-conformance.ts"
import { aBench } from "./support.ts"

const [ann, joann, bob] = [uuidOf(1000), uuidOf(1001), uuidOf(1002)]
const successor = { email: "Bob.Ray@Acme.Test", name: "Bob Ray" }

const answers = (state: EntraState, n: number, account: string) =>
  state.possessions.objects.some(({ answering, id }) => id === uuidOf(n) && answering.includes(account))

const at = (pattern: RegExp) => (request: LabRequest) => request.method === "GET" && pattern.test(request.path)

const lacking =
  (...permissions: ReadonlyArray<string>) =>
  (state: EntraState) => {
    for (const permission of permissions) state.possessions.lacks.add(permission)
  }

const given = (
  kind: PlantedItem<EntraState>["kind"],
  name: string,
  [own, twin]: readonly [number, number],
  more: Pick<PlantedItem<EntraState>, "reads" | "forbid" | "missing" | "stopsTheCut">
): PlantedItem<EntraState> => ({
  kind,
  externalId: `${name}:${uuidOf(own)}`,
  closing: "transfer",
  stands: (state) => answers(state, own, ann),
  isSuccessors: (state) => answers(state, own, bob),
  twin: { externalId: `${name}:${uuidOf(twin)}`, stands: (state) => answers(state, twin, joann) },
  ...more
})

const owned = {
  reads: at(/\/ownedObjects$/),
  forbid: lacking("Application.Read.All", "User.Read.All", "GroupMember.Read.All"),
  missing: /Application\.Read\.All/
}

const sponsored = {
  reads: at(/agentIdentity/),
  forbid: lacking("AgentIdentity.ReadWrite.All"),
  missing: /AgentIdentity\.ReadWrite\.All/
}

const items: ReadonlyArray<PlantedItem<EntraState>> = [
  given("service_principal", "application", [5001, 5002], owned),
  given("service_principal", "servicePrincipal", [5003, 5004], owned),
  given("ownership", "group", [5005, 5006], owned),
  given("agent", "agent", [5007, 5008], { ...sponsored, stopsTheCut: /^Only sponsor of the agent "Invoice agent"$/ }),
  given("agent", "agent", [5009, 5008], sponsored),
  given("ownership", "guest", [5010, 5011], {
    reads: ({ query }) => query.has("$expand"),
    forbid: lacking("User.Read.All"),
    missing: /User\.Read\.All/
  }),
  {
    kind: "api_key",
    externalId: `application:${uuidOf(5001)}:${uuidOf(6001)}`,
    closing: "by_hand",
    stands: (state) => answers(state, 5001, ann),
    twin: {
      externalId: `application:${uuidOf(5002)}:${uuidOf(6003)}`,
      stands: (state) => answers(state, 5002, joann)
    },
    reads: owned.reads,
    forbid: lacking("Application.Read.All"),
    missing: /Application\.Read\.All/
  },
  {
    kind: "forwarding",
    externalId: "rule:AQAAANrule1",
    closing: "revoke",
    stands: (state) => state.possessions.rules.some(({ id, isEnabled }) => id === "AQAAANrule1" && isEnabled),
    twin: {
      externalId: "rule:AQAAANrule4",
      stands: (state) => state.possessions.rules.some(({ id, isEnabled }) => id === "AQAAANrule4" && isEnabled)
    },
    reads: at(/\/messageRules$/),
    forbid: lacking("MailboxSettings.Read"),
    missing: /MailboxSettings\.Read/
  }
]

const { clientSecret, ...names } = entraClient

const bench = {
  protocol: "azure-ad",
  definition: entra,
  vendors: ["azureLogin", "graph"],
  settings: { tenant_id: names.tenantId, client_id: names.clientId },
  secrets: { client_secret: clientSecret },
  leaver: { email: "ann.lee@acme.test", name: "Ann Lee" }
} as const

const others = (state: EntraState) => ({
  objects: state.possessions.objects.filter(({ answering }) => !answering.includes(ann) && !answering.includes(bob)),
  rules: state.possessions.rules.filter(({ owner }) => owner !== ann),
  accounts: state.accounts
})

leavesNothingUnseen({ ...bench, successor, items, others: (state) => others(state).rules })

leavesNothingUnseen({
  ...bench,
  named: "azure-ad, an administrator",
  leaver: { email: "owner@acme.test", name: "Olivia Owner" },
  items: [
    {
      kind: "ownership",
      externalId: `role:${globalAdministrator}`,
      closing: "by_hand",
      stands: (state) => state.possessions.roles.get(globalAdministrator)?.holders.includes(uuidOf(1005)) === true,
      twin: { externalId: "role:of-nobody", stands: () => true },
      reads: at(/\/memberOf\//),
      forbid: lacking("RoleManagement.Read.Directory"),
      missing: /RoleManagement\.Read\.Directory/,
      stopsTheCut: /^Last Global Administrator of Entra ID$/
    }
  ],
  others: (state) => others(state).accounts
})

const seen = (sights: ReadonlyArray<KindSight>): ReadonlyArray<LeftBehind> =>
  sights.flatMap((sight) => (sight._tag === "Seen" ? sight.items : []))

const hidden = (sights: ReadonlyArray<KindSight>, kind: string) =>
  sights.flatMap((sight) => (sight._tag === "NotVisible" && sight.kind === kind ? [sight.why] : []))

describe("azure-ad: what of a leaver lives on", () => {
  // directories-3
  it.live("all that was planted is found in one look over several pages, and read only", function* () {
    const { look, vendor } = yield* aBench(bench)
    const { sights } = yield* look
    assert.sameMembers(
      seen(sights).map(({ closing, externalId, kind, risk }) => `${kind} ${externalId} ${risk} ${closing}`),
      [
        `service_principal application:${uuidOf(5001)} high transfer`,
        `service_principal servicePrincipal:${uuidOf(5003)} high transfer`,
        `ownership group:${uuidOf(5005)} low transfer`,
        `api_key application:${uuidOf(5001)}:${uuidOf(6001)} high by_hand`,
        `agent agent:${uuidOf(5007)} high transfer`,
        `agent agent:${uuidOf(5009)} medium transfer`,
        `ownership guest:${uuidOf(5010)} low transfer`,
        "forwarding rule:AQAAANrule1 high revoke",
        "forwarding rule:AQAAANrule3 high by_hand"
      ]
    )
    assert.match(hidden(sights, "forwarding").join(), /Exchange admin center/)
    assert.isTrue(vendor.requests.every(({ method, path }) => method === "GET" || path.endsWith("/token")))
  })

  it.live(
    "a rule that Graph may not change is a person's to switch off; a secret is never taken for gone by a look",
    function* () {
      const { end, look, vendor } = yield* aBench(bench)
      const result = yield* end({ kind: "forwarding", externalId: "rule:AQAAANrule3" })
      assert.strictEqual(result.outcome, "manual_required")
      assert.strictEqual(vendor.writes(), 0)
      assert.match(hidden((yield* look).sights, "api_key").join(), /transferred application/)
    }
  )

  // directories-2
  it.live("applications without the right to read them: they are seen, their secrets are not visible", function* () {
    const { look, vendor } = yield* aBench(bench)
    lacking("Application.Read.All")(vendor.state)
    const { sights } = yield* look
    assert.lengthOf(
      seen(sights).filter(({ kind }) => kind === "service_principal"),
      2
    )
    assert.match(hidden(sights, "api_key").join(), /Application\.Read\.All/)
  })

  // directories-4
  it.live("one of two Global Administrators does not stop the cut; beside one who is disabled it does", function* () {
    const { look, vendor } = yield* aBench({ ...bench, leaver: { email: "owner@acme.test", name: "Olivia Owner" } })
    vendor.state.possessions.roles.get(globalAdministrator)?.holders.push(joann)
    const stops = Effect.map(look, ({ sights }) => seen(sights).map(({ stopsTheCut }) => stopsTheCut))
    assert.deepStrictEqual(yield* stops, [null])
    for (const account of vendor.state.accounts) if (account.id === joann) account.accountEnabled = false
    assert.deepStrictEqual(yield* stops, ["Last Global Administrator of Entra ID"])
  })

  it.live("an application goes to nobody whom Entra ID does not know, nor back to the leaver", function* () {
    const { give, vendor } = yield* aBench(bench)
    const item = { kind: "service_principal", externalId: `application:${uuidOf(5001)}` } as const
    const stranger = yield* give(item, { email: "stranger@acme.test", name: "Sam Stranger" })
    assert.strictEqual(stranger.outcome, "manual_required")
    const back = yield* give(item, { email: "ann.lee@acme.test", name: "Ann Lee" })
    assert.strictEqual(back.outcome, "failed")
    assert.strictEqual(vendor.writes(), 0)
  })

  // directories-5: What is given away never has nobody: the successor is seen to have it before the leaver loses it.
  it.live("a successor who cannot be added: the leaver stays, so that nothing is left without anybody", function* () {
    const { give, vendor } = yield* aBench(bench)
    lacking("Application.ReadWrite.All")(vendor.state)
    const result = yield* give({ kind: "service_principal", externalId: `application:${uuidOf(5001)}` }, successor)
    assert.strictEqual(result.outcome, "failed")
    assert.match(result.message, /Application\.ReadWrite\.All/)
    assert.isTrue(answers(vendor.state, 5001, ann))
    assert.strictEqual(vendor.writes(), 1)
  })

  it.live(
    "nobody of this address in Entra ID: what outlives an account is not visible, the rest is empty",
    function* () {
      const { look } = yield* aBench({ ...bench, leaver: { email: "stranger@acme.test", name: "Sam Stranger" } })
      const { sights } = yield* look
      assert.isEmpty(seen(sights))
      for (const kind of ["service_principal", "api_key", "agent"]) assert.lengthOf(hidden(sights, kind), 1)
      for (const kind of ["forwarding", "ownership"]) assert.isEmpty(hidden(sights, kind))
    }
  )
})
