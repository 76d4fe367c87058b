import { assert, layer } from "#test/support/suite"
import { DateTime, Effect, Layer, Predicate } from "effect"
import { TestClock } from "effect/testing"
import * as NotificationsDomain from "#outgoing/notifications/index"
import { Jobs } from "#platform/jobs/jobs"
import { ChecklistsLoops } from "#work/checklists/loops"
import { SlaBreaches } from "#work/checklists/sla-breaches"
import { handOut, noticesOf } from "#test/outgoing/notifications/support"
import { queuedMails } from "#test/support/mails"
import { start, TestApp } from "#test/support/TestApp"
import { aMember, aSuperAdmin, type Member } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { entriesOf, eventsOf } from "#test/support/log"
import { aCase } from "#test/support/cases"
import { aCaseWith, forceStatus, patch, tasksOf } from "./support.ts"

const Surface = Layer.mergeAll(NotificationsDomain.reactions, ChecklistsLoops).pipe(Layer.provideMerge(TestApp))

const report = Effect.fnUntraced(function* (member: Member) {
  const answer = yield* withStatus(200, as(member).get("/api/employees/sla-breaches"))
  return Array.isArray(answer.body) ? answer.body.filter(Predicate.isObject) : assert.fail("not a list")
})

const runJob = (admin: Member) => Effect.flatMap(Jobs, (jobs) => jobs.run("sla-breaches", admin.orgId))

layer(Surface)("GET /api/employees/sla-breaches", (it) => {
  // tasks-13: `GET /api/employees/sla-breaches` lists every open task with a deadline of cases in progress, by
  //   deadline, in the caller's scope.
  it.status(200, "each open task with a deadline, sorted by deadline, with the documented fields", function* () {
    yield* TestClock.setTime(start.epochMilliseconds)
    const admin = yield* aSuperAdmin()
    const { ids, offboarding } = yield* aCaseWith(admin, ["Late", "Soon", "Later", "No deadline", "Done"])
    for (const [index, hours] of [2, 8, 40].entries()) yield* patch(admin, ids[index] ?? "", { sla_hours: hours })
    yield* patch(admin, ids[4] ?? "", { sla_hours: 1, completed: true })
    yield* patch(admin, ids[1] ?? "", { due_date: "2026-03-03" })
    yield* TestClock.adjust("390 minutes")
    const rows = yield* report(admin)
    assert.deepStrictEqual(
      rows.map(({ hoursOverdue, hoursRemaining, slaBreached, status, task }) => ({
        task,
        status,
        slaBreached,
        hoursOverdue,
        hoursRemaining
      })),
      [
        { task: "Late", status: "breached", slaBreached: true, hoursOverdue: 4.5, hoursRemaining: 0 },
        { task: "Soon", status: "at_risk", slaBreached: false, hoursOverdue: 0, hoursRemaining: 1.5 },
        { task: "Later", status: "on_track", slaBreached: false, hoursOverdue: 0, hoursRemaining: 33.5 }
      ]
    )
    const first = yield* as(admin).get("/api/employees/sla-breaches?limit=1")
    assert.deepStrictEqual(first.body, rows.slice(0, 1))
    assert.strictEqual((yield* as(admin).get("/api/employees/sla-breaches?limit=201")).status, 400)
    assert.deepStrictEqual(rows[1], {
      id: ids[1],
      task: "Soon",
      assignedTo: "HR",
      slaHours: 8,
      slaDeadline: DateTime.formatIso(DateTime.add(start, { hours: 8 })),
      slaBreached: false,
      completed: false,
      dueDate: "2026-03-03",
      createdAt: DateTime.formatIso(start),
      offboardingId: offboarding.id,
      employeeName: "Ada Lovelace",
      employeeDepartment: "",
      exitDate: "2026-04-30",
      hoursOverdue: 0,
      hoursRemaining: 1.5,
      status: "at_risk"
    })
  })

  it.status(200, "for HR, managers and admins; 403: an own role without offboardings_view", function* () {
    const admin = yield* aSuperAdmin()
    for (const role of ["superadmin", "admin", "hr", "manager"] as const) {
      assert.isArray(yield* report(yield* aMember(admin.orgId, role)), role)
    }
    const own = yield* aMember(admin.orgId, { permissions: ["offboardings_edit", "checklists_manage"] })
    assert.strictEqual((yield* as(own).get("/api/employees/sla-breaches")).status, 403)
  })

  it.status(200, "`limit` leaves the earliest deadlines", function* () {
    yield* TestClock.setTime(start.epochMilliseconds)
    const admin = yield* aSuperAdmin()
    const { ids } = yield* aCaseWith(admin, ["Late", "Soon", "Later"])
    for (const [index, hours] of [40, 2, 8].entries()) yield* patch(admin, ids[index] ?? "", { sla_hours: hours })
    const { body } = yield* as(admin).get("/api/employees/sla-breaches?limit=2")
    assert.isTrue(Array.isArray(body))
    assert.deepStrictEqual(Array.isArray(body) ? body.map(({ task }) => task) : [], ["Soon", "Later"])
  })

  it.status(400, "a limit that is not 1 to 200", function* () {
    const admin = yield* aSuperAdmin()
    for (const limit of ["0", "201", "many"]) {
      assert.strictEqual((yield* as(admin).get(`/api/employees/sla-breaches?limit=${limit}`)).status, 400, limit)
    }
  })

  // tasks-13
  it.status(200, "of in-progress offboardings alone, and of those in the caller's scope", function* () {
    const admin = yield* aSuperAdmin()
    const manager = yield* aMember(admin.orgId, "manager")
    const tasked = Effect.fnUntraced(function* (more: Parameters<typeof aCase>[1]) {
      const { id } = yield* aCase(admin, more)
      const [task] = yield* tasksOf(admin, id)
      yield* patch(admin, task?.id ?? "", { sla_hours: 8 })
      return id
    })
    const own = yield* tasked({ manager_email: manager.email })
    const other = yield* tasked({})
    for (const status of ["completed", "cancelled"]) yield* forceStatus(admin, yield* tasked({}), status)
    assert.sameMembers(
      (yield* report(admin)).map(({ offboardingId }) => offboardingId),
      [own, other]
    )
    assert.deepStrictEqual(
      (yield* report(manager)).map(({ offboardingId }) => offboardingId),
      [own]
    )
    assert.deepStrictEqual(yield* report(yield* aSuperAdmin()), [])
  })
})

