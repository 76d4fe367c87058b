import { assert, layer } from "#test/support/suite"
import { OffboardingId } from "@svc/contract/kernel/ids"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { Employees } from "#work/employees/service"
import { Offboardings } from "#offboarding/offboardings/service"
import { Revocations } from "#access-removal/revocations/service"
import { anAsset, assetTask, holding } from "#test/work/assets/support"
import { scheduledRevocation } from "#test/offboarding/offboardings/support"
import { TestApp } from "#test/support/TestApp"
import { aMember, asCaller, aSuperAdmin, type Member } from "#test/support/people"
import { inTables } from "#test/support/tables"
import { as, withStatus } from "#test/support/requests"
import { entriesOf } from "#test/support/log"
import { aConnection, aPerson } from "#test/support/cases"
import { aCase, caseIn, expect, path } from "./support.ts"

const patch = (who: Member, id: string, body: unknown) => as(who).patch(`${path}/${id}`, body)
const edited = (who: Member, id: string, body: unknown) => Effect.flatMap(expect(200, patch(who, id, body)), caseIn)

/** The entries of edits, as a person reads them. */
const editsOf = (orgId: Member["orgId"], id: string) =>
  Effect.map(entriesOf(orgId, { offboardingId: id }), (entries) =>
    entries.filter(({ action }) => action === "offboarding_updated")
  )

const becomes = (admin: Member, id: string, status: string) =>
  inTables(
    admin.orgId,
    (sql) => sql`UPDATE offboardings SET status = ${status} WHERE org_id = ${admin.orgId} AND id = ${id}`
  )

const setApp = (admin: Member, id: string, service: string) =>
  inTables(
    admin.orgId,
    (sql) => sql`UPDATE revocation_apps SET outcome = 'revoked' WHERE org_id = ${admin.orgId} AND offboarding_id = ${id}
      AND service_name = ${service}`
  )

