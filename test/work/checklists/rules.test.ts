import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import {
  dueDate,
  folded,
  type FollowedState,
  followUp,
  moveOf,
  slaOf,
  type TaskChange,
  type TaskMove,
  withoutTwins
} from "#work/checklists/rules"

describe("a task: states and transitions", () => {
  const open = { ticked: false, notNeeded: false }
  const completed = { ticked: true, notNeeded: false }
  const notNeeded = { ticked: false, notNeeded: true }
  const both = { ticked: true, notNeeded: true }
  const table: ReadonlyArray<
    readonly [{ readonly ticked: boolean; readonly notNeeded: boolean }, FollowedState | null, TaskChange, TaskMove]
  > = [
    [open, null, {}, "none"],
    [open, null, { completed: true }, "complete"],
    [open, null, { completed: false }, "none"],
    [open, null, { notNeeded: true }, "not_needed"],
    [open, null, { notNeeded: false }, "none"],
    [open, null, { notNeeded: true, completed: true }, "not_needed"],
    [open, null, { notNeeded: false, completed: true }, "complete"],
    [completed, null, { completed: true }, "unchanged"],
    [completed, null, { completed: false }, "reopen"],
    [completed, null, { notNeeded: true }, "not_needed"],
    [completed, null, { notNeeded: false }, "none"],
    [notNeeded, null, { completed: true }, "unchanged"],
    [notNeeded, null, { completed: false }, "reopen"],
    [notNeeded, null, { notNeeded: false }, "reopen"],
    [notNeeded, null, { notNeeded: false, completed: true }, "complete"],
    [notNeeded, null, { notNeeded: false, completed: false }, "reopen"],
    [notNeeded, null, { notNeeded: true }, "not_needed"],
    [both, null, { notNeeded: false }, "reopen"],
    [both, null, { notNeeded: false, completed: true }, "complete"],
    [open, "open", { completed: true }, "linked_item_open"],
    [open, "open", { notNeeded: true }, "not_needed"],
    [notNeeded, "open", { notNeeded: false, completed: true }, "linked_item_open"],
    [notNeeded, "open", { notNeeded: false }, "reopen"],
    [completed, "open", { completed: true }, "unchanged"],
    [completed, "open", { completed: false }, "reopen"],
    [open, "settled", { completed: true }, "complete"],
    [open, "none", { completed: true }, "complete"]
  ]
  it.each(table)("%o, record %s, %o: %s", (state, followed, change, move) => {
    assert.strictEqual(moveOf({ ...state, followed }, change), move)
  })
})

describe("A task that follows another record completes itself from that record", () => {
  const item = { completed: false, notNeeded: false, selfCompleted: false, keptOpen: false }
  const self = { ...item, completed: true, selfCompleted: true }
  const ticked = { ...item, completed: true }
  const kept = { ...item, keptOpen: true }
  it.each([
    [item, "settled", "complete"],
    [item, "open", "leave"],
    [item, "none", "leave"],
    [self, "settled", "leave"],
    [self, "open", "reopen"],
    [self, "none", "leave"],
    [ticked, "open", "leave"],
    [kept, "settled", "leave"],
    [kept, "open", "release"],
    [kept, "none", "leave"],
    [{ ...item, notNeeded: true }, "settled", "leave"],
    [{ ...self, notNeeded: true }, "open", "leave"]
  ] as const)("%o, record %s: %s", (state, record, move) => {
    assert.strictEqual(followUp(state, record), move)
  })
})

// tasks-14: A task is `breached` after its deadline, `at_risk` with less than a quarter of its time left, else
//   `on_track`.
describe("SLA status per row", () => {
  const set = DateTime.makeUnsafe("2026-03-02T09:00:00Z")
  const task = { slaHours: 8, slaDeadline: DateTime.add(set, { hours: 8 }) }
  it.each([
    ["just set", 0, { status: "on_track", hoursOverdue: 0, hoursRemaining: 8 }],
    ["exactly 25 % of the window left", 360, { status: "on_track", hoursOverdue: 0, hoursRemaining: 2 }],
    ["less than 25 % left", 361, { status: "at_risk", hoursOverdue: 0, hoursRemaining: 2 }],
    ["a minute left", 479, { status: "at_risk", hoursOverdue: 0, hoursRemaining: 0 }],
    ["at the deadline", 480, { status: "breached", hoursOverdue: 0, hoursRemaining: 0 }],
    ["an hour and a half past it", 570, { status: "breached", hoursOverdue: 1.5, hoursRemaining: 0 }]
  ] as const)("%s", (_, minutes, row) => {
    assert.deepStrictEqual(slaOf(task, DateTime.add(set, { minutes })), row)
  })
})

describe("lists", () => {
  it("the same task text ignores case and extra spaces, also inside the list", () => {
    assert.strictEqual(folded("  Hand  OVER\tthe pager "), "hand over the pager")
    const tasks = ["Return badge", "return  BADGE ", "Hand over"].map((task) => ({ task }))
    assert.deepStrictEqual(withoutTwins(tasks, ["HAND OVER"]), [{ task: "Return badge" }])
  })

  it("a due date lies so many days before the last working day, over the end of a month", () => {
    assert.strictEqual(dueDate("2026-03-02", 3), "2026-02-27")
    assert.strictEqual(dueDate("2026-03-02", 0), "2026-03-02")
  })
})
