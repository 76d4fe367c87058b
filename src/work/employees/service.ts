import type { EmployeeEmailTaken, EmployeeNumberTaken } from "@svc/contract/employees/errors"
import type { EmployeePage, EmployeeStatus } from "@svc/contract/employees/schema"
import { Caller } from "@svc/contract/kernel/access"
import type { PlanLimitExceeded, PlanLimitReached } from "@svc/contract/kernel/errors"
import type { EmployeeId } from "@svc/contract/kernel/ids"
import { pageMeta, type PageParams } from "@svc/contract/kernel/paging"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { Audit } from "#audit/record/service"
import { auditText, personal } from "#audit/record/text"
import { Db, type Transaction } from "#platform/database/db"
import { makeAdding, type NewEmployee } from "./adding.ts"
import { type Employee, EmployeesRepo } from "./repo.ts"

export type { Employee } from "./repo.ts"

export type { NewEmployee } from "./adding.ts"

export { Directory, type SyncedPerson, type SyncOutcome } from "./directory.ts"

/** The directory: everybody who works or worked in the organisation. */
export class Employees extends Context.Service<
  Employees,
  {
    /** Alphabetically by name without regard to case; a page after the last is empty. */
    list(params: PageParams): Effect.Effect<EmployeePage, never, Caller>
    /** Compared without case. */
    findByEmail(email: string): Effect.Effect<Option.Option<Employee>, never, Caller | Transaction>
    /** Somebody new, active unless said otherwise; active ones while the plan has room. */
    add(
      person: NewEmployee
    ): Effect.Effect<Employee, EmployeeEmailTaken | EmployeeNumberTaken | PlanLimitReached | PlanLimitExceeded, Caller>
    /** Audited when it changes something. The plan's limit does not keep anybody from coming back. */
    setStatus(id: EmployeeId, status: EmployeeStatus): Effect.Effect<void, never, Caller | Transaction>
  }
>()("svc/employees/Employees") {
  static readonly layerNoDeps = Layer.effect(
    Employees,
    Effect.gen(function* () {
      const db = yield* Db
      const repo = yield* EmployeesRepo
      const audit = yield* Audit
      const adding = yield* makeAdding

      const list = Effect.fnUntraced(function* (params: PageParams) {
        const { orgId } = yield* Caller
        const { data, total } = yield* repo.page(orgId, params)
        return { data, meta: pageMeta(params, total) }
      })

      const findByEmail = Effect.fn("Employees.findByEmail")(function* (email: string) {
        const { orgId } = yield* Caller
        return yield* repo.findByEmail(orgId, email)
      })

      const add = Effect.fn("Employees.add")(adding.add, db.transact)

      const setStatus = Effect.fn("Employees.setStatus")(function* (id: EmployeeId, status: EmployeeStatus) {
        const { orgId } = yield* Caller
        const changed = yield* repo.setStatus({ org_id: orgId, id, status, now: yield* DateTime.now })
        if (Option.isNone(changed)) return
        yield* audit.record({
          action: status === "active" ? "employee_reactivated" : "employee_deactivated",
          target: auditText`Employee ${personal(changed.value.person_key_id, changed.value.full_name)}`,
          details: auditText`status: ${status}`,
          orgEmployeeId: id
        })
      })

      return Employees.of({ list, findByEmail, add, setStatus })
    })
  )
}
