import { assert, describe, it } from "@effect/vitest"
import { EvidenceControl } from "@svc/contract/evidence-readiness/schema"
import { Schema } from "effect"
import { type CaseFacts, countsOf, lacks, statesOf } from "#evidence/evidence-readiness/rules"

const Count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 3 }))

/** A part is never more than its whole. */
const Facts = Schema.Struct({
  apps: Count,
  removed: Count,
  readBack: Count,
  nothingToRevoke: Schema.Boolean,
  held: Count,
  returnConfirmed: Schema.Boolean,
  documents: Count,
  pendingDocuments: Count,
  tasks: Count,
  tasksDone: Count,
  interviewAsked: Schema.Boolean,
  interviewed: Schema.Boolean,
  approved: Schema.Boolean,
  onHold: Schema.Boolean,
  unanchored: Schema.Boolean
})

const factsOf = (given: typeof Facts.Type): CaseFacts => {
  const removed = Math.min(given.removed, given.apps)
  return {
    ...given,
    removed,
    readBack: Math.min(given.readBack, removed),
    pendingDocuments: Math.min(given.pendingDocuments, given.documents),
    tasksDone: Math.min(given.tasksDone, given.tasks)
  }
}

describe("what a case could show", () => {
  it.prop("access that was verified was removed", [Facts], ([given]) => {
    const states = statesOf(factsOf(given), { approvals: true })
    if (states.access_verified === "shown") assert.strictEqual(states.access_removed, "shown")
  })

  // evidence-readiness-1
  it.prop("no apps is no evidence: somebody has to confirm that there are none", [Facts], ([given]) => {
    const states = statesOf(factsOf({ ...given, apps: 0 }), { approvals: true })
    assert.strictEqual(states.access_removed, given.nothingToRevoke ? "shown" : "missing")
    assert.strictEqual(states.access_verified, "not_needed")
  })

  it.prop("who still holds something has not returned it, whatever was confirmed", [Facts], ([given]) => {
    const states = statesOf(factsOf({ ...given, held: given.held + 1 }), { approvals: true })
    assert.strictEqual(states.equipment_returned, "missing")
  })

  // evidence-readiness-5: An approval is missing only where the organization has approval chains.
  it.prop("an approval is lacking only where there are chains of approval", [Facts], ([given]) => {
    assert.isFalse(lacks(statesOf(factsOf(given), { approvals: false }), "approval"))
    assert.strictEqual(lacks(statesOf(factsOf(given), { approvals: true }), "approval"), !given.approved)
  })

  // evidence-readiness-1: Each case is held against every control: it shows it, lacks it, or has nothing of the kind.
  it.prop(
    "counts: each case has each control once, and is complete when it lacks none",
    [Schema.Array(Facts).check(Schema.isMaxLength(20))],
    ([all]) => {
      const cases = all.map((given) => statesOf(factsOf(given), { approvals: true }))
      const counts = countsOf(cases)
      assert.deepStrictEqual(
        counts.controls.map(({ control }) => control),
        [...EvidenceControl.literals]
      )
      for (const { missing, not_needed, shown } of counts.controls) {
        assert.strictEqual(missing + not_needed + shown, cases.length)
      }
      assert.strictEqual(counts.complete, cases.filter((states) => !Object.values(states).includes("missing")).length)
    }
  )
})
