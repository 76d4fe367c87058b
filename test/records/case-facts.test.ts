import { assert, layer } from "#test/support/suite"
import type { RecordScope } from "@svc/contract/kernel/access"
import { EmailAddress } from "@svc/contract/kernel/text"
import { Effect, Fiber, Option } from "effect"
import { SqlClient } from "effect/sql"
import { Db, SystemSql } from "#platform/database/db"
import { addressedCaseReads, CaseFacts, caseReads } from "#records/case-facts"
import { aCase, aPerson } from "#test/support/cases"
import { aSuperAdmin, asCaller } from "#test/support/people"
import { asOwner, untilItWaits } from "#test/support/tables"
import { TestServices } from "#test/support/TestApp"

const everything: RecordScope = { _tag: "All" }

const aHeldCase = Effect.gen(function* () {
  const member = yield* aSuperAdmin()
  const { id } = yield* aCase(member, {
    employee_email: EmailAddress.make("ada@acme.test"),
    employee_department: "Research"
  })
  return { member, id, key: { orgId: member.orgId, offboardingId: id } }
})

layer(TestServices)("a case in somebody's scope", (it) => {
  it.effect("held as strongly as is said: others may refer to one whose key nobody changes", function* () {
    const { id, key, member } = yield* aHeldCase
    const [db, sql, system] = yield* Effect.all([Db, SqlClient.SqlClient, SystemSql])
    const { caseOf, lockCase } = caseReads(sql, CaseFacts)
    /** What another transaction still gets of it. */
    const free = Effect.filter(["KEY SHARE", "SHARE"], (lock) =>
      Effect.map(
        system`SELECT FROM offboardings WHERE id = ${id} FOR ${system.literal(lock)} SKIP LOCKED`,
        (rows) => rows.length > 0
      )
    )
    const within = (held: Effect.Effect<unknown, never, Effect.Services<ReturnType<typeof caseOf>>>) =>
      db.transact(Effect.andThen(held, free)).pipe(asCaller(member))
    assert.deepStrictEqual(yield* within(caseOf(key, everything)), ["KEY SHARE", "SHARE"])
    assert.deepStrictEqual(yield* within(lockCase(key, everything, "NO KEY UPDATE")), ["KEY SHARE"])
    assert.deepStrictEqual(yield* within(lockCase(key, everything, "UPDATE")), [])
    const elsewhere: RecordScope = { _tag: "Departments", departments: ["Sales"] }
    assert.deepStrictEqual(yield* within(lockCase(key, elsewhere, "UPDATE")), ["KEY SHARE", "SHARE"])
    assert.isTrue(Option.isNone(yield* db.transact(caseOf(key, elsewhere)).pipe(asCaller(member))))
  })

  it.effect("whoever waited for it has it as it is by then, with the record that the person has by then", function* () {
    const { id, key, member } = yield* aHeldCase
    const person = yield* aPerson(member, "Grace Hopper")
    const [db, sql] = yield* Effect.all([Db, SqlClient.SqlClient])
    const { lockCase } = addressedCaseReads(sql)
    const waiting = yield* asOwner(
      Effect.fnUntraced(function* (editing) {
        yield* editing`UPDATE offboardings SET employee_email = 'grace.hopper@acme.test' WHERE id = ${id}`
        const waiting = yield* Effect.forkDetach(
          db.transact(lockCase(key, everything, "NO KEY UPDATE")).pipe(asCaller(member))
        )
        yield* untilItWaits(editing, waiting)
        return waiting
      })
    )
    const found = Option.getOrThrow(yield* Fiber.join(waiting))
    assert.deepInclude(found, { employee_email: "grace.hopper@acme.test", directory_id: person.id })
  })
})
