import { assert } from "#test/support/suite"
import { DateTime, Effect } from "effect"
import { randomUUID } from "node:crypto"
import { aCaseWith, completionsOf, fieldOf, forceStatus, patch, tasksOf } from "#test/work/checklists/support"
import { start, TestApp } from "#test/support/TestApp"
import { aMember, aSuperAdmin, type Member } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { entriesOf } from "#test/support/log"
import { aCase } from "#test/support/cases"
import { layerOfFile } from "#test/support/layer-of-file"

const root = "/api/checklist-templates"

const aTemplate = Effect.fnUntraced(function* (admin: Member, body: object) {
  const answer = yield* as(admin).post(root, { name: "Engineers", items: [], ...body })
  if (answer.status !== 201) return yield* Effect.die(answer.text)
  return String(fieldOf(answer.body, "id"))
})

const items = (...tasks: ReadonlyArray<string>) => tasks.map((task) => ({ task }))

const withTestApp = layerOfFile(TestApp)

withTestApp("POST /api/checklist-templates", (it) => {
  it.status(201, "the template with its tasks; blank assignees are HR; audited", function* () {
    const admin = yield* aSuperAdmin()
    const answer = yield* as(admin).post(root, {
      name: "Engineers",
      description: "Who has access to the servers",
      role: "Engineer",
      separation_type: "resignation",
      worker_type: "employee",
      items: [
        { task: "Hand over the pager", assigned_to: "Manager", sla_hours: 24, due_days_before_exit: 3 },
        { task: "Take keys away", assigned_to: " ", follows: "revocation" }
      ]
    })
    assert.strictEqual(answer.status, 201, answer.text)
    const { created_at, id, updated_at, ...rest } = Object.fromEntries(Object.entries(answer.body ?? {}))
    assert.strictEqual(created_at, DateTime.formatIso(start))
    assert.strictEqual(updated_at, created_at)
    assert.deepStrictEqual(rest, {
      org_id: admin.orgId,
      name: "Engineers",
      description: "Who has access to the servers",
      role: "Engineer",
      separation_type: "resignation",
      worker_type: "employee",
      is_active: true,
      items: [
        {
          task: "Hand over the pager",
          assigned_to: "Manager",
          sla_hours: 24,
          due_days_before_exit: 3,
          follows: null
        },
        {
          task: "Take keys away",
          assigned_to: "HR",
          sla_hours: null,
          due_days_before_exit: null,
          follows: "revocation"
        }
      ]
    })
    assert.deepStrictEqual((yield* as(admin).get(`${root}/${id}`)).body, answer.body)
    assert.deepInclude((yield* entriesOf(admin.orgId, { action: "checklist_template_created" }))[0], {
      target: "Checklist template Engineers",
      details: "tasks: 2"
    })
  })

  it.status(400, "no name, more than 100 tasks, a task without text, hours or days out of range", function* () {
    const admin = yield* aSuperAdmin()
    for (const body of [
      { items: [] },
      { name: " ", items: [] },
      { name: "Engineers" },
      { name: "Engineers", items: items(...Array.from({ length: 101 }, (_, index) => `Task ${index}`)) },
      { name: "Engineers", items: items("") },
      { name: "Engineers", items: items("x".repeat(501)) },
      { name: "Engineers", items: [{ task: "x", sla_hours: 0 }] },
      { name: "Engineers", items: [{ task: "x", due_days_before_exit: -1 }] },
      { name: "Engineers", items: [{ task: "x", follows: "document" }] },
      { name: "Engineers", items: [], separation_type: "fired" },
      { name: "Engineers", items: [], worker_type: "robot" }
    ]) {
      assert.strictEqual((yield* as(admin).post(root, body)).status, 400, JSON.stringify(body).slice(0, 80))
    }
    const most = items(...Array.from({ length: 100 }, (_, index) => `Task ${index}`))
    assert.strictEqual((yield* as(admin).post(root, { name: "Engineers", items: most })).status, 201)
  })

  // task-templates-1: Templates need `checklists_manage` to write, and a plan with `checklistTemplates`.
  it.status(403, "every write needs checklists_manage, and a plan with checklistTemplates", function* () {
    const admin = yield* aSuperAdmin()
    const id = yield* aTemplate(admin, {})
    const editing = yield* aMember(admin.orgId, { permissions: ["offboardings_edit"] })
    const without = yield* aSuperAdmin({ plan: "none" })
    for (const [method, path, body] of [
      ["POST", root, { name: "Mine", items: [] }],
      ["POST", `${root}/${id}/duplicate`, undefined],
      ["PATCH", `${root}/${id}`, { name: "Mine" }],
      ["DELETE", `${root}/${id}`, undefined]
    ] as const) {
      const refused = yield* withStatus(403, as(editing).ask(method, path, body))
      assert.deepInclude(refused.body, { permission: "checklists_manage" })
      const lacking = yield* withStatus(403, as(without).ask(method, path, body))
      assert.deepInclude(lacking.body, { feature: "checklistTemplates", upgradeRequired: true })
    }
    assert.strictEqual((yield* as(editing).get(`${root}/${id}`)).status, 200)
  })
})

