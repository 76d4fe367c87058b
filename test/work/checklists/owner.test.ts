import { assert, layer } from "#test/support/suite"
import { CalendarDate } from "@svc/contract/kernel/dates"
import { EmailAddress } from "@svc/contract/kernel/text"
import { DateTime, Effect, Layer, Predicate, Schema } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { Loops } from "#App"
import * as NotificationsDomain from "#outgoing/notifications/index"
import { Jobs } from "#platform/jobs/jobs"
import { AppWithFolder, build, jsonIn, requested, storedZip } from "#test/exports/support"
import { aLeaver, erase } from "#test/erasure/support"
import { handOut, noticesOf } from "#test/outgoing/notifications/support"
import { aCase } from "#test/support/cases"
import { entriesOf, eventsOf, mailsTo } from "#test/support/log"
import { aMember, anOrganisation, aSuperAdmin, type Member } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { TestApp } from "#test/support/TestApp"
import { aCaseWith, fieldOf, forceStatus, patch, taskOf, tasksOf } from "./support.ts"

const unknown = {
  status: 400,
  body: {
    error: "owner_id: this member does not exist or cannot see the offboarding of this task. Choose another member",
    code: "task_owner_unknown"
  }
}

const guide = { title: "Handover guide", url: "https://wiki.acme.test/handover" }

const anOffice = Effect.gen(function* () {
  const orgId = yield* anOrganisation()
  return { orgId, admin: yield* aMember(orgId), hr: yield* aMember(orgId, "hr") }
})

const firstOf = (ids: ReadonlyArray<string>) => ids[0] ?? ""

const edits = Effect.fnUntraced(function* (admin: Member, offboardingId: string) {
  const entries = yield* entriesOf(admin.orgId, { offboardingId, action: "checklist_item_edited" })
  return entries.map(({ details }) => details)
})

const of = (tag: string, admin: Member) => eventsOf(admin.orgId, { tag })

