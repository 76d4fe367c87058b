import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { PersonKeys } from "#audit/record/person-keys"
import { Audit } from "#audit/record/service"
import { auditText, personal } from "#audit/record/text"
import { Db } from "#platform/database/db"
import { AppWithFolder } from "#test/exports/support"
import { expect } from "#test/offboarding/cases/support"
import { aMember, anOrganisation, asCaller } from "#test/support/people"
import { as, send } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { erase, idOf, readLog } from "./support.ts"

const anOffice = Effect.gen(function* () {
  const orgId = yield* anOrganisation()
  return { orgId, superadmin: yield* aMember(orgId), hr: yield* aMember(orgId, "hr") }
})

const guess = (email: string) =>
  send("POST", "/api/auth/login", { body: { email, password: "a wrong password of some length" } })

layer(AppWithFolder, { timeout: "120 seconds" })("An erasure leaves what members do", (it) => {
  const record = (by: Effect.Success<typeof anOffice>["hr"], email: string, more: object = {}) =>
    Effect.flatMap(expect(201, as(by).post("/api/org-employees", { full_name: "X", email, ...more })), ({ body }) =>
      idOf(body)
    )

  // erasure-10: While somebody signs in here with the address or the key it is 409 `member`.
  it.status(409, "member: while somebody signs in with the address", function* () {
    const { hr, superadmin } = yield* anOffice
    yield* guess(superadmin.email)
    const refused = yield* erase(hr, yield* record(hr, superadmin.email.toUpperCase()))
    assert.strictEqual(refused.status, 409)
    assert.deepInclude(refused.body, { code: "member" })
    const failed = (yield* readLog(hr)).find(({ action }) => action === "login_failed")
    assert.strictEqual(failed?.target, superadmin.email)
    assert.match(failed?.details ?? "", /^address: [\d.:a-f]+$/)
  })

  it.status(
    409,
    "member: while the key is that of a member's address, whatever address the record has by now",
    function* () {
      const { hr, superadmin } = yield* anOffice
      const id = yield* record(hr, superadmin.email)
      // As the address changed before a shared key stayed where it is.
      yield* systemSql`UPDATE org_employees SET email = 'zed@b.test' WHERE id = ${id}`
      assert.deepInclude((yield* erase(hr, id)).body, { code: "member" })
    }
  )

  // erasure-24: A key that encrypts sign-ins of a member prevents the erasure.
  it.status(
    409,
    "member: while the key seals sign-ins of a member, from before members had keys of their own",
    function* () {
      const { hr, orgId, superadmin } = yield* anOffice
      const personKeys = yield* PersonKeys
      const audit = yield* Audit
      const db = yield* Db
      const former = yield* Effect.gen(function* () {
        const key = yield* personKeys.forPerson(orgId, superadmin.email)
        const target = auditText`${personal(key, superadmin.email)}`
        yield* audit.record({ action: "login", target, details: auditText`address: ${personal(key, "127.66.66.67")}` })
        return key
      }).pipe(db.transact, asCaller(superadmin))
      const id = yield* record(hr, superadmin.email)
      yield* systemSql`UPDATE org_employees SET email = 'zed@b.test' WHERE id = ${id}`
      yield* systemSql`UPDATE audit_person_keys SET email_digest = NULL WHERE id = ${former}`
      assert.deepInclude((yield* erase(hr, id)).body, { code: "member" })
      assert.include(JSON.stringify(yield* readLog(hr)), "127.66.66.67")
    }
  )

  // erasure-10
  it.status(200, "once the membership has ended; then what they did reads [erased] too", function* () {
    const { hr, orgId, superadmin } = yield* anOffice
    const leaving = yield* aMember(orgId, "manager")
    yield* guess(leaving.email)
    yield* expect(200, as(superadmin).delete(`/api/members/${leaving.userId}`))
    assert.include(JSON.stringify(yield* readLog(hr)), leaving.email)
    assert.strictEqual((yield* erase(hr, yield* record(hr, leaving.email))).status, 200)
    assert.notInclude(JSON.stringify(yield* readLog(hr)), leaving.email)
  })

  it.status(200, "and notices of a new Super Admin name the former member no more", function* () {
    const { hr, orgId, superadmin } = yield* anOffice
    const leaving = yield* aMember(orgId)
    const write = (body: string) =>
      systemSql`
            INSERT INTO notifications (org_id, id, user_id, type, title, body, data, created_at)
            VALUES (${orgId}, gen_random_uuid(), ${superadmin.userId}, 'member.became_superadmin', 'T', ${body}, '{}', now())`
    yield* write(`Ada (${leaving.email}) is now a Super Admin`)
    yield* write(`Grace (${hr.email}) is now a Super Admin`)
    yield* expect(200, as(superadmin).delete(`/api/members/${leaving.userId}`))
    assert.strictEqual((yield* erase(hr, yield* record(hr, leaving.email))).status, 200)
    const rows = yield* systemSql<{
      readonly body: string
    }>`SELECT body FROM notifications WHERE user_id = ${superadmin.userId}`
    const bodies = rows.map(({ body }) => body)
    assert.include(bodies, "A person named here was erased.")
    assert.include(bodies, `Grace (${hr.email}) is now a Super Admin`)
    assert.notInclude(JSON.stringify(bodies), leaving.email)
  })

  // erasure-25: Erasing what a former member did requires access to all records.
  it.status(403, "what a former member did lies in nobody's department", function* () {
    const { hr, orgId, superadmin } = yield* anOffice
    const leaving = yield* aMember(orgId, "manager")
    const sales = yield* aMember(orgId, {
      permissions: ["employees_manage"],
      scope: "departments",
      departments: ["Sales"]
    })
    yield* guess(leaving.email)
    yield* expect(200, as(superadmin).delete(`/api/members/${leaving.userId}`))
    const id = yield* record(sales, leaving.email, { department: "Sales" })
    assert.strictEqual((yield* erase(sales, id)).status, 403)
    assert.include(JSON.stringify(yield* readLog(hr)), leaving.email)
  })
})
