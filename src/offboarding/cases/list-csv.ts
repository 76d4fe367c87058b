import { isFailedRemoval } from "@svc/contract/cases/removal"
import type { Case } from "@svc/contract/cases/schema"
import { appName } from "@svc/contract/integrations/names"
import { joined, type ListFile } from "#platform/files/list-file"

/** The list as CSV. */
export const casesFile: ListFile<Case> = {
  name: "offboardings",
  keyOf: ({ id }) => id,
  columns: [
    ["Offboarding ID", "Austritts-ID", ({ id }) => id],
    ["Name", "Name", ({ employee_name }) => employee_name],
    ["Email", "E-Mail", ({ employee_email }) => employee_email],
    ["Job title", "Stellenbezeichnung", ({ employee_role }) => employee_role],
    ["Department", "Abteilung", ({ employee_department }) => employee_department],
    ["Manager", "Führungskraft", ({ manager_email }) => manager_email],
    ["Owner", "Verantwortlich", ({ owner_name }) => owner_name],
    ["Reason", "Grund", ({ separation_type }) => separation_type],
    ["Stage", "Stufe", ({ status }) => status],
    ["Last day", "Letzter Tag", ({ exit_date }) => exit_date],
    ["Access ends", "Zugriff endet", ({ access_ends_at }) => access_ends_at],
    ["Automatic revocation", "Automatischer Entzug", ({ revoke_at }) => revoke_at],
    ["Apps", "Apps", ({ apps }) => joined(apps.map(({ service_name }) => appName(service_name)))],
    [
      "Verified apps",
      "Verifizierte Apps",
      ({ apps }) =>
        joined(apps.flatMap((app) => (app.verified && !app.still_active ? [appName(app.service_name)] : [])))
    ],
    [
      "Failed removals",
      "Fehlgeschlagene Entzüge",
      ({ apps }) => joined(apps.flatMap((app) => (isFailedRemoval(app) ? [appName(app.service_name)] : [])))
    ],
    ["Tasks", "Aufgaben", ({ checklist_items }) => checklist_items.length],
    [
      "Open tasks",
      "Offene Aufgaben",
      ({ checklist_items }) => checklist_items.filter(({ completed }) => !completed).length
    ],
    ["Legal hold", "Löschsperre (Legal Hold)", ({ legal_hold }) => legal_hold],
    ["Source", "Quelle", ({ source }) => source],
    ["Created", "Angelegt", ({ created_at }) => created_at],
    ["Completed", "Abgeschlossen", ({ completed_at }) => completed_at]
  ]
}
