import type { RecordScope } from "@svc/contract/kernel/access"
import type { ReportDateRange, ReportSchedule } from "@svc/contract/scheduled-reports/choices"
import { ReportOutsideScope, ReportsNotForDirectReports } from "@svc/contract/scheduled-reports/errors"
import type { ReportFilters } from "@svc/contract/scheduled-reports/schema"
import { DateTime, Result } from "effect"

/** Limit per organization; as many as an administrator needs, and a bound for a script. */
export const mostReports = 100
export const mostLists = 100

/** Hourly tries of a period: a day of them (proof-62). */
export const mostAttempts = 24

/** Maximum rows of an email and of a PDF; both say how many more there are (proof-65). */
export const mostMailRows = 200
export const mostPdfRows = 1_000

/** Retention of the outcomes of runs. */
export const keptDays = 90

type Scoped = Result.Result<void, ReportOutsideScope | ReportsNotForDirectReports>

/** Whether a member with this scope may edit reports with these filters (scheduled-reports-2). */
export const judgeScope = (records: RecordScope, filtered: ReadonlyArray<ReportFilters>): Scoped => {
  switch (records._tag) {
    case "All":
      return Result.void
    case "DirectReports":
      return Result.fail(new ReportsNotForDirectReports())
    case "Departments": {
      const inside = ({ department = [] }: ReportFilters) =>
        department.length > 0 && department.every((name) => records.departments.includes(name))
      return filtered.every(inside) ? Result.void : Result.fail(new ReportOutsideScope())
    }
  }
}

/** What a reader gets: rows and figures of the records that they see, or totals of the organization. */
export type Audience = { readonly _tag: "Rows"; readonly records: RecordScope } | { readonly _tag: "Totals" }

export const totalsOnly: Audience = { _tag: "Totals" }

/** The audience as it is stored with a copy; a member's reports are theirs by their own address. */
export const audienceKey = (audience: Audience): string => {
  if (audience._tag === "Totals") return "totals"
  const { own, ...records } = audience.records
  const apart =
    own === undefined || own.offboardings.length === 0 ? "" : ` without ${own.offboardings.toSorted().join(" ")}`
  switch (records._tag) {
    case "All":
      return `all${apart}`
    case "Departments":
      return `departments ${JSON.stringify(records.departments.toSorted())}${apart}`
    case "DirectReports":
      return `direct_reports${apart}`
  }
}

/** Addresses that differ in case only are one, in its first spelling. */
export const distinct = (addresses: ReadonlyArray<string>): ReadonlyArray<string> => {
  const seen = new Set<string>()
  return addresses.filter((address) => {
    const lower = address.toLowerCase()
    if (seen.has(lower)) return false
    seen.add(lower)
    return true
  })
}

/** What of the webhook's address is shown (scheduled-reports-4). */
export const maskOf = (host: string | null) => (host === null ? null : `https://${host}/****`)

/** By default a report covers the time since the previous one. */
export const defaultRange = (schedule: ReportSchedule): ReportDateRange =>
  schedule === "daily" ? "last_24_hours" : schedule === "weekly" ? "last_7_days" : "last_month"

/** Monday. */
const weekStartsOn = 1

/**
 * The day on which the schedule's present period begins, where a run may begin on this day: every day, Mondays, the 1st
 * of a month, all UTC (scheduled-reports-6).
 */
export const periodDueOn = (schedule: ReportSchedule, now: DateTime.Utc): string | undefined => {
  const { day: date, weekDay } = DateTime.toPartsUtc(now)
  const due = schedule === "daily" || (schedule === "weekly" ? weekDay === weekStartsOn : date === 1)
  return due ? DateTime.formatIsoDateUtc(now) : undefined
}

/** First day of the schedule's current period: what an earlier one did not send is no longer sent. */
export const periodOf = (schedule: ReportSchedule, now: DateTime.Utc): string => {
  switch (schedule) {
    case "daily":
      return DateTime.formatIsoDateUtc(now)
    case "weekly":
      return DateTime.formatIsoDateUtc(DateTime.startOf(now, "week", { weekStartsOn }))
    case "monthly":
      return DateTime.formatIsoDateUtc(DateTime.startOf(now, "month"))
  }
}

