import { Caller } from "@svc/contract/kernel/access"
import { PermissionDenied } from "@svc/contract/kernel/errors"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { CancelReasonRequired } from "@svc/contract/offboardings/errors"
import type { ChangeStatus, ChangeStatuses } from "@svc/contract/offboardings/lifecycle-schema"
import { CancelReason } from "@svc/contract/offboardings/schema"
import { Effect, Schema } from "effect"
import { oneByOne } from "./one-by-one.ts"
import type { Move } from "./move.ts"

const isCancelReason = Schema.is(CancelReason)

/** Whether open tasks are passed over; for others than Super Admins and Admins that is refused. */
const admitOverride = Effect.fnUntraced(function* ({ override, status }: ChangeStatus) {
  if (override !== true || status !== "completed") return false
  const { role } = yield* Caller
  if (role !== "superadmin" && role !== "admin") {
    return yield* new PermissionDenied({
      error: "Only a Super Admin or an Admin can complete an offboarding with open tasks"
    })
  }
  return true
})

const inputOf = ({ reason, status }: ChangeStatus) => ({ status, ...(reason === undefined ? {} : { reason }) })

/** The verbs `Offboardings.changeStatus` and `Offboardings.changeStatuses`. */
export const makeStatusChanges = (move: Move) => {
  const changeStatus = Effect.fn("Offboardings.changeStatus")(function* (id: OffboardingId, wished: ChangeStatus) {
    const passTasks = yield* admitOverride(wished)
    const { row } = yield* move(id, inputOf(wished), { source: "app", passTasks }).pipe(
      // No manager is given, so none can be refused.
      Effect.catchTag("ManagerIsEmployee", (refusal) => Effect.die(refusal))
    )
    return row
  })

  const changeStatuses = Effect.fn("Offboardings.changeStatuses")(function* ({ ids, ...wished }: ChangeStatuses) {
    const passTasks = yield* admitOverride(wished)
    if (wished.status === "cancelled" && !isCancelReason(wished.reason)) return yield* new CancelReasonRequired()
    const results = yield* oneByOne(ids, (id) =>
      move(id, inputOf(wished), { source: "bulk", passTasks }).pipe(
        Effect.map(({ changed }) => (changed ? ("updated" as const) : ("unchanged" as const))),
        // The sentence names what must be handed over; a result's `missing` is what stages require.
        Effect.catchTag("MemberHandover", ({ code, error }) => Effect.fail({ code, error }))
      )
    )
    return { updated: results.filter(({ status }) => status === "updated").length, results }
  })

  return { changeStatus, changeStatuses }
}
