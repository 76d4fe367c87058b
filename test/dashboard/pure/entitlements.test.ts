import { assert, describe, it } from "@effect/vitest"
import { AccessReturn, Entitlement, EntitlementsAtApp, LicencePrice, Savings } from "@svc/contract/entitlements/schema"
import { Schema } from "effect"
import {
  accountsOf,
  amountOf,
  folded,
  inOrder,
  isShown,
  licenceRows,
  mayApprove,
  narrowed,
  progressOf,
  returnable,
  seatsWithoutPrice,
  sightsOf,
  withPrice
} from "../../../packages/dashboard/src/access-removal/entitlements/state.ts"

const item = (given: Partial<(typeof Entitlement)["Encoded"]> = {}) =>
  Schema.decodeUnknownSync(Entitlement)({
    id: "6f0a2f0e-4a0a-4a4c-9c53-2b1e1d1f0a01",
    service: "github",
    kind: "group",
    external_id: "g-1",
    label: "Builders",
    terms: {},
    state: "taken",
    by_hand: null,
    seen_at: "2026-11-01T08:00:00.000Z",
    taken_at: "2026-11-01T09:00:00.000Z",
    returned_at: null,
    cost: null,
    account: { id: "1001", name: "ann" },
    former_identity: false,
    ...given
  })

const sight = (given: Partial<(typeof EntitlementsAtApp)["Encoded"]>) =>
  Schema.decodeUnknownSync(EntitlementsAtApp)({
    kind: "group",
    phase: "before_cut",
    looked_at: "2026-11-01T08:00:00.000Z",
    why: null,
    ...given
  })

const price = (given: Partial<(typeof LicencePrice)["Encoded"]> = {}) =>
  Schema.decodeUnknownSync(LicencePrice)({
    service: "GitHub",
    licence: "seat",
    seat_price: 21,
    currency: "USD",
    billed_until: null,
    ...given
  })

