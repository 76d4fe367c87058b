import { Caller } from "@svc/contract/kernel/access"
import type { OrgId } from "@svc/contract/kernel/ids"
import { EmailAddress } from "@svc/contract/kernel/text"
import { Cause, Context, DateTime, Effect, Layer, Option } from "effect"
import { Db } from "#platform/database/db"
import { systemCaller } from "#access/system-caller"
import { ContractExpiryRepo, type DueContract } from "./contract-expiry-repo.ts"
import { batchSize } from "./rules.ts"
import { Offboardings } from "./service.ts"

/** Cases of people whose contracts end (cases-26). */
export class ContractExpiry extends Context.Service<
  ContractExpiry,
  {
    /**
     * One case per person and end date, whatever becomes of it. Skipped is what the plan has no room for, which the
     * next call tries again, and what changed meanwhile.
     */
    createDue(
      orgId: OrgId | undefined
    ): Effect.Effect<{ readonly created: number; readonly skipped: number; readonly failed: number }>
  }
>()("svc/offboardings/ContractExpiry") {
  static readonly layerNoDeps = Layer.effect(
    ContractExpiry,
    Effect.gen(function* () {
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

      const outcomeOf = (one: DueContract) =>
        createOne(one).pipe(
          Effect.map((created) => (created ? ("created" as const) : ("skipped" as const))),
          Effect.catch((refusal) =>
            Effect.as(
              Effect.logWarning(`no offboarding was made for the contract end of ${one.employee_id}: ${refusal.error}`),
              "skipped" as const
            )
          ),
          Effect.provideService(Caller, systemCaller(one.org_id)),
          // One that fails holds up no other.
          Effect.catchCause((cause) =>
            Cause.hasInterruptsOnly(cause)
              ? Effect.interrupt
              : Effect.as(
                  Effect.logError(`the offboarding for the contract end of ${one.employee_id} was not made`, cause),
                  "failed" as const
                )
          )
        )

      const createDue = Effect.fn("ContractExpiry.createDue")(function* (orgId: OrgId | undefined) {
        const figures = { created: 0, skipped: 0, failed: 0 }
        const now = yield* DateTime.now
        let after: DueContract | undefined
        while (true) {
          const due = yield* repo.due({ orgId, now, after, limit: batchSize })
          for (const one of due) figures[yield* outcomeOf(one)] += 1
          after = due.at(-1)
          if (after === undefined || due.length < batchSize) return { ...figures }
        }
      })

      return ContractExpiry.of({ createDue })
    })
  )
}
