import { assert, describe, it } from "@effect/vitest"
import {
  LeftBehindClosing,
  LeftBehindDisposition,
  LeftBehindId,
  type LeftBehindKind
} from "@svc/contract/left-behind/schema"
import { EvidenceLevel } from "@svc/contract/leaver-test/figures"
import { DateTime, Option, Schema } from "effect"
import { randomUUID } from "node:crypto"
import {
  afterLook,
  endedBy,
  everyKind,
  freedApps,
  heldBack,
  isDue,
  type KnownItem,
  kindsAt,
  needsPerson,
  nextTry,
  stopping,
  storable,
  successorFor,
  taskDue
} from "#access-removal/left-behind/rules"
import type { FoundItem, Sight } from "#access-removal/left-behind/sight"

const began = DateTime.makeUnsafe("2026-03-02T09:00:00Z")
const earlier = DateTime.subtract(began, { minutes: 5 })
const later = DateTime.add(began, { minutes: 5 })

const known = (external_id: string, more: Partial<KnownItem> = {}): KnownItem => ({
  id: LeftBehindId.make(randomUUID()),
  kind: "ssh_key",
  external_id,
  disposition: "pending",
  evidence: "not_observed",
  settled_at: null,
  last_seen_at: earlier,
  owner_accepted_at: null,
  trying_by: null,
  trying_until: null,
  ...more
})

const found = (externalId: string, more: Partial<FoundItem> = {}): FoundItem => ({
  kind: "ssh_key",
  externalId,
  label: externalId,
  risk: "high",
  privileges: [],
  lastUsedAt: null,
  closing: "revoke",
  stopsTheCut: null,
  ...more
})

const seen = (...ids: ReadonlyArray<string>): ReadonlyArray<Sight> => [
  { _tag: "Seen", kind: "ssh_key", items: ids.map((id) => found(id)), hidden: null }
]
const hidden: ReadonlyArray<Sight> = [{ _tag: "NotVisible", kind: "ssh_key", why: "no permission" }]
const look = { began, holder: null }

describe("what a look changes", () => {
  it("a new one is found, one that is shown no more is gone", () => {
    const laptop = known("laptop")
    const outcome = afterLook([laptop], seen("desktop"), look)
    assert.deepStrictEqual(
      outcome.found.map(({ externalId }) => externalId),
      ["desktop"]
    )
    assert.deepStrictEqual(outcome.gone, [{ id: laptop.id, disposition: "revoked" }])
  })

  it("one that somebody took over and that is the leaver's no more is transferred", () => {
    const laptop = known("laptop", { owner_accepted_at: earlier })
    assert.deepStrictEqual(afterLook([laptop], seen(), look).gone, [{ id: laptop.id, disposition: "transferred" }])
  })

  // left-behind-15
  it("what another look found after this one began is not gone, what was ended after it is not back", () => {
    const fresh = known("laptop", { last_seen_at: later })
    assert.deepStrictEqual(afterLook([fresh], seen(), look).gone, [])
    const justEnded = known("laptop", { disposition: "revoked", settled_at: later })
    assert.deepStrictEqual(afterLook([justEnded], seen("laptop"), look).back, [])
    const endedBefore = known("laptop", { disposition: "revoked", settled_at: earlier })
    assert.deepStrictEqual(afterLook([endedBefore], seen("laptop"), look).back, [endedBefore.id])
  })

  it("what was said to be ended and is shown no more is read back", () => {
    const said = known("laptop", { disposition: "revoked", evidence: "confirmed_by_hand", settled_at: earlier })
    assert.deepStrictEqual(afterLook([said], seen(), look).confirmed, [said.id])
  })

  // left-behind-16: A call in progress is not repeated until a later scan has read the item.
  it("a call that is under way is left to itself; one that was cut off is over once it was looked at", () => {
    const underWay = known("laptop", { trying_by: "a", trying_until: later })
    assert.deepInclude(afterLook([underWay], seen("laptop"), look), { free: [], gone: [] })
    assert.deepInclude(afterLook([underWay], seen(), look), { free: [], gone: [] })
    assert.deepInclude(afterLook([underWay], seen("laptop"), { began, holder: "a" }), { free: [underWay.id] })
    const old = known("laptop", { trying_by: "b", trying_until: earlier })
    assert.deepInclude(afterLook([old], seen("laptop"), look), { free: [old.id] })
    assert.deepInclude(afterLook([old], seen(), look), { gone: [{ id: old.id, disposition: "revoked" }] })
    assert.deepInclude(afterLook([old], hidden, look), { free: [], gone: [] })
  })

  // left-behind-15
  it("what is absent from a kind of which a part is hidden may be in that part", () => {
    const [shown, absent] = [known("laptop"), known("drive", { trying_by: "b", trying_until: earlier })]
    const sights = everyKind(
      ["ssh_key"],
      [
        { _tag: "Seen", kind: "ssh_key", items: [found("laptop"), found("desktop")] },
        { _tag: "NotVisible", kind: "ssh_key", why: "no permission" }
      ]
    )
    assert.deepInclude(sights[0], { _tag: "Seen", hidden: "no permission" })
    const outcome = afterLook([shown, absent], sights, look)
    assert.deepInclude(outcome, { gone: [], confirmed: [], free: [] })
    assert.deepStrictEqual(
      [outcome.found.map(({ externalId }) => externalId), outcome.seen.map(({ id }) => id)],
      [["desktop"], [shown.id]]
    )
  })

  // left-behind-1
  it.prop(
    "of a kind that is not visible nothing is concluded",
    [
      Schema.Array(
        Schema.Struct({ disposition: LeftBehindDisposition, evidence: EvidenceLevel, trying: Schema.Boolean })
      )
    ],
    ([all]) => {
      const items = all.map(({ disposition, evidence, trying }, index) =>
        known(`id ${index}`, {
          disposition,
          evidence,
          settled_at: disposition === "pending" ? null : earlier,
          trying_by: trying ? "a" : null,
          trying_until: trying ? earlier : null
        })
      )
      assert.deepStrictEqual(afterLook(items, hidden, look), {
        found: [],
        seen: [],
        back: [],
        gone: [],
        confirmed: [],
        free: []
      })
    }
  )
})