layer(TestApp)("PATCH /api/employees/checklist/{itemId}: owner, description and links", (it) => {
  it.effect("200: set, shown with the case, and cleared; the log names the owner and no text", function* () {
    const { admin, hr, orgId } = yield* anOffice
    const { ids, offboarding } = yield* aCaseWith(admin, ["Collect the badge"])
    const id = firstOf(ids)
    yield* withStatus(
      200,
      patch(admin, id, { owner_id: hr.userId, description: "Ask Ada\nfor it.", links: [guide], due_date: "2026-04-01" })
    )
    const shown = yield* withStatus(200, as(admin).get(`/api/employees/${offboarding.id}`))
    const items = fieldOf(shown.body, "checklist_items")
    assert.deepInclude(Array.isArray(items) ? items[0] : {}, {
      assigned_to: "HR",
      owner_id: hr.userId,
      owner_name: "The hr",
      description: "Ask Ada\nfor it.",
      links: [guide]
    })
    yield* withStatus(200, patch(admin, id, { owner_id: hr.userId, description: "Ask Ada\nfor it.", links: [guide] }))
    yield* withStatus(200, patch(admin, id, { owner_id: null, description: " ", links: [] }))
    assert.deepInclude((yield* tasksOf(admin, offboarding.id))[0], {
      owner_id: null,
      owner_name: null,
      description: null,
      links: []
    })
    assert.deepStrictEqual(yield* edits(admin, offboarding.id), [
      "Collect the badge: due_date: none -> 2026-04-01, description changed, links changed, owner: none -> The hr",
      "Collect the badge: description changed, links changed, owner: The hr -> none"
    ])
    const entries = yield* entriesOf(orgId, { offboardingId: offboarding.id, action: "checklist_item_edited" })
    for (const { stored } of entries) assert.notInclude(stored, "The hr")
  })

  it.effect("400: a member of another organization, without the case, of their own case, or no member", function* () {
    const { admin, orgId } = yield* anOffice
    const stranger = yield* aMember(yield* anOrganisation())
    const manager = yield* aMember(orgId, "manager")
    const blind = yield* aMember(orgId, { permissions: ["assets_view"] })
    const leaving = yield* aMember(orgId, "hr")
    const { id: offboardingId } = yield* aCase(admin, { employee_email: EmailAddress.make(leaving.email) })
    const { id } = yield* taskOf(admin, offboardingId, "")
    for (const owner_id of [stranger.userId, manager.userId, blind.userId, leaving.userId, randomUUID()]) {
      assert.deepInclude(yield* patch(admin, id, { owner_id, description: "Not stored" }), unknown)
      const path = `/api/employees/${offboardingId}/checklist`
      assert.deepInclude(yield* as(admin).post(path, { task: "Not stored", owner_id }), unknown)
    }
    assert.notInclude(JSON.stringify(yield* tasksOf(admin, offboardingId)), "Not stored")
    const reports = yield* aCase(admin, { manager_email: manager.email })
    const task = yield* taskOf(admin, reports.id, "")
    yield* withStatus(200, patch(admin, task.id, { owner_id: manager.userId }))
  })

  it.effect("400: a text or links outside the bounds, and a URL that is not https", function* () {
    const { admin } = yield* anOffice
    const { ids } = yield* aCaseWith(admin, ["Collect the badge"])
    const id = firstOf(ids)
    const link = (change: object) => ({ links: [{ ...guide, ...change }] })
    for (const body of [
      { owner_id: "somebody" },
      { description: "x".repeat(2001) },
      { links: Array.from({ length: 11 }, () => guide) },
      link({ title: " " }),
      link({ title: "x".repeat(101) }),
      link({ url: "http://wiki.acme.test" }),
      link({ url: "javascript:alert(1)" }),
      link({ url: "https://" }),
      link({ url: "https://wiki.acme.test/a b" }),
      link({ url: `https://wiki.acme.test/${"x".repeat(2000)}` })
    ]) {
      assert.strictEqual((yield* patch(admin, id, body)).status, 400, JSON.stringify(body).slice(0, 80))
    }
    yield* withStatus(
      200,
      patch(admin, id, { description: "x".repeat(2000), links: Array.from({ length: 10 }, () => guide) })
    )
  })

  it.effect("the end of the membership leaves the task unassigned", function* () {
    const { admin, hr } = yield* anOffice
    const { ids, offboarding } = yield* aCaseWith(admin, ["Collect the badge"])
    yield* withStatus(200, patch(admin, firstOf(ids), { owner_id: hr.userId }))
    yield* withStatus(200, as(admin).delete(`/api/members/${hr.userId}`))
    assert.deepInclude((yield* tasksOf(admin, offboarding.id))[0], { owner_id: null, owner_name: null })
  })

  it.effect("the copy of a case has none of them", function* () {
    const { admin, hr } = yield* anOffice
    const { ids, offboarding } = yield* aCaseWith(admin, ["Collect the badge"])
    yield* withStatus(200, patch(admin, firstOf(ids), { owner_id: hr.userId, description: "Ask Ada", links: [guide] }))
    const clone = { employee_name: "Grace Hopper", exit_date: "2026-05-31" }
    const { body } = yield* withStatus(201, as(admin).post(`/api/employees/${offboarding.id}/clone`, clone))
    const copied = yield* systemSql<{ owner_id: string | null; description: string | null; links: unknown }>`
      SELECT owner_id, description, links FROM checklist_items WHERE offboarding_id = ${String(fieldOf(body, "id"))}`
    assert.deepStrictEqual(copied, [{ owner_id: null, description: null, links: [] }])
  })
})

