import { assert, layer } from "#test/support/suite"
import { systemSql } from "#test/support/tables"
import { entriesOf } from "#test/support/log"
import { annAtNotion, carryOut, lastResults } from "./carrying-out.ts"
import { RevocationsSurface, send } from "./support.ts"

const becomes = (id: string, email: string) =>
  systemSql`UPDATE offboardings SET employee_email = ${email} WHERE id = ${id}`

layer(RevocationsSurface)("whom a run is about", (it) => {
  // revocation-26: A run is about the person it was queued for, and its result names the account.
  it.effect("a run cuts the person it was queued for, whatever address the case has by then", function* () {
    const { admin, offboardingId, vendor } = yield* annAtNotion
    const ann = vendor.add({ userName: "ann.lee@acme.test" })
    const tom = vendor.add({ userName: "tom.work@acme.test" })
    yield* send(admin, "POST", "/api/revoke-access", { offboardingId })
    yield* becomes(offboardingId, "tom.work@acme.test")
    yield* carryOut(admin.orgId)
    assert.deepInclude((yield* lastResults(offboardingId))[0], { outcome: "revoked", verified: true })
    assert.isFalse(vendor.find(ann)?.active)
    assert.isTrue(vendor.find(tom)?.active)
  })

  // revocation-26
  it.effect("history, entry and app name the address that was asked; the stored texts are sealed", function* () {
    const { admin, offboardingId, vendor } = yield* annAtNotion
    vendor.add({ userName: "ann.lee@acme.test" })
    yield* send(admin, "POST", "/api/revoke-access", { offboardingId })
    yield* carryOut(admin.orgId)
    const { body } = yield* send(admin, "GET", `/api/employees/${offboardingId}/revocation-runs`)
    assert.deepInclude(Object(body).rows[0], {
      asked_email: "ann.lee@acme.test",
      asked_username: null,
      former_person: false
    })
    assert.notProperty(Object(body).rows[0], "sealed_identifiers")
    const [entry] = yield* entriesOf(admin.orgId, { action: "access_revoked" })
    assert.include(entry?.details, "On request: Notion: revoked, verified. Asked for ann.lee@acme.test")
    const [stored] = yield* systemSql<{ sealed: string }>`
          SELECT sealed_identifiers AS sealed FROM revocation_runs WHERE offboarding_id = ${offboardingId}`
    assert.notInclude(stored?.sealed, "ann.lee")
    const [logged] = yield* systemSql<{ details: string }>`
          SELECT details FROM audit_entries WHERE org_id = ${admin.orgId} AND action = 'access_revoked'`
    assert.notInclude(logged?.details, "ann.lee")
  })

  // revocation-26
  it.effect("a person who was erased after the run was queued is looked up nowhere", function* () {
    const { admin, offboardingId, vendor } = yield* annAtNotion
    const ann = vendor.add({ userName: "ann.lee@acme.test" })
    yield* send(admin, "POST", "/api/revoke-access", { offboardingId })
    yield* systemSql`
          UPDATE audit_person_keys SET wrapped_key = NULL
          WHERE org_id = ${admin.orgId} AND id = (SELECT person_key_id FROM offboardings WHERE id = ${offboardingId})`
    const asked = vendor.requests.length
    yield* carryOut(admin.orgId)
    assert.deepInclude((yield* lastResults(offboardingId))[0], { outcome: "manual_required" })
    assert.lengthOf(vendor.requests, asked)
    assert.isTrue(vendor.find(ann)?.active)
  })
})
