import { assert, layer } from "#test/support/suite"
import { Caller } from "@svc/contract/kernel/access"
import { EmployeeId } from "@svc/contract/kernel/ids"
import type { Plan } from "@svc/contract/kernel/plans"
import { Effect, Option } from "effect"
import { randomUUID } from "node:crypto"
import { Employees } from "#work/employees/service"
import { Db } from "#platform/database/db"
import { asCaller, aSuperAdmin, type Member } from "#test/support/people"
import { entriesOf } from "#test/support/log"
import { aPerson, aProfile } from "#test/support/cases"
import { EmployeesSurface } from "./support.ts"

/** As `asCaller`, with the plan that matters here. */
const onPlan =
  (member: Member, plan: Plan) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(Caller, (caller) =>
      Effect.provideService(effect, Caller, { ...caller, organisation: { ...caller.organisation, plan } })
    ).pipe(asCaller(member))

const find = Effect.fnUntraced(function* (member: Member, email: string) {
  const employees = yield* Employees
  const db = yield* Db
  return yield* asCaller(member)(db.transact(employees.holdByAddress(email)))
})

const setStatus = Effect.fnUntraced(function* (member: Member, id: EmployeeId, status: "active" | "inactive") {
  const employees = yield* Employees
  const db = yield* Db
  yield* asCaller(member)(db.transact(employees.setStatus(id, status)))
})

layer(EmployeesSurface)("the employee directory", (it) => {
  it.effect("somebody new is active, with everything that was said of them", function* () {
    const member = yield* aSuperAdmin()
    const added = yield* aPerson(member, "Ann Lee", { managerEmail: "boss@acme.test", timezone: "Europe/Berlin" })
    const { created_at, id, person_key_id, updated_at, ...fields } = added
    assert.deepStrictEqual(updated_at, created_at)
    assert.deepStrictEqual(fields, {
      full_name: "Ann Lee",
      email: "ann.lee@acme.test",
      role: "Engineer",
      department: "Research",
      manager_email: "boss@acme.test",
      timezone: "Europe/Berlin",
      worker_type: "employee",
      contract_end_date: null,
      source_control_username: null,
      phone: null,
      employee_id: null,
      status: "active",
      erased: false
    })
    assert.deepStrictEqual(yield* find(member, "ANN.Lee@acme.test"), Option.some(added))
    assert.isTrue(id !== EmployeeId.make(person_key_id))
  })

  it.effect("of several people each is found by their own address", function* () {
    const member = yield* aSuperAdmin()
    const people = [yield* aPerson(member, "Ann Lee"), yield* aPerson(member, "Bo Diddley")]
    for (const person of people) assert.deepStrictEqual(yield* find(member, person.email), Option.some(person))
    assert.deepStrictEqual(yield* find(member, "nobody@acme.test"), Option.none())
  })

  it.effect("nobody finds the people of another organisation", function* () {
    yield* aPerson(yield* aSuperAdmin(), "Ann Lee")
    assert.deepStrictEqual(yield* find(yield* aSuperAdmin(), "ann.lee@acme.test"), Option.none())
  })

  it.effect("an e-mail address stands once in an organisation, compared without case", function* () {
    const member = yield* aSuperAdmin()
    yield* aPerson(member, "Ann Lee")
    const error = yield* Effect.flip(aPerson(member, "Other", { email: "Ann.LEE@acme.test" }))
    assert.strictEqual(error._tag, "EmployeeEmailTaken")
    yield* aPerson(yield* aSuperAdmin(), "Ann Lee")
    assert.lengthOf(yield* entriesOf(member.orgId, { action: "employee_created" }), 1)
  })

  it.effect("two at once with one address: one is added", function* () {
    const member = yield* aSuperAdmin()
    const results = yield* Effect.all(
      Array.from({ length: 5 }, () => Effect.result(aPerson(member, "Ann Lee"))),
      { concurrency: "unbounded" }
    )
    assert.lengthOf(
      results.filter(({ _tag }) => _tag === "Success"),
      1
    )
  })

  it.status(
    403,
    "PLAN_LIMIT_REACHED: plan none has room for 10 active people, also when 15 come at once",
    function* () {
      const member = yield* aSuperAdmin()
      const employees = yield* Employees
      const results = yield* Effect.forEach(
        Array.from({ length: 15 }, (_, n) => aProfile(`Person ${n}`)),
        (person) => Effect.result(onPlan(member, "none")(employees.add(person))),
        { concurrency: "unbounded" }
      )
      assert.lengthOf(
        results.filter(({ _tag }) => _tag === "Success"),
        10
      )
      const refused = results.flatMap((result) => (result._tag === "Failure" ? [result.failure] : []))
      assert.deepStrictEqual([...new Set(refused.map(({ _tag }) => _tag))], ["PlanLimitReached"])

      const leaver = yield* Effect.fromOption(
        yield* find(
          member,
          results.flatMap((result) => (result._tag === "Success" ? [result.success.email] : []))[0] ?? ""
        )
      )
      yield* setStatus(member, leaver.id, "inactive")
      yield* onPlan(member, "none")(employees.add(aProfile("Newcomer")))
    }
  )

  it.effect("a change of status is audited once, and only when it changes", function* () {
    const member = yield* aSuperAdmin()
    const { id } = yield* aPerson(member, "Ann Lee")
    yield* setStatus(member, id, "active")
    yield* setStatus(member, id, "inactive")
    yield* setStatus(member, id, "inactive")
    yield* setStatus(member, id, "active")
    assert.deepStrictEqual(
      (yield* entriesOf(member.orgId, { action: "employee_deactivated" })).map((entry) => entry.org_employee_id),
      [id]
    )
    assert.deepStrictEqual(
      (yield* entriesOf(member.orgId, { action: "employee_reactivated" })).map((entry) => entry.org_employee_id),
      [id]
    )
  })

  it.effect("another organisation's person cannot be changed", function* () {
    const theirs = yield* aSuperAdmin()
    const { email, id } = yield* aPerson(theirs, "Ann Lee")
    yield* setStatus(yield* aSuperAdmin(), id, "inactive")
    yield* setStatus(theirs, EmployeeId.make(randomUUID()), "inactive")
    assert.deepStrictEqual(
      Option.map(yield* find(theirs, email), ({ status }) => status),
      Option.some("active")
    )
  })

  it.effect("audited as employee_created, with name and address sealed under the person's key", function* () {
    const member = yield* aSuperAdmin()
    const added = yield* aPerson(member, "Ann Lee")
    const [entry] = yield* entriesOf(member.orgId, { action: "employee_created" })
    assert.strictEqual(entry?.actor_id, member.userId)
    assert.strictEqual(entry?.org_employee_id, added.id)
    assert.notInclude(entry?.stored, "Ann")
    assert.notInclude(entry?.stored, "ann.lee")
    assert.deepStrictEqual([entry?.target, entry?.details], ["Employee Ann Lee", "email: ann.lee@acme.test"])
  })
})
