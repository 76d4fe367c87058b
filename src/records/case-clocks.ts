import { daysAfter, startOfDay } from "@svc/contract/kernel/calendar"
import { writable } from "@svc/contract/kernel/dates"
import type { DateTime } from "effect"

/**
 * The end of a day of the calendar in a zone: the first moment of the day after. Where clocks skip that midnight, the
 * moment at which they do; where they show it twice, the first time (revocation-4).
 */
export const endOfDay = (day: string, zone: string): DateTime.Utc => writable(startOfDay(daysAfter(day, 1), zone))

/** When access ends: at the moment that the case names, else with the last working day in the case's zone. */
export const accessEndsAt = (clocks: {
  readonly exitDate: string
  readonly accessEndsAt: DateTime.Utc | null
  readonly timezone: string
}): DateTime.Utc => clocks.accessEndsAt ?? endOfDay(clocks.exitDate, clocks.timezone)

/** When employment ends: with the day that the case names, else with the last working day, in the case's zone. */
export const employmentEndsAt = (clocks: {
  readonly exitDate: string
  readonly employmentEndsOn: string | null
  readonly timezone: string
}): DateTime.Utc => endOfDay(clocks.employmentEndsOn ?? clocks.exitDate, clocks.timezone)
