import { assert } from "#test/support/suite"
import { randomUUID } from "node:crypto"
import { TestApp } from "#test/support/TestApp"
import { layerOfFile } from "#test/support/layer-of-file"
import { aMember } from "#test/support/people"
import { inTables } from "#test/support/tables"
import { entriesOf, toldOf } from "#test/support/log"
import { aChain, anInitiation, anOffice, approve, connects, edit, reject, seen, view, withdraw } from "./support.ts"

const withTestApp = layerOfFile(TestApp)

withTestApp("PATCH /api/offboarding-initiations/{id}", (it) => {
  // initiations-11: It is edited while pending, by who submitted it, HR or an admin.
  it.status(200, "any subset of the fields, by the submitter, HR and admins; the updated raw row", function* () {
    const { admin, hr, manager, orgId, superadmin } = yield* anOffice()
    yield* connects(superadmin, "crm")
    const row = yield* anInitiation(manager, { employee_email: "ada@acme.test", notes: "First" })
    const changes: ReadonlyArray<readonly [typeof admin, Readonly<Record<string, unknown>>]> = [
      [manager, { employee_name: "Ada King" }],
      [hr, { employee_email: "ada.king@acme.test" }],
      [admin, { employee_role: "Countess", employee_department: "Research" }],
      [superadmin, { exit_date: "2026-04-30", separation_type: "termination" }],
      [manager, { apps_to_revoke: ["Crm"] }]
    ]
    let expected: Readonly<Record<string, unknown>> = Object(yield* seen(manager, row.id))
    for (const [by, body] of changes) {
      const answer = yield* edit(by, row.id, body)
      assert.strictEqual(answer.status, 200)
      expected = { ...expected, ...body, ...("apps_to_revoke" in body ? { apps_to_revoke: ["crm"] } : {}) }
      for (const field of ["employee_name", "employee_email", "employee_role", "employee_department", "exit_date"]) {
        assert.strictEqual(Object(answer.body)[field], expected[field], field)
      }
      assert.notProperty(answer.body, "chain_name")
    }
    assert.deepInclude(yield* seen(manager, row.id), { apps_to_revoke: ["crm"], separation_type: "termination" })
    const entries = yield* entriesOf(orgId, { action: "initiation_edited" })
    assert.deepStrictEqual(
      entries.map(({ details }) => details),
      [
        "employee_name: Ada Lovelace -> Ada King",
        "employee_email: ada@acme.test -> ada.king@acme.test",
        "employee_role:  -> Countess, employee_department:  -> Research",
        "exit_date: 2026-03-31 -> 2026-04-30, separation_type: resignation -> termination",
        "apps: nothing to revoke -> crm"
      ]
    )
  })

  // initiations-21: Notes move to the key of the person whom the request names now.
  it.status(200, "notes go with the person whom the initiation names now; empty ones and null are none", function* () {
    const { manager, orgId } = yield* anOffice()
    const row = yield* anInitiation(manager, { employee_email: "ada@acme.test", notes: "First" })
    yield* edit(manager, row.id, { employee_email: "grace@acme.test" })
    const [stored] = yield* inTables(
      orgId,
      (sql) => sql<{ person_key_id: string; sealed_notes: string }>`
          SELECT person_key_id, sealed_notes FROM offboarding_initiations WHERE org_id = ${orgId}`
    )
    assert.include(stored?.sealed_notes, `[[aps:v1:${stored?.person_key_id}:`)
    const after = yield* seen(manager, row.id)
    assert.match(after.notes ?? "", /^pii:v1:/)
    assert.notStrictEqual(after.notes?.split(":")[2], row.notes?.split(":")[2])
    for (const notes of ["", null]) {
      yield* edit(manager, row.id, { notes: "Second" })
      assert.deepInclude((yield* edit(manager, row.id, { notes })).body, { notes: null })
    }
  })

  it.status(200, "what changes nothing is not recorded", function* () {
    const { manager, orgId } = yield* anOffice()
    const row = yield* anInitiation(manager)
    for (const body of [{}, { employee_name: row.employee_name }]) {
      assert.strictEqual((yield* edit(manager, row.id, body)).status, 200)
    }
    assert.deepStrictEqual(yield* toldOf(orgId, { action: "initiation_edited" }), [])
  })

  it.status(400, "apps that are not connected, apps_choice_required when the last app goes", function* () {
    const { manager, superadmin } = yield* anOffice()
    yield* connects(superadmin, "crm")
    const row = yield* anInitiation(manager, { no_apps: false, apps_to_revoke: ["crm"] })
    assert.match(
      (yield* edit(manager, row.id, { apps_to_revoke: ["Jira"] })).error,
      /^apps_to_revoke: these apps are not connected/
    )
    const none = yield* edit(manager, row.id, { apps_to_revoke: [] })
    assert.strictEqual(none.status, 400)
    assert.deepInclude(none.body, { code: "apps_choice_required" })
    assert.strictEqual((yield* edit(manager, row.id, { separation_type: "redundancy" })).status, 400)
    // Where it was chosen that there is nothing to revoke, no app is none all the same.
    const without = yield* anInitiation(manager)
    assert.strictEqual((yield* edit(manager, without.id, { apps_to_revoke: [] })).status, 200)
  })

  it.status(
    403,
    "somebody else than the submitter, HR or an admin; a day that is past; a department out of scope",
    function* () {
      const { manager, orgId } = yield* anOffice()
      const row = yield* anInitiation(manager)
      for (const other of [
        yield* aMember(orgId, "manager"),
        yield* aMember(orgId, { permissions: ["offboardings_view"] })
      ]) {
        assert.strictEqual((yield* edit(other, row.id, { employee_role: "X" })).status, 403)
      }
      const past = yield* edit(manager, row.id, { exit_date: "2026-03-01" })
      assert.strictEqual(past.status, 403)
      assert.deepInclude(past.body, { code: "past_exit_date_permission" })
      const limited = yield* aMember(orgId, {
        permissions: ["offboardings_create"],
        scope: "departments",
        departments: ["Sales"]
      })
      const own = yield* anInitiation(limited, { employee_department: "Sales" })
      assert.strictEqual((yield* edit(limited, own.id, { employee_department: "Research" })).status, 403)
    }
  )

  it.status(404, "no such initiation", function* () {
    const { admin } = yield* anOffice()
    assert.strictEqual((yield* edit(admin, randomUUID(), {})).status, 404)
  })

  // initiations-11
  it.status(409, "only while pending", function* () {
    const { admin, manager } = yield* anOffice()
    const [approved, rejected] = [yield* anInitiation(manager), yield* anInitiation(manager)]
    yield* approve(admin, approved.id)
    yield* reject(admin, rejected.id)
    for (const { id } of [approved, rejected]) {
      assert.strictEqual((yield* edit(manager, id, { employee_role: "X" })).status, 409)
      assert.strictEqual((yield* edit(admin, id, { employee_role: "X" })).status, 409)
    }
  })
})

