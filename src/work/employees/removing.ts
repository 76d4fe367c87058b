import { EmployeeInUse } from "@svc/contract/employees/errors"
import { EmployeeNotFound } from "@svc/contract/erasure/errors"
import { Caller } from "@svc/contract/kernel/access"
import type { EmployeeId } from "@svc/contract/kernel/ids"
import { DateTime, Effect, Option } from "effect"
import { Audit } from "#audit/record/service"
import { auditText, personal } from "#audit/record/text"
import { Db } from "#platform/database/db"
import { DirectoryRepo } from "./directory-repo.ts"
import { admitErased } from "./directory-rules.ts"

/** The verb `Employees.remove`. */
export const makeRemoving = Effect.gen(function* () {
  const db = yield* Db
  const repo = yield* DirectoryRepo
  const audit = yield* Audit

  return Effect.fn("Employees.remove")(function* (id: EmployeeId) {
    const { orgId, records } = yield* Caller
    const held = yield* repo.lock({ orgId, id }, records)
    if (Option.isNone(held)) return yield* new EmployeeNotFound()
    yield* Effect.fromResult(admitErased(held.value))
    if (yield* repo.hasCases({ orgId, id })) return yield* new EmployeeInUse()
    if (!(yield* repo.remove({ orgId, id }, yield* DateTime.now))) return yield* new EmployeeInUse()
    const { email, full_name, person_key_id } = held.value
    yield* audit.record({
      action: "employee_deleted",
      target: auditText`Employee ${personal(person_key_id, full_name)}`,
      details: auditText`email: ${personal(person_key_id, email)}`,
      orgEmployeeId: id
    })
  }, db.transact)
})
