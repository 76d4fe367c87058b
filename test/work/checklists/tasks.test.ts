import { assert, layer } from "#test/support/suite"
import type { ChecklistItem } from "@svc/contract/checklists/schema"
import { CalendarDate } from "@svc/contract/kernel/dates"
import { DateTime } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { TestApp } from "#test/support/TestApp"
import { aMember, aSuperAdmin } from "#test/support/people"
import { inTables } from "#test/support/tables"
import { as, withStatus } from "#test/support/requests"
import { entriesOf } from "#test/support/log"
import { aCase } from "#test/support/cases"
import { aCaseWith, fieldOf, forceStatus, patch, tasksOf } from "./support.ts"

const completedAt = (task: ChecklistItem | undefined) =>
  task === undefined || task.completed_at === null ? null : DateTime.formatIso(task.completed_at)

layer(TestApp)("POST /api/employees/{id}/checklist", (it) => {
  // tasks-2
  it.status(
    201,
    "the new item, open, at the end of the list; without assignedTo it falls to HR; audited",
    function* () {
      const admin = yield* aSuperAdmin()
      const { offboarding } = yield* aCaseWith(admin, ["First"])
      const path = `/api/employees/${offboarding.id}/checklist`
      const answer = yield* withStatus(201, as(admin).post(path, { task: "Collect the badge" }))
      const { id, ...rest } = Object.fromEntries(Object.entries(answer.body ?? {}))
      assert.match(String(id), /^[0-9a-f-]{36}$/)
      assert.deepStrictEqual(rest, {
        task: "Collect the badge",
        completed: false,
        completed_at: null,
        assigned_to: "HR",
        owner_id: null,
        owner_name: null,
        description: null,
        links: [],
        due_date: null,
        sla_hours: null,
        sla_deadline: null,
        sla_breached: false,
        not_needed_at: null,
        not_needed_reason: null
      })
      for (const blank of ["", "   "]) {
        const other = yield* as(admin).post(path, { task: `Blank ${blank.length}`, assignedTo: blank })
        assert.strictEqual(fieldOf(other.body, "assigned_to"), "HR")
      }
      assert.strictEqual(
        fieldOf((yield* as(admin).post(path, { task: "Last", assignedTo: "Finance" })).body, "assigned_to"),
        "Finance"
      )
      assert.deepStrictEqual(
        (yield* tasksOf(admin, offboarding.id)).map(({ task }) => task),
        ["First", "Collect the badge", "Blank 0", "Blank 3", "Last"]
      )
      assert.deepInclude((yield* entriesOf(admin.orgId, { action: "checklist_%", offboardingId: offboarding.id }))[0], {
        action: "checklist_item_added",
        target: "Offboarding of Ada Lovelace",
        details: "Collect the badge, assigned to HR"
      })
    }
  )

  // tasks-2: A task is 1 to 500 characters, an assignee up to 100; a blank one is `HR`.
  it.status(400, "a task of 1 to 500 characters, an assignee of at most 100", function* () {
    const admin = yield* aSuperAdmin()
    const { offboarding } = yield* aCaseWith(admin, [])
    const path = `/api/employees/${offboarding.id}/checklist`
    for (const body of [
      {},
      { task: "" },
      { task: "  " },
      { task: "x".repeat(501) },
      { task: 5 },
      { task: "x", assignedTo: "x".repeat(101) }
    ]) {
      assert.strictEqual((yield* as(admin).post(path, body)).status, 400, JSON.stringify(body))
    }
    assert.strictEqual((yield* as(admin).post(path, { task: "x".repeat(500) })).status, 201)
  })

  it.status(404, "no such offboarding, or not in the organisation or scope; a manager's own reports are", function* () {
    const admin = yield* aSuperAdmin()
    const manager = yield* aMember(admin.orgId, "manager")
    const others = yield* aCase(admin)
    const own = yield* aCase(admin, { manager_email: manager.email })
    const foreign = yield* aSuperAdmin()
    for (const [member, id, status] of [
      [admin, randomUUID(), 404],
      [foreign, others.id, 404],
      [manager, others.id, 404],
      [manager, own.id, 201]
    ] as const) {
      yield* withStatus(status, as(member).post(`/api/employees/${id}/checklist`, { task: "Collect the badge" }))
    }
  })

  // tasks-4: Adding one is 201, 404 outside of the organisation or scope, 409 `case_completed` of a completed case, and
  //   audited.
  it.status(409, "case_completed: of a completed offboarding; a cancelled one is final", function* () {
    const admin = yield* aSuperAdmin()
    const { id } = yield* aCase(admin)
    const path = `/api/employees/${id}/checklist`
    yield* forceStatus(admin, id, "completed")
    const completed = yield* withStatus(409, as(admin).post(path, { task: "Late" }))
    assert.deepInclude(completed.body, { code: "case_completed" })
    yield* forceStatus(admin, id, "cancelled")
    const cancelled = yield* withStatus(409, as(admin).post(path, { task: "Late" }))
    assert.match(String(fieldOf(cancelled.body, "error")), /canceled/)
  })
})

