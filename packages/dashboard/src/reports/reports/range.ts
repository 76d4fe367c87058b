import { CalendarDate } from "@svc/contract/kernel/dates"
import { type ReportRange, reportQuery } from "@svc/contract/kernel/report-range"
import { Schema } from "effect"
import { dayFromToday } from "#platform/format.ts"

export const RangePreset = Schema.Literals([
  "last_30_days",
  "last_90_days",
  "last_12_months",
  "this_year",
  "last_year",
  "all_time"
])
export type RangePreset = typeof RangePreset.Type

const day = (year: number, rest: string) => CalendarDate.make(`${year}-${rest}`)

/** Days of a preset, as of today in the organization's time zone. */
const daysOf = (preset: RangePreset): ReportRange => {
  const today = dayFromToday(0)
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
  switch (preset) {
    case "last_30_days":
      return { from: dayFromToday(-29), to: today }
    case "last_90_days":
      return { from: dayFromToday(-89), to: today }
    case "last_12_months":
      return month === 12
        ? { from: day(year, "01-01"), to: today }
        : { from: day(year - 1, `${String(month + 1).padStart(2, "0")}-01`), to: today }
    case "this_year":
      return { from: day(year, "01-01"), to: today }
    case "last_year":
      return { from: day(year - 1, "01-01"), to: day(year - 1, "12-31") }
    case "all_time":
      return {}
  }
}

/** Whether the range is valid; the URL may hold anything. */
export const fits = (days: ReportRange, years: number): boolean => Schema.is(reportQuery(years, {}))(days)

/** The range in the URL: a preset, which moves with today, or fixed days. */
export const rangeFields = { range: RangePreset, from: CalendarDate, to: CalendarDate }

interface Search extends ReportRange {
  readonly range?: RangePreset
}

export const rangeOf = (
  usual: RangePreset,
  [{ from, range, to }, change]: readonly [
    Search,
    (changes: { readonly [Name in keyof Search]?: Search[Name] | undefined }) => void
  ]
) => {
  const isOwn = from !== undefined || to !== undefined
  const preset = isOwn ? undefined : (range ?? usual)
  return {
    usual,
    preset,
    // A single date is sent as is: the service says what is missing.
    days:
      preset === undefined
        ? { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
        : daysOf(preset),
    choose: (chosen: RangePreset | undefined) => change({ range: chosen, from: undefined, to: undefined }),
    chooseDays: ({ from, to }: ReportRange) => change({ range: undefined, from, to })
  }
}
export type Range = ReturnType<typeof rangeOf>
