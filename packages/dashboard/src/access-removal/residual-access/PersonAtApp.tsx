import type { ResidualAccess } from "@svc/contract/residual-access/schema"
import { useNames } from "#connections/integrations/providers.ts"
import { Titled } from "#design/layout.tsx"
import { RowLink } from "#design/Table.tsx"
import { offboardingTab } from "#platform/pages.ts"

/** Person and app, linked to the person's Access tab. */
export const PersonAtApp = ({
  employee_name,
  offboarding_id,
  service
}: Pick<ResidualAccess, "employee_name" | "offboarding_id" | "service">) => (
  <Titled below={useNames()(service)}>
    <RowLink href={offboardingTab({ id: offboarding_id, tab: "access" })}>{employee_name}</RowLink>
  </Titled>
)