layer(TestApp)("POST /api/employees/{id}/checklist: owner, description and links", (it) => {
  it.effect("201: stored and shown; the log names the owner", function* () {
    const { admin, hr } = yield* anOffice
    const { id } = yield* aCase(admin)
    const task = { task: "Collect the badge", owner_id: hr.userId, description: "Ask Ada", links: [guide] }
    const { body } = yield* withStatus(201, as(admin).post(`/api/employees/${id}/checklist`, task))
    assert.deepInclude(body, { ...task, owner_name: "The hr" })
    assert.deepInclude(yield* taskOf(admin, id, "Collect the badge"), { ...task, owner_name: "The hr" })
    const added = yield* entriesOf(admin.orgId, { offboardingId: id, action: "checklist_item_added" })
    assert.deepStrictEqual(
      added.map(({ details }) => details),
      ["Collect the badge, assigned to HR, owner: The hr"]
    )
  })
})

layer(Loops.pipe(Layer.provideMerge(NotificationsDomain.reactions), Layer.provideMerge(TestApp)), {
  timeout: "180 seconds"
})("the owner of a task is notified", (it) => {
  const at = (text: string) => TestClock.setTime(DateTime.makeUnsafe(text).epochMilliseconds)
  const run = (admin: Member) => Jobs.use((jobs) => jobs.run("task-due", admin.orgId))

  it.effect("when another member makes them the owner, once; not of what they did, nor of a done task", function* () {
    const { admin, hr } = yield* anOffice
    const { ids, offboarding } = yield* aCaseWith(admin, ["Collect the badge", "Done"])
    const [id = "", done = ""] = ids
    yield* withStatus(200, patch(hr, id, { owner_id: hr.userId }))
    yield* withStatus(200, patch(admin, id, { owner_id: hr.userId }))
    yield* withStatus(200, patch(admin, done, { completed: true, owner_id: hr.userId }))
    assert.lengthOf(yield* of("task.%", admin), 0)
    yield* withStatus(200, patch(admin, id, { owner_id: null }))
    yield* withStatus(200, patch(admin, id, { owner_id: hr.userId, due_date: "2026-04-01" }))
    assert.deepStrictEqual(yield* of("task.%", admin), [
      {
        _tag: "task.assigned",
        offboardingId: offboarding.id,
        employeeName: "Ada Lovelace",
        ownerId: hr.userId,
        task: "Collect the badge",
        dueDate: "2026-04-01"
      }
    ])
    yield* handOut(admin.orgId)
    const notices = (yield* noticesOf(admin.orgId)).filter(({ type }) => type === "task.assigned")
    assert.deepStrictEqual(
      notices.map(({ body, data, title, user_id }) => ({ user_id, title, body, data })),
      [
        {
          user_id: hr.userId,
          title: "You own the task Collect the badge (Ada Lovelace)",
          body: "The superadmin made you the owner of the task “Collect the badge” for the offboarding of Ada Lovelace. Due: Apr 1, 2026. Complete it, or mark it as not needed.",
          data: { offboardingId: offboarding.id }
        }
      ]
    )
    const [mail] = yield* mailsTo(hr.email)
    assert.strictEqual(mail?.subject, "You own the task Collect the badge (Ada Lovelace)")
    assert.include(mail?.text, `Open tasks:\nhttp://svc.test/offboardings/${offboarding.id}/tasks\n`)
  })

  it.effect("in German, and without an email when they turned it off", function* () {
    const { admin, hr } = yield* anOffice
    yield* as(hr).patch("/api/auth/profile", { language: "de" })
    const off = { preferences: { "task.assigned": { email: false } } }
    yield* withStatus(200, as(hr).patch("/api/auth/notification-preferences", off))
    const { id } = yield* aCase(admin)
    const task = { task: "Collect the badge", owner_id: hr.userId }
    yield* withStatus(201, as(admin).post(`/api/employees/${id}/checklist`, task))
    yield* handOut(admin.orgId)
    const notices = (yield* noticesOf(admin.orgId)).filter(({ type }) => type === "task.assigned")
    assert.deepStrictEqual(
      notices.map(({ title }) => title),
      ["Deine Aufgabe: Collect the badge (Ada Lovelace)"]
    )
    assert.lengthOf(yield* mailsTo(hr.email), 0)
  })

  it.effect("on the morning of the due date in the organization's time zone, once per date", function* () {
    yield* at("2026-04-01T12:00:00Z")
    const orgId = yield* anOrganisation({ timezone: "America/New_York" })
    const [admin, hr] = [yield* aMember(orgId), yield* aMember(orgId, "hr")]
    const { ids, offboarding } = yield* aCaseWith(admin, ["Collect the badge", "Nobody's", "Later"])
    const [id = "", free = "", later = ""] = ids
    yield* patch(admin, id, { owner_id: hr.userId, due_date: "2026-04-02" })
    yield* patch(admin, free, { due_date: "2026-04-02" })
    yield* patch(admin, later, { owner_id: hr.userId, due_date: "2026-04-03" })
    yield* at("2026-04-02T10:59:00Z")
    assert.deepStrictEqual(yield* run(admin), { reminded: 0 })
    yield* at("2026-04-02T11:00:00Z")
    const rounds = yield* Effect.all([run(admin), run(admin)], { concurrency: 2 })
    assert.strictEqual(
      rounds.reduce((sum, { reminded = 0 }) => sum + reminded, 0),
      1
    )
    assert.deepStrictEqual(yield* of("task.due", admin), [
      {
        _tag: "task.due",
        offboardingId: offboarding.id,
        employeeName: "Ada Lovelace",
        ownerId: hr.userId,
        task: "Collect the badge",
        dueDate: "2026-04-02"
      }
    ])
    yield* handOut(orgId)
    const notices = (yield* noticesOf(orgId)).filter(({ type }) => type === "task.due")
    assert.deepStrictEqual(
      notices.map(({ title, user_id }) => [user_id, title]),
      [[hr.userId, "Due today: Collect the badge (Ada Lovelace)"]]
    )
    assert.include(
      (yield* mailsTo(hr.email)).map(({ subject }) => subject),
      "Due today: Collect the badge (Ada Lovelace)"
    )

    // Done and opened again, and by another owner: this date was told. A new date is told again.
    yield* patch(admin, id, { completed: true })
    yield* patch(admin, id, { completed: false, owner_id: admin.userId })
    assert.deepStrictEqual(yield* run(admin), { reminded: 0 })
    yield* patch(admin, id, { due_date: "2026-04-03" })
    yield* at("2026-04-03T15:00:00Z")
    assert.deepStrictEqual(yield* run(admin), { reminded: 2 })
    assert.deepStrictEqual(yield* run(admin), { reminded: 0 })
  })

  it.effect("not of a done task, of a closed case, a day late, or when they no longer see the case", function* () {
    yield* at("2026-04-06T12:00:00Z")
    const { admin, hr } = yield* anOffice
    const due = Effect.fnUntraced(function* (owner: Member, due_date: string) {
      const { ids, offboarding } = yield* aCaseWith(admin, ["Collect the badge"])
      yield* withStatus(200, patch(admin, firstOf(ids), { owner_id: owner.userId, due_date }))
      return { id: firstOf(ids), offboardingId: offboarding.id }
    })
    const done = yield* due(hr, "2026-04-07")
    yield* patch(admin, done.id, { notNeeded: true, reason: "They never had one" })
    for (const status of ["completed", "cancelled"]) {
      yield* forceStatus(admin, (yield* due(hr, "2026-04-07")).offboardingId, status)
    }
    yield* due(hr, "2026-04-06")
    const narrowed = yield* aMember(admin.orgId, "hr")
    yield* due(narrowed, "2026-04-07")
    yield* systemSql`UPDATE memberships SET scope = 'departments', departments = '{Sales}'
      WHERE org_id = ${admin.orgId} AND user_id = ${narrowed.userId}`
    yield* at("2026-04-07T09:00:00Z")
    assert.deepStrictEqual(yield* run(admin), { reminded: 0 })
    const elsewhere = yield* aSuperAdmin()
    assert.deepStrictEqual(yield* run(elsewhere), { reminded: 0 })
  })
})