withTestApp("GET /api/checklist-templates/standard", (it) => {
  it.status(200, "the tasks that an offboarding without a template gets, also of a contractor", function* () {
    const admin = yield* aSuperAdmin()
    const { body } = yield* withStatus(200, as(admin).get(`${root}/standard`))
    const given = (kind: string) => {
      const list = fieldOf(body, kind)
      return Array.isArray(list)
        ? list.map((item) => [fieldOf(item, "task"), fieldOf(item, "assigned_to"), fieldOf(item, "follows")])
        : []
    }
    const { id } = yield* aCase(admin)
    const tasks = yield* tasksOf(admin, id)
    assert.deepStrictEqual(
      given("general").map(([task, assignee]) => [task, assignee]),
      tasks.map(({ assigned_to, task }) => [task, assigned_to])
    )
    assert.deepStrictEqual(given("contractor"), [
      ["Hand over work, documents, and contacts", "Employee", null],
      ["Revoke access to connected apps", "IT Admin", "revocation"],
      ["Collect company equipment", "IT Admin", "assets"],
      ["Pay the final invoice", "Finance", null]
    ])
  })

  it.status(403, "neither checklists_manage nor offboardings_edit", function* () {
    const admin = yield* aSuperAdmin()
    const viewing = yield* aMember(admin.orgId, { permissions: ["offboardings_view"] })
    assert.strictEqual((yield* as(viewing).get(`${root}/standard`)).status, 403)
  })
})

withTestApp("POST /api/checklist-templates/{id}/duplicate", (it) => {
  it.status(201, "an inactive copy named Copy of it, cut to the length of a name; audited", function* () {
    const admin = yield* aSuperAdmin()
    const name = `${"x".repeat(190)}👋🏽tail`
    const id = yield* aTemplate(admin, { name, role: "Engineer", items: items("Say goodbye") })
    const { body } = yield* withStatus(201, as(admin).post(`${root}/${id}/duplicate`))
    assert.deepInclude(body, { name: `Copy of ${"x".repeat(190)}👋🏽`, role: "Engineer", is_active: false })
    assert.deepStrictEqual(fieldOf(body, "items"), fieldOf((yield* as(admin).get(`${root}/${id}`)).body, "items"))
    assert.notStrictEqual(fieldOf(body, "id"), id)
    const [, entry] = yield* entriesOf(admin.orgId, { action: "checklist_template_created" })
    assert.deepInclude(entry, { details: `tasks: 1, copy of ${name}` })
  })

  it.status(404, "unknown, or another organisation's", function* () {
    const admin = yield* aSuperAdmin()
    const foreign = yield* aTemplate(yield* aSuperAdmin(), {})
    for (const id of [randomUUID(), foreign]) {
      assert.strictEqual((yield* as(admin).post(`${root}/${id}/duplicate`)).status, 404)
    }
  })

  it.status(400, "an id that is no UUID", function* () {
    assert.strictEqual((yield* as(yield* aSuperAdmin()).post(`${root}/none/duplicate`)).status, 400)
  })
})

withTestApp("GET /api/checklist-templates", (it) => {
  it.status(200, "the organisation's own, by name, paged", function* () {
    const admin = yield* aSuperAdmin()
    yield* aTemplate(yield* aSuperAdmin(), { name: "Foreign" })
    for (const name of ["sales", "Engineers", "Board"]) yield* aTemplate(admin, { name })
    const page = yield* as(admin).get(`${root}?limit=2&offset=1`)
    assert.deepInclude(page.body, { total: 3, limit: 2, offset: 1 })
    const rows = fieldOf(page.body, "rows")
    assert.deepStrictEqual(Array.isArray(rows) ? rows.map((row) => fieldOf(row, "name")) : rows, ["Engineers", "sales"])
  })

  it.status(400, "a limit over 500 names the maximum", function* () {
    const answer = yield* withStatus(400, as(yield* aSuperAdmin()).get(`${root}?limit=501`))
    assert.include(answer.text, "500")
  })
})

