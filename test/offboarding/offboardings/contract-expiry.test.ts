import { assert, layer } from "#test/support/suite"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import * as OffboardingsDomain from "#offboarding/offboardings/index"
import { TestApp } from "#test/support/TestApp"
import { systemSql } from "#test/support/tables"
import { as } from "#test/support/requests"
import { entriesOf, eventsOf } from "#test/support/log"
import { runJob } from "./lifecycle.ts"
import { aCase, aColleague, anIntegrator, type Integrator } from "./support.ts"

const AppWithJobs = OffboardingsDomain.loops.pipe(Layer.provideMerge(TestApp))

const run = (from: Integrator) => runJob("contract-expiry", from)

const made = { created: 1, skipped: 0, failed: 0 }
const none = { created: 0, skipped: 0, failed: 0 }

const endsOn = (employeeId: string, date: string | null) =>
  systemSql`UPDATE org_employees SET contract_end_date = ${date}::date WHERE id = ${employeeId}`

/** Somebody of the directory whose contract ends on this day. */
const aContractor = Effect.fnUntraced(function* (from: Integrator, date: string) {
  const email = `contractor.${randomUUID()}@acme.test`
  const { id } = yield* aColleague(from, email, { managerEmail: "grace@acme.test" })
  yield* systemSql`UPDATE org_employees SET worker_type = 'contractor' WHERE id = ${id}`
  yield* endsOn(id, date)
  return { id, email }
})

const casesOf = (email: string) =>
  systemSql<{ readonly id: string; readonly status: string }>`
      SELECT id, status, exit_date::text, separation_type, source, initiated_by, manager_email, org_employee_id,
        employee_name, employee_role, employee_department
      FROM offboardings WHERE employee_email = ${email} ORDER BY created_at`

const cancel = (from: Integrator, id: string) =>
  as(from.admin).patch(`/api/employees/${id}/status`, { status: "cancelled", reason: "the contract goes on" })

