import { assert, layer } from "#test/support/suite"
import { AppWithFolder } from "#test/exports/support"
import {
  aChain,
  anInitiation,
  anOffice,
  approve,
  listed,
  reject,
  seen,
  view
} from "#test/offboarding/initiations/support"
import { systemSql } from "#test/support/tables"
import { aPerson } from "#test/support/cases"
import { erase, readLog } from "./support.ts"

const employee_email = "ada.lovelace@acme.test"

layer(AppWithFolder)("POST /api/org-employees/{id}/erase, of initiations", (it) => {
  // erasure-6: Initiations, text messages and the link to the exit interview go, too.
  it.status(
    200,
    "decided ones name nobody any more, with what was written about the person; waiting ones go",
    function* () {
      const { admin, hr, manager, orgId, superadmin } = yield* anOffice()
      const person = yield* aPerson(superadmin, "Ada Lovelace")
      const chain = yield* aChain(admin, [{ approver_role: "hr" }])
      const other = yield* anInitiation(manager, { employee_name: "Grace Hopper", employee_email: "grace@acme.test" })
      const waits = yield* anInitiation(manager, { employee_email, notes: "Ada knows" })
      const rejected = yield* anInitiation(manager, { employee_email, chain_id: chain.id, notes: "Ada knows" })
      yield* reject(hr, rejected.id, { rejection_reason: "Ada stays", notes: "Ada is needed" })
      const approved = yield* anInitiation(manager, {
        employee_email: employee_email.toUpperCase(),
        chain_id: chain.id
      })
      yield* approve(hr, approved.id, { notes: "Ada goes" })
      assert.strictEqual((yield* seen(hr, rejected.id)).rejection_reason, "Ada stays")

      assert.strictEqual((yield* erase(superadmin, person.id)).status, 200)

      assert.strictEqual((yield* view(hr, waits.id)).status, 404)
      const read = [yield* seen(hr, rejected.id), yield* seen(hr, approved.id)]
      for (const row of read) {
        assert.deepInclude(row, { employee_name: "[erased]", employee_email: null, notes: null })
      }
      assert.strictEqual(read[0]?.rejection_reason, "[erased]")
      assert.notMatch(JSON.stringify([read, yield* readLog(superadmin)]), /lovelace|Ada /i)
      const stored = yield* systemSql<{ readonly text: string }>`
          SELECT json_build_array((SELECT json_agg(i) FROM offboarding_initiations i WHERE i.org_id = ${orgId}),
            (SELECT json_agg(s) FROM initiation_steps s WHERE s.org_id = ${orgId}))::text AS text`
      assert.notMatch(stored[0]?.text ?? "", /lovelace/i)
      assert.deepInclude((yield* listed(hr, "?status=pending")).rows[0], {
        id: other.id,
        employee_name: "Grace Hopper"
      })
    }
  )
})
