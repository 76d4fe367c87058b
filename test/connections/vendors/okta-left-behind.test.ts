import { assert, describe, it } from "#test/support/suite"
import { okta, oktaToken, type OktaState } from "@svc/lab/okta"
import type { LabRequest } from "@svc/lab/vendor"
import { Effect } from "effect"
import type { KindSight, LeftBehind } from "#connections/vendors/protocol/inventory"
import { leavesNothingUnseen, type PlantedItem } from "./left-behind-conformance.ts"
import { aBench } from "./support.ts"

const [ann, joann, admin] = ["00u0001lab", "00u0002lab", "00u0006lab"] as const

const at = (pattern: RegExp) => (request: LabRequest) => request.method === "GET" && pattern.test(request.path)

const lacking =
  (what: "api-tokens" | "grants" | "roles") =>
  ({ possessions }: OktaState) =>
    void possessions.lacks.add(what)

const holds = (state: OktaState, id: string, user: string) =>
  state.possessions.roles.some((role) => role.id === id && role.userId === user)

const grants = (state: OktaState, clientId: string, user: string) =>
  state.possessions.grants.some((grant) => grant.clientId === clientId && grant.userId === user)

const role = (id: string, closing: "revoke" | "by_hand"): PlantedItem<OktaState> => ({
  kind: "ownership",
  externalId: `role:${id}`,
  closing,
  stands: (state) => holds(state, id, ann),
  twin: { externalId: "role:ra3", stands: (state) => holds(state, "ra3", joann) },
  reads: at(/\/roles$/),
  forbid: lacking("roles"),
  missing: /super administrator's API token/
})

const items: ReadonlyArray<PlantedItem<OktaState>> = [
  {
    kind: "api_key",
    externalId: "00Tann1",
    closing: "revoke",
    stands: ({ possessions }) => possessions.apiTokens.some(({ id }) => id === "00Tann1"),
    twin: {
      externalId: "00Tjoann1",
      stands: ({ possessions }) => possessions.apiTokens.some(({ id }) => id === "00Tjoann1")
    },
    reads: at(/\/api-tokens$/),
    forbid: lacking("api-tokens"),
    missing: /super administrator's API token/
  },
  {
    kind: "oauth_grant",
    externalId: "0oawiki",
    closing: "revoke",
    stands: (state) => grants(state, "0oawiki", ann),
    twin: { externalId: "0oajoann", stands: (state) => grants(state, "0oajoann", joann) },
    reads: at(/\/grants$/),
    forbid: lacking("grants"),
    missing: /manage users and apps/
  },
  role("ra1", "revoke"),
  role("ra2", "by_hand")
]

const bench = {
  protocol: "okta",
  definition: okta,
  vendors: ["okta"],
  settings: { domain: "acme.okta.com" },
  secrets: { api_token: oktaToken },
  leaver: { email: "ann.lee@acme.test", name: "Ann Lee" }
} as const

const anAdmin = { ...bench, leaver: { email: "owner@acme.test", name: "Olivia Owner" } } as const

leavesNothingUnseen({
  ...bench,
  items,
  others: ({ possessions }) => ({
    apiTokens: possessions.apiTokens.filter(({ userId }) => userId !== ann),
    grants: possessions.grants.filter(({ userId }) => userId !== ann),
    roles: possessions.roles.filter(({ userId }) => userId !== ann)
  })
})

const seen = (sights: ReadonlyArray<KindSight>): ReadonlyArray<LeftBehind> =>
  sights.flatMap((sight) => (sight._tag === "Seen" ? sight.items : []))

describe("okta: what of a leaver lives on", () => {
  // directories-3
  it.live("all that was planted is found in one look over several pages, and read only", function* () {
    const { look, vendor } = yield* aBench(bench)
    const { sights } = yield* look
    assert.sameMembers(
      seen(sights).map(({ closing, externalId, kind, risk }) => `${kind} ${externalId} ${risk} ${closing}`),
      [
        "api_key 00Tann1 high revoke",
        "oauth_grant 0oawiki medium revoke",
        "oauth_grant 0oaadmin high revoke",
        "ownership role:ra1 medium revoke",
        "ownership role:ra2 medium by_hand"
      ]
    )
    const apps = sights.filter((sight) => sight.kind === "service_principal")
    assert.deepStrictEqual(
      apps.map(({ _tag }) => _tag),
      ["NotVisible"]
    )
    assert.isTrue(vendor.requests.every(({ method }) => method === "GET"))
  })

  // directories-4
  it.live(
    "the last super administrator stops the cut, and keeps the role; one of two does not, and it is taken",
    function* () {
      const { end, look, vendor } = yield* aBench(anAdmin)
      vendor.state.possessions.tokenOwner = joann
      const own = Effect.map(look, ({ sights }) => seen(sights).find(({ externalId }) => externalId === "role:ra4"))
      assert.deepInclude(yield* own, { closing: "by_hand", stopsTheCut: "Last super administrator of Okta" })
      const item = { kind: "ownership", externalId: "role:ra4" } as const
      assert.strictEqual((yield* end(item)).outcome, "manual_required")
      assert.strictEqual(vendor.writes(), 0)
      vendor.state.possessions.roles.push({
        id: "ra5",
        userId: joann,
        type: "SUPER_ADMIN",
        label: "Super Administrator",
        assignmentType: "USER"
      })
      assert.deepInclude(yield* own, { closing: "revoke", stopsTheCut: null })
      for (const account of vendor.state.accounts) if (account.id === joann) account.status = "SUSPENDED"
      assert.deepInclude(yield* own, { closing: "by_hand" })
      for (const account of vendor.state.accounts) if (account.id === joann) account.status = "ACTIVE"
      assert.deepInclude(yield* end(item), { outcome: "revoked", verified: true })
      assert.isFalse(holds(vendor.state, "ra4", admin))
    }
  )

  // directories-4
  it.live(
    "a connection that runs on the leaver's own token: it stops the cut, and the token is not ended",
    function* () {
      const { end, look, vendor } = yield* aBench(anAdmin)
      const { sights } = yield* look
      const token = seen(sights).find(({ kind }) => kind === "api_key")
      assert.strictEqual(token?.closing, "by_hand")
      assert.match(token?.stopsTheCut ?? "", /connection to Okta/)
      assert.strictEqual((yield* end({ kind: "api_key", externalId: "00Tadmin1" })).outcome, "manual_required")
      assert.strictEqual(vendor.writes(), 0)
    }
  )

  it.live(
    "nobody of this address at Okta: nothing is left, and service apps are not visible all the same",
    function* () {
      const { look } = yield* aBench({ ...bench, leaver: { email: "stranger@acme.test", name: "Sam Stranger" } })
      const { sights } = yield* look
      assert.isEmpty(seen(sights))
      assert.deepStrictEqual(
        sights.filter(({ _tag }) => _tag === "NotVisible").map(({ kind }) => kind),
        ["service_principal"]
      )
    }
  )
})
