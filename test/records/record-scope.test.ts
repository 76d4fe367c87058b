import { assert, describe, it, layer } from "#test/support/suite"
import type { RecordScope } from "@svc/contract/kernel/access"
import { Arbitrary, DateTime, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { PersonKeys } from "#audit/record/person-keys"
import { Db } from "#platform/database/db"
import { casesIn, employeesIn, isCaseIn } from "#records/record-scope"
import { TestServices } from "#test/support/TestApp"
import { asCaller, aSuperAdmin } from "#test/support/people"

describe("whose records somebody sees", () => {
  const offboarding = {
    id: "01890000-0000-7000-8000-000000000001",
    employee_department: "Sales",
    manager_email: "Grace@acme.test",
    employee_email: "Ada@acme.test"
  }
  const cases: ReadonlyArray<readonly [RecordScope, boolean]> = [
    [{ _tag: "All" }, true],
    [{ _tag: "Departments", departments: ["HR", "Sales"] }, true],
    [{ _tag: "Departments", departments: ["sales"] }, false],
    [{ _tag: "DirectReports", managerEmail: "grace@ACME.test" }, true],
    [{ _tag: "DirectReports", managerEmail: "linus@acme.test" }, false]
  ]
  it("all, some departments to the letter, or direct reports by the manager's address without case", () => {
    for (const [records, seen] of cases) assert.strictEqual(isCaseIn(records, offboarding), seen)
    assert.isFalse(isCaseIn({ _tag: "DirectReports", managerEmail: "x" }, { ...offboarding, manager_email: null }))
  })

  it("never the member's own offboarding, by their address without case or by its id", () => {
    const own = { email: "ada@ACME.test", offboardings: [], keys: [], person: null }
    const linked = { ...own, email: "ada@other.test", offboardings: [offboarding.id] }
    for (const records of [
      { _tag: "All", own },
      { _tag: "All", own: linked },
      { _tag: "Departments", departments: ["Sales"], own },
      { _tag: "DirectReports", managerEmail: "grace@acme.test", own: linked }
    ] satisfies ReadonlyArray<RecordScope>) {
      assert.isFalse(isCaseIn(records, offboarding), JSON.stringify(records))
      assert.isTrue(isCaseIn(records, { ...offboarding, id: "other", employee_email: "linus@acme.test" }))
    }
  })
})

const departments = [
  "",
  "Sales",
  "sales",
  " Sales",
  "Sales & Support",
  "研究開発",
  "Stra\u00dfe",
  "O'Neill, {a}",
  "null"
]
const managers = [
  "grace@acme.test",
  "GRACE@Acme.Test",
  "linus@acme.test",
  "o'brien+a@acme.test",
  "K\u212a\u0130\u0131@acme.test"
]

const AScope = Schema.Union([
  Schema.TaggedStruct("All", {}),
  Schema.TaggedStruct("Departments", { departments: Schema.Array(Schema.Literals(departments)) }),
  Schema.TaggedStruct("DirectReports", { managerEmail: Schema.Literals([...managers, "k@acme.test", ""]) })
])

const Row = Schema.Struct({
  id: Schema.String,
  employee_department: Schema.String,
  manager_email: Schema.NullOr(Schema.String)
})
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))

layer(TestServices)("the condition in SQL", (it) => {
  // tenancy-2
  it.effect("finds just the cases and people that the rule lets in, for any scope", function* () {
    const member = yield* aSuperAdmin()
    const { orgId } = member
    const db = yield* Db
    const sql = yield* SqlClient.SqlClient
    const personKeys = yield* PersonKeys
    const now = DateTime.toDateUtc(yield* DateTime.now)

    yield* asCaller(member)(
      db.transact(
        Effect.gen(function* () {
          const key = yield* personKeys.forPerson(orgId, "ada@acme.test")
          for (const employee_department of departments) {
            for (const manager_email of [null, ...managers]) {
              const common = {
                org_id: orgId,
                id: randomUUID(),
                manager_email,
                person_key_id: key,
                created_at: now,
                updated_at: now
              }
              yield* sql`INSERT INTO offboardings ${sql.insert({
                ...common,
                employee_name: "Ada",
                employee_department,
                exit_date: "2026-04-30",
                status: "pending",
                separation_type: "resignation",
                source: "app"
              })}`
              yield* sql`INSERT INTO org_employees ${sql.insert({
                ...common,
                full_name: "Ada",
                email: `${common.id}@acme.test`,
                department: employee_department
              })}`
            }
          }
        })
      )
    )

    const read = (statement: Effect.Effect<ReadonlyArray<object>, unknown>) =>
      asCaller(member)(db.transact(Effect.flatMap(Effect.orDie(statement), decodeRows)))
    const ids = (rows: ReadonlyArray<typeof Row.Type>) => rows.map(({ id }) => id).toSorted()
    const cases = yield* read(sql`SELECT id, employee_department, manager_email FROM offboardings`)
    const people = yield* read(sql`SELECT id, department AS employee_department, manager_email FROM org_employees`)
    assert.lengthOf(cases, departments.length * (managers.length + 1))

    let found = 0
    for (const records of yield* Arbitrary.sampleEffect(Arbitrary.schema(AScope), { count: 60 })) {
      const inScope = yield* read(sql`
          SELECT id, employee_department, manager_email FROM offboardings WHERE ${casesIn(sql, records)}`)
      const peopleInScope = yield* read(sql`
          SELECT p.id, p.department AS employee_department, p.manager_email FROM org_employees p
          WHERE ${employeesIn(sql, records, "p")}`)
      const expected = (all: ReadonlyArray<typeof Row.Type>) =>
        ids(all.filter((row) => isCaseIn(records, { ...row, employee_email: null })))
      assert.deepStrictEqual(ids(inScope), expected(cases), JSON.stringify(records))
      assert.deepStrictEqual(ids(peopleInScope), expected(people), JSON.stringify(records))
      found += inScope.length
    }
    assert.isAbove(found, 0)
  })
})
