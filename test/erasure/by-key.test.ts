import { assert, layer } from "#test/support/suite"
import { Effect, Fiber } from "effect"
import type { SqlClient } from "effect/sql"
import { PersonKeys } from "#audit/record/person-keys"
import { AppWithFolder } from "#test/exports/support"
import { aCase, expect } from "#test/offboarding/cases/support"
import { aMember, anOrganisation, aSession, type Member } from "#test/support/people"
import { asSystem, systemSql, untilItWaits } from "#test/support/tables"
import { as, send } from "#test/support/requests"
import { erase, idOf, readLog } from "./support.ts"

const anOffice = Effect.gen(function* () {
  const orgId = yield* anOrganisation()
  return { orgId, superadmin: yield* aMember(orgId), hr: yield* aMember(orgId, "hr") }
})

const listed = (by: Member, email: string, full_name = "Zed", more: object = {}) =>
  Effect.flatMap(expect(201, as(by).post("/api/org-employees", { full_name, email, ...more })), ({ body }) =>
    idOf(body)
  )

/** A case that ended in court, and is held. */
const heldCase = Effect.fnUntraced(function* (by: Member, superadmin: Member, more: object = {}) {
  const { id } = yield* aCase(by, {
    employee_name: "Held Victim",
    employee_email: "victim@b.test",
    no_apps: true,
    ...more
  })
  yield* expect(200, as(by).patch(`/api/employees/${id}/status`, { status: "cancelled", reason: "settled in court" }))
  return { id, hold: as(superadmin).put(`/api/employees/${id}/legal-hold`, { held: true, reason: "lawsuit" }) }
})

const shown = (by: Member, id: string) =>
  Effect.map(expect(200, as(by).get(`/api/employees/${id}/timeline`)), ({ text }) => text)

/** An initiation for somebody else that has the key of this record. */
const othersInitiation = (
  sql: SqlClient.SqlClient,
  by: Member,
  { email, of, status }: { readonly of: string; readonly status: string; readonly email: string | null }
) => sql`
  INSERT INTO offboarding_initiations (org_id, id, initiated_by, employee_name, employee_email, employee_role,
    employee_department, exit_date, separation_type, apps_to_revoke, no_apps, status, current_step, person_key_id,
    created_at, updated_at)
  SELECT org_id, gen_random_uuid(), ${by.userId}, 'Other', ${email}::text, '', '', '2026-04-30', 'resignation', '{}', true,
    ${status}, 0, person_key_id, created_at, created_at
  FROM org_employees WHERE id = ${of}`

