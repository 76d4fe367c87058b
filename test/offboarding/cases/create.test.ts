import { assert, layer } from "#test/support/suite"
import { Effect, Layer } from "effect"
import { randomUUID } from "node:crypto"
import { Employees } from "#work/employees/service"
import * as NotificationsDomain from "#outgoing/notifications/index"
import { Outbox } from "#outgoing/outbox/service"
import * as WebhooksDomain from "#outgoing/webhooks/index"
import { TestApp } from "#test/support/TestApp"
import { aKey, aMember, asCaller, aSuperAdmin, type Member } from "#test/support/people"
import { as, send, withStatus } from "#test/support/requests"
import { entriesOf, eventsOf } from "#test/support/log"
import { aConnection, leaver } from "#test/support/cases"
import { aCase, caseIn, expect, listed, path, withoutApproval } from "./support.ts"

const aColleague = Effect.fnUntraced(function* (
  admin: Member,
  email: string,
  more: { readonly managerEmail?: string } = {}
) {
  const employees = yield* Employees
  return yield* asCaller(admin)(
    employees.add({
      fullName: "Ada Lovelace",
      email,
      role: "Engineer",
      department: "Research",
      managerEmail: more.managerEmail ?? null,
      timezone: "Europe/Berlin"
    })
  )
})

const Surface = Layer.mergeAll(WebhooksDomain.reactions, NotificationsDomain.reactions).pipe(
  Layer.provideMerge(TestApp)
)

