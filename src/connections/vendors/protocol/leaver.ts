import { Option } from "effect"
import type { Leaver } from "./connector.ts"

/** A case's facts about the departing employee. */
interface LeavingPerson {
  readonly id: string
  readonly employee_name: string
  readonly employee_email: string | null
  readonly exit_date: string
  readonly manager_email: string | null
  readonly source_control_username: string | null
}

/** The person whom vendors are asked about, and the account that is meant if it is known; none without an address. */
export const leaverOf = (offboarding: LeavingPerson, accountId: string | null = null): Option.Option<Leaver> =>
  offboarding.employee_email === null
    ? Option.none()
    : Option.some({
        offboardingId: offboarding.id,
        name: offboarding.employee_name,
        email: offboarding.employee_email,
        exitDate: offboarding.exit_date,
        sourceControlUsername: offboarding.source_control_username,
        managerEmail: offboarding.manager_email,
        accountId
      })
