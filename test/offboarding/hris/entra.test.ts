import { assert, layer } from "#test/support/suite"
import { addEntraAccount } from "@svc/lab/entra"
import { Effect } from "effect"
import { Integrations } from "#connections/integrations/service"
import { aMember, asCaller, aSession, aSuperAdmin } from "#test/support/people"
import { as, send, withStatus } from "#test/support/requests"
import { entriesOf } from "#test/support/log"
import { cases, directory, entraConnection, fresh, HrisApp, reviews, sync } from "./support.ts"

const anEntraAdmin = Effect.gen(function* () {
  const vendors = yield* fresh
  const admin = yield* aSuperAdmin()
  const integrations = yield* Integrations
  yield* asCaller(admin)(integrations.connect(entraConnection))
  return { admin, vendors }
})

layer(HrisApp)("POST /api/integrations/azure-ad/sync", (it) => {
  // hr-systems-13: Guests and disabled accounts do not enter the directory.
  it.status(200, "members come into the directory page by page, guests and disabled accounts do not", function* () {
    const { admin, vendors } = yield* anEntraAdmin
    addEntraAccount(vendors.entra.state, {
      userPrincipalName: "dora@acme.test",
      mail: null,
      displayName: "Dora Dora",
      jobTitle: "Analyst",
      department: "Finance",
      employeeId: "E-7"
    })
    const report = yield* sync(admin, "azure-ad")
    const people = yield* directory(admin)
    assert.strictEqual(people.length, report.created)
    assert.deepInclude(
      people.find(({ email }) => email === "dora@acme.test"),
      { full_name: "Dora Dora", role: "Analyst", department: "Finance", employee_id: "E-7", status: "active" }
    )
    assert.isUndefined(people.find(({ email }) => email === "gus@partner.test"))
    assert.isAbove(vendors.entra.requests.filter(({ path }) => path === "/v1.0/users").length, 2)
    assert.deepInclude(yield* sync(admin, "azure-ad"), { created: 0, updated: 0, for_review: 0 })
    assert.strictEqual((yield* entriesOf(admin.orgId, { action: "azure_ad_synced" })).length, 2)
    assert.strictEqual(vendors.entra.writes(), 0)
  })

  // hr-systems-12: A disabled account of an active person becomes a review item, not an offboarding.
  it.status(
    200,
    "a disabled account of somebody active is for review, no offboarding; enabled again it is withdrawn",
    function* () {
      const { admin, vendors } = yield* anEntraAdmin
      yield* sync(admin, "azure-ad")
      const account = vendors.entra.state.accounts.find(({ accountEnabled }) => accountEnabled)
      if (account === undefined) return yield* Effect.die("Somebody was expected")
      account.accountEnabled = false
      assert.deepInclude(yield* sync(admin, "azure-ad"), { for_review: 1, offboardings_created: 0 })
      const [item] = (yield* reviews(admin)).rows
      assert.deepInclude(item, { kind: "account_disabled", origin: "azure-ad", last_day: null })
      assert.deepInclude(yield* sync(admin, "azure-ad"), { for_review: 0 })
      assert.deepStrictEqual(yield* cases(admin), [])
      account.accountEnabled = true
      yield* sync(admin, "azure-ad")
      assert.strictEqual((yield* reviews(admin)).total, 0)
    }
  )

  // hr-systems-1
  it.status(200, "admin too, without step-up; hr and manager are refused with 403", function* () {
    const { admin } = yield* anEntraAdmin
    for (const [role, status] of [
      ["superadmin", 200],
      ["admin", 200],
      ["hr", 403],
      ["manager", 403]
    ] as const) {
      const bearer = yield* aSession(yield* aMember(admin.orgId, role), { steppedUp: false })
      assert.strictEqual((yield* send("POST", "/api/integrations/azure-ad/sync", { bearer })).status, status, role)
    }
  })

  it.status(409, "Entra ID is not connected", function* () {
    const admin = yield* aSuperAdmin()
    const answer = yield* withStatus(409, as(admin).post("/api/integrations/azure-ad/sync"))
    assert.deepInclude(answer.body, { code: "not_connected" })
  })

  it.status(502, "Graph refuses the token", function* () {
    const { admin, vendors } = yield* anEntraAdmin
    vendors.entra.faults.forbids = true
    const answer = yield* withStatus(502, as(admin).post("/api/integrations/azure-ad/sync"))
    assert.deepInclude(answer.body, { code: "source_failed" })
  })
})