layer(Surface)("POST /api/employees", (it) => {
  it.status(201, "one event with source app, one audit entry, a notification of HR", function* () {
    const admin = yield* aSuperAdmin()
    const hr = yield* aMember(admin.orgId, "hr")
    const made = yield* aCase(hr, { employee_email: "ada@example.com" })
    assert.deepStrictEqual(
      (yield* eventsOf(admin.orgId, { offboardingId: made.id })).map(({ _tag, source }) => [_tag, source]),
      [["offboarding.created", "app"]]
    )
    assert.deepStrictEqual(
      (yield* entriesOf(admin.orgId, { offboardingId: made.id })).map(({ action, details, target }) => [
        action,
        target,
        details
      ]),
      [["offboarding_created", "Offboarding of Ada Lovelace", "source: app, last day: 2026-03-31"]]
    )
    const outbox = yield* Outbox
    yield* Effect.repeat(outbox.dispatch(admin.orgId), { until: (dispatched) => dispatched === 0 })
    assert.include((yield* as(admin).get("/api/notifications")).text, "Ada Lovelace")
  })

  // cases-64: `org_employee_id` fills in what the form omits.
  it.status(201, "org_employee_id fills in what is left out", function* () {
    const admin = yield* aSuperAdmin()
    const colleague = yield* aColleague(admin, "ada@example.com", { managerEmail: "grace@example.com" })
    const answer = yield* expect(
      201,
      as(admin).post(path, {
        org_employee_id: colleague.id,
        exit_date: "2026-03-31",
        employee_role: "Poet"
      })
    )
    assert.deepInclude(yield* caseIn(answer), {
      employee_name: "Ada Lovelace",
      employee_email: "ada@example.com",
      employee_role: "Poet",
      employee_department: "Research",
      manager_email: "grace@example.com",
      timezone: "Europe/Berlin",
      org_employee_id: colleague.id
    })
  })

  it.status(201, "the tasks of the template that the form names, under either name", function* () {
    const admin = yield* aSuperAdmin()
    const { body } = yield* expect(
      201,
      as(admin).post("/api/checklist-templates", { name: "Pilots", items: [{ task: "Hand in the wings" }] })
    )
    const { id } = JSON.parse(JSON.stringify(body))
    const first = yield* aCase(admin, { checklistTemplateId: id })
    const copy = yield* Effect.flatMap(
      expect(201, as(admin).post(`${path}/${first.id}/clone`, leaver({ checklist_template_id: id }))),
      caseIn
    )
    for (const made of [first, yield* aCase(admin, { checklist_template_id: id }), copy]) {
      assert.deepStrictEqual(
        made.checklist_items.map(({ task }) => task),
        ["Hand in the wings"]
      )
    }
  })

  // cases-63: `no_apps: true` of an admin confirms that there is nothing to revoke; from others it does not.
  it.status(201, "no_apps of an admin confirms that there is nothing to revoke, that of others does not", function* () {
    const admin = yield* aSuperAdmin()
    const hr = yield* aMember(admin.orgId, "hr")
    assert.isNotNull((yield* aCase(admin, { no_apps: true })).no_apps_confirmed_at)
    assert.isNull((yield* aCase(hr, { no_apps: true })).no_apps_confirmed_at)
    assert.isNull((yield* aCase(admin)).no_apps_confirmed_at)
  })

  // cases-61: A member who sees only direct reports is the manager where neither the form nor the directory names one.
  it.status(
    201,
    "who sees direct reports only is the manager where none is named and the directory knows none",
    function* () {
      const admin = yield* aSuperAdmin()
      yield* withoutApproval(admin.orgId)
      const manager = yield* aMember(admin.orgId, "manager")
      const made = yield* aCase(manager)
      assert.strictEqual(made.manager_email, manager.email)
      assert.strictEqual((yield* listed(manager)).total, 1)
    }
  )

  // cases-62: A member creates no offboarding that they would not see: 403.
  it.status(403, "a case that its creator would not see", function* () {
    const admin = yield* aSuperAdmin()
    yield* withoutApproval(admin.orgId)
    const manager = yield* aMember(admin.orgId, "manager")
    const press = yield* aMember(admin.orgId, {
      permissions: ["offboardings_create"],
      scope: "departments",
      departments: ["Press"]
    })
    yield* aColleague(admin, "ada@example.com", { managerEmail: "grace@example.com" })
    for (const [who, more] of [
      [manager, { manager_email: "grace@example.com" }],
      [manager, { manager_email: null }],
      [manager, { employee_email: "ada@example.com" }],
      [press, { employee_department: "Music" }],
      [press, {}]
    ] as const) {
      const { body } = yield* withStatus(403, as(who).post(path, leaver(more)))
      assert.include(JSON.stringify(body), "you would not see it")
    }
    yield* expect(201, as(press).post(path, leaver({ employee_department: "Press" })))
    assert.strictEqual((yield* listed(admin)).total, 1)
  })

  it.status(
    403,
    "somebody whom the directory knows as another manager's or department's, whatever the form says",
    function* () {
      const admin = yield* aSuperAdmin()
      yield* withoutApproval(admin.orgId)
      const manager = yield* aMember(admin.orgId, "manager")
      const press = yield* aMember(admin.orgId, {
        permissions: ["offboardings_create", "offboardings_edit", "offboardings_view"],
        scope: "departments",
        departments: ["Press"]
      })
      yield* aColleague(admin, "ada@example.com", { managerEmail: "grace@example.com" })
      const own = yield* aColleague(admin, "bo@example.com", { managerEmail: manager.email })
      const address = { employee_email: "ADA@example.com" }
      const refused = [
        [manager, { ...address, manager_email: manager.email }],
        [manager, { ...address, manager_email: manager.email, org_employee_id: own.id }],
        [press, { ...address, employee_department: "Press" }]
      ] as const
      for (const [who, more] of refused) {
        yield* expect(403, as(who).post(path, leaver(more)))
        const { body } = yield* expect(201, as(who).post(`${path}/bulk`, { employees: [leaver(more)] }))
        assert.deepInclude(body, { created: 0, failed: 1 })
      }
      const mine = yield* aCase(manager, { employee_email: "bo@example.com" })
      yield* expect(403, as(manager).patch(`${path}/${mine.id}`, address))
      yield* expect(403, as(manager).post(`${path}/${mine.id}/clone`, leaver(address)))
      const theirs = yield* aCase(press, { employee_department: "Press" })
      yield* expect(403, as(press).patch(`${path}/${theirs.id}`, address))
      assert.strictEqual((yield* listed(admin, "?q=ada@example.com")).total, 0)
      // Whoever reports to nobody by the directory is not a report of whoever says so.
      yield* aColleague(admin, "cy@example.com")
      const cy = { employee_email: "cy@example.com" }
      yield* expect(403, as(manager).post(path, leaver(cy)))
      yield* expect(403, as(manager).patch(`${path}/${mine.id}`, cy))
      yield* expect(200, as(manager).patch(`${path}/${mine.id}`, { employee_email: "bo.ost@example.com" }))
    }
  )

  // cases-20: A last day that is past, with apps, is for who may revoke: 403 `past_exit_date_permission`.
  it.status(
    403,
    "past_exit_date_permission: a last day that is past, with apps, by who may not revoke access",
    function* () {
      // Where it is still the first of March.
      const admin = yield* aSuperAdmin({ timezone: "Pacific/Pago_Pago" })
      yield* aConnection(admin.orgId, "github")
      const hr = yield* aMember(admin.orgId, "hr")
      const past = leaver({ exit_date: "2026-02-28", apps_to_revoke: ["github"] })
      const refused = yield* withStatus(403, as(hr).post(path, past))
      assert.deepInclude(refused.body, { code: "past_exit_date_permission" })
      yield* expect(201, as(hr).post(path, leaver({ exit_date: "2026-03-01", apps_to_revoke: ["github"] })))
      // By the zone of the form the day is over already, so access would go at once.
      const ahead = { exit_date: "2026-03-01", timezone: "Pacific/Kiritimati", apps_to_revoke: ["github"] }
      yield* expect(403, as(hr).post(path, leaver(ahead)))
      const { id } = yield* aCase(hr, { exit_date: "2026-03-01", apps_to_revoke: ["github"] })
      yield* expect(403, as(hr).patch(`${path}/${id}`, { timezone: "Pacific/Kiritimati" }))
      yield* expect(201, as(hr).post(path, leaver({ exit_date: "2026-02-28" })))
      yield* expect(201, as(admin).post(path, past))
    }
  )

  it.status(403, "PLAN_LIMIT_REACHED: a fourth open one without a plan", function* () {
    const admin = yield* aSuperAdmin({ plan: "none" })
    for (const _ of [1, 2, 3]) yield* aCase(admin)
    const { body } = yield* withStatus(403, as(admin).post(path, leaver()))
    assert.deepInclude(body, { code: "PLAN_LIMIT_REACHED" })
  })

  it.status(400, "as the public API refuses, each with its code", function* () {
    const admin = yield* aSuperAdmin()
    for (const [more, expected] of [
      [{ apps_to_revoke: ["Jira"] }, "unknown_apps"],
      [{ employee_email: "ada@example.com", manager_email: "ADA@example.com" }, "manager_email_is_employee"],
      [{ employee_personal_email: "ada@home.example", manager_email: "ada@home.example" }, "manager_email_is_employee"],
      [{ jurisdiction: "XX" }, "jurisdiction"],
      [{ timezone: "Mars/Olympus" }, "timezone"],
      [{ employee_personal_email: "nobody" }, "employee_personal_email"],
      [{ exit_date: "2026-02-30" }, "exit_date"],
      [{ org_employee_id: randomUUID() }, "org_employee_id"],
      [{ checklistTemplateId: randomUUID() }, "checklistTemplateId"]
    ] as const) {
      const { body } = yield* withStatus(400, as(admin).post(path, leaver(more)))
      assert.include(JSON.stringify(body), expected)
    }
    const { body } = yield* withStatus(400, as(admin).post(path, { exit_date: "2026-03-31" }))
    assert.include(JSON.stringify(body), "employee_name: is required")
    const elsewhere = yield* aSuperAdmin()
    const foreign = yield* aColleague(elsewhere, "ada@example.com")
    assert.strictEqual((yield* as(admin).post(path, leaver({ org_employee_id: foreign.id }))).status, 400)
    assert.strictEqual((yield* listed(admin)).total, 0)
  })

  it.status(409, "duplicate: the address has an open one, whose id is in the body", function* () {
    const admin = yield* aSuperAdmin()
    const first = yield* aCase(admin, { employee_email: "ada@example.com" })
    const { body } = yield* withStatus(409, as(admin).post(path, leaver({ employee_email: "ADA@example.com" })))
    assert.deepInclude(body, { code: "duplicate", id: first.id })
  })

  it.status(409, "duplicate: of the form and the public API at the same moment one is quicker", function* () {
    const admin = yield* aSuperAdmin()
    const key = yield* aKey(admin)
    const body = leaver({ employee_email: "ada@example.com" })
    const answers = yield* Effect.all(
      [0, 1, 2, 3].flatMap(() => [
        as(admin).post(path, body),
        send("POST", "/api/v1/offboardings", { bearer: key, body })
      ]),
      { concurrency: "unbounded" }
    )
    const made = answers.filter(({ status }) => status === 201)
    assert.strictEqual(made.length, 1)
    assert.isTrue(answers.every(({ status }) => status === 201 || status === 409))
    const { rows, total } = yield* listed(admin)
    assert.strictEqual(total, 1)
    assert.strictEqual((yield* eventsOf(admin.orgId, { offboardingId: rows[0]?.id ?? "" })).length, 1)
  })
})