layer(TestApp)("PATCH /api/employees/checklist/{itemId}", (it) => {
  // tasks-5: `completed: true` stamps `completed_at` and clears the breach, `false` clears it.
  it.status(
    200,
    "completed true stamps completed_at and clears the breach, false clears it; each audited",
    function* () {
      const admin = yield* aSuperAdmin()
      const { ids, offboarding } = yield* aCaseWith(admin, ["Collect the badge", "Another"])
      const id = ids[0] ?? ""
      yield* inTables(admin.orgId, (sql) => sql`UPDATE checklist_items SET sla_breached = true WHERE id = ${id}`)
      const now = DateTime.formatIso(yield* DateTime.now)
      const done = yield* withStatus(200, patch(admin, id, { completed: true }))
      assert.deepStrictEqual(done.body, {
        success: true,
        completed: true,
        slaHours: null,
        slaDeadline: null,
        slaBreached: false,
        notNeededAt: null,
        notNeededReason: null
      })
      const [task] = yield* tasksOf(admin, offboarding.id)
      assert.strictEqual(completedAt(task), now)

      yield* TestClock.adjust("1 hour")
      const again = yield* patch(admin, id, { completed: true })
      assert.deepStrictEqual(again.body, { success: true, completed: true, unchanged: true })
      assert.strictEqual(completedAt((yield* tasksOf(admin, offboarding.id))[0]), now, "completed_at is left alone")

      assert.strictEqual(fieldOf((yield* patch(admin, id, { completed: false })).body, "completed"), false)
      assert.isNull((yield* tasksOf(admin, offboarding.id))[0]?.completed_at)
      assert.strictEqual((yield* patch(admin, id, { completed: false })).status, 200)
      assert.deepStrictEqual(
        (yield* entriesOf(admin.orgId, { action: "checklist_%", offboardingId: offboarding.id })).map(
          ({ action, details }) => `${action}: ${details}`
        ),
        ["checklist_item_completed: Collect the badge", "checklist_item_reopened: Collect the badge"]
      )
    }
  )

  // tasks-6: `notNeeded` needs a reason of 3 to 500 characters, counts as completed and stays visible; `false` takes it
  //   back.
  it.status(
    200,
    "not needed counts as completed and keeps its reason, sealed in the log; false takes it back",
    function* () {
      const admin = yield* aSuperAdmin()
      const { ids, offboarding } = yield* aCaseWith(admin, ["Collect the badge", "Another"])
      const id = ids[0] ?? ""
      const now = DateTime.formatIso(yield* DateTime.now)
      const marked = yield* withStatus(200, patch(admin, id, { notNeeded: true, reason: "Never had one" }))
      assert.deepInclude(marked.body, { completed: true, notNeededAt: now, notNeededReason: "Never had one" })
      const [task] = yield* tasksOf(admin, offboarding.id)
      assert.deepInclude(task, { completed: true, completed_at: null, not_needed_reason: "Never had one" })
      const [entry] = yield* entriesOf(admin.orgId, { action: "checklist_%", offboardingId: offboarding.id })
      assert.strictEqual(entry?.details, "Collect the badge, reason: Never had one")
      assert.notInclude(entry?.stored, "Never had one")

      // Ticking what counts as done changes nothing.
      assert.deepInclude((yield* patch(admin, id, { completed: true })).body, { unchanged: true })
      yield* TestClock.adjust("1 hour")
      const reworded = yield* patch(admin, id, { notNeeded: true, reason: "Lost in 2024" })
      assert.deepInclude(reworded.body, { notNeededAt: now, notNeededReason: "Lost in 2024" })

      const back = yield* patch(admin, id, { notNeeded: false })
      assert.deepInclude(back.body, { completed: false, notNeededAt: null, notNeededReason: null })
      yield* patch(admin, id, { notNeeded: true, reason: "Never had one" })
      const ticked = yield* patch(admin, id, { notNeeded: false, completed: true })
      assert.deepInclude(ticked.body, { completed: true, notNeededAt: null, notNeededReason: null })
      assert.isNotNull((yield* tasksOf(admin, offboarding.id))[0]?.completed_at)
    }
  )

  it.status(200, "a completed task may be marked not needed; taking that back unticks it", function* () {
    const admin = yield* aSuperAdmin()
    const { ids, offboarding } = yield* aCaseWith(admin, ["Collect the badge", "Another"])
    const id = ids[0] ?? ""
    yield* patch(admin, id, { completed: true })
    assert.deepInclude((yield* patch(admin, id, { notNeeded: true, reason: "Twice!" })).body, {
      completed: true
    })
    assert.deepInclude((yield* patch(admin, id, { notNeeded: false })).body, { completed: false })
    assert.isNull((yield* tasksOf(admin, offboarding.id))[0]?.completed_at)
  })

  it.status(
    200,
    "text, assignee, due date and hours; the deadline counts from now; null clears; audited in words",
    function* () {
      const admin = yield* aSuperAdmin()
      const { ids, offboarding } = yield* aCaseWith(admin, ["Collect the badge"])
      const id = ids[0] ?? ""
      yield* TestClock.adjust("1 hour")
      const now = yield* DateTime.now
      const deadline = DateTime.formatIso(DateTime.add(now, { hours: 24 }))
      const edited = yield* patch(admin, id, {
        task: "Collect both badges",
        assigned_to: " ",
        due_date: "2026-04-01",
        sla_hours: 24
      })
      assert.deepInclude(edited.body, { completed: false, slaHours: 24, slaDeadline: deadline, slaBreached: false })
      const [task] = yield* tasksOf(admin, offboarding.id)
      assert.deepInclude(task, {
        task: "Collect both badges",
        assigned_to: "HR",
        due_date: CalendarDate.make("2026-04-01"),
        sla_hours: 24
      })
      assert.strictEqual(
        (yield* entriesOf(admin.orgId, { action: "checklist_%", offboardingId: offboarding.id }))[0]?.details,
        "Collect the badge: task: Collect the badge -> Collect both badges, due_date: none -> 2026-04-01, sla_hours: none -> 24"
      )
      yield* TestClock.adjust("1 hour")
      const same = yield* patch(admin, id, { sla_hours: 24, completed: true })
      assert.deepInclude(same.body, { slaDeadline: deadline, completed: true })
      const withEdit = yield* patch(admin, id, { completed: true, assigned_to: "Finance" })
      assert.deepInclude(withEdit.body, { success: true, completed: true, slaHours: 24 })
      assert.notProperty(withEdit.body, "unchanged")
      const cleared = yield* patch(admin, id, { sla_hours: null, due_date: null })
      assert.deepInclude(cleared.body, { slaHours: null, slaDeadline: null, slaBreached: false })
      assert.lengthOf(yield* entriesOf(admin.orgId, { action: "checklist_%", offboardingId: offboarding.id }), 5)
      // Nothing asked, nothing recorded.
      assert.strictEqual((yield* patch(admin, id, {})).status, 200)
      assert.lengthOf(yield* entriesOf(admin.orgId, { action: "checklist_%", offboardingId: offboarding.id }), 5)
    }
  )

  // tasks-15: `completed: false` together with `notNeeded: true` is 400.
  it.status(400, "wrong values; not needed without a reason of 3 to 500 characters; a contradiction", function* () {
    const admin = yield* aSuperAdmin()
    const { ids } = yield* aCaseWith(admin, ["Collect the badge"])
    const id = ids[0] ?? ""
    for (const body of [
      { completed: "yes" },
      { task: "" },
      { task: "x".repeat(501) },
      { assigned_to: "x".repeat(101) },
      { due_date: "2026-02-30" },
      { sla_hours: 0 },
      { sla_hours: 8761 },
      { sla_hours: 1.5 },
      { notNeeded: true, completed: false, reason: "Never had one" }
    ]) {
      assert.strictEqual((yield* patch(admin, id, body)).status, 400, JSON.stringify(body))
    }
    for (const reason of [undefined, "", "ab", "  a  ", "x".repeat(501), 7, null]) {
      const answer = yield* patch(admin, id, { notNeeded: true, ...(reason === undefined ? {} : { reason }) })
      assert.strictEqual(answer.status, 400, String(reason))
      assert.deepInclude(answer.body, { code: "reason_required" })
    }
    assert.strictEqual((yield* patch(admin, "not-an-id", { completed: true })).status, 400)
    // Ignored whatever it is when notNeeded is not true.
    assert.strictEqual((yield* patch(admin, id, { completed: true, reason: "" })).status, 200)
    assert.strictEqual((yield* patch(admin, id, { notNeeded: false, reason: 7 })).status, 200)
    for (const hours of [1, 8760]) assert.strictEqual((yield* patch(admin, id, { sla_hours: hours })).status, 200)
    for (const reason of ["abc", "x".repeat(500)]) {
      assert.strictEqual((yield* patch(admin, id, { notNeeded: true, reason })).status, 200)
    }
  })

  // tasks-7: Text, assignee, due date and `sla_hours` (1 to 8760, null clears) are changed with `offboardings_edit` or
  //   `checklists_manage`; ticking, marking and setting hours need `offboardings_edit`.
  it.status(
    403,
    "own roles: checklists_manage edits and clears hours, and does not tick, mark or set hours",
    function* () {
      const admin = yield* aSuperAdmin()
      const { ids } = yield* aCaseWith(admin, ["Collect the badge"])
      const id = ids[0] ?? ""
      const managing = yield* aMember(admin.orgId, { permissions: ["checklists_manage"] })
      const editing = yield* aMember(admin.orgId, { permissions: ["offboardings_edit"] })
      const viewing = yield* aMember(admin.orgId, { permissions: ["offboardings_view"] })
      const edits = [
        { task: "Collect all badges" },
        { assigned_to: "Finance" },
        { due_date: "2026-04-01" },
        { sla_hours: null }
      ]
      const work = [
        { sla_hours: 8 },
        { completed: true },
        { completed: false },
        { notNeeded: true, reason: "Never had one" },
        { notNeeded: false }
      ]
      for (const body of edits) {
        assert.strictEqual((yield* patch(managing, id, body)).status, 200, JSON.stringify(body))
        assert.strictEqual((yield* patch(editing, id, body)).status, 200, JSON.stringify(body))
        assert.strictEqual((yield* patch(viewing, id, body)).status, 403, JSON.stringify(body))
      }
      for (const body of work) {
        const refused = yield* patch(managing, id, { task: "Sneaked in", ...body })
        assert.strictEqual(refused.status, 403, JSON.stringify(body))
        assert.deepInclude(refused.body, { permission: "offboardings_edit" })
        assert.strictEqual((yield* patch(editing, id, body)).status, 200, JSON.stringify(body))
        assert.strictEqual((yield* patch(viewing, id, body)).status, 403, JSON.stringify(body))
      }
    }
  )

  it.status(404, "no such task, another organisation's, or of a case outside the scope", function* () {
    const admin = yield* aSuperAdmin()
    const { ids } = yield* aCaseWith(admin, ["Collect the badge"])
    const manager = yield* aMember(admin.orgId, "manager")
    for (const [member, id] of [
      [admin, randomUUID()],
      [yield* aSuperAdmin(), ids[0] ?? ""],
      [manager, ids[0] ?? ""]
    ] as const) {
      const answer = yield* withStatus(404, patch(member, id, { completed: true }))
      assert.deepStrictEqual(answer.body, { error: "Task not found" })
    }
  })

  it.status(
    409,
    "case_completed: whatever is asked; moved back a stage it works again; a cancelled case is final",
    function* () {
      const admin = yield* aSuperAdmin()
      const { ids, offboarding } = yield* aCaseWith(admin, ["Collect the badge"])
      const id = ids[0] ?? ""
      yield* patch(admin, id, { completed: true })
      yield* forceStatus(admin, offboarding.id, "completed")
      for (const body of [{ completed: true }, { completed: false }, { task: "Other" }, {}]) {
        const answer = yield* withStatus(409, patch(admin, id, body))
        assert.deepInclude(answer.body, { code: "case_completed" })
      }
      yield* forceStatus(admin, offboarding.id, "asset_recovery")
      assert.strictEqual((yield* patch(admin, id, { completed: false })).status, 200)
      yield* forceStatus(admin, offboarding.id, "cancelled")
      assert.strictEqual((yield* patch(admin, id, { completed: true })).status, 409)
    }
  )
})

