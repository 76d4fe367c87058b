import type { OrgId } from "@svc/contract/kernel/ids"
import { EmailAddress } from "@svc/contract/kernel/text"
import { Context, DateTime, Effect, Option } from "effect"
import { eachDue } from "#platform/jobs/each-due"
import { Db } from "#platform/database/db"
import { layerOf } from "#platform/services/layer-of"
import { ContractExpiryRepo, type DueContract } from "./contract-expiry-repo.ts"
import { batchSize } from "./rules.ts"
import { Offboardings } from "./service.ts"

/** Cases of people whose contracts end (cases-26). */
export class ContractExpiry extends Context.Service<
  ContractExpiry,
  {
    /**
     * One case per person and end date, whatever its outcome. Skips what the plan has no room for, which the next call
     * retries, and what has changed.
     */
    createDue(
      orgId: OrgId | undefined
    ): Effect.Effect<{ readonly created: number; readonly skipped: number; readonly failed: number }>
  }
>()("svc/offboardings/ContractExpiry") {
  static readonly layerNoDeps = layerOf(ContractExpiry, function* () {
    const db = yield* Db
    const repo = yield* ContractExpiryRepo
    const offboardings = yield* Offboardings

    const createOne = Effect.fn("ContractExpiry.createOne")(function* (one: DueContract) {
      const now = yield* DateTime.now
      const due = yield* repo.lockDue(one, now)
      if (Option.isNone(due)) return false
      const { contract_end_date, department, email, full_name, role } = due.value
      // Another node was quicker; it is waited for here.
      if (!(yield* repo.remember({ ...one, contract_end_date }, now))) return false
      yield* offboardings.create(
        {
          employee_name: full_name,
          employee_email: EmailAddress.make(email),
          employee_role: role,
          employee_department: department,
          exit_date: contract_end_date,
          separation_type: "contract_end",
          initiated_by: null
        },
        { source: "contract_expiry" }
      )
      return true
    }, db.transact)

    const createDue = Effect.fn("ContractExpiry.createDue")(function* (orgId: OrgId | undefined) {
      const now = yield* DateTime.now
      return yield* eachDue({
        due: (after: DueContract | undefined) => repo.due({ orgId, now, after, limit: batchSize }),
        pageSize: batchSize,
        work: (one) =>
          createOne(one).pipe(
            Effect.map((created) => (created ? { created: 1 } : { skipped: 1 })),
            Effect.catch(({ error }) =>
              Effect.as(
                Effect.logWarning("offboarding for a contract end refused", {
                  orgId: one.org_id,
                  employeeId: one.employee_id,
                  reason: error
                }),
                { skipped: 1 }
              )
            )
          ),
        says: "offboarding for a contract end not created",
        about: (one) => ({ employeeId: one.employee_id }),
        none: { created: 0, skipped: 0, failed: 0 }
      })
    })

    return ContractExpiry.of({ createDue })
  })
}
