import { assert, describe, it } from "@effect/vitest"
import { EntitlementId, EntitlementState } from "@svc/contract/entitlements/schema"
import { Schema } from "effect"
import { randomUUID } from "node:crypto"
import { bringsAccount, digestOf, inOrder, lacksAccount, summaryOf } from "#access-removal/access-returns/rules"
import {
  afterLook,
  countedByKind,
  everyKind,
  type KnownEntitlement,
  moneyOf,
  standingOf
} from "#access-removal/entitlements/rules"
import type { FoundEntitlement, Sight } from "#access-removal/entitlements/sight"

const item = (externalId: string, more: Partial<FoundEntitlement> = {}): FoundEntitlement => ({
  kind: "group",
  externalId,
  label: `group ${externalId}`,
  terms: {},
  byHand: null,
  ...more
})

const seen = (...ids: ReadonlyArray<string>): Sight => ({
  _tag: "Seen",
  kind: "group",
  items: ids.map((id) => item(id))
})

const known = (external_id: string, state: EntitlementState): KnownEntitlement => ({
  id: EntitlementId.make(randomUUID()),
  kind: "group",
  external_id,
  state
})

const become = (states: ReadonlyArray<EntitlementState>, sight: Sight, phase: "before_cut" | "after") => {
  const all = states.map((state) => known(state, state))
  const { found, moved, seen: again } = afterLook(all, [sight], phase)
  return {
    found: found.map(({ externalId }) => externalId),
    now: all.map(
      ({ id, state }) => moved.find((one) => one.id === id)?.to ?? (again.some((one) => one.id === id) ? "held" : state)
    )
  }
}

const states = EntitlementState.literals

describe("looks before and after a cut", () => {
  it("before it, what shows is held, and what does not went by somebody else, but for what was taken", () => {
    assert.deepStrictEqual(become(states, seen(...states, "new"), "before_cut"), {
      found: ["new"],
      now: ["held", "held", "held", "held", "held"]
    })
    assert.deepStrictEqual(become(states, seen(), "before_cut").now, ["gone", "gone", "taken", "gone", "gone"])
  })

  // entitlements-1
  it("after it, only what was held and shows no more was taken", () => {
    assert.deepStrictEqual(become(states, seen(), "after").now, ["taken", "gone", "taken", "gone", "gone"])
    assert.deepStrictEqual(become(states, seen(...states, "new"), "after"), {
      found: [],
      now: ["kept", "kept", "returned", "kept", "returned"]
    })
  })

  it("what is hidden changes nothing", () => {
    for (const phase of ["before_cut", "after"] as const) {
      assert.deepStrictEqual(become(states, { _tag: "NotVisible", kind: "group", why: "x" }, phase).now, [...states])
    }
  })

  it("a kind that was told of in part, or not at all, is not visible", () => {
    const told = everyKind(
      ["account", "group", "role"],
      [
        { _tag: "Seen", kind: "group", items: [item("a")] },
        { _tag: "NotVisible", kind: "group", why: "needs\nteams:read" },
        { _tag: "Seen", kind: "role", items: [item("r", { kind: "role" }), item("r", { kind: "role" }), item("g")] }
      ]
    )
    assert.deepStrictEqual(
      told.map((sight) => (sight._tag === "Seen" ? [sight.kind, sight.items.length] : [sight.kind, sight.why])),
      [
        ["account", "The app reported nothing about it"],
        ["group", "needs teams:read"],
        ["role", 1]
      ]
    )
  })

  const Ids = Schema.Array(Schema.Literals(["a", "b", "c", "d", "e"]))
  // entitlements-3
  it.prop(
    "giving back what was taken leaves what others left, and all that went with the cut: whatever others changed",
    { before: Ids, cut: Ids, othersAdd: Ids, othersDrop: Ids },
    ({ before, cut, othersAdd, othersDrop }) => {
      const held = new Set<string>(before)
      const first = afterLook([], [seen(...held)], "before_cut")
      const rows = first.found.map(({ externalId }) => known(externalId, "held"))
      const taken = new Set(cut.filter((id) => held.has(id)))
      for (const id of taken) held.delete(id)
      const second = afterLook(rows, [seen(...held)], "after")
      for (const id of othersAdd) held.add(id)
      for (const id of othersDrop) held.delete(id)
      const left = new Set(held)
      const back = rows.filter(({ id }) => second.moved.some((one) => one.id === id && one.to === "taken"))
      for (const { external_id } of back) held.add(external_id)
      assert.deepStrictEqual([...held].toSorted(), [...new Set([...left, ...taken])].toSorted())
    }
  )
})