withTestApp("GET /api/checklist-templates/{id}", (it) => {
  it.status(404, "unknown, or another organisation's", function* () {
    const admin = yield* aSuperAdmin()
    const foreign = yield* aTemplate(yield* aSuperAdmin(), {})
    for (const id of [randomUUID(), foreign]) {
      assert.strictEqual((yield* as(admin).get(`${root}/${id}`)).status, 404)
    }
  })

  it.status(200, "with its tasks", function* () {
    const admin = yield* aSuperAdmin()
    assert.strictEqual((yield* as(admin).get(`${root}/${yield* aTemplate(admin, {})}`)).status, 200)
  })

  it.status(400, "an id that is no UUID", function* () {
    assert.strictEqual((yield* as(yield* aSuperAdmin()).get(`${root}/none`)).status, 400)
  })
})

withTestApp("PATCH /api/checklist-templates/{id}", (it) => {
  it.status(200, "only what is sent changes; what changes nothing is not recorded", function* () {
    const admin = yield* aSuperAdmin()
    const id = yield* aTemplate(admin, { role: "Engineer", items: items("One", "Two") })
    const renamed = yield* as(admin).patch(`${root}/${id}`, { name: "Developers" })
    assert.deepInclude(renamed.body, { name: "Developers", role: "Engineer", is_active: true })
    const any = yield* as(admin).patch(`${root}/${id}`, { role: "", is_active: false, items: items("One") })
    assert.deepInclude(any.body, { role: null, is_active: false })
    yield* as(admin).patch(`${root}/${id}`, { name: "Developers", role: null })
    assert.deepStrictEqual(
      (yield* entriesOf(admin.orgId, { action: "checklist_template_updated" })).map(({ details }) => details),
      ["name: Engineers -> Developers", "role: Engineer -> any, is_active: true -> false, tasks: 2 -> 1"]
    )
  })

  it.status(400, "as at the creation", function* () {
    const admin = yield* aSuperAdmin()
    const id = yield* aTemplate(admin, {})
    for (const body of [{ name: "" }, { items: items("") }, { separation_type: "fired" }]) {
      assert.strictEqual((yield* as(admin).patch(`${root}/${id}`, body)).status, 400)
    }
  })

  it.status(404, "unknown", function* () {
    yield* withStatus(404, as(yield* aSuperAdmin()).patch(`${root}/${randomUUID()}`, { name: "Mine" }))
  })
})

withTestApp("DELETE /api/checklist-templates/{id}", (it) => {
  it.status(200, "it is gone, and cases keep their tasks; audited", function* () {
    const admin = yield* aSuperAdmin()
    const id = yield* aTemplate(admin, { role: "Engineer", items: items("Hand over the pager") })
    const offboarding = yield* aCase(admin, { employee_role: "Engineer" })
    assert.deepStrictEqual((yield* as(admin).delete(`${root}/${id}`)).body, { success: true })
    assert.lengthOf(yield* tasksOf(admin, offboarding.id), 1)
    assert.lengthOf(yield* entriesOf(admin.orgId, { action: "checklist_template_deleted" }), 1)
  })

  it.status(400, "an id that is no UUID", function* () {
    assert.strictEqual((yield* as(yield* aSuperAdmin()).delete(`${root}/none`)).status, 400)
  })

  it.status(404, "deleted before", function* () {
    const admin = yield* aSuperAdmin()
    const id = yield* aTemplate(admin, {})
    yield* as(admin).delete(`${root}/${id}`)
    assert.strictEqual((yield* as(admin).delete(`${root}/${id}`)).status, 404)
  })
})

