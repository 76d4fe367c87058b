import type { DirectoryEmployee } from "@svc/contract/employees/schema"
import type { ListFile } from "#platform/files/list-file"

/** The list as CSV. */
export const directoryFile: ListFile<DirectoryEmployee> = {
  name: "people",
  keyOf: ({ id }) => id,
  columns: [
    ["Person ID", "Personen-ID", ({ id }) => id],
    ["Name", "Name", ({ full_name }) => full_name],
    ["Email", "E-Mail", ({ email }) => email],
    ["Job title", "Stellenbezeichnung", ({ role }) => role],
    ["Department", "Abteilung", ({ department }) => department],
    ["Manager", "Führungskraft", ({ manager_email }) => manager_email],
    ["Employment type", "Beschäftigungsart", ({ worker_type }) => worker_type],
    ["Contract end", "Vertragsende", ({ contract_end_date }) => contract_end_date],
    ["Employee number", "Personalnummer", ({ employee_id }) => employee_id],
    ["Status", "Status", ({ status }) => status],
    ["Time zone", "Zeitzone", ({ timezone }) => timezone],
    ["Created", "Angelegt", ({ created_at }) => created_at],
    ["Changed", "Geändert", ({ updated_at }) => updated_at]
  ]
}
