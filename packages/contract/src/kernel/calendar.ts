import { DateTime, Option } from "effect"
import { writable } from "./dates.ts"

const midnight = (day: string) => DateTime.makeUnsafe(`${day}T00:00:00Z`)

/** The day this many days later; `YYYY-MM-DD`. */
export const daysAfter = (day: string, days: number): string =>
  DateTime.formatIsoDateUtc(DateTime.add(midnight(day), { days }))

/**
 * The first moment of a day of the calendar in a zone. Where clocks skip that midnight, the moment at which they do; where
 * they show it twice, the first time.
 */
export const startOfDay = (day: string, zone: string): DateTime.Utc =>
  writable(
    DateTime.toUtc(
      Option.getOrThrow(
        DateTime.makeZoned(`${day}T00:00:00Z`, {
          timeZone: zone,
          adjustForTimeZone: true,
          disambiguation: "compatible"
        })
      )
    )
  )

/** Days of the calendar, both inclusive. */
export interface Days {
  readonly from: string
  readonly to: string
}

/** The moments of these days in a zone, half-open. */
export const momentsOf = ({ from, to }: Days, zone: string) => ({
  since: startOfDay(from, zone),
  until: startOfDay(daysAfter(to, 1), zone)
})

/** A week from Monday, or a month of the calendar. */
export type Period = "week" | "month"

const firstOf = (period: Period, day: string): string =>
  DateTime.formatIsoDateUtc(DateTime.startOf(midnight(day), period, { weekStartsOn: 1 }))

/** The first days of all weeks or months that a range touches, oldest first. */
export const periodsOf = (period: Period, { from, to }: Days): ReadonlyArray<string> => {
  const firsts: Array<string> = []
  const last = midnight(to)
  // By moments: the day after 9999-12-31 is written with a sign, and sorts before it.
  for (let at = midnight(firstOf(period, from)); DateTime.isLessThanOrEqualTo(at, last);) {
    firsts.push(DateTime.formatIsoDateUtc(at))
    at = DateTime.add(at, period === "week" ? { weeks: 1 } : { months: 1 })
  }
  return firsts
}

/** From the first day of the month eleven months ago to today. */
export const lastTwelveMonths = (today: string): Days => ({
  from: DateTime.formatIsoDateUtc(DateTime.subtract(midnight(firstOf("month", today)), { months: 11 })),
  to: today
})