layer(TestApp)("POST /api/employees/bulk", (it) => {
  // cases-65: `POST /api/employees/bulk` creates each form on its own with the source `bulk`, and reports refused ones
  //   by index.
  it.status(201, "each form by itself, source bulk; those refused with their place", function* () {
    const admin = yield* aSuperAdmin()
    const first = yield* aCase(admin, { employee_email: "ada@example.com" })
    const { body } = yield* expect(
      201,
      as(admin).post(`${path}/bulk`, {
        employees: [
          leaver({ employee_name: "Bo" }),
          leaver({ employee_email: "ada@example.com" }),
          { employee_name: "No day" },
          "nobody",
          leaver({ apps_to_revoke: ["Jira"] }),
          leaver({ employee_name: "Cy" })
        ]
      })
    )
    assert.deepInclude(body, { created: 2, failed: 4 })
    const { errors, rows } = JSON.parse(JSON.stringify(body))
    assert.deepStrictEqual(
      rows.map(({ employee_name, source }: Record<string, unknown>) => [employee_name, source]),
      [
        ["Bo", "bulk"],
        ["Cy", "bulk"]
      ]
    )
    assert.deepStrictEqual(
      errors.map(({ code, index }: Record<string, unknown>) => [index, code]),
      [
        [1, "duplicate"],
        [2, undefined],
        [3, undefined],
        [4, "unknown_apps"]
      ]
    )
    assert.strictEqual(errors[0].id, first.id)
    assert.strictEqual(errors[1].error, "exit_date: is required")
    assert.deepInclude((yield* eventsOf(admin.orgId, { offboardingId: rows[0].id }))[0], { source: "bulk" })
  })

  it.status(400, "none, more than a hundred, no list", function* () {
    const admin = yield* aSuperAdmin()
    for (const employees of [[], Array.from({ length: 101 }, () => leaver()), {}]) {
      const { body } = yield* withStatus(400, as(admin).post(`${path}/bulk`, { employees }))
      assert.include(JSON.stringify(body), "employees")
    }
  })
})
