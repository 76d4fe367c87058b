import { EmployeeEmailTaken, EmployeeNumberTaken } from "@svc/contract/employees/errors"
import type { EmployeeStatus, UpdateEmployee } from "@svc/contract/employees/schema"
import { EmployeeNotFound } from "@svc/contract/erasure/errors"
import { PersonInUse } from "@svc/contract/revocations/errors"
import { Caller } from "@svc/contract/kernel/access"
import type { EmployeeId } from "@svc/contract/kernel/ids"
import { Array as Arr, DateTime, Effect, Option } from "effect"
import { Audit } from "#audit/record/service"
import { auditText, personal } from "#audit/record/text"
import { Db } from "#platform/database/db"
import { makeAdding } from "./adding.ts"
import { makeChanging } from "./changing.ts"
import { DirectoryRepo } from "./directory-repo.ts"
import { admitErased, admitManager, changed, folded } from "./directory-rules.ts"
import type { Employee } from "./person.ts"
import { EmployeesRepo } from "./repo.ts"

/** How one person is held, judged and changed. */
export const makeUpdating = Effect.gen(function* () {
  const db = yield* Db
  const repo = yield* DirectoryRepo
  const people = yield* EmployeesRepo
  const audit = yield* Audit
  const adding = yield* makeAdding
  const record = yield* makeChanging

  const hold = Effect.fn("Employees.hold")(function* (id: EmployeeId) {
    const { orgId, records } = yield* Caller
    const held = yield* repo.lock({ orgId, id }, records)
    return yield* Option.isSome(held) ? Effect.succeed(held.value) : new EmployeeNotFound()
  })

  const holdToChange = Effect.fn("Employees.holdToChange")(function* (
    id: EmployeeId,
    addresses: ReadonlyArray<string>
  ) {
    const { orgId } = yield* Caller
    // Until the end of the transaction no one else in the organization takes an email, a number, or the plan's last
    // seat (work-22).
    yield* people.lockCount(orgId)
    // Cases are locked before the people of them, as everywhere.
    if (addresses.length > 0) yield* repo.lockCases({ orgId, id }, addresses)
    return yield* hold(id)
  })

  const holdByAddress = Effect.fn("Employees.holdByAddress")(function* (email: string) {
    const { orgId } = yield* Caller
    yield* people.lockCount(orgId)
    return Arr.head(yield* repo.known(orgId, [folded(email)], []))
  })

  const change = Effect.fn("Employees.change")(function* (held: Employee, input: UpdateEmployee) {
    const { orgId } = yield* Caller
    yield* Effect.fromResult(admitErased(held))
    const after = changed(held, input)
    yield* Effect.fromResult(admitManager(after))
    if (held.status === "inactive" && after.status === "active") yield* adding.takeRoom()
    const known = yield* repo.known(orgId, [folded(after.email)], after.employee_id === null ? [] : [after.employee_id])
    const others = known.filter(({ id }) => id !== held.id)
    if (others.some(({ email }) => folded(email) === folded(after.email))) return yield* new EmployeeEmailTaken()
    if (others.length > 0) return yield* new EmployeeNumberTaken()
    if (folded(after.email) !== folded(held.email)) yield* repo.keepCases({ orgId, id: held.id })
    return yield* record(held, after)
  })

  /** A run or a return looks the person up by it. */
  const admitUsername = Effect.fnUntraced(function* (id: EmployeeId) {
    const { orgId } = yield* Caller
    if (yield* repo.isActedOn({ orgId, id })) return yield* new PersonInUse()
  })

  const update = Effect.fn("Employees.update")(function* (id: EmployeeId, input: UpdateEmployee) {
    const held = yield* holdToChange(id, input.email === undefined ? [] : [input.email])
    const username = input.source_control_username
    if (username !== undefined && username !== held.source_control_username) yield* admitUsername(id)
    return yield* change(held, input)
  }, db.transact)

  const setStatus = Effect.fn("Employees.setStatus")(function* (id: EmployeeId, status: EmployeeStatus) {
    const { orgId } = yield* Caller
    const now = yield* people.setStatus({ org_id: orgId, id, status, now: yield* DateTime.now })
    if (Option.isNone(now)) return
    yield* audit.record({
      action: status === "active" ? "employee_reactivated" : "employee_deactivated",
      target: auditText`Employee ${personal(now.value.person_key_id, now.value.full_name)}`,
      details: auditText`status: ${status}`,
      orgEmployeeId: id
    })
  })

  return { hold, holdToChange, holdByAddress, change, update, setStatus }
})