layer(TestApp)("DELETE /api/employees/checklist/{itemId}", (it) => {
  const path = (id: string | undefined, query = "") => `/api/employees/checklist/${id}${query}`
  const reason = "Entered twice"

  // tasks-10
  it.status(
    200,
    "with the reason in the body or the query; audited with the task, its state and the reason",
    function* () {
      const admin = yield* aSuperAdmin()
      const hr = yield* aMember(admin.orgId, "hr")
      const { ids, offboarding } = yield* aCaseWith(admin, ["Open", "Done", "Spared", "Left"])
      yield* patch(admin, ids[1] ?? "", { completed: true })
      yield* patch(admin, ids[2] ?? "", { notNeeded: true, reason: "Never had one" })
      assert.deepStrictEqual((yield* as(admin).delete(path(ids[0]), { reason })).body, { success: true })
      assert.strictEqual((yield* as(hr).delete(path(ids[1], "?reason=Entered%20twice"))).status, 200)
      assert.strictEqual((yield* as(hr).delete(path(ids[2]), { reason })).status, 200)
      assert.deepStrictEqual(
        (yield* tasksOf(admin, offboarding.id)).map(({ task }) => task),
        ["Left"]
      )
      const deleted = (yield* entriesOf(admin.orgId, { action: "checklist_%", offboardingId: offboarding.id })).filter(
        ({ action }) => action === "checklist_item_deleted"
      )
      assert.deepStrictEqual(
        deleted.map(({ details }) => details),
        [
          "Open, open, reason: Entered twice",
          "Done, completed, reason: Entered twice",
          "Spared, not needed, reason: Entered twice"
        ]
      )
      for (const { stored } of deleted) assert.notInclude(stored, reason)
    }
  )

  // tasks-10: Deleting one asks for a reason of 5 to 500 characters, in the body or the query: 400 `reason_required`.
  it.status(400, "reason_required: missing or not of 5 to 500 characters", function* () {
    const admin = yield* aSuperAdmin()
    const { ids } = yield* aCaseWith(admin, ["Open"])
    for (const body of [
      undefined,
      {},
      { reason: "" },
      { reason: "four" },
      { reason: "x".repeat(501) },
      { reason: 5 }
    ]) {
      const answer = yield* withStatus(400, as(admin).delete(path(ids[0]), body), JSON.stringify(body))
      assert.deepInclude(answer.body, { code: "reason_required" })
    }
    assert.strictEqual((yield* as(admin).delete(path(ids[0], "?reason=four"))).status, 400)
    assert.strictEqual((yield* as(admin).delete(path(ids[0]), { reason: "fiveX" })).status, 200)
  })

  // tasks-11: Deleting an open task is for Admins and Super Admins: 403 `open_task_delete`.
  it.status(403, "open_task_delete: an open task, for anyone but an Admin or Super Admin", function* () {
    const admin = yield* aSuperAdmin()
    const manager = yield* aMember(admin.orgId, "manager")
    const offboarding = yield* aCase(admin, { manager_email: manager.email })
    const [first, second] = yield* tasksOf(admin, offboarding.id)
    const everything = yield* aMember(admin.orgId, { permissions: ["offboardings_edit", "checklists_manage"] })
    for (const member of [manager, everything, yield* aMember(admin.orgId, "hr")]) {
      const answer = yield* withStatus(403, as(member).delete(path(first?.id), { reason }))
      assert.deepInclude(answer.body, { code: "open_task_delete" })
    }
    yield* withStatus(200, as(yield* aMember(admin.orgId, "admin")).delete(path(first?.id), { reason }))
    yield* patch(admin, second?.id ?? "", { completed: true })
    assert.strictEqual((yield* as(manager).delete(path(second?.id), { reason })).status, 200)
  })

  it.status(404, "no such task in scope", function* () {
    const admin = yield* aSuperAdmin()
    const { ids } = yield* aCaseWith(admin, ["Open"])
    const manager = yield* aMember(admin.orgId, "manager")
    for (const [member, id] of [
      [admin, randomUUID()],
      [manager, ids[0]],
      [yield* aSuperAdmin(), ids[0]]
    ] as const) {
      assert.strictEqual((yield* as(member).delete(path(id), { reason })).status, 404)
    }
    assert.strictEqual((yield* as(admin).delete(path(ids[0]), { reason })).status, 200)
    assert.strictEqual((yield* as(admin).delete(path(ids[0]), { reason })).status, 404)
  })

  // tasks-12: A task of a completed case, and one under legal hold or released less than 7 days ago, is not deleted:
  //   409.
  it.status(409, "case_completed, and legal_hold while held and until 7 days after the release", function* () {
    const admin = yield* aSuperAdmin()
    const { ids, offboarding } = yield* aCaseWith(admin, ["Open"])
    const remove = as(admin).delete(path(ids[0]), { reason })
    yield* forceStatus(admin, offboarding.id, "completed")
    assert.deepInclude((yield* remove).body, { code: "case_completed" })
    yield* forceStatus(admin, offboarding.id, "pending")
    yield* inTables(admin.orgId, (sql) => sql`UPDATE offboardings SET legal_hold = true WHERE id = ${offboarding.id}`)
    const held = yield* withStatus(409, remove)
    assert.deepInclude(held.body, { code: "legal_hold" })
    // Ticking and editing go on under a hold.
    assert.strictEqual((yield* patch(admin, ids[0] ?? "", { task: "Still open" })).status, 200)
    const released = DateTime.toDateUtc(yield* DateTime.now)
    yield* inTables(
      admin.orgId,
      (sql) =>
        sql`UPDATE offboardings SET legal_hold = false, legal_hold_released_at = ${released} WHERE id = ${offboarding.id}`
    )
    yield* TestClock.adjust("167 hours")
    assert.deepInclude((yield* remove).body, { code: "legal_hold" })
    yield* TestClock.adjust("1 hour")
    assert.strictEqual((yield* remove).status, 200)
  })
})
