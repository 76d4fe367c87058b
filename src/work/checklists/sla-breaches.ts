import { ChecklistSlaBreached } from "@svc/contract/checklists/events"
import type { SlaTask } from "@svc/contract/checklists/schema"
import { Caller } from "@svc/contract/kernel/access"
import type { OffboardingId, OrgId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Option } from "effect"
import { eachDue } from "#platform/jobs/each-due"
import { Audit } from "#audit/record/service"
import { auditText, caseTarget } from "#audit/record/text"
import { Outbox } from "#outgoing/outbox/service"
import { Db } from "#platform/database/db"
import { layerOf } from "#platform/services/layer-of"
import { ChecklistsRepo } from "./repo.ts"
import { slaOf } from "./rules.ts"
import { type DueCase, SlaRepo } from "./sla-repo.ts"

const casesAtOnce = 200

/** Tasks and their deadlines. */
export class SlaBreaches extends Context.Service<
  SlaBreaches,
  {
    /** Every open task with a deadline of the open cases that the caller sees, the earliest deadline first. */
    list(limit?: number): Effect.Effect<ReadonlyArray<SlaTask>, never, Caller>
    /**
     * Marks tasks whose deadline has passed, each once over all nodes, and announces them; returns the number. A
     * deadline is announced once, even if the task was done and reopened (work-41).
     */
    markPassed(orgId: OrgId | undefined): Effect.Effect<number>
  }
>()("svc/checklists/SlaBreaches") {
  static readonly layerNoDeps = layerOf(SlaBreaches, function* () {
    const db = yield* Db
    const repo = yield* SlaRepo
    const cases = yield* ChecklistsRepo
    const audit = yield* Audit
    const outbox = yield* Outbox

    const list = Effect.fn("SlaBreaches.list")(function* (limit?: number) {
      const { orgId, records } = yield* Caller
      const now = yield* DateTime.now
      return (yield* repo.tracked(orgId, records, limit)).map((task) => {
        const { hoursOverdue, hoursRemaining, status } = slaOf(task, now)
        // Between the deadline and the job that marks it, the report knows already.
        return { ...task, completed: false, slaBreached: status === "breached", hoursOverdue, hoursRemaining, status }
      })
    }, db.transact)

    const markOne = Effect.fn("SlaBreaches.markOne")(function* (offboardingId: OffboardingId) {
      const { orgId } = yield* Caller
      const key = { orgId, offboardingId }
      const found = yield* cases.lockCase(key, { _tag: "All" })
      if (Option.isNone(found)) return 0
      const offboarding = found.value
      if (offboarding.status === "completed" || offboarding.status === "cancelled") return 0
      const passed = yield* repo.passed(key, yield* DateTime.now)
      if (passed.length === 0) return 0
      yield* repo.mark(
        key,
        passed.map(({ id }) => id)
      )
      for (const { assigned_to, sla_deadline, task, told } of passed) {
        if (told) continue
        yield* audit.record({
          action: "checklist_sla_breached",
          target: caseTarget(offboarding),
          details: auditText`${task}, assigned to ${assigned_to}, due at ${DateTime.formatIso(sla_deadline)}`,
          offboardingId
        })
        yield* outbox.append(
          orgId,
          ChecklistSlaBreached.make({
            offboardingId,
            employeeName: offboarding.employee_name,
            task,
            assignedTo: assigned_to
          })
        )
      }
      return passed.length
    }, db.transact)

    const markPassed = Effect.fn("SlaBreaches.markPassed")(function* (orgId: OrgId | undefined) {
      const now = yield* DateTime.now
      const { marked } = yield* eachDue({
        due: (after: DueCase | undefined) => repo.due({ orgId, now, after, limit: casesAtOnce }),
        pageSize: casesAtOnce,
        work: ({ offboarding_id }) => Effect.map(markOne(offboarding_id), (marked) => ({ marked })),
        says: "overdue tasks not marked",
        about: ({ offboarding_id }) => ({ offboardingId: offboarding_id }),
        none: { marked: 0 }
      })
      return marked
    })

    return SlaBreaches.of({ list, markPassed })
  })
}
