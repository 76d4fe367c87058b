import { assert, layer } from "#test/support/suite"
import { TestClock } from "effect/testing"
import { TestApp } from "#test/support/TestApp"
import { withStatus } from "#test/support/requests"
import { aChain, anInitiation, anOffice, approve, casesOf, connects, delegate, edit, seen } from "./support.ts"

const past = { code: "past_exit_date_permission" }

layer(TestApp)("the final approval of an initiation whose last day is past", (it) => {
  // approvals-19: The final approval after the last day requires `access_revoke`: 403 `past_exit_date_permission`.
  it.status(403, "past_exit_date_permission: it needs access_revoke, whatever apps the approval names", function* () {
    const { admin, hr, manager, orgId, superadmin } = yield* anOffice()
    yield* connects(superadmin, "crm")
    yield* connects(superadmin, "wiki")
    const row = yield* anInitiation(manager, { no_apps: false, apps_to_revoke: ["crm"] })
    assert.strictEqual((yield* edit(admin, row.id, { exit_date: "2026-03-01" })).status, 200)
    for (const body of [{}, { apps_to_revoke: ["crm", "wiki"] }, { no_apps: true }]) {
      const refused = yield* withStatus(403, approve(hr, row.id, body), JSON.stringify(body))
      assert.deepInclude(refused.body, past)
    }
    assert.strictEqual((yield* seen(hr, row.id)).status, "pending")
    assert.lengthOf(yield* casesOf(orgId), 0)
    assert.strictEqual((yield* approve(admin, row.id)).status, 200)
    assert.lengthOf(yield* casesOf(orgId), 1)
  })

  it.status(403, "on a chain only its last step, also of a delegate; the sentence names the way", function* () {
    const { admin, hr, manager, orgId, superadmin } = yield* anOffice()
    yield* connects(superadmin, "crm")
    const chain = yield* aChain(superadmin, [{ approver_role: "hr" }, { approver_id: manager.userId }])
    const body = { no_apps: false, apps_to_revoke: ["crm"], exit_date: "2026-03-11", chain_id: chain.id }
    const row = yield* anInitiation(manager, body)
    // The day passes while the request waits.
    yield* TestClock.setTime(Date.parse("2026-03-20T09:00:00Z"))
    assert.strictEqual((yield* approve(hr, row.id)).status, 200)
    yield* withStatus(403, approve(manager, row.id))
    assert.strictEqual((yield* delegate(manager, row.id, hr.userId)).status, 200)
    const delegated = yield* withStatus(403, approve(hr, row.id))
    assert.deepInclude(delegated.body, past)
    assert.include(JSON.stringify(delegated.body), "Delegate the step to a member with that permission")
    assert.lengthOf(yield* casesOf(orgId), 0)
    assert.strictEqual((yield* delegate(manager, row.id, admin.userId)).status, 200)
    assert.strictEqual((yield* approve(admin, row.id)).status, 200)
  })

  it.status(200, "an approval on the last day itself; an added app must be connected, as on submit", function* () {
    const { hr, manager, superadmin } = yield* anOffice()
    yield* connects(superadmin, "crm")
    const row = yield* anInitiation(manager, { exit_date: "2026-03-25" })
    yield* TestClock.setTime(Date.parse("2026-03-25T23:00:00Z"))
    assert.strictEqual((yield* approve(hr, row.id, { apps_to_revoke: ["wiki"] })).status, 400)
    assert.strictEqual((yield* approve(hr, row.id, { apps_to_revoke: ["crm"] })).status, 200)
  })
})
