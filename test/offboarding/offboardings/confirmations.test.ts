import { assert } from "#test/support/suite"
import { Caller } from "@svc/contract/kernel/access"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { Offboardings } from "#offboarding/offboardings/service"
import { asCaller, type Member } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { entriesOf } from "#test/support/log"
import { aConnection } from "#test/support/cases"
import { aCase, anIntegrator, type Integrator, memberOf, OffboardingsSurface, patch } from "./support.ts"
import { layerOfFile } from "#test/support/layer-of-file"

const succeeded = { status: 200, body: { success: true } }
const notFound = { status: 404, body: { error: "Offboarding not found" } }
const cancelledRefusal = {
  status: 409,
  body: { error: "This offboarding is canceled, which is final. Create a new one instead" }
}

const cancelled = Effect.fnUntraced(function* (from: Integrator) {
  const { id } = yield* aCase(from)
  yield* patch(from, id, { status: "cancelled", reason: "stays with us" })
  return id
})

const asDepartmentMember = (member: Member, departments: ReadonlyArray<string>) => {
  const narrowed = Effect.map(asCaller(member)(Caller), (caller) => ({
    ...caller,
    records: { _tag: "Departments" as const, departments }
  }))
  return Effect.provideServiceEffect(Caller, narrowed)
}

const confirmationsOf = Effect.fnUntraced(function* (from: Integrator, id: string) {
  const entries = yield* entriesOf(from.orgId, { offboardingId: id })
  return entries.map(({ action }) => action).filter((action) => action.endsWith("_confirmed"))
})

const withOffboardingsSurface = layerOfFile(OffboardingsSurface)

withOffboardingsSurface("POST /api/employees/{id}/confirm-no-apps", (it) => {
  const path = (id: string) => `/api/employees/${id}/confirm-no-apps`

  // cases-35: Both confirmations are idempotent.
  it.status(200, "opens the revocation gate; audited once, a second time changes nothing", function* () {
    const from = yield* anIntegrator()
    const { id } = yield* aCase(from)
    assert.strictEqual((yield* patch(from, id, { status: "asset_recovery" })).status, 409)
    assert.deepInclude(yield* as(from.admin).post(path(id)), succeeded)
    assert.deepInclude(yield* as(from.admin).post(path(id)), succeeded)
    assert.deepStrictEqual(yield* confirmationsOf(from, id), ["no_apps_confirmed"])
    assert.strictEqual((yield* patch(from, id, { status: "asset_recovery" })).status, 200)
  })

  it.status(200, "an admin may, at the same time as another", function* () {
    const from = yield* anIntegrator()
    const { id } = yield* aCase(from)
    const admin = yield* memberOf(from, "admin")
    const answers = yield* Effect.all([as(admin).post(path(id)), as(from.admin).post(path(id))], { concurrency: 2 })
    for (const answer of answers) assert.deepInclude(answer, succeeded)
    assert.lengthOf(yield* confirmationsOf(from, id), 1)
  })

  it.status(400, "an id that is not a UUID", function* () {
    const from = yield* anIntegrator()
    assert.deepInclude(yield* as(from.admin).post(path("42")), { status: 400, body: { error: "Invalid id" } })
  })

  // cases-36: Only a Super Admin or an Admin confirms that there is nothing to revoke.
  it.status(403, "it needs an admin's confirmation: neither HR nor a manager may", function* () {
    const from = yield* anIntegrator()
    for (const role of ["hr", "manager"] as const) {
      const member = yield* memberOf(from, role)
      const { id } = yield* aCase(from, { manager_email: member.email })
      const { body } = yield* withStatus(403, as(member).post(path(id)))
      assert.deepStrictEqual(body, {
        error: "Only a Super Admin or an Admin can confirm that there is nothing to revoke"
      })
      assert.lengthOf(yield* confirmationsOf(from, id), 0)
    }
  })

  it.status(404, "an unknown id and another organisation's", function* () {
    const from = yield* anIntegrator()
    const foreign = yield* Effect.flatMap(anIntegrator(), (other) => aCase(other))
    assert.deepInclude(yield* as(from.admin).post(path(foreign.id)), notFound)
    assert.deepInclude(yield* as(from.admin).post(path(randomUUID())), notFound)
  })

  it.status(409, "a cancelled offboarding", function* () {
    const from = yield* anIntegrator()
    assert.deepInclude(yield* as(from.admin).post(path(yield* cancelled(from))), cancelledRefusal)
  })

  // cases-37: Confirming that there is nothing to revoke is 409 on an offboarding with apps.
  it.status(409, "a case with apps has something to revoke", function* () {
    const from = yield* anIntegrator()
    yield* aConnection(from.orgId, "github")
    const { id } = yield* aCase(from, { apps_to_revoke: ["github"] })
    assert.strictEqual((yield* as(from.admin).post(path(id))).status, 409)
    assert.lengthOf(yield* confirmationsOf(from, id), 0)
  })
})