layer(TestApp)("PATCH /api/employees/{id}", (it) => {
  // cases-19
  it.status(200, "any subset; audited with the old and the new values, names and addresses sealed", function* () {
    const admin = yield* aSuperAdmin()
    const made = yield* aCase(admin, { employee_email: "ada@example.com", employee_department: "Research" })
    yield* TestClock.adjust("1 minute")
    const after = yield* edited(admin, made.id, {
      employee_name: "Ada King",
      employee_personal_email: "ada@home.example",
      employee_department: "Press",
      separation_type: "layoff",
      jurisdiction: "de-be",
      manager_email: "grace@example.com"
    })
    assert.deepInclude(after, {
      employee_name: "Ada King",
      employee_email: "ada@example.com",
      employee_personal_email: "ada@home.example",
      employee_department: "Press",
      separation_type: "layoff",
      jurisdiction: "DE-BE",
      manager_email: "grace@example.com",
      exit_date: made.exit_date
    })
    assert.notDeepEqual(after.updated_at, made.updated_at)
    const [entry, ...more] = yield* editsOf(admin.orgId, made.id)
    assert.lengthOf(more, 0)
    assert.strictEqual(
      entry?.details,
      "employee_name: Ada Lovelace -> Ada King; employee_personal_email: none -> ada@home.example; " +
        "employee_department: Research -> Press; separation_type: resignation -> layoff; " +
        "jurisdiction: none -> DE-BE; manager_email: none -> grace@example.com"
    )
    for (const value of ["Ada", "home.example", "grace"]) assert.notInclude(entry?.stored ?? "", value)
    const cleared = yield* edited(admin, made.id, { manager_email: "", employee_personal_email: null })
    assert.deepInclude(cleared, { manager_email: null, employee_personal_email: null })
  })

  it.status(200, "the same values again change nothing and audit nothing", function* () {
    const admin = yield* aSuperAdmin()
    yield* aConnection(admin.orgId, "github")
    const made = yield* aCase(admin, { apps_to_revoke: ["github"] })
    yield* TestClock.adjust("1 minute")
    const after = yield* edited(admin, made.id, {
      employee_name: made.employee_name,
      exit_date: made.exit_date,
      manager_email: "",
      apps_to_revoke: ["GITHUB"]
    })
    assert.deepStrictEqual(after, made)
    assert.lengthOf(yield* editsOf(admin.orgId, made.id), 0)
  })

  it.status(200, "last day, zone and apps move the automatic revocation", function* () {
    const admin = yield* aSuperAdmin()
    yield* aConnection(admin.orgId, "github")
    yield* aConnection(admin.orgId, "slack")
    const made = yield* aCase(admin, { no_apps: true })
    assert.isNotNull(made.no_apps_confirmed_at)
    const withApps = yield* edited(admin, made.id, { apps_to_revoke: ["GitHub", "slack"] })
    assert.deepStrictEqual(withApps.apps_to_revoke, ["github", "slack"])
    assert.isNull(withApps.no_apps_confirmed_at)
    const due = () => scheduledRevocation(admin.orgId, made.id)
    assert.strictEqual(yield* due(), "2026-04-01T00:00:00.000Z")
    yield* edited(admin, made.id, { exit_date: "2026-04-30" })
    assert.strictEqual(yield* due(), "2026-05-01T00:00:00.000Z")
    yield* edited(admin, made.id, { timezone: "Europe/Berlin" })
    assert.strictEqual(yield* due(), "2026-04-30T22:00:00.000Z")
    yield* edited(admin, made.id, { timezone: null })
    assert.strictEqual(yield* due(), "2026-05-01T00:00:00.000Z")
    const without = yield* edited(admin, made.id, { apps_to_revoke: [] })
    assert.deepInclude(without, { apps_to_revoke: [], revoke_at: null, no_apps_confirmed_at: null })
    assert.isUndefined(yield* due())
    assert.include(
      (yield* editsOf(admin.orgId, made.id)).at(-1)?.details ?? "",
      "apps_to_revoke: github, slack -> none"
    )
  })

  // cases-72: Revoked apps stay in the list, whatever an edit names.
  it.status(200, "an app that is revoked stays, asked for or not; one no longer connected can be kept", function* () {
    const admin = yield* aSuperAdmin()
    yield* aConnection(admin.orgId, "github")
    yield* aConnection(admin.orgId, "slack")
    const made = yield* aCase(admin, { apps_to_revoke: ["github", "slack"] })
    yield* setApp(admin, made.id, "github")
    yield* inTables(admin.orgId, (sql) => sql`DELETE FROM integrations WHERE org_id = ${admin.orgId}`)
    assert.deepStrictEqual((yield* edited(admin, made.id, { apps_to_revoke: ["slack"] })).apps_to_revoke, [
      "github",
      "slack"
    ])
    const after = yield* edited(admin, made.id, { apps_to_revoke: [] })
    assert.deepInclude(after, { apps_to_revoke: ["github"], revoke_at: null })
    assert.deepInclude(after.apps[0], { outcome: "revoked" })
  })

  it.status(200, "an address that the directory knows as another person's makes the case theirs", function* () {
    const admin = yield* aSuperAdmin()
    const employees = yield* Employees
    const colleague = yield* asCaller(admin)(
      employees.add({
        fullName: "Ada",
        email: "ada@example.com",
        role: "",
        department: "",
        managerEmail: null,
        timezone: null
      })
    )
    const made = yield* aCase(admin, { employee_email: "typo@example.com" })
    assert.isNull(made.org_employee_id)
    const after = yield* edited(admin, made.id, { employee_email: "Ada@example.com" })
    assert.deepInclude(after, { employee_email: "Ada@example.com", org_employee_id: colleague.id })
  })

  it.status(200, "made another person's, the task that follows the equipment follows theirs", function* () {
    const admin = yield* aSuperAdmin()
    const [ada, bo] = [yield* aPerson(admin, "Ada"), yield* aPerson(admin, "Bo")]
    const [laptop] = [yield* anAsset(admin, holding(ada.id)), yield* anAsset(admin, holding(bo.id))]
    const { id } = yield* aCase(admin, { employee_email: ada.email })
    yield* expect(200, as(admin).patch(`/api/assets/${laptop.id}/return`))
    assert.isTrue(yield* assetTask(admin, id))
    yield* edited(admin, id, { employee_email: bo.email })
    assert.isFalse(yield* assetTask(admin, id))
    yield* edited(admin, id, { employee_email: ada.email })
    assert.isTrue(yield* assetTask(admin, id))
  })

  // cases-70
  it.status(200, "of a completed case who it is about can be corrected", function* () {
    const admin = yield* aSuperAdmin()
    const made = yield* aCase(admin)
    yield* becomes(admin, made.id, "completed")
    const after = yield* edited(admin, made.id, { employee_name: "Ada King", exit_date: made.exit_date })
    assert.strictEqual(after.employee_name, "Ada King")
  })

  it.status(200, "two edits at once follow each other, none is lost", function* () {
    const admin = yield* aSuperAdmin()
    const made = yield* aCase(admin)
    yield* Effect.all(
      [
        edited(admin, made.id, { employee_role: "Poet" }),
        edited(admin, made.id, { employee_department: "Press" }),
        edited(admin, made.id, { separation_type: "layoff" })
      ],
      { concurrency: "unbounded" }
    )
    const { body } = yield* as(admin).get(`${path}/${made.id}`)
    assert.deepInclude(body, { employee_role: "Poet", employee_department: "Press", separation_type: "layoff" })
    assert.lengthOf(yield* editsOf(admin.orgId, made.id), 3)
  })

  it.status(
    400,
    "nothing to change, the stage, unknown apps, the manager as the employee, no such jurisdiction",
    function* () {
      const admin = yield* aSuperAdmin()
      const made = yield* aCase(admin, { manager_email: "grace@example.com" })
      for (const [body, named] of [
        [{}, "at least one of"],
        [{ status: "completed" }, "at least one of"],
        [{ apps_to_revoke: ["Jira"] }, "unknown_apps"],
        [{ employee_email: "Grace@example.com" }, "manager_email_is_employee"],
        [{ employee_personal_email: "grace@example.com" }, "manager_email_is_employee"],
        [{ jurisdiction: "XX" }, "jurisdiction"],
        [{ employee_name: "" }, "employee_name"],
        [{ exit_date: null }, "exit_date"]
      ] as const) {
        const answer = yield* withStatus(400, patch(admin, made.id, body))
        assert.include(answer.text, named)
      }
      assert.lengthOf(yield* editsOf(admin.orgId, made.id), 0)
    }
  )

  it.status(403, "into the past with apps by who may not revoke access, or out of one's own sight", function* () {
    const admin = yield* aSuperAdmin()
    yield* aConnection(admin.orgId, "github")
    const hr = yield* aMember(admin.orgId, "hr")
    const manager = yield* aMember(admin.orgId, "manager")
    const made = yield* aCase(admin, { apps_to_revoke: ["github"], manager_email: manager.email })
    const past = yield* withStatus(403, patch(hr, made.id, { exit_date: "2026-03-01" }))
    assert.deepInclude(past.body, { code: "past_exit_date_permission" })
    const away = yield* withStatus(403, patch(manager, made.id, { manager_email: "grace@example.com" }))
    assert.include(away.text, "you would not see it")
    yield* edited(admin, made.id, { exit_date: "2026-03-01" })
    // What has passed already is no reason to refuse what does not touch it.
    yield* edited(hr, made.id, { employee_role: "Poet", exit_date: "2026-03-01" })
  })

  it.status(200, "today is not past yet", function* () {
    const admin = yield* aSuperAdmin()
    yield* aConnection(admin.orgId, "github")
    const hr = yield* aMember(admin.orgId, "hr")
    const made = yield* aCase(admin, { apps_to_revoke: ["github"] })
    assert.strictEqual((yield* edited(hr, made.id, { exit_date: "2026-03-02" })).exit_date, "2026-03-02")
  })

  it.status(200, "no other case of the organisation changes", function* () {
    const admin = yield* aSuperAdmin()
    const made = yield* aCase(admin)
    const other = yield* aCase(admin, { employee_name: "Grace Hopper", employee_email: "grace@example.com" })
    yield* edited(admin, made.id, { employee_role: "Poet", jurisdiction: "DE" })
    assert.deepStrictEqual(yield* Effect.flatMap(as(admin).get(`${path}/${other.id}`), caseIn), other)
  })

  it.status(404, "unknown, another organisation's, outside the scope", function* () {
    const admin = yield* aSuperAdmin()
    const made = yield* aCase(admin)
    const manager = yield* aMember(admin.orgId, "manager")
    const stranger = yield* aSuperAdmin()
    for (const [who, id] of [
      [admin, randomUUID()],
      [manager, made.id],
      [stranger, made.id]
    ] as const) {
      assert.strictEqual((yield* patch(who, id, { employee_role: "Poet" })).status, 404)
    }
  })

  it.status(409, "duplicate: the new address has an open case", function* () {
    const admin = yield* aSuperAdmin()
    const first = yield* aCase(admin, { employee_email: "ada@example.com" })
    const second = yield* aCase(admin, { employee_email: "bo@example.com" })
    const { body } = yield* withStatus(409, patch(admin, second.id, { employee_email: "ADA@example.com" }))
    assert.deepInclude(body, { code: "duplicate", id: first.id })
  })

  it.status(409, "legal_hold: the address by which it is somebody's, while held and for 7 days after", function* () {
    const admin = yield* aSuperAdmin()
    const employees = yield* Employees
    const person = (email: string) =>
      asCaller(admin)(
        employees.add({ fullName: "Ada", email, role: "", department: "", managerEmail: null, timezone: null })
      )
    const ada = yield* person("ada@example.com")
    yield* person("bo@example.com")
    const made = yield* aCase(admin, { employee_email: "ada@example.com" })
    const hold = (held: boolean) =>
      expect(200, as(admin).put(`${path}/${made.id}/legal-hold`, { held, reason: "Litigation" }))
    yield* hold(true)
    for (const employee_email of ["bo@example.com", "nobody@example.com", null]) {
      const { body } = yield* withStatus(409, patch(admin, made.id, { employee_email }))
      assert.deepInclude(body, { code: "legal_hold" })
    }
    // Else whoever it is about could be erased beside it.
    yield* expect(409, as(admin).post(`/api/org-employees/${ada.id}/erase`))
    yield* edited(admin, made.id, { employee_email: "ada@example.com", employee_name: "Ada King" })
    yield* hold(false)
    assert.strictEqual((yield* patch(admin, made.id, { employee_email: "bo@example.com" })).status, 409)
    yield* TestClock.adjust("7 days")
    yield* edited(yield* aMember(admin.orgId), made.id, { employee_email: "bo@example.com" })
  })

  // cases-70: A canceled offboarding cannot be edited, and a completed one only in the details of the person.
  it.status(409, "a cancelled case, and a completed one but for who it is about", function* () {
    const admin = yield* aSuperAdmin()
    const made = yield* aCase(admin)
    yield* becomes(admin, made.id, "completed")
    const completed = yield* withStatus(409, patch(admin, made.id, { exit_date: "2026-04-30" }))
    assert.deepInclude(completed.body, { code: "case_completed" })
    yield* becomes(admin, made.id, "cancelled")
    const cancelled = yield* withStatus(409, patch(admin, made.id, { employee_name: "Ada King" }))
    assert.include(cancelled.text, "canceled")
  })

  // cases-71: An app in a running revocation cannot be removed; a scheduled run that has not started is canceled.
  it.status(
    409,
    "an app that a run is working on cannot be removed; a run of the schedule not begun is called off",
    function* () {
      const admin = yield* aSuperAdmin()
      yield* aConnection(admin.orgId, "github")
      yield* aConnection(admin.orgId, "slack")
      const revocations = yield* Revocations
      const made = yield* aCase(admin, { apps_to_revoke: ["github", "slack"] })
      yield* asCaller(admin)(revocations.start({ offboardingId: OffboardingId.make(made.id), apps: ["github"] }))
      const { body } = yield* withStatus(409, patch(admin, made.id, { apps_to_revoke: ["slack"] }))
      assert.deepInclude(body, { apps: ["github"] })
      assert.deepStrictEqual((yield* edited(admin, made.id, { apps_to_revoke: ["github"] })).apps_to_revoke, ["github"])

      const scheduled = yield* aCase(admin, { apps_to_revoke: ["github", "slack"], exit_date: "2026-03-01" })
      assert.isAbove(yield* revocations.queueDue(admin.orgId), 0)
      const moved = yield* edited(admin, scheduled.id, { exit_date: "2026-04-30", apps_to_revoke: ["slack"] })
      assert.deepStrictEqual(moved.apps_to_revoke, ["slack"])
      assert.strictEqual(yield* scheduledRevocation(admin.orgId, scheduled.id), "2026-05-01T00:00:00.000Z")
      const offboardings = yield* Offboardings
      yield* asCaller(admin)(
        offboardings.update(
          OffboardingId.make(scheduled.id),
          { status: "cancelled", reason: "She stays" },
          { source: "app" }
        )
      )
    }
  )
})