withTestApp("POST /api/checklist-templates/{id}/apply/{offboardingId}", (it) => {
  const apply = (member: Member, id: string, offboardingId: string) =>
    as(member).post(`${root}/${id}/apply/${offboardingId}`)

  // task-templates-2: Applying one adds its tasks but for those with the same text, ignoring case and extra spaces: `{
  //   success, itemsAdded, itemsSkipped }`.
  it.status(
    200,
    "adds its tasks but for those with the same text, ignoring case and extra spaces; audited",
    function* () {
      const admin = yield* aSuperAdmin()
      const { ids, offboarding } = yield* aCaseWith(admin, ["Collect the badge", "Other"])
      yield* patch(admin, ids[0] ?? "", { completed: true })
      const id = yield* aTemplate(admin, {
        items: [
          { task: "  collect  THE badge " },
          { task: "Hand over the pager", assigned_to: "Manager", sla_hours: 8, due_days_before_exit: 30 },
          { task: "hand over the  pager" },
          { task: "Say goodbye" }
        ]
      })
      const answer = yield* withStatus(200, apply(admin, id, offboarding.id))
      assert.deepStrictEqual(answer.body, { success: true, itemsAdded: 2, itemsSkipped: 2 })
      const tasks = yield* tasksOf(admin, offboarding.id)
      assert.deepStrictEqual(
        tasks.map(({ completed, task }) => `${task}: ${completed}`),
        ["Collect the badge: true", "Other: false", "Hand over the pager: false", "Say goodbye: false"]
      )
      const { due_date, sla_deadline, ...pager } = tasks[2] ?? assert.fail("no task")
      assert.deepInclude(pager, { assigned_to: "Manager", sla_hours: 8 })
      assert.strictEqual(due_date, "2026-03-31")
      assert.deepStrictEqual(sla_deadline, DateTime.add(start, { hours: 8 }))
      assert.deepStrictEqual((yield* apply(admin, id, offboarding.id)).body, {
        success: true,
        itemsAdded: 0,
        itemsSkipped: 4
      })
      const applied = (yield* entriesOf(admin.orgId, { offboardingId: offboarding.id })).filter(
        ({ action }) => action === "checklist_template_applied"
      )
      assert.deepStrictEqual(
        applied.map(({ details, target }) => [target, details]),
        [["Offboarding of Ada Lovelace", "template Engineers, added: Hand over the pager, Say goodbye; skipped: 2"]]
      )
    }
  )

  it.status(
    200,
    "applied several times at once it is added once; a task of a settled record completes itself",
    function* () {
      const admin = yield* aSuperAdmin()
      const { id: offboardingId } = yield* aCase(admin, { nothing_to_revoke: true, tasks: [] })
      const id = yield* aTemplate(admin, {
        items: [{ task: "Take keys away", follows: "revocation" }, { task: "Other" }]
      })
      const answers = yield* Effect.forEach(Array.from({ length: 6 }), () => apply(admin, id, offboardingId), {
        concurrency: "unbounded"
      })
      assert.strictEqual(
        answers.reduce((total, { body }) => total + Number(fieldOf(body, "itemsAdded")), 0),
        2
      )
      assert.deepStrictEqual(
        (yield* tasksOf(admin, offboardingId)).map(({ completed }) => completed),
        [true, false]
      )
      assert.deepStrictEqual(yield* completionsOf(admin, offboardingId), [])
    }
  )

  it.status(400, "ids that are no UUIDs", function* () {
    const admin = yield* aSuperAdmin()
    assert.strictEqual((yield* apply(admin, "none", randomUUID())).status, 400)
    assert.strictEqual((yield* apply(admin, yield* aTemplate(admin, {}), "none")).status, 400)
  })

  it.status(403, "a plan without checklistTemplates; neither offboardings_edit nor checklists_manage", function* () {
    const without = yield* aSuperAdmin({ plan: "none" })
    const { id } = yield* aCase(without)
    const answer = yield* withStatus(403, apply(without, randomUUID(), id))
    assert.deepInclude(answer.body, { feature: "checklistTemplates", upgradeRequired: true })
    const admin = yield* aSuperAdmin({ plan: "starter" })
    const template = yield* aTemplate(admin, { items: items("Say goodbye") })
    const offboarding = yield* aCase(admin)
    const holding = (permission: "offboardings_view" | "offboardings_edit" | "checklists_manage") =>
      Effect.flatMap(aMember(admin.orgId, { permissions: [permission] }), (member) =>
        apply(member, template, offboarding.id)
      )
    assert.strictEqual((yield* holding("offboardings_view")).status, 403)
    assert.strictEqual((yield* holding("offboardings_edit")).status, 200)
    assert.strictEqual((yield* holding("checklists_manage")).status, 200)
  })

  // task-templates-3: It is 404 without template or case, and 409 `case_completed`.
  it.status(404, "template or offboarding not found, or the offboarding outside the scope", function* () {
    const admin = yield* aSuperAdmin()
    const template = yield* aTemplate(admin, { items: items("Say goodbye") })
    const { id } = yield* aCase(admin)
    const foreign = yield* aSuperAdmin()
    const manager = yield* aMember(admin.orgId, "manager")
    for (const [member, templateId, offboardingId] of [
      [admin, randomUUID(), id],
      [admin, template, randomUUID()],
      [admin, yield* aTemplate(foreign, {}), id],
      [manager, template, id],
      [foreign, yield* aTemplate(foreign, {}), id]
    ] as const) {
      assert.strictEqual((yield* apply(member, templateId, offboardingId)).status, 404)
    }
  })

  // task-templates-3
  it.status(409, "case_completed; a cancelled offboarding is final", function* () {
    const admin = yield* aSuperAdmin()
    const template = yield* aTemplate(admin, { items: items("Say goodbye") })
    const { id } = yield* aCase(admin)
    yield* forceStatus(admin, id, "completed")
    const completed = yield* withStatus(409, apply(admin, template, id))
    assert.deepInclude(completed.body, { code: "case_completed" })
    yield* forceStatus(admin, id, "cancelled")
    assert.strictEqual((yield* apply(admin, template, id)).status, 409)
  })
})
