import { assert, layer } from "#test/support/suite"
import { ChecklistTemplateId } from "@svc/contract/kernel/ids"
import { EmailAddress } from "@svc/contract/kernel/text"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { ChecklistTemplates } from "#work/checklist-templates/service"
import { fieldOf, tasksOf } from "#test/work/checklists/support"
import { TestApp } from "#test/support/TestApp"
import { aKey, asCaller, aSuperAdmin, type Member } from "#test/support/people"
import { as, withKey } from "#test/support/requests"
import { inTables } from "#test/support/tables"
import { aCase, aPerson } from "#test/support/cases"

type More = Parameters<typeof aCase>[1]

/** Templates whose one task is their name. */
const templates = Effect.fnUntraced(function* (
  admin: Member,
  named: Readonly<Record<string, Readonly<Record<string, unknown>>>>
) {
  for (const [name, fields] of Object.entries(named)) {
    yield* TestClock.adjust("1 second")
    const answer = yield* as(admin).post("/api/checklist-templates", { name, items: [{ task: name }], ...fields })
    if (answer.status !== 201) return yield* Effect.die(answer.text)
  }
})

/** The first task of a new case, and how many it has. */
const chosen = Effect.fnUntraced(function* (admin: Member, more: More) {
  const { id } = yield* aCase(admin, more)
  const tasks = yield* tasksOf(admin, id)
  return tasks.length === 1 ? tasks[0]?.task : tasks.length
})

const [general, contractor] = [9, 4]

layer(TestApp)("the task list of a new offboarding", (it) => {
  // task-templates-4: The recommended template is chosen by job title, then separation type, then worker type, then
  //   age; one that is off is not.
  it.effect(
    "a template that fits best: role before separation type before worker type, the oldest of equals",
    function* () {
      const admin = yield* aSuperAdmin()
      yield* templates(admin, {
        anybody: {},
        resigning: { separation_type: "resignation" },
        staff: { worker_type: "employee" },
        engineer: { role: " Senior  Engineer" },
        "engineer later": { role: "senior engineer" },
        "engineer laid off": { role: "Senior Engineer", separation_type: "layoff" },
        "engineer laid off, staff": { role: "Senior Engineer", separation_type: "layoff", worker_type: "employee" },
        "sleeping designer": { role: "Designer", is_active: false }
      })
      const role = "SENIOR engineer "
      assert.strictEqual(yield* chosen(admin, { employee_role: role }), "engineer")
      assert.strictEqual(
        yield* chosen(admin, { employee_role: role, separation_type: "layoff" }),
        "engineer laid off, staff"
      )
      assert.strictEqual(yield* chosen(admin, { employee_role: role, separation_type: "retirement" }), "engineer")
      assert.strictEqual(yield* chosen(admin, { employee_role: "Designer" }), "resigning")
      assert.strictEqual(yield* chosen(admin, { separation_type: "layoff" }), "staff")
    }
  )

  // tasks-3
  it.effect("without one that fits the general list, for a contractor the shorter one", function* () {
    const admin = yield* aSuperAdmin()
    yield* templates(admin, { anybody: {}, sales: { role: "Sales" } })
    yield* templates(yield* aSuperAdmin(), { foreign: { separation_type: "resignation" } })
    assert.strictEqual(yield* chosen(admin, { employee_role: "Engineer" }), general)
    yield* aPerson(admin, "Bo Diddley")
    yield* inTables(
      admin.orgId,
      (sql) => sql`UPDATE org_employees SET worker_type = 'contractor' WHERE org_id = ${admin.orgId}`
    )
    const bo = { employee_email: EmailAddress.make("BO.diddley@acme.test") }
    assert.strictEqual(yield* chosen(admin, bo), contractor)
  })

  it.effect("a template for contractors is theirs alone", function* () {
    const admin = yield* aSuperAdmin()
    yield* templates(admin, { contractors: { worker_type: "contractor" } })
    yield* aPerson(admin, "Bo Diddley")
    yield* inTables(
      admin.orgId,
      (sql) => sql`UPDATE org_employees SET worker_type = 'contractor' WHERE org_id = ${admin.orgId}`
    )
    assert.strictEqual(
      yield* chosen(admin, { employee_email: EmailAddress.make("bo.diddley@acme.test") }),
      "contractors"
    )
    assert.strictEqual(yield* chosen(admin, {}), general)
  })

  it.effect("through the public API as well", function* () {
    const admin = yield* aSuperAdmin()
    yield* templates(admin, { engineers: { role: "Engineer" } })
    const created = yield* withKey(yield* aKey(admin)).post("/api/v1/offboardings", {
      employee_name: "Ada",
      exit_date: "2026-04-30",
      employee_role: "engineer"
    })
    assert.strictEqual(created.status, 201, created.text)
    const rows = yield* inTables(
      admin.orgId,
      (sql) =>
        sql<{
          task: string
        }>`SELECT task FROM checklist_items WHERE offboarding_id = ${String(fieldOf(created.body, "id"))}`
    )
    assert.deepStrictEqual(rows, [{ task: "engineers" }])
  })

  // task-templates-5: A plan without `checklistTemplates` uses the default list, whatever templates exist.
  it.effect("a plan without checklistTemplates has the default list whatever templates are left", function* () {
    const admin = yield* aSuperAdmin()
    yield* templates(admin, { engineers: { role: "Engineer" } })
    yield* inTables(admin.orgId, (sql) => sql`UPDATE organisations SET plan = 'none' WHERE id = ${admin.orgId}`)
    assert.strictEqual(yield* chosen(admin, { employee_role: "Engineer" }), general)
  })

  // tasks-3: A new case takes the list that was named, else a template that fits role and separation, else the general
  //   or the contractor's list.
  it.effect("an explicit template before one that fits; one that is not the organisation's is refused", function* () {
    const admin = yield* aSuperAdmin()
    yield* templates(admin, { engineers: { role: "Engineer" } })
    const foreign = yield* aSuperAdmin()
    const made = yield* as(admin).post("/api/checklist-templates", {
      name: "Chosen",
      is_active: false,
      items: [{ task: "chosen", due_days_before_exit: 2, sla_hours: 8 }]
    })
    const { tasksOf: listOf } = yield* ChecklistTemplates
    const id = ChecklistTemplateId.make(String(fieldOf(made.body, "id")))
    const tasks = yield* asCaller(admin)(listOf(id))
    assert.strictEqual(yield* chosen(admin, { employee_role: "Engineer", tasks }), "chosen")
    for (const [member, unknown] of [
      [admin, ChecklistTemplateId.make(randomUUID())],
      [foreign, id]
    ] as const) {
      assert.strictEqual((yield* Effect.flip(asCaller(member)(listOf(unknown))))._tag, "ChecklistTemplateUnknown")
    }
  })
})