// The suite begins on 2 March 2026.
layer(AppWithJobs)("contract-expiry", (it) => {
  // cases-26: A contract's end makes one case.
  // cases-53: A contract that ends within 14 days creates one offboarding, due on the contract's last day.
  it.effect("a contract that ends within 14 days makes one case, on the last day of the contract", function* () {
    const from = yield* anIntegrator()
    const person = yield* aContractor(from, "2026-03-16")
    assert.deepStrictEqual(yield* run(from), made)
    assert.deepStrictEqual(yield* run(from), none)
    const [offboarding, ...others] = yield* casesOf(person.email)
    assert.lengthOf(others, 0)
    const id = offboarding?.id ?? ""
    assert.deepStrictEqual<unknown>(offboarding, {
      id,
      status: "pending",
      exit_date: "2026-03-16",
      separation_type: "contract_end",
      source: "contract_expiry",
      initiated_by: null,
      manager_email: "grace@acme.test",
      org_employee_id: person.id,
      employee_name: "Ada Lovelace",
      employee_role: "Engineer",
      employee_department: "Research"
    })
    assert.deepStrictEqual(yield* eventsOf(from.orgId, { offboardingId: id }), [
      {
        _tag: "offboarding.created",
        offboardingId: id,
        employeeName: "Ada Lovelace",
        source: "contract_expiry"
      }
    ])
    assert.include((yield* entriesOf(from.orgId, { offboardingId: id }))[0], {
      action: "offboarding_created",
      details: "source: contract_expiry, last day: 2026-03-16"
    })
    const tasks = yield* systemSql`SELECT task FROM checklist_items WHERE offboarding_id = ${id}`
    assert.lengthOf(tasks, 4)
  })

  it.effect("none for an end further away or long past, without an end, or of somebody inactive", function* () {
    const from = yield* anIntegrator()
    yield* aContractor(from, "2026-03-17")
    yield* aContractor(from, "2026-02-15")
    const inactive = yield* aContractor(from, "2026-03-10")
    yield* systemSql`UPDATE org_employees SET status = 'inactive' WHERE id = ${inactive.id}`
    yield* aColleague(from, `endless.${randomUUID()}@acme.test`)
    assert.deepStrictEqual(yield* run(from), none)
    const missed = yield* aContractor(from, "2026-02-16")
    assert.deepStrictEqual(yield* run(from), made)
    assert.lengthOf(yield* casesOf(missed.email), 1)
  })

  // cases-54: A canceled offboarding is not created again for the same contract end; a new end creates one.
  it.effect("a case that was cancelled is not made again for the same end; a new end makes one", function* () {
    const from = yield* anIntegrator()
    const person = yield* aContractor(from, "2026-03-10")
    yield* run(from)
    const [first] = yield* casesOf(person.email)
    yield* cancel(from, first?.id ?? "")
    yield* TestClock.adjust("1 day")
    assert.deepStrictEqual(yield* run(from), none)
    yield* endsOn(person.id, "2026-03-15")
    assert.deepStrictEqual(yield* run(from), made)
    assert.deepStrictEqual(
      (yield* casesOf(person.email)).map(({ status }) => status),
      ["cancelled", "pending"]
    )
  })

  it.effect("none beside an open case of the person; once that is cancelled there is one", function* () {
    const from = yield* anIntegrator()
    const person = yield* aContractor(from, "2026-03-10")
    const { id } = yield* aCase(from, { employee_email: person.email.toUpperCase() })
    assert.deepStrictEqual(yield* run(from), none)
    yield* cancel(from, id)
    assert.deepStrictEqual(yield* run(from), made)
  })

  // cases-55: A contract for which the plan has no room is retried the next day.
  it.effect("what the plan has no room for is tried again the next day", function* () {
    const from = yield* anIntegrator({ plan: "none" })
    const admin = from.admin
    const people = [
      yield* aContractor(from, "2026-03-10"),
      yield* aContractor(from, "2026-03-10"),
      yield* aContractor(from, "2026-03-10"),
      yield* aContractor(from, "2026-03-10")
    ]
    assert.deepStrictEqual(yield* run(from), { created: 3, skipped: 1, failed: 0 })
    const cases = yield* Effect.forEach(people, ({ email }) => casesOf(email))
    const open = cases.flat().map(({ id }) => id)
    assert.lengthOf(open, 3)
    yield* TestClock.adjust("1 day")
    assert.deepStrictEqual(yield* run(from), { created: 0, skipped: 1, failed: 0 })
    assert.strictEqual(
      (yield* as(admin).patch(`/api/employees/${open[0]}/status`, { status: "cancelled", reason: "goes on" })).status,
      200
    )
    assert.deepStrictEqual(yield* run(from), made)
    assert.deepStrictEqual(yield* run(from), none)
  })

  // cases-56: Read-only and suspended organizations get no offboardings from contracts.
  it.effect("none for an organisation that is read-only or suspended", function* () {
    for (const options of [
      { planStatus: "trial_expired" as const },
      { planStatus: "canceled" as const },
      { suspended: true }
    ]) {
      const from = yield* anIntegrator(options)
      yield* aContractor(from, "2026-03-10")
      assert.deepStrictEqual(yield* run(from), none)
      yield* systemSql`UPDATE organisations SET plan_status = 'past_due', suspended = false WHERE id = ${from.orgId}`
      assert.deepStrictEqual(yield* run(from), made)
    }
  })

  it.effect("the days are those of the organisation's calendar", function* () {
    const ahead = yield* anIntegrator({ timezone: "Pacific/Kiritimati" })
    const behind = yield* anIntegrator({ timezone: "Pacific/Pago_Pago" })
    yield* TestClock.setTime(Date.parse("2026-03-02T10:30:00Z"))
    // It is 3 March in the one and 1 March in the other.
    yield* aContractor(ahead, "2026-03-17")
    yield* aContractor(behind, "2026-03-16")
    assert.deepStrictEqual(yield* run(ahead), made)
    assert.deepStrictEqual(yield* run(behind), none)
    yield* TestClock.setTime(Date.parse("2026-03-02T11:01:00Z"))
    assert.deepStrictEqual(yield* run(behind), made)
  })

  it.effect("several nodes at the same moment make each case once", function* () {
    const from = yield* anIntegrator()
    const people = yield* Effect.forEach(Array.from({ length: 8 }), () => aContractor(from, "2026-03-10"))
    const figures = yield* Effect.all([run(from), run(from), run(from)], { concurrency: 3 })
    assert.strictEqual(
      figures.reduce((sum, { created = 0 }) => sum + created, 0),
      people.length
    )
    for (const { email } of people) {
      const cases = yield* casesOf(email)
      assert.lengthOf(cases, 1)
      assert.lengthOf(yield* eventsOf(from.orgId, { offboardingId: cases[0]?.id ?? "" }), 1)
    }
    assert.deepStrictEqual(
      yield* systemSql`SELECT count(*)::int AS count FROM contract_expiries WHERE org_id = ${from.orgId}`,
      [{ count: people.length }]
    )
  })
})
