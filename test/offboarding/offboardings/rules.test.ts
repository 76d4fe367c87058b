import { pageMeta } from "@svc/contract/kernel/paging"
import { assert, describe, it } from "@effect/vitest"
import { Plan } from "@svc/contract/kernel/plans"
import { OffboardingStatus } from "@svc/contract/offboardings/schema"
import { Option, Result, Schema } from "effect"
import { jurisdictionCodes } from "#platform/input/jurisdiction-codes"
import {
  admitManager,
  admitOpen,
  decideTransition,
  gateOf,
  type Gates,
  isOpen,
  managerFromDirectory,
  missingFor
} from "#offboarding/offboardings/rules"

const clear: Gates = {
  selected: 1,
  missing: [],
  stillActive: [],
  nothingConfirmed: false,
  assets: [],
  assetReturnConfirmed: true,
  tasks: []
}
const gateStates: ReadonlyArray<readonly [name: string, gates: Gates, blocks: ReadonlyArray<"apps" | "completion">]> = [
  ["everything done", clear, []],
  ["no apps, nothing to revoke confirmed", { ...clear, selected: 0, nothingConfirmed: true }, []],
  ["an app missing", { ...clear, missing: ["github"] }, ["apps", "completion"]],
  [
    "an app missing, whatever an admin confirmed",
    { ...clear, missing: ["github"], nothingConfirmed: true },
    ["apps", "completion"]
  ],
  ["no apps, not confirmed", { ...clear, selected: 0 }, ["apps", "completion"]],
  ["an asset still out", { ...clear, assets: ["Laptop"] }, ["completion"]],
  ["asset return not confirmed", { ...clear, assetReturnConfirmed: false }, ["completion"]],
  ["an open task", { ...clear, tasks: ["Exit interview"] }, ["completion"]]
]

type Outcome =
  | "Unchanged"
  | "Move"
  | "Complete"
  | "Reopen"
  | "Cancel"
  | "OffboardingCancelled"
  | "CompletedNotCancellable"

// Rows: from; columns: to, in the order of the statuses, with every gate open and a reason given.
const table: Readonly<Record<OffboardingStatus, ReadonlyArray<Outcome>>> = {
  pending: ["Unchanged", "Move", "Move", "Move", "Complete", "Cancel"],
  notice_period: ["Move", "Unchanged", "Move", "Move", "Complete", "Cancel"],
  it_revocation: ["Move", "Move", "Unchanged", "Move", "Complete", "Cancel"],
  asset_recovery: ["Move", "Move", "Move", "Unchanged", "Complete", "Cancel"],
  completed: ["Reopen", "Reopen", "Reopen", "Reopen", "Unchanged", "CompletedNotCancellable"],
  cancelled: [
    "OffboardingCancelled",
    "OffboardingCancelled",
    "OffboardingCancelled",
    "OffboardingCancelled",
    "OffboardingCancelled",
    "Unchanged"
  ]
}

const gated: Readonly<Record<string, "apps" | "completion">> = {
  "pending asset_recovery": "apps",
  "notice_period asset_recovery": "apps",
  "it_revocation asset_recovery": "apps",
  "pending completed": "completion",
  "notice_period completed": "completion",
  "it_revocation completed": "completion",
  "asset_recovery completed": "completion"
}

const decide = (from: OffboardingStatus, to: OffboardingStatus, gates: Gates, reason = Option.some("moved away")) => {
  const decided = decideTransition(from, to, gates, reason)
  return Result.isSuccess(decided) ? decided.success._tag : decided.failure._tag
}

