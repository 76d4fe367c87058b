import { averageDays } from "@svc/contract/kernel/rounding"
import { Caller } from "@svc/contract/kernel/access"
import { rangeOf, type ReportRange } from "@svc/contract/kernel/report-range"
import type { ComplianceSummary, MyTask, Summary, UpcomingExit } from "@svc/contract/reports/schema"
import { Context, DateTime, Effect } from "effect"
import { Db } from "#platform/database/db"
import { layerOf } from "#platform/services/layer-of"
import { momentsOfRange, nowIn } from "./range.ts"
import { ReportsRepo } from "./repo.ts"
import { assigneesOf, licenseReclamation, stageCounts, topServices } from "./rules.ts"
import { SummaryRepo } from "./summary-repo.ts"

/** How many tasks a list of the caller's own holds. */
const mostTasks = 50

/** What a route hands to its verb. */
interface Asked<Query> {
  readonly query: Query
}

interface DaysAhead {
  readonly days: number
  readonly limit?: number
}

/** Figures and short lists of the offboardings that the caller sees. Each verb is the handler of the route of its name. */
export class Reports extends Context.Service<
  Reports,
  {
    /** For the given days, or of all time; stages, overdue ones, and licenses are current. */
    summary(asked: Asked<ReportRange>): Effect.Effect<Summary, never, Caller>
    /** Open offboardings that end today or within the given days, soonest first. */
    upcomingExits(asked: Asked<DaysAhead>): Effect.Effect<ReadonlyArray<UpcomingExit>, never, Caller>
    /** At most 50 open tasks that fall to the caller's role or to all, what is due first before the others. */
    myTasks(): Effect.Effect<ReadonlyArray<MyTask>, never, Caller>
    /** How many have their NDA, interview and documents. */
    complianceSummary(): Effect.Effect<ComplianceSummary, never, Caller>
  }
>()("svc/reports/Reports") {
  static readonly layerNoDeps = layerOf(Reports, function* () {
    const db = yield* Db
    const repo = yield* ReportsRepo
    const summaries = yield* SummaryRepo

    const summary = Effect.fn("Reports.summary")(function* ({ query }: Asked<ReportRange>) {
      const { orgId, records } = yield* Caller
      const now = yield* DateTime.now
      const zone = yield* repo.zone(orgId)
      const found = yield* summaries.figures({
        orgId,
        records,
        zone,
        now,
        ...nowIn(zone, now),
        moments: momentsOfRange(query, zone)
      })
      const report: Summary = {
        range: rangeOf(query),
        stageCounts: stageCounts(found.stages),
        sepTypeCounts: found.types,
        completedByMonth: found.months,
        avgCompletionDays: averageDays(found.milliseconds, found.completed),
        completedCount: found.completed,
        overdueCount: found.overdue,
        topServices: topServices(found.services),
        checklistStats: found.tasks,
        deptBreakdown: found.departments,
        licenseReclamation: licenseReclamation(found.services)
      }
      return report
    }, db.report)

    const upcomingExits = Effect.fn("Reports.upcomingExits")(function* ({ query: { days, limit } }: Asked<DaysAhead>) {
      const { orgId, records } = yield* Caller
      const zone = yield* repo.zone(orgId)
      return yield* repo.upcomingExits({ orgId, records, zone, now: yield* DateTime.now, days, limit: limit ?? null })
    }, db.transact)

    const myTasks = Effect.fn("Reports.myTasks")(function* () {
      const { orgId, records, role, userId } = yield* Caller
      const ownName = role === "custom" && userId !== null ? yield* repo.ownRole(orgId, userId) : null
      return yield* repo.openTasks({
        orgId,
        records,
        assignees: assigneesOf(role, ownName),
        self: userId,
        limit: mostTasks
      })
    }, db.transact)

    const complianceSummary = Effect.fn("Reports.complianceSummary")(function* () {
      const { orgId, records } = yield* Caller
      return yield* repo.compliance({ orgId, records })
    }, db.report)

    return Reports.of({ summary, upcomingExits, myTasks, complianceSummary })
  })
}
