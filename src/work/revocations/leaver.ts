import { Option } from "effect"
import type { Leaver } from "#connections/vendors/connector"
import type { RevocationCase } from "./repo.ts"

/** Whom the vendors are asked about; none without an address to look up. */
export const leaverOf = (offboarding: RevocationCase): Option.Option<Leaver> =>
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
