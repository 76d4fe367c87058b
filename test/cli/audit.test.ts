import { assert, layer } from "#test/support/suite"
import { ChainReport } from "@svc/contract/audit-verification/schema"
import { anOrganisation } from "#test/support/people"
import { asOwner } from "#test/support/tables"
import { admin, answered, OperatorSurface, refused } from "./admin.ts"

layer(OperatorSurface)("audit", (it) => {
  // operator-7: `audit verify` prints what `GET /api/audit-log/verify` answers.
  it.effect(
    "audit verify prints { ok, checked, complete, broken, brokenCount, anchoredThrough, witnesses }",
    function* () {
      const orgId = yield* anOrganisation()
      const ended = yield* admin("audit", "verify", "--org", orgId, "--json")
      const report = yield* answered(ChainReport, ended)
      assert.deepInclude(report, { ok: true, complete: true, brokenCount: 0, broken: [] })
      assert.isAbove(report.checked, 0)
      const keys = ["ok", "checked", "complete", "broken", "brokenCount", "anchoredThrough", "witnesses"]
      assert.sameMembers(Object.keys(JSON.parse(ended.stdout)), keys)
    }
  )

  it.effect("a chain that was tampered with is a result like any other, ok false", function* () {
    const orgId = yield* anOrganisation()
    yield* asOwner((sql) => sql`UPDATE audit_entries SET action = 'forged' WHERE org_id = ${orgId} AND seq = 1`)
    const report = yield* answered(ChainReport, yield* admin("audit", "verify", "--org", orgId, "--json"))
    assert.deepInclude(report, { ok: false, brokenCount: 1 })
  })

  it.effect("an organisation that does not exist is a failure", function* () {
    const nobody = "0198c5c0-0000-7000-8000-000000000000"
    assert.strictEqual(
      yield* refused(yield* admin("audit", "verify", "--org", nobody, "--json")),
      "Organization not found"
    )
  })
})