/** When a schedule's next period begins. */
const nextPeriod = (schedule: ReportSchedule, now: DateTime.Utc): DateTime.Utc => {
  switch (schedule) {
    case "daily":
      return DateTime.add(DateTime.startOf(now, "day"), { days: 1 })
    case "weekly":
      return DateTime.add(DateTime.startOf(now, "week", { weekStartsOn }), { days: 7 })
    case "monthly":
      return DateTime.add(DateTime.startOf(now, "month"), { months: 1 })
  }
}

/** The hourly run with which a report goes out next: today's, where its period begins today and was not tried yet. */
export const nextRunOf = (schedule: ReportSchedule, triedAt: DateTime.Utc | null, now: DateTime.Utc): DateTime.Utc => {
  const begins = periodDueOn(schedule, now)
  const isTried = triedAt !== null && begins !== undefined && DateTime.formatIsoDateUtc(triedAt) >= begins
  const hour = DateTime.add(DateTime.startOf(now, "hour"), { hours: 1 })
  const isToday = DateTime.formatIsoDateUtc(hour) === begins
  return begins !== undefined && !isTried && isToday ? hour : nextPeriod(schedule, now)
}

/** Half-open; without a beginning it is all that there ever was. */
export interface Span {
  readonly from: DateTime.Utc | null
  readonly to: DateTime.Utc
}

const startOfQuarter = (now: DateTime.Utc) => {
  const month = DateTime.startOf(now, "month")
  return DateTime.subtract(month, { months: (DateTime.toPartsUtc(month).month - 1) % 3 })
}

/** The instants of a range: days of 24 hours up to now; weeks, months, quarters and years of UTC (proof-63). */
export const spanOf = (range: ReportDateRange, now: DateTime.Utc): Span => {
  const since = (from: DateTime.Utc): Span => ({ from, to: now })
  const days = (number: number) => since(DateTime.subtract(now, { hours: 24 * number }))
  const week = DateTime.startOf(now, "week", { weekStartsOn })
  const month = DateTime.startOf(now, "month")
  const year = DateTime.startOf(now, "year")
  switch (range) {
    case "last_24_hours":
      return days(1)
    case "last_7_days":
      return days(7)
    case "last_14_days":
      return days(14)
    case "last_30_days":
      return days(30)
    case "last_60_days":
      return days(60)
    case "last_90_days":
      return days(90)
    case "last_180_days":
      return days(180)
    case "last_365_days":
      return days(365)
    case "last_12_months":
      return { from: DateTime.subtract(month, { months: 12 }), to: month }
    case "last_week":
      return { from: DateTime.subtract(week, { days: 7 }), to: week }
    case "last_month":
      return { from: DateTime.subtract(month, { months: 1 }), to: month }
    case "last_quarter": {
      const quarter = startOfQuarter(now)
      return { from: DateTime.subtract(quarter, { months: 3 }), to: quarter }
    }
    case "last_year":
      return { from: DateTime.subtract(year, { years: 1 }), to: year }
    case "this_week":
      return since(week)
    case "this_month":
      return since(month)
    case "this_quarter":
      return since(startOfQuarter(now))
    case "this_year":
      return since(year)
    case "all_time":
      return { from: null, to: now }
  }
}

/** Why copies of a round were not sent; null when all were. */
export const roundError = ({
  copies,
  failures,
  webhook
}: {
  readonly copies: number
  readonly failures: ReadonlyArray<string>
  readonly webhook: string | null
}): string | null => {
  const said = [
    ...(copies === 0 ? ["Not sent: the report has no recipients"] : []),
    ...(failures.length === 0
      ? []
      : [`${failures.length} of ${copies} emails could not be sent: ${[...new Set(failures)].join("; ")}`]),
    ...(webhook === null ? [] : [`The webhook was not delivered: ${webhook}`])
  ]
  return said.length === 0 ? null : said.join(". ")
}
