import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { TestApp } from "#test/support/TestApp"
import { as, send, withStatus } from "#test/support/requests"
import { aMember, aSession, aSuperAdmin, type Member } from "#test/support/people"
import { eventsOf } from "#test/support/log"
import { aConnection } from "#test/support/cases"
import { aCase, expect, listed, namesOf, path } from "./support.ts"

const route = `${path}/import`
const reported = (who: Member, csv: string, query = "") =>
  Effect.map(expect(200, as(who).post(`${route}${query}`, { csv })), ({ body }) => JSON.parse(JSON.stringify(body)))

const people = [
  "Employee Name,Employee Email,exit_date,separation_type,apps_to_revoke,manager_email,colour",
  "Ada Lovelace,ada@example.com,2026-03-31,layoff,github; slack,grace@example.com,red",
  "Bo Diddley,bo@example.com,31.03.2026,,,,",
  "Cy Twombly,ADA@example.com,2026-03-31,,,,",
  "Di Prima,di@example.com,2026-03-31,,Jira,,",
  "Ed Wood,ed@example.com,2026-03-31,,,ed@example.com,",
  "Flo Ri,taken@example.com,2026-03-31,,,,",
  '"Gus, the ""Great""",,2026-04-30,,,,'
].join("\n")

const problems = [
  [3, "exit_date"],
  [4, "employee_email"],
  [5, "apps_to_revoke"],
  [6, "manager_email"],
  [7, "employee_email"]
]

layer(TestApp)("POST /api/employees/import", (it) => {
  // cases-68: An import creates the good rows and reports each bad one by line and field; a dry run reports the same.
  it.status(
    200,
    "good rows are created, each bad one is reported with its line and field; a dry run says the same",
    function* () {
      const admin = yield* aSuperAdmin()
      yield* aConnection(admin.orgId, "github")
      yield* aConnection(admin.orgId, "slack")
      yield* aCase(admin, { employee_name: "Taken", employee_email: "taken@example.com" })
      const dry = yield* reported(admin, people, "?dry_run=true")
      assert.strictEqual((yield* listed(admin)).total, 1)
      const real = yield* reported(admin, people)
      assert.deepStrictEqual({ ...dry, dry_run: false, created: real.created }, real)
      assert.deepStrictEqual(dry.created, [])
      assert.deepStrictEqual(real.rows[1], {
        line: 3,
        cells: { employee_name: "Bo Diddley", employee_email: "bo@example.com", exit_date: "31.03.2026" }
      })
      assert.deepInclude(dry, { dry_run: true, total: 7, imported: 2, ignored_columns: ["colour"] })
      assert.deepStrictEqual(
        real.errors.map(({ field, line }: Record<string, unknown>) => [line, field]),
        problems
      )
      assert.include(real.errors[1].error, "Line 2")
      const page = yield* listed(admin, "?sort=employee_name")
      assert.deepStrictEqual(namesOf(page), ["Ada Lovelace", 'Gus, the "Great"', "Taken"])
      const [ada, gus] = page.rows
      assert.deepStrictEqual(real.created, [
        { line: 2, id: ada?.id },
        { line: 8, id: gus?.id }
      ])
      assert.deepInclude(ada, {
        source: "csv",
        separation_type: "layoff",
        apps_to_revoke: ["github", "slack"],
        manager_email: "grace@example.com"
      })
      assert.deepInclude((yield* eventsOf(admin.orgId, { offboardingId: ada?.id ?? "" }))[0], { source: "csv" })
    }
  )

  // cases-69: The plan limit and the caller's scope apply row by row, in a dry run as well.
  it.status(200, "the plan's limit and the caller's scope are met row by row, in a dry run too", function* () {
    const admin = yield* aSuperAdmin({ plan: "none" })
    const manager = yield* aMember(admin.orgId, "manager")
    yield* aCase(admin)
    const csv = [
      "employee_name,exit_date,manager_email",
      "A,2026-03-31,",
      "B,2026-03-31,grace@example.com",
      "C,2026-03-31,",
      "D,2026-03-31,"
    ].join("\n")
    const dry = yield* reported(manager, csv, "?dry_run=true")
    const real = yield* reported(manager, csv)
    assert.deepStrictEqual({ ...dry, dry_run: false, created: real.created }, real)
    assert.strictEqual(real.imported, 2)
    assert.deepStrictEqual(
      real.errors.map(({ field, line }: Record<string, unknown>) => [line, field]),
      [
        [3, null],
        [5, null]
      ]
    )
    assert.deepStrictEqual(namesOf(yield* listed(manager, "?sort=employee_name")), ["A", "C"])
  })

  it.status(200, "the file as text/csv, separated by semicolons", function* () {
    const admin = yield* aSuperAdmin()
    const { body, status } = yield* send("POST", route, {
      bearer: yield* aSession(admin),
      body: "\ufeffemployee_name;exit_date;no_apps\r\nAda;2026-03-31;yes\r\n",
      headers: { "content-type": "text/csv" }
    })
    assert.strictEqual(status, 200)
    assert.deepInclude(body, { imported: 1 })
    assert.isNotNull((yield* listed(admin)).rows[0]?.no_apps_confirmed_at)
  })

  it.status(400, "no file, no such columns, too many rows, a parameter of the wrong form", function* () {
    const admin = yield* aSuperAdmin()
    const rows = Array.from({ length: 2001 }, () => "Ada,2026-03-31")
    for (const [csv, named] of [
      ["", "empty"],
      ["name\nAda", "employee_name, exit_date"],
      [`employee_name,exit_date\n${rows.join("\n")}`, "2000"]
    ] as const) {
      const { text } = yield* withStatus(400, as(admin).post(route, { csv }))
      assert.include(text, named)
    }
    const { text } = yield* withStatus(400, as(admin).post(`${route}?dry_run=maybe`, { csv: people }))
    assert.include(text, "dry_run")
    assert.strictEqual((yield* listed(admin)).total, 0)
  })
})
