import { Caller } from "@svc/contract/kernel/access"
import { lastTwelveMonths, momentsOf, periodsOf, startOfDay } from "@svc/contract/kernel/calendar"
import { percentOf } from "@svc/contract/kernel/rounding"
import { dayIn } from "@svc/contract/kernel/dates"
import { rangeOf, type ReportRange } from "@svc/contract/kernel/report-range"
import type { OrgId } from "@svc/contract/kernel/ids"
import type { Advanced, Benchmarks } from "@svc/contract/trends/schema"
import { Context, DateTime, Effect, Option } from "effect"
import { Db } from "#platform/database/db"
import { makeFairSemaphore } from "#platform/jobs/fair-semaphore"
import { layerOf } from "#platform/services/layer-of"
import { PlatformRepo } from "./platform-repo.ts"
import { TrendsRepo } from "./repo.ts"
import {
  daysOf,
  durationsByDepartment,
  durationsByType,
  industryTypical,
  minPlatformOrgs,
  platformOf
} from "./rules.ts"

/** Concurrent comparisons of organizations. */
const atOnce = 2

/** `YYYY-MM` of the first day of a month. */
const nameOf = (firstDay: string) => firstDay.slice(0, 7)

/** How offboardings go over time, and compared with others. */
export class Trends extends Context.Service<
  Trends,
  {
    /** Of the offboardings that the caller sees; without a range of the last 12 months. */
    advanced(range: ReportRange): Effect.Effect<Advanced, never, Caller>
    /** The caller's last 12 months and those of all others, which are updated at most once an hour. */
    readonly benchmarks: Effect.Effect<Benchmarks, never, Caller>
  }
>()("svc/trends/Trends") {
  static readonly layerNoDeps = layerOf(Trends, function* () {
    const db = yield* Db
    const repo = yield* TrendsRepo
    const others = yield* PlatformRepo
    const turns = yield* makeFairSemaphore(atOnce)

    /** When the months of a range begin in the zone. */
    const monthsIn = (firsts: ReadonlyArray<string>, zone: string) => firsts.map((first) => startOfDay(first, zone))

    const advanced = Effect.fn("Trends.advanced")(function* (range: ReportRange) {
      const { orgId, records } = yield* Caller
      const now = yield* DateTime.now
      const zone = yield* repo.zone(orgId)
      const days = rangeOf(range) ?? lastTwelveMonths(dayIn(zone, now))
      const firsts = periodsOf("month", days)
      const months = monthsIn(firsts, zone)
      const found = yield* repo.history({ orgId, records, ...momentsOf(days, zone), months })
      const started = new Map(found.started.map(({ count, month }) => [month, count]))
      const completed = new Map(found.completed.map(({ count, month }) => [month, count]))
      const report: Advanced = {
        velocityTrend: firsts.map((first, index) => ({
          month: nameOf(first),
          started: started.get(index + 1) ?? 0,
          completed: completed.get(index + 1) ?? 0
        })),
        timeByDept: durationsByDepartment(found.departments),
        bottleneckTasks: found.tasks.map((task) => ({
          ...task,
          pending_pct: percentOf(task.pending, task.total) ?? 0
        })),
        avgBySepType: durationsByType(found.types)
      }
      return report
    }, db.report)

    const lastTold = (orgId: OrgId, now: DateTime.Utc) =>
      db.transact(others.kept(orgId, DateTime.subtract(now, { hours: 1 })))

    const tellAnew = Effect.fnUntraced(function* (orgId: OrgId) {
      const now = yield* DateTime.now
      // The previous holder of the turn may have done it.
      const known = yield* lastTold(orgId, now)
      if (Option.isSome(known)) return known.value
      const contributions = yield* others.contributions(orgId, DateTime.subtract(now, { months: 12 }))
      return yield* db.transact(
        others.keep(orgId, platformOf(contributions), { now, since: DateTime.subtract(now, { hours: 1 }) })
      )
    })

    const platform = Effect.gen(function* () {
      const { orgId } = yield* Caller
      const known = yield* lastTold(orgId, yield* DateTime.now)
      return Option.isSome(known) ? known.value : yield* turns(orgId, tellAnew(orgId))
    })

    const own = Effect.gen(function* () {
      const { orgId, records } = yield* Caller
      const now = yield* DateTime.now
      const zone = yield* repo.zone(orgId)
      const firsts = periodsOf("month", lastTwelveMonths(dayIn(zone, now)))
      const found = yield* repo.own({
        orgId,
        records,
        since: DateTime.subtract(now, { months: 12 }),
        months: monthsIn(firsts, zone)
      })
      return { firsts, found, scoped: records._tag !== "All" }
    }).pipe(db.report)

    const benchmarks = Effect.gen(function* () {
      const { firsts, found, scoped } = yield* own
      const told = yield* platform
      const report: Benchmarks = {
        org: {
          avgCompletionDays: daysOf(found.seconds, found.completed),
          onTimeRate: percentOf(found.on_time, found.completed),
          completionRate: percentOf(found.completed, found.total),
          totalOffboardings: found.total
        },
        platform: told.platform,
        industry: industryTypical,
        minPlatformOrgs,
        scoped,
        orgSepTrend: firsts.map((first, index) => ({
          month: nameOf(first),
          counts: found.months.flatMap(({ count, month, separation_type }) =>
            month === index + 1 ? [{ separation_type, count }] : []
          )
        })),
        platformSepDist: told.platformSepDist,
        suppressedShare: told.suppressedShare,
        orgDeptDuration: durationsByDepartment(found.departments)
      }
      return report
    }).pipe(Effect.withSpan("Trends.benchmarks"))

    return Trends.of({ advanced, benchmarks })
  })
}
