import type { EmployeeStatus, WorkerType } from "@svc/contract/employees/schema"
import { plurals } from "#languages/plural.ts"

const plural = plurals("en")

const statuses: Readonly<Record<EmployeeStatus, string>> = { active: "Active", inactive: "Inactive" }

const workerTypes: Readonly<Record<WorkerType, string>> = {
  employee: "Employee",
  contractor: "Contractor",
  intern: "Intern",
  temporary: "Temporary"
}

export const employees = {
  title: "People",
  about: "Current and former people of your organization.",
  all: "All people",
  search: "Name, email, or number",
  statuses,
  workerTypes,
  status: "Status",
  anyStatus: "All statuses",
  workerType: "Employment type",
  anyWorkerType: "All employment types",
  person: "Person",
  none: "No people yet",
  noneText: "Add people here, import a CSV file, or connect your HR system or identity provider.",
  name: "Full name",
  email: "Email",
  role: "Job title",
  department: "Department",
  manager: "Manager",
  number: "Employee number",
  phone: "Phone",
  timezone: "Time zone",
  ownTimezone: "Organization default",
  contractEnd: "Contract ends",
  sourceControl: "Source control username",
  created: "Added",
  facts: "Details",
  add: "Add person",
  added: (name: string) => `${name} added`,
  edit: "Edit",
  editTitle: (name: string) => `Edit ${name}`,
  save: "Save",
  saved: (name: string) => `${name} saved`,
  more: "More",
  remove: "Delete record",
  removeTitle: (name: string) => `Delete the record of ${name}?`,
  removeText:
    "Use this for records created by mistake. You can’t delete a record that an offboarding, equipment, or another record refers to.",
  removed: (name: string) => `Record of ${name} deleted`,
  erase: "Erase person",
  eraseTitle: (name: string) => `Erase ${name} permanently?`,
  eraseText: "Right to erasure. No one, including the service operator, can undo this.",
  goes: "Deleted:",
  goesText: "name, email, and all other personal data, including copies:",
  eraseCases: (count: number, open: number) =>
    plural(count, {
      one: "# offboarding loses its name and emails",
      other: "# offboardings lose their names and emails"
    }) +
    (open === 0
      ? ""
      : `; ${plural(open, { one: "# is open and continues without a name", other: "# are open and continue without a name" })}`),
  eraseDocuments: (count: number) =>
    plural(count, {
      one: "# document loses its name, signer, and file",
      other: "# documents lose their names, signers, and files"
    }),
  eraseKeys: (count: number) =>
    plural(count, {
      one: "# key is destroyed, also for archives and backups",
      other: "# keys are destroyed, also for archives and backups"
    }),
  eraseExports: (count: number) =>
    plural(count, {
      one: "# data export is withdrawn",
      other: "# data exports are withdrawn"
    }),
  stays: "Kept:",
  staysText: (entries: number) =>
    `what was done and when. ${plural(entries, { one: "# audit log entry shows", other: "# audit log entries show" })} [erased] instead of the person. Hashes stay the same, so the chain still verifies.`,
  erasedAlready: (when: string) => `This person was erased on ${when}`,
  typeName: (name: string) => `Type “${name}” to confirm`,
  nameDiffers: (name: string) => `Doesn’t match “${name}”`,
  erased: (count: number) =>
    count === 0
      ? "Person erased"
      : `Person erased, including in ${plural(count, { one: "# offboarding", other: "# offboardings" })}`,
  leaves: "Start offboarding",
  openCase: "Open offboarding",
  cases: "Offboardings",
  noCases: "No offboardings yet",
  noCasesText: "When this person leaves, their offboarding appears here.",
  equipment: "Equipment",
  allEquipment: "Include returned equipment",
  reports: (count: number) => plural(count, { one: "# direct report", other: "# direct reports" }),
  accessBack: (count: number) =>
    plural(count, { one: "# account active after revocation", other: "# accounts active after revocation" }),
  app: "App",
  lastSeen: "Last seen active",
  import: "Import CSV",
  importTitle: "Import people from CSV",
  importText: "The first row must contain the column names. Up to 2,000 rows.",
  file: "CSV file",
  fileHelp: "You see a preview before anything is saved.",
  updateKnown: "Update people whose email is already in the directory",
  check: "Check file",
  importNow: (count: number) => plural(count, { one: "Import # person", other: "Import # people" }),
  imported: (imported: number, updated: number) =>
    plural(imported, { one: "# person added", other: "# people added" }) +
    (updated === 0 ? "" : `, ${plural(updated, { one: "# updated", other: "# updated" })}`),
  wouldImport: (imported: number, updated: number, total: number) =>
    `Of ${plural(total, { one: "# row", other: "# rows" })}, ${imported} would be added` +
    (updated === 0 ? "" : ` and ${updated} updated`),
  template: "Download template",
  columns: "Columns",
  needed: (name: string) => `${name} (required)`,
  managerAddress: "Manager’s email",
  oneOf: (name: string, values: ReadonlyArray<string>) => `${name}: ${values.join(", ")}`,
  asDay: (name: string) => `${name}, such as 2026-04-30`,
  ignored: (columns: string, known: string) => `Unknown columns, ignored: ${columns}. Known columns: ${known}`,
  rowErrors: "Rows that can’t be imported",
  line: "Line",
  column: "Column",
  problem: "Problem"
}
