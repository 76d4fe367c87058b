import { assert, describe, it } from "@effect/vitest"
import { ReportDateRange, ReportSchedule } from "@svc/contract/scheduled-reports/choices"
import { reportFlaw } from "@svc/contract/scheduled-reports/rules"
import { DateTime, Schema } from "effect"
import { distinct, judgeScope, nextRunOf, periodDueOn, periodOf, spanOf } from "#reports/scheduled-reports/rules"

/** Moments of many years, by the minute. */
const Moment = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 60 * 24 * 366 * 60 }))
const at = (minutes: number) => new Date(Date.UTC(2000, 0, 1) + minutes * 60_000)
const utc = (date: Date) => DateTime.makeUnsafe(date)
const dayMs = 86_400_000

/** The calendar by hand: midnight of a day, counted from the year, month and day of UTC. */
const midnight = (year: number, month: number, date: number) => Date.UTC(year, month, date)
const mondayBefore = (date: Date) =>
  midnight(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() - ((date.getUTCDay() + 6) % 7))

const plainSpan = (range: ReportDateRange, now: Date): readonly [number | null, number] => {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  const quarter = month - (month % 3)
  const rolling = /^last_(\d+)_(days|hours)$/.exec(range)
  if (rolling !== null) {
    const unit = rolling[2] === "days" ? dayMs : dayMs / 24
    return [now.getTime() - Number(rolling[1]) * unit, now.getTime()]
  }
  const monday = mondayBefore(now)
  const calendar: Readonly<Record<string, readonly [number | null, number]>> = {
    last_12_months: [midnight(year - 1, month, 1), midnight(year, month, 1)],
    last_week: [monday - 7 * dayMs, monday],
    last_month: [midnight(year, month - 1, 1), midnight(year, month, 1)],
    last_quarter: [midnight(year, quarter - 3, 1), midnight(year, quarter, 1)],
    last_year: [midnight(year - 1, 0, 1), midnight(year, 0, 1)],
    this_week: [monday, now.getTime()],
    this_month: [midnight(year, month, 1), now.getTime()],
    this_quarter: [midnight(year, quarter, 1), now.getTime()],
    this_year: [midnight(year, 0, 1), now.getTime()],
    all_time: [null, now.getTime()]
  }
  return calendar[range] ?? [Number.NaN, Number.NaN]
}

describe("the schedule", () => {
  // scheduled-reports-11
  it.prop(
    "goes out next by the first hourly run ahead on a day on which it is due, and not twice a period",
    [Moment, ReportSchedule, Schema.NullOr(Moment)],
    ([minutes, schedule, tried]) => {
      const now = at(minutes)
      const triedAt = tried === null || tried > minutes ? null : utc(at(tried))
      // Hour by hour, as the rounds come.
      let hour = Math.floor(minutes / 60) + 1
      const isDue = () => {
        const due = periodDueOn(schedule, utc(at(hour * 60)))
        return due !== undefined && (triedAt === null || DateTime.formatIsoDateUtc(triedAt) < due)
      }
      while (!isDue()) hour += 1
      assert.strictEqual(DateTime.formatIso(nextRunOf(schedule, triedAt, utc(now))), at(hour * 60).toISOString())
    }
  )

  // scheduled-reports-6: Daily with the next hourly run and once per day of UTC, weekly on Mondays, monthly on the 1st;
  //   what failed is tried by the next hourly run, what was sent never goes again.
  it.prop(
    "daily every day, weekly on Mondays, monthly on the 1st, all UTC",
    [Moment, ReportSchedule],
    ([minutes, schedule]) => {
      const now = at(minutes)
      const today = now.toISOString().slice(0, 10)
      const begins = { daily: true, weekly: now.getUTCDay() === 1, monthly: now.getUTCDate() === 1 }[schedule]
      assert.strictEqual(periodDueOn(schedule, utc(now)), begins ? today : undefined)
      const began = {
        daily: today,
        weekly: new Date(mondayBefore(now)).toISOString().slice(0, 10),
        monthly: `${today.slice(0, 8)}01`
      }[schedule]
      assert.strictEqual(periodOf(schedule, utc(now)), began)
    }
  )
})

describe("the range", () => {
  // scheduled-reports-9
  it.prop("is what a plain calendar of UTC says", [Moment, ReportDateRange], ([minutes, range]) => {
    const now = at(minutes)
    const { from, to } = spanOf(range, utc(now))
    assert.deepStrictEqual([from === null ? null : from.epochMilliseconds, to.epochMilliseconds], plainSpan(range, now))
  })

  // scheduled-reports-9: `last_month` and `last_quarter` are the previous calendar month and quarter of UTC; every
  //   figure is what the rows say.
  it("last_month and last_quarter are the previous calendar month and quarter of UTC", () => {
    const text = (range: ReportDateRange) => {
      const { from, to } = spanOf(range, DateTime.makeUnsafe("2026-02-28T23:30:00Z"))
      return [from === null ? null : DateTime.formatIso(from), DateTime.formatIso(to)]
    }
    assert.deepStrictEqual(text("last_month"), ["2026-01-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z"])
    assert.deepStrictEqual(text("last_quarter"), ["2025-10-01T00:00:00.000Z", "2026-01-01T00:00:00.000Z"])
  })
})

describe("who may decide on a report", () => {
  const Names = Schema.Array(Schema.Literals(["Research", "Sales", "Legal"]))

  it.prop(
    "of some departments: reports that filter by some of theirs and by no other",
    [Names, Names],
    ([own, filtered]) => {
      const judged = judgeScope({ _tag: "Departments", departments: own }, [{ department: filtered }])
      const inside = filtered.length > 0 && filtered.every((name) => own.some((mine) => mine === name))
      assert.strictEqual(judged._tag, inside ? "Success" : "Failure")
    }
  )

  it.prop("of direct reports: none, whatever it filters by", [Names], ([filtered]) => {
    const judged = judgeScope({ _tag: "DirectReports", managerEmail: "m@acme.test" }, [{ department: filtered }])
    assert.strictEqual(judged._tag, "Failure")
  })
})

describe("a report as a whole", () => {
  const report = { type: "custom", recipients: ["ada@acme.test"] } as const

  // scheduled-reports-1
  it("needs a recipient or a list", () => {
    assert.deepStrictEqual(reportFlaw({ ...report, recipients: [] })?.path, ["recipients"])
    assert.isUndefined(reportFlaw({ ...report, recipients: [], distribution_list_id: "x" }))
  })

  it("groups by assignee for overdue_tasks only", () => {
    assert.deepStrictEqual(reportFlaw({ ...report, grouping: "assignee" })?.path, ["grouping"])
    assert.isUndefined(reportFlaw({ ...report, type: "overdue_tasks", grouping: "assignee" }))
  })

  // scheduled-reports-17: A column that the type of the report lacks is refused by its name.
  it("names the columns that its type does not have", () => {
    assert.match(
      reportFlaw({ ...report, columns: ["status", "sla_deadline"] })?.issue ?? "",
      /^sla_deadline: not a column/
    )
  })

  // scheduled-reports-16: Each email gets one copy, however it is spelled.
  it("sends to an address once, however it is written", () => {
    assert.deepStrictEqual(distinct(["Ada@acme.test", "ada@ACME.test", "bo@acme.test"]), [
      "Ada@acme.test",
      "bo@acme.test"
    ])
  })
})