withOffboardingsSurface("POST /api/employees/{id}/confirm-asset-return", (it) => {
  const path = (id: string) => `/api/employees/${id}/confirm-asset-return`

  // cases-35
  it.status(200, "opens that part of the completion gate; audited once, a second time changes nothing", function* () {
    const from = yield* anIntegrator()
    const { id } = yield* aCase(from)
    yield* as(from.admin).post(`/api/employees/${id}/confirm-no-apps`)
    assert.strictEqual((yield* patch(from, id, { status: "completed" })).status, 409)
    assert.deepInclude(yield* as(from.admin).post(path(id)), succeeded)
    assert.deepInclude(yield* as(from.admin).post(path(id)), succeeded)
    assert.deepStrictEqual(yield* confirmationsOf(from, id), ["no_apps_confirmed", "asset_return_confirmed"])
    assert.strictEqual((yield* patch(from, id, { status: "completed" })).status, 200)
  })

  it.status(200, "HR may, and a manager for their direct reports", function* () {
    const from = yield* anIntegrator()
    const hr = yield* memberOf(from, "hr")
    const manager = yield* memberOf(from, "manager")
    const report = yield* aCase(from, { manager_email: manager.email.toUpperCase() })
    assert.deepInclude(yield* as(hr).post(path((yield* aCase(from)).id)), succeeded)
    assert.deepInclude(yield* as(manager).post(path(report.id)), succeeded)
  })

  it.status(400, "an id that is not a UUID", function* () {
    const from = yield* anIntegrator()
    assert.deepInclude(yield* as(from.admin).post(path("42")), { status: 400, body: { error: "Invalid id" } })
  })

  it.status(404, "an unknown id, another organisation's, and what is out of the member's scope", function* () {
    const from = yield* anIntegrator()
    const foreign = yield* Effect.flatMap(anIntegrator(), (other) => aCase(other))
    assert.deepInclude(yield* as(from.admin).post(path(foreign.id)), notFound)
    assert.deepInclude(yield* as(from.admin).post(path(randomUUID())), notFound)
    const manager = yield* memberOf(from, "manager")
    const others = yield* aCase(from, { manager_email: "grace@acme.test" })
    assert.deepInclude(yield* as(manager).post(path(others.id)), notFound)
    assert.lengthOf(yield* confirmationsOf(from, others.id), 0)
  })

  it.status(404, "a member limited to departments, for a case of another", function* () {
    const from = yield* anIntegrator()
    const offboardings = yield* Offboardings
    const sales = yield* aCase(from, { employee_department: "Sales" })
    const research = yield* aCase(from, { employee_department: "Research" })
    const inSales = asDepartmentMember(from.admin, ["Sales"])
    yield* inSales(offboardings.confirmAssetReturn(sales.id))
    const refused = yield* Effect.flip(inSales(offboardings.confirmAssetReturn(research.id)))
    assert.strictEqual(refused._tag, "OffboardingNotFound")
  })

  it.status(409, "a cancelled offboarding", function* () {
    const from = yield* anIntegrator()
    assert.deepInclude(yield* as(from.admin).post(path(yield* cancelled(from))), cancelledRefusal)
  })
})
