import { momentsOf, startOfDay } from "@svc/contract/kernel/calendar"
import { dayIn } from "@svc/contract/kernel/dates"
import { rangeOf, type ReportRange } from "@svc/contract/kernel/report-range"
import type { DateTime } from "effect"

/** The moments of a range in a zone, half-open; null without one. */
export const momentsOfRange = (asked: ReportRange, zone: string) => {
  const range = rangeOf(asked)
  return range === null ? null : momentsOf(range, zone)
}

/** What it is now in a zone: the day, and when its month and its year began. */
export const nowIn = (zone: string, now: DateTime.Utc) => {
  const today = dayIn(zone, now)
  return {
    today,
    monthSince: startOfDay(`${today.slice(0, 7)}-01`, zone),
    yearSince: startOfDay(`${today.slice(0, 4)}-01-01`, zone)
  }
}
