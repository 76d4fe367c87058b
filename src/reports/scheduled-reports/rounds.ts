import type { OrgId } from "@svc/contract/kernel/ids"
import { isReadOnly, Plan, planFeatures, PlanStatus } from "@svc/contract/kernel/plans"
import { ReportSchedule } from "@svc/contract/scheduled-reports/choices"
import { Context, DateTime, Effect, Option } from "effect"
import { eachDue } from "#platform/jobs/each-due"
import { Leases } from "#platform/jobs/leases"
import { layerOf } from "#platform/services/layer-of"
import { ReportDelivery } from "./delivery.ts"
import { keptDays, periodDueOn, periodOf } from "./rules.ts"
import { type DueReport, type Periods, RunsRepo } from "./runs-repo.ts"

const pageSize = 200
const atOnce = 4

const plans = Plan.literals.filter((plan) => planFeatures[plan].includes("scheduledReports"))
const readOnly = PlanStatus.literals.filter(isReadOnly)

const periodsAt = (now: DateTime.Utc): Periods => ({
  plans,
  readOnly,
  of: ReportSchedule.literals.map((schedule) => ({
    schedule,
    period: periodOf(schedule, now),
    begins: periodDueOn(schedule, now) !== undefined
  }))
})

/** Sends what is due, hourly and on the operator's request. */
export class ReportRounds extends Context.Service<
  ReportRounds,
  {
    /** One round; returns how many emails were sent and how many failed, which the next round retries. */
    readonly send: (orgId: OrgId | undefined) => Effect.Effect<{ readonly sent: number; readonly failed: number }>
  }
>()("svc/scheduled-reports/ReportRounds") {
  static readonly layerNoDeps = layerOf(ReportRounds, function* () {
    const runs = yield* RunsRepo
    const delivery = yield* ReportDelivery
    const leases = yield* Leases

    const send = Effect.fn("ReportRounds.send")(function* (orgId: OrgId | undefined) {
      // A report is one node's while it holds this lease (proof-61).
      const holding = <E, R>(
        { id, org_id, period }: DueReport,
        work: Effect.Effect<{ readonly sent?: number; readonly failed?: number }, E, R>
      ) =>
        Effect.map(
          leases.tryHold(`scheduled-report ${org_id} ${id} ${period}`, work),
          Option.getOrElse(() => ({}))
        )
      const now = yield* DateTime.now
      const figures = yield* eachDue({
        due: (after: DueReport | undefined) => runs.due(orgId, periodsAt(now), after, pageSize),
        pageSize,
        atOnce,
        work: (due) => holding(due, delivery.deliver({ orgId: due.org_id, reportId: due.id, period: due.period })),
        says: "scheduled report not sent",
        about: ({ id }) => ({ reportId: id }),
        none: { sent: 0, failed: 0 }
      })
      yield* runs.purge(DateTime.subtract(now, { days: keptDays }))
      return figures
    })

    return ReportRounds.of({ send: (orgId) => Effect.orDie(send(orgId)) })
  })
}