describe("before and after, as the screens put it", () => {
  it("what a former person held is given back to nobody, and without a known account only a person gives it back", () => {
    const items = [item(), item({ account: null }), item({ former_identity: true })]
    assert.deepStrictEqual(returnable(items), [{ service: "github", byService: 1, byHand: 1 }])
  })

  it("a plan names each of its accounts once, app by app", () => {
    const line = (service: string, id: string | null) => ({
      service,
      account: id === null ? null : { id, name: null }
    })
    const lines = [line("okta", "1"), line("okta", "1"), line("github", "1"), line("slack", null)]
    assert.deepStrictEqual(
      accountsOf(lines).map(({ id, service }) => [service, id]),
      [
        ["okta", "1"],
        ["github", "1"]
      ]
    )
  })

  it("what the cut took stands first, the account before what hangs on it; what it left is folded", () => {
    const items = [
      item({ label: "Kept", state: "kept" }),
      item({ label: "Zeta" }),
      item({ label: "Alpha" }),
      item({ label: "Account", kind: "account" }),
      item({ label: "Back", state: "returned", returned_at: "2026-11-02T09:00:00.000Z" }),
      item({ label: "Seat", kind: "licence" })
    ]
    const { first, rest } = folded(inOrder(items))
    assert.deepStrictEqual(
      first.map(({ label }) => label),
      ["Account", "Seat", "Alpha", "Zeta", "Back"]
    )
    assert.deepStrictEqual(
      rest.map(({ label }) => label),
      ["Kept"]
    )
    const held = folded([item({ state: "held", taken_at: null })])
    assert.deepStrictEqual([held.first.length, held.rest.length], [1, 0], "where nothing was taken, all is shown")
  })

  // entitlements-6
  it("what was not seen is never told as nothing", () => {
    const sights = [
      sight({ kind: "account" }),
      sight({ kind: "role" }),
      sight({ kind: "group", why: "The connection lacks the right to read groups" }),
      sight({ kind: "licence", why: "The connection lacks the right to read groups" }),
      sight({ kind: "account", phase: "after", why: "The app did not answer in time" })
    ]
    const told = sightsOf(sights, [item({ kind: "account" })], true)
    assert.deepStrictEqual(
      told.map(({ kinds, phase, why }) => [kinds.join(), phase, why !== null]),
      [
        ["licence,group", "before_cut", true],
        ["account", "after", true],
        ["role", "before_cut", false]
      ]
    )
    assert.isFalse(
      sightsOf(sights, [], false).some(({ why }) => why === null),
      "of some of the items alone no kind is none"
    )
  })

  it("nothing is shown where nobody looks, but for what was seen before", () => {
    const app = { service: "github", sights: [], note: "Scanned right before revocation" }
    assert.isFalse(isShown({ on: false, total: 0, apps: [app] }))
    assert.isTrue(isShown({ on: true, total: 0, apps: [app] }))
    assert.isFalse(isShown({ on: true, total: 0, apps: [] }))
    assert.isTrue(isShown({ on: false, total: 0, apps: [{ ...app, sights: [sight({})], note: null }] }))
  })

  it("it is narrowed by what became of it, its kind, and any part of its name", () => {
    const items = [
      item({ label: "Builders" }),
      item({ label: "Owner", kind: "role", service: "slack" }),
      item({ label: "Seat", kind: "licence", state: "kept" })
    ]
    const labels = (by: Parameters<typeof narrowed>[1]) => narrowed(items, by).map(({ label }) => label)
    assert.deepStrictEqual(labels({}), ["Builders", "Owner", "Seat"])
    assert.deepStrictEqual(labels({ state: "kept" }), ["Seat"])
    assert.deepStrictEqual(labels({ kind: "role" }), ["Owner"])
    assert.deepStrictEqual(labels({ q: " BUILD " }), ["Builders"])
    assert.deepStrictEqual(labels({ q: "slack", state: "taken" }), ["Owner"])
    assert.deepStrictEqual(labels({ q: "slack", state: "kept" }), [])
  })

  it("only what was taken can be given back, and by app it is told what a person has to do", () => {
    const items = [
      item(),
      item({ by_hand: "The group is filled by a rule" }),
      item({ state: "kept" }),
      item({ service: "slack", state: "gone" })
    ]
    assert.deepStrictEqual(returnable(items), [{ service: "github", byService: 1, byHand: 1 }])
  })

  it("who proposed a return does not approve it, unless a Super Admin; nobody is kept from it by who is gone", () => {
    const { proposed_by } = Schema.decodeUnknownSync(Schema.Struct({ proposed_by: AccessReturn.fields.proposed_by }))({
      proposed_by: { id: "6f0a2f0e-4a0a-4a4c-9c53-2b1e1d1f0a02", full_name: "Ada" }
    })
    const [ada, other] = ["6f0a2f0e-4a0a-4a4c-9c53-2b1e1d1f0a02", "6f0a2f0e-4a0a-4a4c-9c53-2b1e1d1f0a03"] as const
    assert.isFalse(mayApprove({ proposed_by }, ada, false))
    assert.isTrue(mayApprove({ proposed_by }, ada, true))
    assert.isTrue(mayApprove({ proposed_by }, other, false))
    assert.isTrue(mayApprove({ proposed_by: null }, ada, false))
  })

  it("a return is as far as its lines were tried", () => {
    const outcomes = ["returned", "returned", "held_already", "by_hand", "failed", null] as const
    assert.deepStrictEqual(progressOf(outcomes.map((outcome) => ({ outcome }))), {
      all: 6,
      done: 5,
      outcomes: { returned: 2, held_already: 1, by_hand: 1, failed: 1 }
    })
  })

  it("a freed licence stands beside its price, whatever the case of the app; a price without seats is there too", () => {
    const { licences } = Schema.decodeUnknownSync(Savings)({
      money: [],
      licences: [
        {
          service: "github",
          licence: "seat",
          label: "Enterprise seat",
          seats: 2,
          seat_price: 21,
          currency: "USD",
          billed_until: null,
          standing: "saved"
        },
        {
          service: "slack",
          licence: "plus",
          label: "Plus",
          seats: 1,
          seat_price: null,
          currency: null,
          billed_until: null,
          standing: "no_price"
        }
      ]
    })
    const rows = licenceRows(licences, [price(), price({ service: "okta", licence: "one" })])
    assert.deepStrictEqual(
      rows.map(({ label, price, seats, standing }) => [label, seats, price?.seat_price ?? null, standing]),
      [
        ["Enterprise seat", 2, 21, "saved"],
        ["Plus", 1, null, "no_price"],
        ["one", 0, 21, null]
      ]
    )
    const licence = { kind: "licence" } as const
    const cost = { seat_price: 21, currency: "USD", billed_until: null, standing: "saved" } as const
    assert.strictEqual(
      seatsWithoutPrice([item(licence), item({ ...licence, cost }), item({ ...licence, state: "kept" }), item()]),
      1
    )
  })

  it("all prices are sent: one is put in the place of the one before it, or taken out", () => {
    const [one, other] = [price(), price({ service: "slack" })]
    const changed = price({ service: "github", seat_price: 12 })
    assert.deepStrictEqual(withPrice([one, other], one, changed), [other, changed])
    assert.deepStrictEqual(withPrice([one, other], null, changed), [one, other, changed])
    assert.deepStrictEqual(withPrice([one, other], one, null), [other])
  })

  it("an amount has a point or a comma, at most two decimals, and nothing else", () => {
    assert.deepStrictEqual(["21", " 8,75 ", "8.5", "0", "1000000"].map(amountOf), [21, 8.75, 8.5, 0, 1_000_000])
    for (const text of ["", "1.234", "1,2,3", "-1", "12 €", "1e3", "1000000.01", "abc"]) {
      assert.isNull(amountOf(text), text)
    }
  })
})