layer(TestApp)("GET /api/home: tasks", (it) => {
  it.effect("those whose owner is the caller are theirs, each once; others' are not", function* () {
    const { admin, hr, orgId } = yield* anOffice
    const member = yield* aMember(orgId, { permissions: ["offboardings_view"] })
    const offboarding = yield* aCase(admin, {
      tasks: ["Mine", "Theirs", "Everyone's"].map((task) => ({
        task,
        assignedTo: task === "Everyone's" ? "all" : "Finance",
        follows: null,
        slaHours: null,
        dueDaysBeforeExit: null
      }))
    })
    const idOf = Effect.fnUntraced(function* (begins: string) {
      return (yield* taskOf(admin, offboarding.id, begins)).id
    })
    yield* withStatus(200, patch(admin, yield* idOf("Mine"), { owner_id: member.userId }))
    yield* withStatus(200, patch(admin, yield* idOf("Everyone"), { owner_id: member.userId }))
    yield* withStatus(200, patch(admin, yield* idOf("Theirs"), { owner_id: hr.userId }))
    const texts = Effect.fnUntraced(function* (who: Member) {
      const tasks = fieldOf((yield* withStatus(200, as(who).get("/api/home"))).body, "tasks")
      return (Array.isArray(tasks) ? tasks : []).map((one) => String(fieldOf(one, "task"))).toSorted()
    })
    assert.deepStrictEqual(yield* texts(member), ["Everyone's", "Mine"])
    assert.deepStrictEqual(yield* texts(hr), ["Everyone's", "Theirs"])
  })
})

