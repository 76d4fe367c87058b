import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { TestApp } from "#test/support/TestApp"
import { aMember, aSuperAdmin } from "#test/support/people"
import { as } from "#test/support/requests"
import { aCase } from "#test/support/cases"

const routes: ReadonlyArray<(id: string) => readonly [path: string, body?: object]> = [
  (id) => ["/api/revoke-access", { offboardingId: id }],
  (id) => ["/api/revoke-access/preview", { offboardingId: id }],
  (id) => [`/api/employees/${id}/confirm-no-apps`],
  (id) => [`/api/employees/${id}/confirm-asset-return`],
  (id) => [`/api/employees/${id}/apps/crm/confirm-removed`]
]

layer(TestApp)("a member who sees some departments only", (it) => {
  // tenancy-2
  it.status(404, "a case of another department is none, on every route that names one", function* () {
    const superadmin = yield* aSuperAdmin()
    const admin = yield* aMember(superadmin.orgId, "admin")
    const limited = { scope: "departments", departments: ["Sales", "Support"] }
    assert.strictEqual((yield* as(superadmin).patch(`/api/members/${admin.userId}`, limited)).status, 200)
    const sales = yield* aCase(superadmin, { employee_department: "Sales" })
    const others = yield* Effect.forEach(["Finance", "sales", ""], (department) =>
      aCase(superadmin, { employee_department: department })
    )
    for (const route of routes) {
      for (const { id } of others) {
        const answer = yield* as(admin).post(...route(id))
        assert.deepStrictEqual([answer.status, answer.error], [404, "Offboarding not found"], route(id)[0])
      }
      const own = yield* as(admin).post(...route(sales.id))
      assert.notStrictEqual(own.error, "Offboarding not found", route(sales.id)[0])
      assert.notStrictEqual(own.status, 403, route(sales.id)[0])
    }
  })
})