describe("decideTransition", () => {
  for (const from of OffboardingStatus.literals) {
    for (const [index, to] of OffboardingStatus.literals.entries()) {
      it(`${from} to ${to}`, () => {
        for (const [name, gates, blocks] of gateStates) {
          const gate = gated[`${from} ${to}`]
          const expected = gate !== undefined && blocks.includes(gate) ? "StageGateClosed" : table[from][index]
          assert.strictEqual(decide(from, to, gates), expected, name)
        }
      })
    }
  }

  // stages-11: Elsewhere than for a cancellation a reason is ignored.
  it("only a cancellation that changes something asks for a reason", () => {
    for (const from of OffboardingStatus.literals) {
      for (const to of OffboardingStatus.literals) {
        const without = decide(from, to, clear, Option.none())
        if (to === "cancelled" && isOpen(from)) assert.strictEqual(without, "CancelReasonRequired")
        else assert.strictEqual(without, decide(from, to, clear))
      }
    }
  })

  // stages-4: The 409 `stage_gate` names everything that is missing, by kind.
  it("the refusal names everything that is missing, kind by kind", () => {
    const gates = { ...clear, missing: ["okta"], assets: ["Laptop"], assetReturnConfirmed: false, tasks: ["Badge"] }
    assert.deepStrictEqual(missingFor("it_revocation", "asset_recovery", gates), [{ kind: "app", name: "okta" }])
    assert.deepStrictEqual(missingFor("it_revocation", "completed", gates), [
      { kind: "app", name: "okta" },
      { kind: "asset", name: "Laptop" },
      { kind: "asset_confirmation", name: "confirmation of asset return" },
      { kind: "task", name: "Badge" }
    ])
    assert.deepStrictEqual(missingFor("pending", "asset_recovery", { ...gates, selected: 0, missing: [] }), [
      { kind: "app", name: "confirmation that there is nothing to revoke" }
    ])
  })

  // revocation-25
  it("an app that was read as active after its removal is missing, and the sentence says what to do", () => {
    const gates = { ...clear, missing: ["okta", "slack"], stillActive: ["slack"] }
    assert.deepStrictEqual(missingFor("it_revocation", "asset_recovery", gates), [
      { kind: "app", name: "okta" },
      { kind: "app", name: "slack", still_active: true }
    ])
    const refusal = Result.getFailure(decideTransition("it_revocation", "asset_recovery", gates, Option.none()))
    assert.include(
      Option.getOrUndefined(refusal)?.error,
      "okta, slack (removed, but the account was still active when read: revoke it again, or confirm its removal manually)"
    )
  })

  const GateFacts = Schema.Struct({
    selected: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 50 })),
    missing: Schema.Array(Schema.String),
    stillActive: Schema.Array(Schema.String),
    nothingConfirmed: Schema.Boolean,
    assets: Schema.Array(Schema.String),
    assetReturnConfirmed: Schema.Boolean,
    tasks: Schema.Array(Schema.String)
  })

  it.prop(
    "nothing reaches completed with something missing, and what is refused stays refused with more missing",
    { from: OffboardingStatus, to: OffboardingStatus, gates: GateFacts },
    ({ from, gates, to }) => {
      const outcome = decide(from, to, gates)
      const worse = decide(from, to, { ...gates, selected: 1, missing: ["x"], tasks: ["y"] })
      if (outcome === "Complete") {
        assert.isTrue(gates.assetReturnConfirmed && gates.assets.length === 0 && gates.tasks.length === 0)
        assert.isTrue(gates.selected === 0 ? gates.nothingConfirmed : gates.missing.length === 0)
      }
      if (outcome === "StageGateClosed") assert.strictEqual(worse, "StageGateClosed")
      assert.strictEqual(
        outcome === "StageGateClosed",
        isOpen(from) && from !== to && missingFor(from, to, gates).length > 0
      )
    }
  )

  it.prop("a backward move passes no gate", { from: OffboardingStatus, to: OffboardingStatus }, ({ from, to }) => {
    const order = OffboardingStatus.literals
    if (order.indexOf(to) < order.indexOf(from)) assert.strictEqual(gateOf(from, to), "none")
  })
})

describe("the manager of a case", () => {
  it("is not the employee, by whichever address and in whichever case", () => {
    const admit = (manager: string | null) =>
      Result.isSuccess(admitManager(manager, ["Ada@acme.test", null, "ada@home.test"]))
    assert.isTrue(admit("grace@acme.test"))
    assert.isTrue(admit(null))
    assert.isFalse(admit("ada@ACME.test"))
    assert.isFalse(admit("ada@home.test"))
  })

  it("comes from the directory unless it is the employee there", () => {
    assert.strictEqual(managerFromDirectory("grace@acme.test", "ada@acme.test"), "grace@acme.test")
    assert.isNull(managerFromDirectory("ADA@acme.test", "ada@acme.test"))
    assert.isNull(managerFromDirectory("", "ada@acme.test"))
    assert.isNull(managerFromDirectory(null, "ada@acme.test"))
  })
})

describe("plan limits", () => {
  it.prop("plan none: at most 3 open offboardings; no other plan has a limit", { plan: Plan }, ({ plan }) => {
    assert.isTrue(Result.isSuccess(admitOpen(plan, 3)))
    assert.strictEqual(Result.isSuccess(admitOpen(plan, 4)), plan !== "none")
  })
})

describe("jurisdictions", () => {
  it("are ISO 3166-1 alpha-2 or ISO 3166-2 codes", () => {
    for (const code of ["DE", "US", "US-CA", "GB-ENG", "FR-75C"]) assert.isTrue(jurisdictionCodes.has(code), code)
    for (const code of ["XX", "UK", "DEU", "US-ZZ", "us", ""]) assert.isFalse(jurisdictionCodes.has(code), code)
  })
})

describe("meta of a page", () => {
  const Size = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 }))
  const Count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10_000 }))
  it.prop(
    "the pages hold the total, and only the last has no next",
    { limit: Size, total: Count },
    ({ limit, total }) => {
      const last = pageMeta({ page: 1, limit }, total).total_pages
      assert.isTrue(last * limit >= total && (last - 1) * limit < total)
      for (let page = 1; page <= last; page++)
        assert.strictEqual(pageMeta({ page, limit }, total).has_next, page < last)
      assert.isFalse(pageMeta({ page: last + 1, limit }, total).has_next)
    }
  )
})