const stored = (offboardingId: string) =>
  systemSql<{ description: string | null; links: unknown }>`
    SELECT description, links FROM checklist_items WHERE offboarding_id = ${offboardingId} AND position = 0`

layer(TestApp)("the description and links of a task", (it) => {
  it.effect("are emptied with the person, and not of another one", function* () {
    const { member, offboardingId, person } = yield* aLeaver
    const other = yield* aCase(member, { employee_name: "Grace Hopper", exit_date: CalendarDate.make("2026-05-31") })
    for (const id of [offboardingId, other.id]) {
      const tasks = yield* systemSql<{ id: string }>`
        SELECT id FROM checklist_items WHERE offboarding_id = ${id} AND position = 0`
      yield* withStatus(200, patch(member, tasks[0]?.id ?? "", { description: "Call Ada", links: [guide] }))
    }
    yield* withStatus(200, erase(member, person.id))
    assert.deepStrictEqual(yield* stored(offboardingId), [{ description: null, links: [] }])
    assert.deepStrictEqual(yield* stored(other.id), [{ description: "Call Ada", links: [guide] }])
  })
})

const Records = Schema.Array(Schema.Record(Schema.String, Schema.Json))

layer(AppWithFolder)("the export of the organization", (it) => {
  it.effect("holds owner, description and links of its tasks", function* () {
    const { admin, hr } = yield* anOffice
    const { ids } = yield* aCaseWith(admin, ["Collect the badge"])
    yield* withStatus(200, patch(admin, firstOf(ids), { owner_id: hr.userId, description: "Ask Ada", links: [guide] }))
    const { id } = yield* requested(admin)
    yield* build
    const { files } = yield* storedZip(admin, id)
    const items = yield* Schema.decodeUnknownEffect(Records)(jsonIn(files, "checklist_items.json"))
    const item = items.find((one) => Predicate.hasProperty(one, "task") && one["task"] === "Collect the badge")
    assert.deepInclude(item, { owner_id: hr.userId, description: "Ask Ada", links: [guide] })
  })
})
