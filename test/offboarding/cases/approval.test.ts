import { assert, layer } from "#test/support/suite"
import type { Permission } from "@svc/contract/kernel/permissions"
import { TestApp } from "#test/support/TestApp"
import { aKey, aMember, aSuperAdmin, type Member } from "#test/support/people"
import { as, withKey } from "#test/support/requests"
import { entriesOf } from "#test/support/log"
import { aConnection, leaver } from "#test/support/cases"
import { aCase, expect, listed, path } from "./support.ts"

const everything: ReadonlyArray<Permission> = [
  "offboardings_view",
  "offboardings_create",
  "offboardings_edit",
  "access_revoke",
  "settings_manage"
]

const tonight = leaver({ employee_name: "CEO", employee_email: "ceo@acme.test", exit_date: "2026-03-02" })

/** The four ways to a case without an initiation, all of them by the form or a copy of this case. */
const ways = (who: Member, id: string) => [
  as(who).post(path, tonight),
  as(who).post(`${path}/bulk`, { employees: [tonight] }),
  as(who).post(`${path}/${id}/clone`, tonight),
  ...["", "?dry_run=true"].map((query) =>
    as(who).post(`${path}/import${query}`, { csv: "employee_name,exit_date\nCEO,2026-03-02\n" })
  )
]

layer(TestApp)("while initiations need an approval", (it) => {
  // cases-21: While approval is required only Super Admins, Admins and HR begin a case without an initiation; others
  //   are told the way.
  it.status(
    403,
    "approval_required: others than Super Admins, Admins and HR, own roles included, on all four ways",
    function* () {
      const admin = yield* aSuperAdmin()
      for (const role of ["manager", { permissions: everything }] as const) {
        const who = yield* aMember(admin.orgId, role)
        const seen = yield* aCase(admin, { manager_email: who.email, employee_email: `${who.userId}@acme.test` })
        const before = (yield* listed(admin)).total
        for (const way of ways(who, seen.id)) {
          const { body, status } = yield* way
          assert.strictEqual(status, 403)
          assert.deepInclude(body, { code: "approval_required" })
          assert.include(Object(body).error, "POST /api/offboarding-initiations")
        }
        assert.strictEqual((yield* listed(admin)).total, before)
      }
    }
  )

  // cases-75: The public API creates offboardings without an approval.
  it.status(201, "Super Admins, Admins and HR; the public API as before", function* () {
    const admin = yield* aSuperAdmin()
    for (const role of ["superadmin", "admin", "hr"] as const) yield* aCase(yield* aMember(admin.orgId, role))
    const made = yield* withKey(yield* aKey(admin, ["offboardings:write"])).post("/api/v1/offboardings", leaver())
    assert.strictEqual(made.status, 201)
  })

  it.status(201, "anybody where it is switched off, or where the plan knows no initiations", function* () {
    const admin = yield* aSuperAdmin()
    const manager = yield* aMember(admin.orgId, "manager")
    yield* expect(200, as(admin).patch("/api/offboarding-initiations/settings", { require_initiation_approval: false }))
    yield* aCase(manager)
    const starter = yield* aSuperAdmin({ plan: "starter" })
    yield* aCase(yield* aMember(starter.orgId, "manager"))
  })

  // cases-74: A member who needs an approval changes neither name, address, last day, zone nor apps: 403
  //   `approval_required`.
  it.status(
    403,
    "approval_required: name, address, last day, zone and apps of a case, and nothing is changed",
    function* () {
      const admin = yield* aSuperAdmin()
      yield* aConnection(admin.orgId, "github")
      yield* aConnection(admin.orgId, "slack")
      const manager = yield* aMember(admin.orgId, "manager")
      const asked = { employee_name: "Tom", employee_email: "tom@acme.test", apps_to_revoke: ["github"] }
      const submitted = yield* expect(
        201,
        as(manager).post("/api/offboarding-initiations", { ...asked, exit_date: "2026-05-31" })
      )
      const approved = yield* expect(
        200,
        as(admin).post(`/api/offboarding-initiations/${Object(submitted.body).id}/approve`)
      )
      const route = `${path}/${Object(approved.body).offboarding_id}`
      yield* expect(200, as(admin).patch(route, { manager_email: manager.email }))
      const before = yield* expect(200, as(manager).get(route))
      for (const change of [
        { employee_email: "cfo@acme.test" },
        { employee_name: "The CFO" },
        { exit_date: "2026-03-02" },
        { access_ends_at: "2026-03-20T12:00:00Z" },
        { employment_ends_on: "2026-06-30" },
        { timezone: "Pacific/Kiritimati" },
        { apps_to_revoke: ["github", "slack"] },
        { apps_to_revoke: [] },
        { employee_role: "Chief", employee_email: "cfo@acme.test", exit_date: "2026-03-02" }
      ]) {
        const { body, status } = yield* as(manager).patch(route, change)
        assert.strictEqual(status, 403, JSON.stringify(change))
        assert.deepInclude(body, { code: "approval_required" })
      }
      assert.deepStrictEqual((yield* as(manager).get(route)).body, before.body)
      assert.lengthOf(yield* entriesOf(admin.orgId, { action: "offboarding_updated" }), 1)
      // The rest is theirs to correct, and saying the same again is no change.
      yield* expect(200, as(manager).patch(route, { ...asked, employee_role: "Intern", exit_date: "2026-05-31" }))
      yield* expect(200, as(yield* aMember(admin.orgId, "hr")).patch(route, { exit_date: "2026-06-30" }))
    }
  )
})
