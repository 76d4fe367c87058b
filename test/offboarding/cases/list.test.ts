import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { TestApp } from "#test/support/TestApp"
import { inTables } from "#test/support/tables"
import { aMember, aSuperAdmin } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { aConnection } from "#test/support/cases"
import { aCase, expect, listed, namesOf, path } from "./support.ts"

/** What is wrong, and what the sentence must name. */
const refused = [
  ["limit=201", "limit: must be a whole number from 1 to 200"],
  ["limit=0", "limit"],
  ["offset=-1", "offset"],
  ["status=gone", "status"],
  ["separation_type=fired", "separation_type"],
  ["exit_date_from=31.03.2026", "exit_date_from"],
  ["exit_date_to=2026-02-30", "exit_date_to"],
  ["legal_hold=yes", "legal_hold"],
  ["open=1", "open"],
  ["sla=late", "sla"],
  ["revocation_failed=1", "revocation_failed"],
  ["sort=password", "sort"],
  ["order=up", "order"],
  [`q=${"x".repeat(201)}`, "q"]
]

layer(TestApp)("GET /api/employees", (it) => {
  // cases-19: In the app cases are listed, shown, made by form, in bulk, by copy and from CSV, and edited, in the
  //   caller's records.
  // tasks-1: Each row of `GET /api/employees` carries its `checklist_items`.
  it.status(200, "each row in snake_case with its apps and its checklist_items", function* () {
    const admin = yield* aSuperAdmin()
    yield* aConnection(admin.orgId, "github")
    const made = yield* aCase(admin, {
      employee_email: "ada@example.com",
      employee_personal_email: "ada@home.example",
      employee_role: "Engineer",
      employee_department: "Research",
      apps_to_revoke: ["GitHub"],
      timezone: "Europe/Berlin",
      jurisdiction: "de"
    })
    const { body } = yield* expect(200, as(admin).get(path))
    assert.deepInclude(body, { total: 1, limit: 50, offset: 0 })
    const page = yield* listed(admin)
    assert.deepStrictEqual(page.rows[0], made)
    assert.deepInclude(made, {
      employee_email: "ada@example.com",
      employee_personal_email: "ada@home.example",
      status: "pending",
      source: "app",
      initiated_by: admin.userId,
      timezone: "Europe/Berlin",
      jurisdiction: "DE",
      cancel_reason: null,
      legal_hold: false,
      apps_to_revoke: ["github"],
      apps: [
        {
          service_name: "github",
          outcome: null,
          verified: false,
          revoked_at: null,
          removal_confirmed_at: null,
          done_for_another: false,
          finding: null,
          still_active: false,
          next_try_at: null,
          retries: 0,
          retries_ended_at: null
        }
      ]
    })
    assert.strictEqual(made.revoke_at?.toString(), "DateTime.Utc(2026-03-31T22:00:00.000Z)")
    assert.isAbove(made.checklist_items.length, 3)
    assert.containsAllKeys(JSON.parse(JSON.stringify(made.checklist_items[0])), [
      "id",
      "task",
      "completed",
      "assigned_to",
      "due_date",
      "sla_hours",
      "sla_deadline",
      "sla_breached",
      "not_needed_at",
      "not_needed_reason"
    ])
  })

  // cases-57: Filters of the list apply together; the search covers name, address and job title, without case.
  it.status(200, "filters apply together, the search finds name, address and role without case", function* () {
    const admin = yield* aSuperAdmin()
    yield* aCase(admin, { employee_name: "Émile Zola", employee_department: "Press", employee_role: "100% Writer" })
    yield* aCase(admin, {
      employee_name: "Bo Diddley",
      employee_email: "Bo@Example.com",
      employee_department: "Music",
      exit_date: "2026-04-30",
      separation_type: "layoff",
      manager_email: "Boss@acme.test"
    })
    yield* aCase(admin, { employee_name: "Cy Twombly", employee_department: "Press", exit_date: "2026-05-31" })
    yield* inTables(
      admin.orgId,
      (sql) => sql`UPDATE offboardings SET status = 'completed', legal_hold = true
          WHERE org_id = ${admin.orgId} AND employee_name = 'Cy Twombly'`
    )
    const found = (query: string) => Effect.map(listed(admin, query), (page) => [page.total, namesOf(page)] as const)
    assert.deepStrictEqual(yield* found("?q=%C3%89MILE"), [1, ["Émile Zola"]])
    assert.deepStrictEqual(yield* found("?q=bo@example"), [1, ["Bo Diddley"]])
    assert.deepStrictEqual(yield* found("?q=100%25+w"), [1, ["Émile Zola"]])
    assert.deepStrictEqual(yield* found("?q=1__%25"), [0, []])
    assert.deepStrictEqual(yield* found("?department=Press&sort=employee_name"), [2, ["Cy Twombly", "Émile Zola"]])
    assert.deepStrictEqual(yield* found("?department=Press&status=pending"), [1, ["Émile Zola"]])
    assert.deepStrictEqual(yield* found("?status=pending&status=completed&sort=status"), [
      3,
      [...namesOf(yield* listed(admin, "?status=pending&sort=status")), "Cy Twombly"]
    ])
    assert.deepStrictEqual((yield* found("?status=pending,completed"))[0], 3)
    assert.deepStrictEqual(yield* found("?separation_type=layoff"), [1, ["Bo Diddley"]])
    assert.deepStrictEqual(yield* found("?manager_email=boss@ACME.test"), [1, ["Bo Diddley"]])
    assert.deepStrictEqual(yield* found("?exit_date_from=2026-04-01&exit_date_to=2026-04-30"), [1, ["Bo Diddley"]])
    assert.deepStrictEqual(yield* found("?open=false"), [1, ["Cy Twombly"]])
    assert.deepStrictEqual(yield* found("?open=true&department=Press"), [1, ["Émile Zola"]])
    assert.deepStrictEqual(yield* found("?legal_hold=true"), [1, ["Cy Twombly"]])
  })

  it.status(200, "by the worst deadline of what is open, and by access that could not be removed", function* () {
    const admin = yield* aSuperAdmin()
    yield* aConnection(admin.orgId, "github")
    const names = ["Late", "Risky", "Calm", "None", "Done"]
    const made = yield* Effect.forEach(names, (name) =>
      aCase(admin, { employee_name: name, apps_to_revoke: ["github"] })
    )
    const tasks = Object.fromEntries(made.map((one) => [one.employee_name, one.checklist_items.map(({ id }) => id)]))
    const hours = (task: string | undefined, sla_hours: number | null) =>
      as(admin).patch(`${path}/checklist/${task}`, { sla_hours })
    yield* Effect.forEach(Object.values(tasks).flat(), (task) => hours(task, null), { discard: true })
    yield* hours(tasks["Late"]?.[0], 2)
    yield* hours(tasks["Late"]?.[1], 8)
    yield* hours(tasks["Risky"]?.[0], 8)
    yield* hours(tasks["Risky"]?.[1], 80)
    yield* hours(tasks["Calm"]?.[0], 80)
    yield* hours(tasks["Done"]?.[0], 2)
    yield* inTables(
      admin.orgId,
      (sql) => sql`UPDATE offboardings SET status = 'cancelled'
          WHERE org_id = ${admin.orgId} AND employee_name = 'Done'`
    )
    yield* inTables(
      admin.orgId,
      (sql) => sql`UPDATE revocation_apps SET outcome = 'failed',
            removal_confirmed_at = CASE WHEN offboarding_id = ${made[2]?.id ?? ""} THEN now() END
          WHERE org_id = ${admin.orgId} AND offboarding_id = ANY(${[made[1]?.id, made[2]?.id]}::uuid[])`
    )
    yield* TestClock.adjust("390 minutes")
    const found = (query: string) =>
      Effect.map(listed(admin, `${query}&sort=employee_name`), (page) => [page.total, namesOf(page)] as const)
    assert.deepStrictEqual(yield* found("?sla=breached"), [1, ["Late"]])
    assert.deepStrictEqual(yield* found("?sla=at_risk"), [1, ["Risky"]])
    assert.deepStrictEqual(yield* found("?sla=on_track"), [1, ["Calm"]])
    assert.deepStrictEqual(yield* found("?revocation_failed=true"), [1, ["Risky"]])
    assert.deepStrictEqual((yield* found("?revocation_failed=false"))[0], 4)
    assert.deepStrictEqual(yield* found("?revocation_failed=true&sla=breached"), [0, []])
  })

  // cases-58: Sorted pages neither repeat nor omit an offboarding where values are equal.
  it.status(200, "sorted both ways, and pages of equal values neither repeat nor leave out anybody", function* () {
    const admin = yield* aSuperAdmin()
    for (const [name, day] of [
      ["bo", "2026-05-01"],
      ["Cy", "2026-04-01"],
      ["Al", "2026-04-01"],
      ["Di", "2026-04-01"]
    ] as const) {
      yield* TestClock.adjust("1 minute")
      yield* aCase(admin, { employee_name: name, exit_date: day })
    }
    const order = (query: string) => Effect.map(listed(admin, query), namesOf)
    assert.deepStrictEqual(yield* order(""), ["Di", "Al", "Cy", "bo"])
    assert.deepStrictEqual(yield* order("?sort=created_at&order=asc"), ["bo", "Cy", "Al", "Di"])
    assert.deepStrictEqual(yield* order("?sort=employee_name"), ["Al", "bo", "Cy", "Di"])
    assert.deepStrictEqual(yield* order("?sort=employee_name&order=desc"), ["Di", "Cy", "bo", "Al"])
    assert.deepStrictEqual(yield* order("?sort=updated_at"), ["Di", "Al", "Cy", "bo"])
    const pages = yield* Effect.forEach([0, 1, 2, 3], (offset) =>
      order(`?sort=exit_date&order=desc&limit=1&offset=${offset}`)
    )
    assert.strictEqual(pages[0]?.[0], "bo")
    assert.sameMembers(pages.flat(), ["bo", "Al", "Cy", "Di"])
    assert.deepStrictEqual(yield* order("?offset=100"), [])
  })

  it.status(200, "a manager sees their direct reports, a role with departments those of its departments", function* () {
    const admin = yield* aSuperAdmin()
    const manager = yield* aMember(admin.orgId, "manager")
    const press = yield* aMember(admin.orgId, {
      permissions: ["offboardings_view"],
      scope: "departments",
      departments: ["Press"]
    })
    const hr = yield* aMember(admin.orgId, "hr")
    yield* aCase(admin, { employee_name: "Report", manager_email: manager.email.toUpperCase() })
    yield* aCase(admin, { employee_name: "Writer", employee_department: "Press" })
    assert.deepStrictEqual(namesOf(yield* listed(manager)), ["Report"])
    assert.deepStrictEqual(namesOf(yield* listed(press)), ["Writer"])
    assert.strictEqual((yield* listed(press)).total, 1)
    assert.strictEqual((yield* listed(press, "?q=report")).total, 0)
    assert.strictEqual((yield* listed(hr)).total, 2)
    const nobody = yield* aMember(admin.orgId, { permissions: ["assets_view"] })
    assert.strictEqual((yield* as(nobody).get(path)).status, 403)
  })

  it.status.each(refused)(400, "%s is refused and the parameter named", function* ([query, named = ""]) {
    const admin = yield* aSuperAdmin()
    const { body } = yield* withStatus(400, as(admin).get(`${path}?${query}`))
    assert.include(JSON.stringify(body), named)
  })
})
