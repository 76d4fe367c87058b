import { Option } from "effect"
import type { Leaver } from "#connections/vendors/connector"
import type { CaseFacts } from "#access/case-facts"

/** Whom vendors are asked about, as a case names them. */
type Asked = Pick<CaseFacts, "id" | "employee_name" | "employee_email" | "exit_date" | "manager_email"> & {
  readonly source_control_username: string | null
}

/** Whom the vendors are asked about; none without an address to look up. */
export const leaverOf = (offboarding: Asked): Option.Option<Leaver> =>
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