describe("what is shown of a kind", () => {
  it("of which the look told nothing is not visible; twins and other kinds are left out", () => {
    const sights = everyKind(
      ["ssh_key", "api_key"],
      [{ _tag: "Seen", kind: "ssh_key", items: [found("a"), found("a"), found("b", { kind: "api_key" })] }]
    )
    assert.strictEqual(sights[0]?._tag === "Seen" && sights[0].items.length, 1)
    assert.deepStrictEqual(sights[1], { _tag: "NotVisible", kind: "api_key", why: "The app reported nothing about it" })
  })

  it("what a vendor calls it is one line that is stored as it is", () => {
    const { externalId, label } = storable(found("x\0".repeat(2000), { label: " two\nlines \u0007" }))
    assert.isAtMost(externalId.length, 1000)
    assert.notInclude(externalId, "\0")
    assert.strictEqual(label, "two lines")
  })

  it("an app that is not connected, or not known to this release, says why it shows nothing", () => {
    const app = { service_name: "crm", protocol: null }
    assert.include(kindsAt(app, Option.none(), [], []).note, "No longer connected")
    assert.include(kindsAt({ ...app, protocol: "okta" }, Option.none(), [], []).note, "cannot scan")
    const kinds = kindsAt(
      { ...app, protocol: "scim" },
      Option.some<ReadonlyArray<LeftBehindKind>>(["agent"]),
      [],
      []
    ).kinds
    assert.deepInclude(kinds[0], { kind: "agent", sight: "not_looked", total: 0 })
  })
})

describe("what is ended", () => {
  const one = {
    disposition: "pending",
    closing: "revoke",
    owner_accepted_at: null,
    trying_by: null,
    next_attempt_at: null
  } as const

  it("what the service ends itself, and what a new owner accepted; nothing twice at a time, nor before its time", () => {
    assert.isTrue(isDue(one, began))
    assert.isFalse(isDue({ ...one, closing: "by_hand" }, began))
    assert.isFalse(isDue({ ...one, closing: "transfer" }, began))
    assert.isTrue(isDue({ ...one, closing: "transfer", owner_accepted_at: earlier }, began))
    assert.isFalse(isDue({ ...one, trying_by: "a" }, began))
    assert.isFalse(isDue({ ...one, next_attempt_at: later }, began))
    assert.isFalse(isDue({ ...one, disposition: "accepted" }, began))
  })

  it("the waits double up to a day", () => {
    assert.deepStrictEqual(
      [1, 2, 3, 20].map((attempts) => DateTime.distance(began, nextTry(attempts, began)).toString()),
      [10, 20, 40, 1440].map((minutes) => DateTime.distance(began, DateTime.add(began, { minutes })).toString())
    )
  })

  it("what was read back is that, what the app says is its word, all else is left", () => {
    assert.deepStrictEqual(endedBy("revoke", { outcome: "revoked", verified: true }), {
      disposition: "revoked",
      evidence: "read_back"
    })
    assert.deepStrictEqual(endedBy("transfer", { outcome: "revoked", verified: false }), {
      disposition: "transferred",
      evidence: "vendor_answer"
    })
    assert.isUndefined(endedBy("revoke", { outcome: "skipped", verified: false }))
  })

  it("what the app accepted and still shows is left as it was", () => {
    assert.isUndefined(endedBy("revoke", { outcome: "revoked", verified: false, contradicted: true }))
    assert.isUndefined(endedBy("transfer", { outcome: "revoked", verified: false, contradicted: true }))
  })

  it("what only a person can do, and what did not come about, asks for one", () => {
    const item = { closing: "revoke", stops_the_cut: null, attempts: 0 } as const
    assert.isFalse(needsPerson(item, true))
    assert.isTrue(needsPerson({ ...item, attempts: 1 }, true))
    assert.isTrue(needsPerson({ ...item, closing: "by_hand" }, false))
    assert.isTrue(needsPerson({ ...item, stops_the_cut: "Last owner" }, false))
    assert.isFalse(needsPerson({ ...item, closing: "transfer" }, false))
    assert.isTrue(needsPerson({ ...item, closing: "transfer" }, true))
  })

  it("the task is due on the last working day, at least two days from now", () => {
    assert.strictEqual(taskDue("2026-04-30", began), "2026-04-30")
    assert.strictEqual(taskDue("2026-03-02", began), "2026-03-04")
  })
})

