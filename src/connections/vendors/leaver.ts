import { Option } from "effect"
import type { Leaver } from "./connector.ts"

/** What a case tells of whoever leaves. */
interface LeavingPerson {
  readonly id: string
  readonly employee_name: string
  readonly employee_email: string | null
  readonly exit_date: string
  readonly manager_email: string | null
  readonly source_control_username: string | null
}

/** Whom the vendors are asked about; none without an address to look up. */
export const leaverOf = (offboarding: LeavingPerson): Option.Option<Leaver> =>
  offboarding.employee_email === null
    ? Option.none()
    : Option.some({
        offboardingId: offboarding.id,
        name: offboarding.employee_name,
        email: offboarding.employee_email,
        exitDate: offboarding.exit_date,
        sourceControlUsername: offboarding.source_control_username,
        managerEmail: offboarding.manager_email
      })
