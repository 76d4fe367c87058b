import { DateTime, Schema } from "effect"
import { CalendarDate } from "./dates.ts"
import { described } from "./described.ts"

const ends = {
  from: Schema.optionalKey(described(CalendarDate, "First day, in the organization's time zone; needs `to`")),
  to: Schema.optionalKey(described(CalendarDate, "Last day, inclusive; needs `from`"))
}

/** Some days of the calendar, both ends inclusive; none means what the report says. */
export interface ReportRange {
  readonly from?: CalendarDate
  readonly to?: CalendarDate
}

/** Both ends of a range, which are given together; null without one. */
export const rangeOf = ({ from, to }: ReportRange) => (from === undefined || to === undefined ? null : { from, to })

const midnight = (day: string) => DateTime.makeUnsafe(`${day}T00:00:00Z`)

/** By instants, not by texts: ten years after 9998 has no four-digit year. */
const isWithin = (from: string, to: string, years: number) =>
  DateTime.isLessThanOrEqualTo(midnight(to), DateTime.add(midnight(from), { years }))

/** The query of a report: `from` and `to` go together and are at most this many years apart. */
export const reportQuery = <const Fields extends Schema.Struct.Fields>(years: number, more: Fields) =>
  Schema.Struct({ ...ends, ...more }).check(
    Schema.makeFilter<ReportRange>(({ from, to }) => {
      if (from === undefined && to === undefined) return undefined
      if (to === undefined) return { path: ["to"], issue: "must be given with from" }
      if (from === undefined) return { path: ["from"], issue: "must be given with to" }
      if (from > to) return { path: ["from"], issue: "must not be after to" }
      return isWithin(from, to, years)
        ? undefined
        : { path: ["to"], issue: `must be at most ${years} years after from` }
    })
  )
