import { dayIn, writable } from "@svc/contract/kernel/dates"
import type { ReportRange } from "@svc/contract/kernel/report-range"
import { DateTime, Option } from "effect"

const midnight = (day: string) => DateTime.makeUnsafe(`${day}T00:00:00Z`)

/**
 * The first moment of a day of the calendar in a zone. Where clocks skip that midnight, the moment at which they do;
 * where they show it twice, the first time.
 */
const startIn = (zone: string, day: DateTime.Utc): DateTime.Utc =>
  writable(
    DateTime.toUtc(
      Option.getOrThrow(
        DateTime.makeZoned(day, { timeZone: zone, adjustForTimeZone: true, disambiguation: "compatible" })
      )
    )
  )

const startOfDay = (day: string, zone: string): DateTime.Utc => startIn(zone, midnight(day))

/** The moments of a range in a zone, half-open; null without one. */
export const momentsOf = ({ from, to }: ReportRange, zone: string) =>
  from === undefined || to === undefined
    ? null
    : { since: startOfDay(from, zone), until: startIn(zone, DateTime.add(midnight(to), { days: 1 })) }

/** What it is now in a zone: the day, and when its month and its year began. */
export const nowIn = (zone: string, now: DateTime.Utc) => {
  const today = dayIn(zone, now)
  return {
    today,
    monthSince: startOfDay(`${today.slice(0, 7)}-01`, zone),
    yearSince: startOfDay(`${today.slice(0, 4)}-01-01`, zone)
  }
}