withTestApp("DELETE /api/offboarding-initiations/{id}", (it) => {
  // initiations-13: It is withdrawn while pending: `{ deleted: true }`.
  it.status(
    200,
    "deleted: by the submitter, HR and admins; the row and its steps are gone, the entry stays",
    function* () {
      const { admin, hr, manager, orgId, superadmin } = yield* anOffice()
      yield* aChain(admin, [{ approver_role: "hr" }], { is_default: true })
      for (const by of [manager, hr, admin, superadmin]) {
        const row = yield* anInitiation(manager)
        const answer = yield* withdraw(by, row.id)
        assert.deepStrictEqual([answer.status, answer.body], [200, { deleted: true }])
        assert.strictEqual((yield* view(manager, row.id)).status, 404)
      }
      const left = yield* inTables(orgId, (sql) => sql`SELECT FROM initiation_steps WHERE org_id = ${orgId}`)
      assert.deepStrictEqual(left, [])
      assert.lengthOf(yield* entriesOf(orgId, { action: "initiation_withdrawn" }), 4)
    }
  )

  it.status(400, "an id that is not a UUID", function* () {
    const { admin } = yield* anOffice()
    assert.strictEqual((yield* withdraw(admin, "17")).status, 400)
  })

  it.status(403, "another manager", function* () {
    const { manager, orgId } = yield* anOffice()
    const row = yield* anInitiation(manager)
    assert.strictEqual((yield* withdraw(yield* aMember(orgId, "manager"), row.id)).status, 403)
    assert.strictEqual((yield* view(manager, row.id)).status, 200)
  })

  it.status(404, "no such initiation, or withdrawn before", function* () {
    const { manager } = yield* anOffice()
    const row = yield* anInitiation(manager)
    yield* withdraw(manager, row.id)
    assert.strictEqual((yield* withdraw(manager, row.id)).status, 404)
  })

  it.status(409, "only while pending", function* () {
    const { admin, manager } = yield* anOffice()
    const row = yield* anInitiation(manager)
    yield* approve(admin, row.id)
    assert.strictEqual((yield* withdraw(manager, row.id)).status, 409)
    assert.strictEqual((yield* withdraw(admin, row.id)).status, 409)
  })
})
