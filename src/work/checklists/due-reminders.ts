import { TaskDue } from "@svc/contract/checklists/events"
import { Caller } from "@svc/contract/kernel/access"
import type { OffboardingId, OrgId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Option } from "effect"
import { Outbox } from "#outgoing/outbox/service"
import { Db } from "#platform/database/db"
import { eachDue } from "#platform/jobs/each-due"
import { layerOf } from "#platform/services/layer-of"
import { type DueCase, DueRepo } from "./due-repo.ts"
import { ChecklistsRepo } from "./repo.ts"

const casesAtOnce = 200

/** Reminds owners of tasks on the day that they are due. */
export class DueReminders extends Context.Service<
  DueReminders,
  {
    /**
     * Open tasks of open cases, from the morning of their due date on the organization's calendar; returns the number. Each
     * task and date once over all nodes: the date is marked in the transaction that appends the event.
     */
    remind(orgId: OrgId | undefined): Effect.Effect<number>
  }
>()("svc/checklists/DueReminders") {
  static readonly layerNoDeps = layerOf(DueReminders, function* () {
    const db = yield* Db
    const repo = yield* DueRepo
    const cases = yield* ChecklistsRepo
    const outbox = yield* Outbox

    const remindOf = Effect.fn("DueReminders.remindOf")(function* (offboardingId: OffboardingId) {
      const { orgId } = yield* Caller
      const key = { orgId, offboardingId }
      const found = yield* cases.lockCase(key, { _tag: "All" })
      if (Option.isNone(found)) return 0
      const { employee_name, status } = found.value
      if (status === "completed" || status === "cancelled") return 0
      const due = yield* repo.ofCase(key, yield* DateTime.now)
      if (due.length === 0) return 0
      yield* repo.mark(
        key,
        due.map(({ id }) => id)
      )
      for (const { due_date, owner_id, task } of due) {
        yield* outbox.append(
          orgId,
          TaskDue.make({ offboardingId, employeeName: employee_name, ownerId: owner_id, task, dueDate: due_date })
        )
      }
      return due.length
    }, db.transact)

    const remind = Effect.fn("DueReminders.remind")(function* (orgId: OrgId | undefined) {
      const now = yield* DateTime.now
      const { reminded } = yield* eachDue({
        due: (after: DueCase | undefined) => repo.cases({ orgId, now, after, limit: casesAtOnce }),
        pageSize: casesAtOnce,
        work: ({ offboarding_id }) => Effect.map(remindOf(offboarding_id), (reminded) => ({ reminded })),
        says: "owners not reminded of due tasks, will be retried",
        about: ({ offboarding_id }) => ({ offboardingId: offboarding_id }),
        none: { reminded: 0 }
      })
      return reminded
    })

    return DueReminders.of({ remind })
  })
}
