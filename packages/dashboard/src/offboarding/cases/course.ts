import { startOfDay, daysAfter } from "@svc/contract/kernel/calendar"
import type { CalendarDate } from "@svc/contract/kernel/dates"
import { DateTime, Schema } from "effect"

/** When access ends. */
export const AccessEnd = Schema.Literals(["last_day", "time", "now"])
export type AccessEnd = typeof AccessEnd.Type

/** The end of a day in a zone, as the service has it. */
const endOf = (day: CalendarDate, zone: string) => startOfDay(daysAfter(day, 1), zone)

interface Dates {
  readonly ends: AccessEnd
  readonly lastDay: CalendarDate | undefined
  readonly employmentEnds: CalendarDate | undefined
  /** The moment chosen for `time`. */
  readonly accessEnds: DateTime.Utc | undefined
  readonly zone: string
}

/** The moment at which access ends; undefined while a date is missing. */
const endOfAccess = ({ accessEnds, ends, lastDay, zone }: Dates, now: DateTime.Utc) =>
  ends === "now" ? now : ends === "time" ? accessEnds : lastDay === undefined ? undefined : endOf(lastDay, zone)

/**
 * The end of access that is saved for an immediate one: this moment. None if employment has ended by then: the service takes
 * no later end, and the end of the last day is past anyway.
 */
export const savedNow = (
  { employment_ends_on, exit_date }: { readonly exit_date: CalendarDate; readonly employment_ends_on?: string | null },
  zone: string,
  now: DateTime.Utc
) =>
  DateTime.isGreaterThan(now, startOfDay(daysAfter(employment_ends_on ?? exit_date, 1), zone))
    ? {}
    : { access_ends_at: now }

/** One event of what will happen; `at` orders them. */
export type CourseEvent =
  | { readonly kind: "start" }
  | { readonly kind: "access"; readonly at: DateTime.Utc; readonly isNow: boolean }
  | { readonly kind: "last_day" | "employment"; readonly day: CalendarDate }

/** What will happen, by time, from the dates so far. */
export const courseOf = (dates: Dates, now: DateTime.Utc): ReadonlyArray<CourseEvent> => {
  const { employmentEnds, lastDay, zone } = dates
  const end = endOfAccess(dates, now)
  const isNow = end !== undefined && DateTime.isLessThanOrEqualTo(end, now)
  const dated: ReadonlyArray<readonly [DateTime.Utc, CourseEvent]> = [
    ...(lastDay === undefined ? [] : [[startOfDay(lastDay, zone), { kind: "last_day", day: lastDay }] as const]),
    ...(end === undefined ? [] : [[end, { kind: "access", at: end, isNow }] as const]),
    ...(employmentEnds === undefined
      ? []
      : [[endOf(employmentEnds, zone), { kind: "employment", day: employmentEnds }] as const])
  ]
  const events = dated
    .toSorted(([one], [other]) => DateTime.toEpochMillis(one) - DateTime.toEpochMillis(other))
    .map(([, event]) => event)
  const immediate = events.filter((event) => event.kind === "access" && event.isNow)
  return [{ kind: "start" }, ...immediate, ...events.filter((event) => !immediate.includes(event))]
}
