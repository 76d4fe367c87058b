import { assert, layer } from "#test/support/suite"
import { OffboardingId } from "@svc/contract/kernel/ids"
import { DateTime, Effect, Predicate } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { Employees } from "#work/employees/service"
import { Erasures } from "#erasure/service"
import { Offboardings } from "#offboarding/offboardings/service"
import { TestApp } from "#test/support/TestApp"
import { aMember, asCaller, aSuperAdmin } from "#test/support/people"
import { inTables } from "#test/support/tables"
import { as, withStatus } from "#test/support/requests"
import { aCase, expect, path } from "./support.ts"

layer(TestApp)("GET /api/employees/{id}", (it) => {
  // cases-59: An offboarding shows its assets and documents only to members who may see them.
  it.status(200, "the row, the person's assets and the documents, by what the caller may see", function* () {
    const admin = yield* aSuperAdmin()
    const employees = yield* Employees
    const colleague = yield* asCaller(admin)(
      employees.add({
        fullName: "Ada Lovelace",
        email: "ada@example.com",
        role: "",
        department: "",
        managerEmail: null,
        timezone: null
      })
    )
    const made = yield* aCase(admin, { employee_email: "ada@example.com" })
    const now = DateTime.toDateUtc(yield* DateTime.now)
    const both = { org_id: admin.orgId, created_at: now, updated_at: now }
    yield* inTables(admin.orgId, (sql) =>
      Effect.all([
        sql`INSERT INTO assets ${sql.insert({
          ...both,
          id: randomUUID(),
          org_employee_id: colleague.id,
          item_name: "Laptop",
          serial_number: "SN-1",
          return_deadline: "2026-04-01"
        })}`,
        sql`INSERT INTO compliance_documents ${sql.insert({
          ...both,
          id: randomUUID(),
          offboarding_id: made.id,
          name: "NDA"
        })}`
      ])
    )
    const { body } = yield* expect(200, as(admin).get(`${path}/${made.id}`))
    const shown = JSON.parse(JSON.stringify(body))
    assert.strictEqual(shown.id, made.id)
    assert.strictEqual(shown.checklist_items.length, made.checklist_items.length)
    assert.deepInclude(shown.assets[0], {
      item_name: "Laptop",
      serial_number: "SN-1",
      status: "deployed",
      return_deadline: "2026-04-01"
    })
    assert.deepInclude(shown.documents[0], { name: "NDA", doc_type: "Other", status: "pending" })
    const viewer = yield* aMember(admin.orgId, { permissions: ["offboardings_view"] })
    const less = yield* expect(200, as(viewer).get(`${path}/${made.id}`))
    assert.doesNotHaveAnyKeys(less.body, ["assets", "documents"])
  })

  // cases-60: `exit_interview_invited` says whether there is an exit interview.
  it.status(200, "whether there is an exit interview to ask for", function* () {
    const admin = yield* aSuperAdmin()
    const made = yield* aCase(admin)
    const invited = Effect.map(expect(200, as(admin).get(`${path}/${made.id}`)), ({ body }) =>
      Predicate.hasProperty(body, "exit_interview_invited") ? body.exit_interview_invited : undefined
    )
    assert.isFalse(yield* invited)
    const now = DateTime.toDateUtc(yield* DateTime.now)
    yield* inTables(
      admin.orgId,
      (sql) =>
        sql`INSERT INTO exit_interviews ${sql.insert({
          org_id: admin.orgId,
          id: randomUUID(),
          offboarding_id: made.id,
          status: "invited",
          sealed_booking_url: "sealed",
          sent_to: "work",
          invited_at: now,
          updated_at: now
        })}`
    )
    assert.isTrue(yield* invited)
  })

  it.status(400, "an id that is none", function* () {
    const admin = yield* aSuperAdmin()
    assert.strictEqual((yield* as(admin).get(`${path}/one`)).status, 400)
  })

  it.status(404, "unknown, another organisation's, outside the scope", function* () {
    const admin = yield* aSuperAdmin()
    const made = yield* aCase(admin)
    const manager = yield* aMember(admin.orgId, "manager")
    const stranger = yield* aSuperAdmin()
    for (const [who, id] of [
      [admin, randomUUID()],
      [manager, made.id],
      [stranger, made.id]
    ] as const) {
      assert.strictEqual((yield* as(who).get(`${path}/${id}`)).status, 404)
      assert.strictEqual((yield* as(who).get(`${path}/${id}/timeline`)).status, 404)
    }
  })
})

layer(TestApp)("GET /api/employees/{id}/timeline", (it) => {
  // cases-24: A case's timeline shows its own entries, readable.
  it.status(200, "this case's entries alone, readable, newest first, for who holds no audit_view", function* () {
    const admin = yield* aSuperAdmin()
    const manager = yield* aMember(admin.orgId, "manager")
    const made = yield* aCase(admin, { manager_email: manager.email })
    yield* aCase(admin, { employee_name: "Somebody else", manager_email: manager.email })
    const offboardings = yield* Offboardings
    yield* TestClock.adjust("1 minute")
    yield* asCaller(admin)(offboardings.confirmAssetReturn(made.id))
    const { body } = yield* expect(200, as(manager).get(`${path}/${made.id}/timeline`))
    assert.deepInclude(body, { total: 3, limit: 50, offset: 0 })
    const { rows } = JSON.parse(JSON.stringify(body))
    assert.deepStrictEqual(
      rows.map(({ action }: Record<string, unknown>) => action),
      ["checklist_item_completed", "asset_return_confirmed", "offboarding_created"]
    )
    assert.deepInclude(rows[2], {
      target: "Offboarding of Ada Lovelace",
      actor: { id: admin.userId, full_name: "The superadmin" }
    })
    const second = yield* expect(200, as(manager).get(`${path}/${made.id}/timeline?limit=1&offset=2`))
    assert.include(second.text, "offboarding_created")
    assert.notInclude(second.text, "asset_return_confirmed")
  })

  it.status(200, "whoever was erased reads [erased]", function* () {
    const admin = yield* aSuperAdmin()
    const employees = yield* Employees
    const colleague = yield* asCaller(admin)(
      employees.add({
        fullName: "Ada Lovelace",
        email: "ada@example.com",
        role: "",
        department: "",
        managerEmail: null,
        timezone: null
      })
    )
    const made = yield* aCase(admin, { employee_email: "ada@example.com" })
    const offboardings = yield* Offboardings
    yield* asCaller(admin)(
      offboardings.update(OffboardingId.make(made.id), { status: "cancelled", reason: "She stays" }, { source: "app" })
    )
    assert.include((yield* as(admin).get(`${path}/${made.id}`)).text, "She stays")
    const erasures = yield* Erasures
    yield* asCaller(admin)(erasures.erase(colleague.id))
    const { text } = yield* expect(200, as(admin).get(`${path}/${made.id}/timeline`))
    assert.include(text, "Offboarding of [erased]")
    assert.notInclude(text, "Ada")
    const shown = yield* expect(200, as(admin).get(`${path}/${made.id}`))
    assert.notInclude(shown.text, "She stays")
    assert.notInclude(shown.text, "Lovelace")
  })

  it.status(400, "a limit over the maximum", function* () {
    const admin = yield* aSuperAdmin()
    const made = yield* aCase(admin)
    const { text } = yield* withStatus(400, as(admin).get(`${path}/${made.id}/timeline?limit=101`))
    assert.include(text, "100")
  })

  it.status(404, "no such offboarding", function* () {
    const admin = yield* aSuperAdmin()
    assert.strictEqual((yield* as(admin).get(`${path}/${randomUUID()}/timeline`)).status, 404)
  })
})