describe("what freed seats save", () => {
  const price = (billed_until: string | null, currency = "EUR") => ({ seat_price: 10.1, currency, billed_until })

  // entitlements-11: A seat counts as paid through the last day that is billed, and as saved from the day after.
  it("a seat is paid for through the last day that is billed, and saved after it", () => {
    assert.deepStrictEqual(
      ["2026-03-30", "2026-03-31", "2026-04-01"].map((day) => standingOf(price("2026-03-31"), day)),
      ["still_paid", "still_paid", "saved"]
    )
    assert.strictEqual(standingOf(price(null), "2026-03-31"), "saved")
  })

  // entitlements-5
  it("sums by currency, saved and still paid for apart; what has no price counts nowhere", () => {
    assert.deepStrictEqual(
      moneyOf(
        [
          { seats: 3, price: price(null) },
          { seats: 1, price: price("2026-12-31") },
          { seats: 2, price: price(null, "CHF") },
          { seats: 9, price: null }
        ],
        "2026-03-02"
      ),
      [
        { currency: "CHF", saved: 20.2, still_paid: 0, seats: 2 },
        { currency: "EUR", saved: 30.3, still_paid: 10.1, seats: 4 }
      ]
    )
  })
})

describe("the plan of a return", () => {
  const line = (service_name: string, kind: "account" | "group" | "licence" | "role") => ({ service_name, kind })

  it("gives back by app, of each the account first", () => {
    assert.deepStrictEqual(
      inOrder([line("okta", "group"), line("github", "group"), line("github", "account"), line("okta", "account")]),
      [line("okta", "account"), line("okta", "group"), line("github", "account"), line("github", "group")]
    )
  })

  it("has a digest of what is given back, whatever it is called, and in whatever order its terms stand", () => {
    const planned = {
      service: "github",
      kind: "group" as const,
      external_id: "7",
      terms: { role: "maintainer", slug: "x" },
      account: "1001"
    }
    const digest = digestOf("ann@acme.test", [planned])
    assert.match(digest, /^[0-9a-f]{64}$/)
    assert.strictEqual(digestOf("Ann@Acme.test ", [{ ...planned, terms: { slug: "x", role: "maintainer" } }]), digest)
    for (const other of [
      { terms: { role: "member", slug: "x" } },
      { external_id: "8" },
      { service: "gitlab" },
      { account: "1002" },
      { account: null }
    ]) {
      assert.notStrictEqual(digestOf("ann@acme.test", [{ ...planned, ...other }]), digest)
    }
    assert.notStrictEqual(digestOf("tom@acme.test", [planned]), digest)
    assert.notStrictEqual(digestOf(null, [planned]), digest)
  })

  it("the app is asked whether an account can be used that the plan does not bring", () => {
    const line = (kind: "account" | "group", service = "okta") => ({ service, kind, outcome: null })
    assert.isTrue(bringsAccount(line("group"), [line("account"), line("group")]))
    assert.isFalse(bringsAccount(line("group"), [line("group"), line("account", "github")]))
    assert.isTrue(bringsAccount(line("account"), []))
  })

  // entitlements-13
  it("what hangs on an account that was not given back is not tried", () => {
    const account = { service: "github", kind: "account" as const, outcome: "failed" as const }
    const group = { service: "github", kind: "group" as const, outcome: null }
    assert.isTrue(lacksAccount(group, [account, group]))
    assert.isFalse(lacksAccount(group, [{ ...account, outcome: "returned" }, group]))
    assert.isFalse(lacksAccount(group, [{ ...account, service: "okta" }, group]))
    assert.isFalse(lacksAccount(account, [account]))
  })

  it("is told in counts", () => {
    assert.strictEqual(countedByKind(["account", "group", "group"]), "accounts: 1, groups: 2")
    assert.strictEqual(summaryOf(["returned", "failed", "returned"]), "restored: 2, failed: 1")
  })
})