layer(AppWithFolder, { timeout: "120 seconds" })("An erasure asks by key", (it) => {
  it.effect(
    "a case whose address becomes somebody else's gets a key of its own, and their erasure leaves the held one",
    function* () {
      const { hr, superadmin } = yield* anOffice
      const held = yield* heldCase(hr, superadmin)
      yield* expect(200, held.hold)
      const before = yield* shown(hr, held.id)
      assert.include(before, "Held Victim")

      const second = yield* aCase(hr, {
        employee_name: "Held Victim",
        employee_email: "victim@b.test",
        no_apps: true
      })
      yield* expect(200, as(hr).patch(`/api/employees/${second.id}`, { employee_email: "zed@b.test" }))
      const keys = yield* systemSql<{ readonly person_key_id: string }>`
          SELECT person_key_id FROM offboardings WHERE id IN (${held.id}, ${second.id})`
      assert.strictEqual(new Set(keys.map(({ person_key_id }) => person_key_id)).size, 2)

      assert.strictEqual((yield* erase(hr, yield* listed(hr, "zed@b.test"))).status, 200)
      assert.include(yield* shown(hr, held.id), "Held Victim")
    }
  )

  it.effect("the key that a moved case shares with a held one is the held person's, and stays", function* () {
    const { hr, superadmin } = yield* anOffice
    const held = yield* heldCase(hr, superadmin)
    yield* expect(200, held.hold)
    const second = yield* aCase(hr, { employee_name: "Held Victim", employee_email: "victim@b.test", no_apps: true })
    // As it was moved before an address that changes got another key.
    yield* systemSql`UPDATE offboardings SET employee_email = 'zed@b.test' WHERE id = ${second.id}`
    yield* erase(hr, yield* listed(hr, "zed@b.test"))
    const timeline = yield* shown(hr, held.id)
    assert.include(timeline, "Held Victim")
    assert.include(timeline, "settled in court")
  })

  it.status(409, "legal_hold: whoever signed a document of a held case", function* () {
    const { hr, superadmin } = yield* anOffice
    const held = yield* heldCase(hr, superadmin)
    const document = yield* Effect.flatMap(
      expect(200, as(hr).post(`/api/employees/${held.id}/compliance`, { name: "NDA", docType: "nda" })),
      ({ body }) => idOf(body)
    )
    yield* expect(
      200,
      as(hr).patch(`/api/employees/compliance/${document}/status`, {
        status: "signed",
        signed_by: "witness@x.test",
        signature_reference: "Paper 17"
      })
    )
    yield* expect(200, held.hold)
    const refused = yield* erase(hr, yield* listed(hr, "witness@x.test"))
    assert.strictEqual(refused.status, 409)
    assert.deepInclude(refused.body, { code: "legal_hold" })
    const [row] = yield* systemSql<{
      readonly signed_by: string
    }>`SELECT signed_by FROM compliance_documents WHERE id = ${document}`
    assert.strictEqual(row?.signed_by, "witness@x.test")
  })

  // erasure-8
  it.status(409, "legal_hold: whoever is named in the log of a held case, its manager for one", function* () {
    const { hr, superadmin } = yield* anOffice
    const held = yield* heldCase(hr, superadmin, { manager_email: "boss@x.test" })
    yield* expect(200, held.hold)
    const refused = yield* erase(hr, yield* listed(hr, "boss@x.test"))
    assert.deepInclude(refused.body, { code: "legal_hold" })
  })

  it.status(409, "legal_hold: whose approved initiation became a held case", function* () {
    const { hr, superadmin } = yield* anOffice
    const held = yield* heldCase(hr, superadmin)
    yield* systemSql`
          INSERT INTO offboarding_initiations (org_id, id, initiated_by, employee_name, employee_email, employee_role,
            employee_department, exit_date, separation_type, apps_to_revoke, no_apps, status, current_step, offboarding_id,
            person_key_id, created_at, updated_at)
          SELECT org_id, gen_random_uuid(), ${hr.userId}, 'Former', 'former@x.test', '', '', exit_date, 'resignation', '{}', true,
            'approved', 0, id, person_key_id, created_at, created_at
          FROM offboardings WHERE id = ${held.id}`
    yield* expect(200, held.hold)
    const refused = yield* erase(hr, yield* listed(hr, "former@x.test"))
    assert.deepInclude(refused.body, { code: "legal_hold" })
  })

  // erasure-16: A key of a record outside of the caller's scope is 403.
  it.status(403, "a key that serves a record out of the caller's scope", function* () {
    const { hr, orgId } = yield* anOffice
    const sales = yield* aMember(orgId, {
      permissions: ["employees_manage", "offboardings_view"],
      scope: "departments",
      departments: ["Sales"]
    })
    const mine = yield* listed(hr, "zed@b.test", "Zed", { department: "Sales" })
    const other = yield* listed(hr, "board@b.test", "Board", { department: "Board" })
    yield* systemSql`
          UPDATE org_employees SET person_key_id = (SELECT person_key_id FROM org_employees WHERE id = ${other})
          WHERE id = ${mine}`
    assert.strictEqual((yield* erase(sales, mine)).status, 403)
    assert.include(JSON.stringify(yield* readLog(hr)), "board@b.test")
  })

  // erasure-15: A key that another person also has is never destroyed.
  it.effect("another person's key is left alone, and the ledger does not name it", function* () {
    const { hr, orgId } = yield* anOffice
    const mine = yield* listed(hr, "zed@b.test")
    const other = yield* listed(hr, "other@b.test", "Other")
    const keyOf = (id: string) =>
      Effect.map(
        systemSql<{ readonly key: string }>`SELECT person_key_id AS key FROM org_employees WHERE id = ${id}`,
        ([row]) => row?.key
      )
    const key = yield* keyOf(other)
    yield* systemSql`UPDATE org_employees SET person_key_id = ${key ?? ""} WHERE id = ${mine}`
    assert.strictEqual((yield* erase(hr, mine)).status, 200)
    const [erased] = yield* systemSql<{ readonly keys: ReadonlyArray<string> }>`
          SELECT person_key_ids AS keys FROM erasures WHERE org_id = ${orgId}`
    assert.notInclude(erased?.keys ?? [], key)
    assert.include(JSON.stringify(yield* readLog(hr)), "other@b.test")
  })

  // erasure-15
  it.effect(
    "a key that somebody else's waiting initiation has is left alone; a decided one, or the person's own, keeps none",
    function* () {
      for (const [status, email, isLeft] of [
        ["pending", null, true],
        ["pending", "other@b.test", true],
        ["pending", "Zed@b.test", false],
        ["rejected", "other@b.test", false]
      ] as const) {
        const { hr, orgId } = yield* anOffice
        const zed = yield* listed(hr, "zed@b.test")
        yield* asSystem((sql) => othersInitiation(sql, hr, { of: zed, status, email }))
        assert.deepInclude((yield* erase(hr, zed)).body, { keys_destroyed: isLeft ? 0 : 1 }, `${status} ${email}`)
        const alive = yield* systemSql`
            SELECT FROM audit_person_keys k JOIN org_employees p ON p.org_id = k.org_id AND p.person_key_id = k.id
            WHERE p.id = ${zed} AND p.org_id = ${orgId} AND k.wrapped_key IS NOT NULL`
        assert.lengthOf(alive, isLeft ? 1 : 0, `${status} ${email}`)
      }
    }
  )

  it.effect("a key that somebody else begins to have at the moment is waited for, and left alone", function* () {
    const { hr } = yield* anOffice
    const zed = yield* listed(hr, "zed@b.test")
    const bearer = yield* aSession(hr)
    const erasing = yield* asSystem((sql) =>
      Effect.gen(function* () {
        yield* othersInitiation(sql, hr, { of: zed, status: "pending", email: "other@b.test" })
        const erasing = yield* Effect.forkDetach(send("POST", `/api/org-employees/${zed}/erase`, { bearer }))
        yield* untilItWaits(sql, erasing)
        return erasing
      })
    )
    assert.deepInclude((yield* Fiber.join(erasing)).body, { keys_destroyed: 0 })
  })

  // erasure-17: When the email of a record changes, a key that someone else also has stays, and the record gets a new
  //   one.
  it.effect("a record whose address changes leaves the key with whoever else has it", function* () {
    const { hr, orgId, superadmin } = yield* anOffice
    const personKeys = yield* PersonKeys
    const record = yield* listed(hr, superadmin.email)
    const before = yield* asSystem(() => personKeys.forPerson(orgId, superadmin.email))
    yield* expect(200, as(hr).patch(`/api/org-employees/${record}`, { email: "zed@b.test" }))
    assert.strictEqual(yield* asSystem(() => personKeys.forPerson(orgId, superadmin.email)), before)
    assert.strictEqual((yield* erase(hr, record)).status, 200)
    assert.strictEqual(yield* asSystem(() => personKeys.forPerson(orgId, superadmin.email)), before)
  })
})
