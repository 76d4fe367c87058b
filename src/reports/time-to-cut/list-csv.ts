import type { LateCase } from "@svc/contract/time-to-cut/schema"
import { appName } from "@svc/contract/integrations/names"
import type { ListFile } from "#platform/files/list-file"

/** The list as CSV. */
export const lateFile: ListFile<LateCase> = {
  name: "time-to-revoke",
  keyOf: ({ offboarding_id }) => offboarding_id,
  columns: [
    ["Offboarding ID", "Austritts-ID", ({ offboarding_id }) => offboarding_id],
    ["Employee", "Person", ({ employee_name }) => employee_name],
    ["Department", "Abteilung", ({ department }) => department],
    ["Access ended", "Zugriff endete", ({ access_ended_at }) => access_ended_at],
    ["Revoked", "Entzogen", ({ cut_at }) => cut_at],
    ["Hours", "Stunden", ({ hours }) => hours],
    ["Last app", "Letzte App", ({ app }) => appName(app)],
    ["Cause", "Ursache", ({ cause }) => cause]
  ]
}
