import { assert, describe, it } from "@effect/vitest"
import { LeftBehindId } from "@svc/contract/left-behind/schema"
import type { PreviewedApp } from "@svc/contract/revocations/schema"
import { changesSince, cleanAgent, digestOf, partsOf, type Plan, sayChange } from "#offboarding/initiations/plan"

const said = {
  effects: [],
  survives: [],
  undo: null,
  looked_up_by: null,
  holds_mailbox: false,
  left_behind: []
} satisfies Partial<PreviewedApp>
const wiki = {
  ...said,
  service: "Wiki",
  calls: [{ method: "DELETE", url: "https://wiki.test/ada" }],
  note: null
}
const plan: Plan = {
  kind: "offboarding",
  person: ["Ada", "ada@acme.test"],
  exitDate: "2026-04-30",
  isPast: false,
  reason: "resignation",
  apps: [wiki, { ...said, service: "Chat", calls: [], note: "Not connected any more" }]
}

describe("the plan of a proposal", () => {
  it("is the same whatever the order of its apps", () => {
    assert.strictEqual(digestOf(partsOf(plan)), digestOf(partsOf({ ...plan, apps: plan.apps.toReversed() })))
  })

  // initiations-16
  it("is another with any part of it", () => {
    const others: ReadonlyArray<Plan> = [
      { ...plan, kind: "revocation" },
      { ...plan, person: ["Ada", "eve@acme.test"] },
      { ...plan, exitDate: "2026-05-01" },
      { ...plan, isPast: true },
      { ...plan, reason: "layoff" },
      { ...plan, apps: [wiki] },
      {
        ...plan,
        apps: [{ ...wiki, calls: [{ method: "DELETE", url: "https://wiki.test/eve" }] }, ...plan.apps.slice(1)]
      },
      { ...plan, apps: [] }
    ]
    assert.strictEqual(new Set([plan, ...others].map((one) => digestOf(partsOf(one)))).size, others.length + 1)
  })

  // left-behind-12
  it("is another with any orphaned item that would be ended or handed over, whatever it is labeled", () => {
    const item = {
      id: LeftBehindId.make("00000000-0000-4000-8000-000000000001"),
      kind: "api_key",
      label: 'API token "nightly" of ada@acme.test',
      closing: "revoke",
      new_owner_email: null,
      calls: [{ method: "DELETE", url: "https://wiki.test/tokens/1" }]
    } as const
    const with_ = (left_behind: PreviewedApp["left_behind"]): Plan => ({ ...plan, apps: [{ ...wiki, left_behind }] })
    const other = { ...item, id: LeftBehindId.make("00000000-0000-4000-8000-000000000002") }
    const plans = [
      with_([]),
      with_([item]),
      with_([other]),
      with_([item, other]),
      with_([{ ...item, closing: "transfer", new_owner_email: "eve@acme.test" }]),
      with_([{ ...item, closing: "transfer", new_owner_email: "bob@acme.test" }]),
      with_([{ ...item, calls: [{ method: "DELETE", url: "https://wiki.test/tokens/2" }] }])
    ]
    const digests = plans.map((one) => digestOf(partsOf(one)))
    assert.strictEqual(new Set(digests).size, plans.length)
    assert.strictEqual(digestOf(partsOf(with_([{ ...item, label: "Another count" }]))), digests[1])
    assert.strictEqual(digestOf(partsOf(with_([other, item]))), digests[3])
    assert.include(JSON.stringify(partsOf(with_([item]))), "DELETE; orphaned items: 1")
    assert.notInclude(JSON.stringify(partsOf(with_([item]))), "nightly")
  })

  it("says of a person no word, and of the rest what changed", () => {
    const parts = partsOf(plan)
    assert.notInclude(JSON.stringify(parts), "ada@acme.test")
    const now = partsOf({ ...plan, person: ["Eve", "eve@acme.test"], exitDate: "2026-05-01", apps: [wiki] })
    assert.deepStrictEqual(changesSince(parts, now).map(sayChange), [
      "person",
      "last day (was 2026-04-30, is 2026-05-01)",
      "app Chat (was Not connected any more, no longer exists)"
    ])
    assert.deepStrictEqual(changesSince(parts, parts), [])
  })

  it("names the assistant in letters, digits and the punctuation of names, and never empty", () => {
    assert.strictEqual(cleanAgent("Claude\u202E [[aps:v1:k:x]]\n<b>", "1.2"), "Claude aps v1 k x b 1.2")
    assert.strictEqual(cleanAgent(" \u0000 ", ""), "an unnamed client")
    assert.strictEqual(cleanAgent("x".repeat(500), "1").length, 80)
  })
})
