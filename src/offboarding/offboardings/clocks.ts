import { AccessEndsAfterEmployment, EmploymentEndsBeforeExit } from "@svc/contract/offboardings/errors"
import { DateTime, Result } from "effect"
import { employmentEndsAt, endOfDay } from "#records/case-clocks"

/** The clocks of a case, as its row has them. */
interface Clocks {
  readonly exit_date: string
  readonly access_ends_at: DateTime.Utc | null
  readonly employment_ends_on: string | null
}

/**
 * Employment does not end before the last working day, and access not after employment, in the zone of the case
 * (offboarding-116).
 */
export const admitClocks = (
  { access_ends_at, employment_ends_on, exit_date }: Clocks,
  timezone: string
): Result.Result<void, EmploymentEndsBeforeExit | AccessEndsAfterEmployment> => {
  if (employment_ends_on !== null && employment_ends_on < exit_date) {
    return Result.fail(
      new EmploymentEndsBeforeExit({
        error:
          `employment_ends_on: ${employment_ends_on} is before the last working day, ${exit_date}. Send that day ` +
          "or a later one, or null"
      })
    )
  }
  const end = employmentEndsAt({ exitDate: exit_date, employmentEndsOn: employment_ends_on, timezone })
  if (access_ends_at !== null && DateTime.isGreaterThan(access_ends_at, end)) {
    return Result.fail(
      new AccessEndsAfterEmployment({
        error:
          `access_ends_at: employment ends on ${employment_ends_on ?? exit_date} in ${timezone}, and access must ` +
          `end no later than that day does, at ${DateTime.formatIso(end)}. Send an earlier moment, a later ` +
          "employment_ends_on, or null"
      })
    )
  }
  return Result.void
}

/** Whether a moment of its own ends access sooner than any last working day that is not past could. */
export const cutsOff = (accessEndsAt: DateTime.Utc | null, today: string, zone: string): boolean =>
  accessEndsAt !== null && DateTime.isLessThan(accessEndsAt, endOfDay(today, zone))