layer(Surface)("the job sla-breaches", (it) => {
  // tasks-17: A breach is recorded and notified once, also with several nodes.
  it.effect("marks a task once its deadline has passed, audits it and tells of it once", function* () {
    const admin = yield* aSuperAdmin()
    const hr = yield* aMember(admin.orgId, "hr")
    const { ids, offboarding } = yield* aCaseWith(admin, ["Collect the badge", "Other"])
    const id = ids[0] ?? ""
    yield* patch(admin, id, { sla_hours: 1 })
    yield* TestClock.adjust("59 minutes")
    assert.deepStrictEqual(yield* runJob(admin), { breached: 0 })
    yield* TestClock.adjust("1 minute")
    assert.deepStrictEqual(yield* runJob(admin), { breached: 1 })
    assert.deepStrictEqual(yield* runJob(admin), { breached: 0 })
    assert.isTrue((yield* tasksOf(admin, offboarding.id))[0]?.sla_breached)
    const entry = (yield* entriesOf(admin.orgId, { offboardingId: offboarding.id })).filter(
      ({ action }) => action === "checklist_sla_breached"
    )
    assert.lengthOf(entry, 1)
    yield* handOut(admin.orgId)
    const notices = (yield* noticesOf(admin.orgId)).filter(({ type }) => type === "checklist.sla_breached")
    assert.sameMembers(
      notices.map(({ user_id }) => user_id),
      [admin.userId, hr.userId]
    )
    assert.deepInclude(notices[0], {
      title: "Overdue task: Collect the badge (Ada Lovelace)",
      body: "The task “Collect the badge” for the offboarding of Ada Lovelace, assigned to HR, is overdue. Complete it, or mark it as not needed.",
      data: { offboardingId: offboarding.id }
    })
    const mails = (yield* queuedMails).filter(({ orgId }) => orgId === admin.orgId)
    assert.sameMembers(
      mails.map(({ to }) => to),
      [admin.email, hr.email]
    )

    // Done and opened again: marked again, told no more; a new deadline is told of.
    yield* patch(admin, id, { completed: true })
    assert.isFalse((yield* tasksOf(admin, offboarding.id))[0]?.sla_breached)
    yield* patch(admin, id, { completed: false })
    assert.deepStrictEqual(yield* runJob(admin), { breached: 1 })
    const told = Effect.map(
      entriesOf(admin.orgId, { offboardingId: offboarding.id }),
      (entries) => entries.filter(({ action }) => action === "checklist_sla_breached").length
    )
    assert.strictEqual(yield* told, 1)
    yield* patch(admin, id, { sla_hours: 2 })
    assert.isFalse((yield* tasksOf(admin, offboarding.id))[0]?.sla_breached)
    yield* TestClock.adjust("2 hours")
    assert.deepStrictEqual(yield* runJob(admin), { breached: 1 })
    assert.strictEqual(yield* told, 2)
  })

  it.effect("a task of a manager is told to the case's manager as well, and to no other", function* () {
    const admin = yield* aSuperAdmin()
    const manager = yield* aMember(admin.orgId, "manager")
    yield* aMember(admin.orgId, "manager")
    const { id } = yield* aCase(admin, { manager_email: manager.email })
    const task = (yield* tasksOf(admin, id)).find(({ assigned_to }) => assigned_to === "Manager")
    yield* patch(admin, task?.id ?? "", { sla_hours: 1 })
    yield* TestClock.adjust("1 hour")
    yield* runJob(admin)
    yield* handOut(admin.orgId)
    const notices = (yield* noticesOf(admin.orgId)).filter(({ type }) => type === "checklist.sla_breached")
    assert.sameMembers(
      notices.map(({ user_id }) => user_id),
      [admin.userId, manager.userId]
    )
  })

  // tasks-17
  it.effect("several nodes at once mark and tell once; completed and cancelled cases are left alone", function* () {
    const admin = yield* aSuperAdmin()
    const { ids, offboarding } = yield* aCaseWith(admin, ["One", "Two", "Three"])
    for (const id of ids) yield* patch(admin, id, { sla_hours: 1 })
    const closed = yield* aCaseWith(admin, ["Four"])
    yield* patch(admin, closed.ids[0] ?? "", { sla_hours: 1 })
    yield* forceStatus(admin, closed.offboarding.id, "cancelled")
    yield* TestClock.adjust("1 hour")
    const { markPassed } = yield* SlaBreaches
    const counts = yield* Effect.all(
      Array.from({ length: 6 }, () => markPassed(admin.orgId)),
      { concurrency: "unbounded" }
    )
    assert.strictEqual(
      counts.reduce((total, count) => total + count, 0),
      3
    )
    const events = yield* eventsOf(admin.orgId, { offboardingId: offboarding.id })
    assert.lengthOf(
      events.filter(({ _tag }) => _tag === "checklist.sla_breached"),
      3
    )
    assert.isFalse((yield* tasksOf(admin, closed.offboarding.id))[0]?.sla_breached)
  })
})
