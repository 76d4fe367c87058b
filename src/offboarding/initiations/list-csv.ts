import type { ListedInitiation } from "@svc/contract/initiations/schema"
import { appName } from "@svc/contract/integrations/names"
import { joined, type ListFile } from "#platform/files/list-file"

/** The list as CSV. */
export const initiationsFile: ListFile<ListedInitiation> = {
  name: "requests",
  keyOf: ({ id }) => id,
  columns: [
    ["Request ID", "Antrags-ID", ({ id }) => id],
    ["Name", "Name", ({ employee_name }) => employee_name],
    ["Email", "E-Mail", ({ employee_email }) => employee_email],
    ["Job title", "Stellenbezeichnung", ({ employee_role }) => employee_role],
    ["Department", "Abteilung", ({ employee_department }) => employee_department],
    ["Last day", "Letzter Tag", ({ exit_date }) => exit_date],
    ["Reason", "Grund", ({ separation_type }) => separation_type],
    ["Apps", "Apps", ({ apps_to_revoke }) => joined(apps_to_revoke.map(appName))],
    ["Status", "Status", ({ status }) => status],
    ["Requested by", "Beantragt von", ({ initiated_by_name }) => initiated_by_name],
    ["Requested", "Beantragt", ({ created_at }) => created_at],
    ["Approval chain", "Freigabekette", ({ chain_name }) => chain_name],
    ["Step", "Schritt", ({ current_step }) => current_step],
    ["Steps", "Schritte", ({ step_count }) => step_count],
    ["Decided by", "Entschieden von", ({ reviewed_by_name }) => reviewed_by_name],
    ["Decided", "Entschieden", ({ reviewed_at }) => reviewed_at],
    ["Reason for rejection", "Ablehnungsgrund", ({ rejection_reason }) => rejection_reason],
    ["Offboarding ID", "Austritts-ID", ({ offboarding_id }) => offboarding_id]
  ]
}
