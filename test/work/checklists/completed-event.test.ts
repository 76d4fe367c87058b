import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { TestApp } from "#test/support/TestApp"
import { aSuperAdmin } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { aCaseWith, completionsOf, patch } from "./support.ts"

layer(TestApp)("checklist.completed", (it) => {
  const several = Array.from({ length: 8 }, (_, index) => `Task ${index}`)

  it.effect("once when the last open task is ticked or marked not needed, not before", function* () {
    const admin = yield* aSuperAdmin()
    const { ids, offboarding } = yield* aCaseWith(admin, ["First", "Last"])
    yield* patch(admin, ids[0] ?? "", { completed: true })
    assert.deepStrictEqual(yield* completionsOf(admin, offboarding.id), [])
    yield* patch(admin, ids[1] ?? "", { notNeeded: true, reason: "Never had one" })
    assert.deepStrictEqual(yield* completionsOf(admin, offboarding.id), ["app"])
    // Neither a second tick nor an edit nor a tick of what counts as done says it again.
    yield* patch(admin, ids[0] ?? "", { completed: true })
    yield* patch(admin, ids[0] ?? "", { completed: true, task: "First of all" })
    yield* patch(admin, ids[1] ?? "", { notNeeded: false, completed: true })
    yield* patch(admin, ids[0] ?? "", { notNeeded: true, reason: "Never had one" })
    assert.deepStrictEqual(yield* completionsOf(admin, offboarding.id), ["app"])
  })

  it.effect("again after a task was opened, or one was added, and closed again", function* () {
    const admin = yield* aSuperAdmin()
    const { ids, offboarding } = yield* aCaseWith(admin, ["Only"])
    const id = ids[0] ?? ""
    yield* patch(admin, id, { completed: true })
    yield* patch(admin, id, { completed: false })
    yield* patch(admin, id, { completed: true })
    assert.lengthOf(yield* completionsOf(admin, offboarding.id), 2)
    const added = yield* as(admin).post(`/api/employees/${offboarding.id}/checklist`, { task: "One more" })
    const { id: more } = Object.fromEntries(Object.entries(added.body ?? {}))
    assert.lengthOf(yield* completionsOf(admin, offboarding.id), 2)
    yield* patch(admin, String(more), { completed: true })
    assert.lengthOf(yield* completionsOf(admin, offboarding.id), 3)
  })

  // tasks-16: Deleting the last open task does not send `checklist.completed`.
  it.effect("never by deleting the last open task: nothing was closed", function* () {
    const admin = yield* aSuperAdmin()
    const { ids, offboarding } = yield* aCaseWith(admin, ["Done", "Open"])
    yield* patch(admin, ids[0] ?? "", { completed: true })
    yield* withStatus(200, as(admin).delete(`/api/employees/checklist/${ids[1]}`, { reason: "Entered twice" }))
    assert.deepStrictEqual(yield* completionsOf(admin, offboarding.id), [])
  })

  // tasks-8: Ticking what is done changes nothing, and answers `unchanged: true`.
  it.effect("exactly once under many ticks at once of the last tasks, each of them sent twice", function* () {
    for (let round = 0; round < 4; round++) {
      const admin = yield* aSuperAdmin()
      const { ids, offboarding } = yield* aCaseWith(admin, several)
      const answers = yield* Effect.forEach(
        [...ids, ...ids],
        (id, index) =>
          patch(admin, id, index % 3 === 0 ? { notNeeded: true, reason: "Never had one" } : { completed: true }),
        { concurrency: "unbounded" }
      )
      for (const { status, text } of answers) assert.strictEqual(status, 200, text)
      assert.deepStrictEqual(yield* completionsOf(admin, offboarding.id), ["app"])
    }
  })

  it.effect("ticks and deletions at once: no task is lost half way, at most one announcement", function* () {
    const admin = yield* aSuperAdmin()
    const { ids, offboarding } = yield* aCaseWith(admin, several)
    const answers = yield* Effect.forEach(
      ids.flatMap((id) => [
        patch(admin, id, { completed: true }),
        as(admin).delete(`/api/employees/checklist/${id}`, { reason: "Entered twice" })
      ]),
      (request) => request,
      { concurrency: "unbounded" }
    )
    for (const { status } of answers) assert.include([200, 404], status)
    assert.isAtMost((yield* completionsOf(admin, offboarding.id)).length, 1)
  })
})
