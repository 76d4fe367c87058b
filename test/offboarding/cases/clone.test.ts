import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { TestApp } from "#test/support/TestApp"
import { inTables } from "#test/support/tables"
import { aMember, aSuperAdmin } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { eventsOf } from "#test/support/log"
import { aConnection, leaver } from "#test/support/cases"
import { aCase, caseIn, expect, path, withoutApproval } from "./support.ts"

const another = { employee_name: "Bo Diddley", exit_date: "2026-05-31" }

layer(TestApp)("POST /api/employees/{id}/clone", (it) => {
  // cases-66: A copy takes everything but the person; its tasks are open, and its apps are those still connected.
  it.status(
    201,
    "everything but the person is copied, the tasks open again, apps as far as still connected",
    function* () {
      const admin = yield* aSuperAdmin()
      yield* aConnection(admin.orgId, "github")
      yield* aConnection(admin.orgId, "slack")
      const first = yield* aCase(admin, {
        employee_email: "ada@example.com",
        employee_personal_email: "ada@home.example",
        employee_role: "Engineer",
        employee_department: "Research",
        separation_type: "layoff",
        timezone: "Europe/Berlin",
        jurisdiction: "DE",
        manager_email: "grace@example.com",
        apps_to_revoke: ["github", "slack"]
      })
      yield* inTables(admin.orgId, (sql) =>
        Effect.all([
          sql`DELETE FROM integrations WHERE org_id = ${admin.orgId} AND service_name = 'slack'`,
          sql`UPDATE checklist_items SET completed_at = created_at, task = task || '!', sla_hours = 24
            WHERE org_id = ${admin.orgId} AND offboarding_id = ${first.id} AND position < 2`
        ])
      )
      const copy = yield* Effect.flatMap(expect(201, as(admin).post(`${path}/${first.id}/clone`, another)), caseIn)
      assert.strictEqual<string>(copy.exit_date, another.exit_date)
      assert.deepInclude(copy, {
        employee_name: another.employee_name,
        employee_email: null,
        employee_personal_email: null,
        employee_role: "Engineer",
        employee_department: "Research",
        separation_type: "layoff",
        timezone: "Europe/Berlin",
        jurisdiction: "DE",
        manager_email: "grace@example.com",
        apps_to_revoke: ["github"],
        status: "pending",
        source: "clone"
      })
      assert.deepStrictEqual(
        copy.checklist_items.map(({ assigned_to, completed, task }) => [assigned_to, completed, task]),
        first.checklist_items.map(({ assigned_to, task }, index) => [assigned_to, false, index < 2 ? `${task}!` : task])
      )
      assert.strictEqual(copy.checklist_items[0]?.sla_deadline?.toString(), "DateTime.Utc(2026-03-03T09:00:00.000Z)")
      assert.deepStrictEqual(
        (yield* eventsOf(admin.orgId, { offboardingId: copy.id })).map(({ _tag, source }) => [_tag, source]),
        [["offboarding.created", "clone"]]
      )
    }
  )

  // cases-67: The manager who leaves is not copied as their own manager.
  it.status(
    201,
    "what the body says takes the place of what is copied; the manager who leaves is not their own",
    function* () {
      const admin = yield* aSuperAdmin()
      const first = yield* aCase(admin, { manager_email: "grace@example.com", employee_role: "Engineer" })
      const copy = yield* Effect.flatMap(
        expect(
          201,
          as(admin).post(`${path}/${first.id}/clone`, {
            ...another,
            employee_email: "Grace@example.com",
            employee_role: "Head",
            no_apps: true
          })
        ),
        caseIn
      )
      assert.deepInclude(copy, { employee_role: "Head", manager_email: null })
      assert.isNotNull(copy.no_apps_confirmed_at)
    }
  )

  it.status(400, "the person is required", function* () {
    const admin = yield* aSuperAdmin()
    const first = yield* aCase(admin)
    const { text } = yield* withStatus(400, as(admin).post(`${path}/${first.id}/clone`, { exit_date: "2026-05-31" }))
    assert.include(text, "employee_name: is required")
  })

  it.status(403, "out of one's own sight", function* () {
    const admin = yield* aSuperAdmin()
    yield* withoutApproval(admin.orgId)
    const manager = yield* aMember(admin.orgId, "manager")
    const first = yield* aCase(admin, { manager_email: manager.email })
    const route = `${path}/${first.id}/clone`
    assert.strictEqual((yield* as(manager).post(route, { ...another, manager_email: null })).status, 403)
    yield* expect(201, as(manager).post(route, another))
  })

  it.status(404, "unknown, another organisation's, outside the scope", function* () {
    const admin = yield* aSuperAdmin()
    const first = yield* aCase(admin)
    const manager = yield* aMember(admin.orgId, "manager")
    const stranger = yield* aSuperAdmin()
    for (const [who, id] of [
      [admin, randomUUID()],
      [manager, first.id],
      [stranger, first.id]
    ] as const) {
      assert.strictEqual((yield* as(who).post(`${path}/${id}/clone`, another)).status, 404)
    }
  })

  it.status(409, "duplicate: the new person has an open case", function* () {
    const admin = yield* aSuperAdmin()
    const first = yield* aCase(admin, { employee_email: "ada@example.com" })
    const { body, status } = yield* as(admin).post(
      `${path}/${first.id}/clone`,
      leaver({ employee_email: "ada@example.com" })
    )
    assert.strictEqual(status, 409)
    assert.deepInclude(body, { code: "duplicate", id: first.id })
  })
})
