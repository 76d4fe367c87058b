import { assert, layer } from "#test/support/suite"
import { EmailAddress } from "@svc/contract/kernel/text"
import { AuditLogPage } from "@svc/contract/audit-log/schema"
import { Effect, Schema } from "effect"
import { auditText } from "#audit/record/text"
import { AuditSurface, record } from "#test/support/audit-surface"
import { labelled } from "#test/support/labelled"
import { aMember, aSuperAdmin, type Member } from "#test/support/people"
import { as } from "#test/support/requests"
import { aCase, aPerson } from "#test/support/cases"

const decode = Schema.decodeUnknownEffect(Schema.toCodecJson(AuditLogPage))

const details = (member: Member, query = "") =>
  Effect.map(
    Effect.flatMap(as(member).get(`/api/audit-log?limit=100${query}`), ({ body }) => decode(body)),
    ({ rows, total }) => {
      assert.strictEqual(total, rows.length)
      return rows.map((row) => row.details).toSorted()
    }
  )

const aCaseOf = (by: Member, department: string, manager: string | null) =>
  aCase(by, {
    employee_name: `Somebody of ${department}`,
    employee_department: department,
    manager_email: manager === null ? null : EmailAddress.make(manager)
  })

/** An organisation with noted entries about two cases, two people and nobody. */
const aLog = Effect.gen(function* () {
  const admin = yield* aSuperAdmin()
  const manager = yield* aMember(admin.orgId, { permissions: ["audit_view"], scope: "direct_reports" })
  const sales = yield* aCaseOf(admin, "Sales", null)
  const finance = yield* aCaseOf(admin, "Finance", manager.email.toUpperCase())
  const seller = yield* aPerson(admin, "Sal Es", { department: "Sales" })
  const report = yield* aPerson(admin, "Re Port", { department: "Finance", managerEmail: manager.email })
  const note = (text: string, about: object) =>
    record(admin, { action: labelled("noted"), details: auditText`${text}`, ...about })
  yield* note("case of Sales", { offboardingId: sales.id })
  yield* note("case of Finance", { offboardingId: finance.id })
  yield* note("person of Sales", { orgEmployeeId: seller.id })
  yield* note("person of Finance", { orgEmployeeId: report.id })
  yield* note("about nobody", {})
  return { admin, manager }
})

layer(AuditSurface)("the audit log of a member who sees some records only", (it) => {
  // log-11: Who sees some records only, sees the entries about those, and what they did themselves.
  it.effect("shows the entries about those records: of some departments, or of direct reports", function* () {
    const { admin, manager } = yield* aLog
    const inSales = yield* aMember(admin.orgId, {
      permissions: ["audit_view"],
      scope: "departments",
      departments: ["Sales"]
    })
    assert.deepStrictEqual(yield* details(admin, "&action=noted"), [
      "about nobody",
      "case of Finance",
      "case of Sales",
      "person of Finance",
      "person of Sales"
    ])
    assert.deepStrictEqual(yield* details(inSales, "&action=noted"), ["case of Sales", "person of Sales"])
    assert.deepStrictEqual(yield* details(manager, "&action=noted"), ["case of Finance", "person of Finance"])
  })

  it.effect("no filter and no search leads to the others", function* () {
    const { admin } = yield* aLog
    const inSales = yield* aMember(admin.orgId, {
      permissions: ["audit_view"],
      scope: "departments",
      departments: ["Sales"]
    })
    assert.deepStrictEqual(yield* details(inSales, `&actorId=${admin.userId}&action=noted`), [
      "case of Sales",
      "person of Sales"
    ])
    assert.deepStrictEqual(yield* details(inSales, "&search=Finance"), [])
    assert.deepStrictEqual(yield* details(inSales, "&search=nobody"), [])
    assert.deepStrictEqual(yield* details(inSales, "&search=case%20of"), ["case of Sales"])
  })

  it.effect("shows what they did themselves, whatever it is about", function* () {
    const { manager } = yield* aLog
    yield* record(manager, { action: labelled("own"), details: auditText`my own` })
    assert.deepStrictEqual(yield* details(manager, "&action=own"), ["my own"])
  })
})
