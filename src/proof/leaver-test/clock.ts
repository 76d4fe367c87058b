import { daysAfter, startOfDay } from "@svc/contract/kernel/calendar"
import { writable } from "@svc/contract/kernel/dates"
import type { ClockRule, LeaverClock } from "@svc/contract/leaver-test/figures"
import type { LeaverFacts } from "./facts.ts"

interface Started {
  readonly rule: ClockRule
  /** Milliseconds since 1970. */
  readonly at: number
}

const endOf = (day: string, zone: string) => writable(startOfDay(daysAfter(day, 1), zone)).epochMilliseconds

/** When the clock of a leaver starts, and by which rule (`docs/leaver-test.md`, "When the clock starts"). */
export const clockOf = (
  clock: LeaverClock,
  {
    firstKnownAt,
    lastWorkingDay,
    offboarding,
    zone
  }: Pick<LeaverFacts, "firstKnownAt" | "lastWorkingDay" | "offboarding" | "zone">
): Started => {
  switch (clock) {
    case "notice":
      return { rule: "first_known", at: firstKnownAt }
    case "last_working_moment":
      return offboarding?.accessEndsAt == null
        ? { rule: "end_of_last_working_day", at: endOf(lastWorkingDay, zone) }
        : { rule: "access_ends_at", at: offboarding.accessEndsAt.epochMilliseconds }
    case "end_of_employment":
      return offboarding?.employmentEndsOn == null
        ? { rule: "end_of_last_working_day", at: endOf(lastWorkingDay, zone) }
        : { rule: "end_of_employment", at: endOf(offboarding.employmentEndsOn, zone) }
  }
}