describe("what stops the cut", () => {
  const item = {
    id: LeftBehindId.make(randomUUID()),
    service_name: "crm",
    disposition: "pending",
    closing: "transfer",
    stops_the_cut: "Last owner of acme",
    owner_accepted_at: null,
    go_at: null
  } as const

  it("until somebody took over or a Super Admin said go; what the app hands over, until it did", () => {
    assert.lengthOf(stopping([item], false), 1)
    assert.lengthOf(stopping([{ ...item, owner_accepted_at: earlier }], false), 0)
    assert.lengthOf(stopping([{ ...item, owner_accepted_at: earlier }], true), 1)
    assert.lengthOf(stopping([{ ...item, owner_accepted_at: earlier, closing: "by_hand" }], true), 0)
    assert.lengthOf(stopping([{ ...item, go_at: earlier }], true), 0)
    assert.lengthOf(stopping([{ ...item, disposition: "transferred" }], true), 0)
    assert.lengthOf(stopping([{ ...item, stops_the_cut: null }], true), 0)
    assert.include(heldBack(stopping([item], true)), "Held back: Last owner of acme.")
  })

  // left-behind-18
  it("an app is freed since the last that stopped it was taken over, let go or settled", () => {
    const stop = { ...item, settled_at: null }
    const at = (...stops: Parameters<typeof freedApps>[0]) =>
      freedApps(stops).map(({ at, service }) => [service, DateTime.formatIso(at)])
    const [accepted, gone] = [DateTime.formatIso(earlier), DateTime.formatIso(later)]
    assert.deepStrictEqual(at(stop), [])
    assert.deepStrictEqual(at({ ...stop, owner_accepted_at: earlier }), [["crm", accepted]])
    assert.deepStrictEqual(at({ ...stop, owner_accepted_at: earlier }, stop), [])
    assert.deepStrictEqual(at({ ...stop, owner_accepted_at: earlier }, { ...stop, go_at: later }), [["crm", gone]])
    assert.deepStrictEqual(at({ ...stop, disposition: "revoked", settled_at: later, go_at: earlier }), [["crm", gone]])
    assert.deepStrictEqual(at({ ...stop, stops_the_cut: null, owner_accepted_at: earlier }), [])
    assert.deepStrictEqual(at({ ...stop, go_at: earlier }, { ...stop, service_name: "wiki" }), [["crm", accepted]])
  })

  it.each(LeftBehindClosing.literals)("a successor takes over what is handed over or stops the cut: %s", (closing) => {
    const leaver = { manager_email: "boss@acme.test", addresses: ["ann@acme.test"] }
    const of = (stopsTheCut: string | null, chosen: ReadonlyMap<LeftBehindKind, string> = new Map()) =>
      successorFor({ kind: "ownership", closing, stopsTheCut }, chosen, leaver)
    assert.strictEqual(of("Last owner"), "boss@acme.test")
    assert.strictEqual(of(null), closing === "transfer" ? "boss@acme.test" : null)
    assert.strictEqual(of("Last owner", new Map([["ownership", "team@acme.test"]])), "team@acme.test")
    assert.isNull(of("Last owner", new Map([["ownership", "Ann@acme.test"]])), "never who leaves")
  })
})
