import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { TestApp } from "#test/support/TestApp"
import { aMember, type Member } from "#test/support/people"
import { systemSql } from "#test/support/tables"
import { as, withStatus } from "#test/support/requests"
import { entriesOf, eventsOf } from "#test/support/log"
import { storedCase } from "./lifecycle.ts"
import { aCase, aColleague, anIntegrator, type Integrator, memberOf } from "./support.ts"

const reason = "a lawsuit is pending"
const set = (member: Member, id: string, held: unknown, why: unknown = reason) =>
  as(member).put(`/api/employees/${id}/legal-hold`, { held, reason: why })

const notFound = { status: 404, body: { error: "Offboarding not found" } }

const holdEntries = Effect.fnUntraced(function* (from: Integrator, id: string) {
  return (yield* entriesOf(from.orgId, { offboardingId: id })).filter(({ action }) => action.startsWith("legal_hold"))
})

layer(TestApp)("PUT /api/employees/{id}/legal-hold", (it) => {
  // cases-23: A legal hold is set and released with a reason, and freezes while held and for 7 days after.
  it.status(
    200,
    "sets and releases; a release is stamped, holding again clears that; the same again changes nothing",
    function* () {
      const from = yield* anIntegrator()
      const { id } = yield* aCase(from)
      yield* TestClock.adjust("1 second")
      const first = yield* withStatus(200, set(from.admin, id, true))
      assert.include(first.body, { id, legal_hold: true, legal_hold_released_at: null })
      yield* TestClock.adjust("1 second")
      assert.deepInclude(yield* set(from.admin, id, true, "another reason"), { status: 200, body: first.body })
      const released = yield* set(from.admin, id, false, "the lawsuit is over")
      assert.include(released.body, { legal_hold: false })
      assert.notInclude(released.body, { legal_hold_released_at: null })
      yield* TestClock.adjust("1 second")
      assert.deepInclude(yield* set(from.admin, id, false), { status: 200, body: released.body })
      assert.include((yield* set(from.admin, id, true)).body, { legal_hold: true, legal_hold_released_at: null })

      const entries = yield* holdEntries(from, id)
      assert.deepStrictEqual(
        entries.map(({ action, details }) => ({ action, details })),
        [
          { action: "legal_hold_set", details: `reason: ${reason}` },
          { action: "legal_hold_released", details: "reason: the lawsuit is over" },
          { action: "legal_hold_set", details: `reason: ${reason}` }
        ]
      )
      for (const { stored } of entries) assert.notInclude(stored, "lawsuit")
      assert.lengthOf(yield* eventsOf(from.orgId, { offboardingId: id }), 1)
    }
  )

  it.status(200, "of completed and cancelled cases too", function* () {
    const from = yield* anIntegrator()
    for (const status of ["completed", "cancelled"]) {
      const { id } = yield* aCase(from)
      yield* systemSql`UPDATE offboardings SET status = ${status} WHERE id = ${id}`
      assert.strictEqual((yield* set(from.admin, id, true)).status, 200)
      assert.include(yield* storedCase(id), { status, legal_hold: true })
    }
  })

  it.status(200, "holding at the moment of an erasure: the person is erased, or held and not erased", function* () {
    const from = yield* anIntegrator()
    for (let n = 0; n < 8; n++) {
      const email = `leaver.${randomUUID()}@acme.test`
      const colleague = yield* aColleague(from, email)
      const { id } = yield* aCase(from, { employee_email: email })
      const [hold, erase] = yield* Effect.all(
        [set(from.admin, id, true), as(from.admin).post(`/api/org-employees/${colleague.id}/erase`)],
        { concurrency: 2 }
      )
      assert.strictEqual(hold.status, 200)
      assert.include([200, 409], erase.status)
      const [row] = yield* systemSql<{
        readonly name: string
      }>`SELECT employee_name AS name FROM offboardings WHERE id = ${id}`
      assert.strictEqual(row?.name, erase.status === 200 ? "[erased]" : "Ada Lovelace")
    }
  })

  it.status(
    400,
    "reason_required both ways: none, too short, too long; and held that is neither true nor false",
    function* () {
      const from = yield* anIntegrator()
      const { id } = yield* aCase(from)
      for (const held of [true, false]) {
        for (const bad of [null, "four", "x".repeat(501), 12345]) {
          const { body } = yield* withStatus(400, set(from.admin, id, held, bad))
          assert.include(body, { code: "reason_required" })
        }
      }
      assert.strictEqual((yield* set(from.admin, id, "yes")).status, 400)
      assert.strictEqual((yield* set(from.admin, "42", true)).status, 400)
      assert.include(yield* storedCase(id), { legal_hold: false })
    }
  )

  it.status(403, "HR and managers", function* () {
    const from = yield* anIntegrator()
    for (const role of ["hr", "manager"] as const) {
      const member = yield* memberOf(from, role)
      const { id } = yield* aCase(from, { manager_email: member.email })
      assert.strictEqual((yield* set(member, id, true)).status, 403)
    }
  })

  it.status(404, "an unknown id, another organisation's, and what is out of the member's scope", function* () {
    const from = yield* anIntegrator()
    const foreign = yield* Effect.flatMap(anIntegrator(), (other) => aCase(other))
    const sales = yield* aMember(from.orgId, {
      permissions: ["legal_hold_manage"],
      scope: "departments",
      departments: ["Sales"]
    })
    const research = yield* aCase(from, { employee_department: "Research" })
    assert.deepInclude(yield* set(from.admin, randomUUID(), true), notFound)
    assert.deepInclude(yield* set(from.admin, foreign.id, true), notFound)
    assert.deepInclude(yield* set(sales, research.id, true), notFound)
    assert.include(yield* storedCase(foreign.id), { legal_hold: false })
  })
})
