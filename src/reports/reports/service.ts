import { averageDays } from "@svc/contract/kernel/rounding"
import { Caller } from "@svc/contract/kernel/access"
import { CalendarDate, dayIn } from "@svc/contract/kernel/dates"
import type { Permission } from "@svc/contract/kernel/permissions"
import type { ReportRange } from "@svc/contract/kernel/report-range"
import { type HomeFigures, soonDays } from "@svc/contract/reports/home-schema"
import type { ComplianceSummary, MyTask, Summary, UpcomingExit } from "@svc/contract/reports/schema"
import { Context, DateTime, Effect } from "effect"
import { Db } from "#platform/database/db"
import { layerOf } from "#platform/services/layer-of"
import { HomeRepo } from "./home-repo.ts"
import { momentsOfRange, nowIn } from "./range.ts"
import { ReportsRepo } from "./repo.ts"
import { assigneesOf, licenseReclamation, stageCounts, topServices } from "./rules.ts"
import { SummaryRepo } from "./summary-repo.ts"

/** How many tasks a list of the caller's own holds. */
const mostTasks = 50

/** Figures and short lists of the offboardings that the caller sees. */
export class Reports extends Context.Service<
  Reports,
  {
    /** Of the days given, or of all time; stages, overdue ones and licences are of now. */
    summary(range: ReportRange): Effect.Effect<Summary, never, Caller>
    /** Open offboardings that end today or within so many days, the soonest first. */
    upcomingExits(days: number, limit?: number): Effect.Effect<ReadonlyArray<UpcomingExit>, never, Caller>
    /** At most 50 open tasks that fall to the caller's role or to all, what is due first before the others. */
    readonly myTasks: Effect.Effect<ReadonlyArray<MyTask>, never, Caller>
    /** How many have their NDA, interview and documents. */
    readonly complianceSummary: Effect.Effect<ComplianceSummary, never, Caller>
    /** As the lists count; null where the caller may not see the list. */
    readonly homeFigures: Effect.Effect<HomeFigures, never, Caller>
  }
>()("svc/reports/Reports") {
  static readonly layerNoDeps = layerOf(Reports, function* () {
    const db = yield* Db
    const repo = yield* ReportsRepo
    const home = yield* HomeRepo
    const summaries = yield* SummaryRepo

    const summary = Effect.fn("Reports.summary")(function* (range: ReportRange) {
      const { orgId, records } = yield* Caller
      const now = yield* DateTime.now
      const zone = yield* repo.zone(orgId)
      const found = yield* summaries.figures({
        orgId,
        records,
        zone,
        now,
        ...nowIn(zone, now),
        moments: momentsOfRange(range, zone)
      })
      const { from, to } = range
      const report: Summary = {
        range: from === undefined || to === undefined ? null : { from, to },
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

    const upcomingExits = Effect.fn("Reports.upcomingExits")(function* (days: number, limit?: number) {
      const { orgId, records } = yield* Caller
      const zone = yield* repo.zone(orgId)
      return yield* repo.upcomingExits({ orgId, records, zone, now: yield* DateTime.now, days, limit: limit ?? null })
    }, db.transact)

    const myTasks = Effect.gen(function* () {
      const { orgId, records, role, userId } = yield* Caller
      const ownName = role === "custom" && userId !== null ? yield* repo.ownRole(orgId, userId) : null
      return yield* repo.openTasks({ orgId, records, assignees: assigneesOf(role, ownName), limit: mostTasks })
    }).pipe(db.transact, Effect.withSpan("Reports.myTasks"))

    const complianceSummary = Effect.gen(function* () {
      const { orgId, records } = yield* Caller
      return yield* repo.compliance({ orgId, records })
    }).pipe(db.report, Effect.withSpan("Reports.complianceSummary"))

    const homeFigures = Effect.gen(function* () {
      const { orgId, permissions, records } = yield* Caller
      const now = yield* DateTime.now
      const today = CalendarDate.make(dayIn(yield* repo.zone(orgId), now))
      const asked = { orgId, records }
      const ifAllowed = <A, R>(permission: Permission, figures: Effect.Effect<A, never, R>) =>
        permissions.includes(permission) ? figures : Effect.succeed(null)
      return {
        today,
        offboardings: yield* ifAllowed("offboardings_view", home.cases({ ...asked, now, today, soonDays })),
        assets: yield* ifAllowed("assets_view", home.assets(asked)),
        documents: yield* ifAllowed("compliance_view", home.documents(asked))
      }
    }).pipe(db.transact, Effect.withSpan("Reports.homeFigures"))

    return Reports.of({ summary, upcomingExits, myTasks, complianceSummary, homeFigures })
  })
}
