import type { ClockRule, LeaverClock } from "@svc/contract/leaver-test/figures"
import { accessEndsAt, employmentEndsAt } from "#records/case-clocks"
import type { LeaverFacts } from "./facts.ts"

interface Started {
  readonly rule: ClockRule
  /** Milliseconds since 1970. */
  readonly at: number
}

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
  const accessEnd = offboarding?.accessEndsAt ?? null
  const employmentEnd = offboarding?.employmentEndsOn ?? null
  switch (clock) {
    case "notice":
      return { rule: "first_known", at: firstKnownAt }
    case "last_working_moment":
      return {
        rule: accessEnd === null ? "end_of_last_working_day" : "access_ends_at",
        at: accessEndsAt({ exitDate: lastWorkingDay, accessEndsAt: accessEnd, timezone: zone }).epochMilliseconds
      }
    case "end_of_employment":
      return {
        rule: employmentEnd === null ? "end_of_last_working_day" : "end_of_employment",
        at: employmentEndsAt({ exitDate: lastWorkingDay, employmentEndsOn: employmentEnd, timezone: zone })
          .epochMilliseconds
      }
  }
}
