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
  about: "Everybody who works or worked here.",
  all: "All people",
  search: "Name, address or number",
  statuses,
  workerTypes,
  status: "Status",
  anyStatus: "Active and inactive",
  workerType: "Works as",
  anyWorkerType: "Every way of working",
  person: "Person",
  none: "Nobody is in the directory yet",
  noneText: "Add people here or from a CSV file, or let your HR system or identity provider bring them.",
  name: "Full name",
  email: "E-mail",
  role: "Job title",
  department: "Department",
  manager: "Manager",
  number: "Employee number",
  phone: "Phone",
  timezone: "Time zone",
  ownTimezone: "The organization’s",
  contractEnd: "Contract ends",
  sourceControl: "Source control name",
  created: "In the directory since",
  facts: "About",
  add: "Add a person",
  added: (name: string) => `${name} was added`,
  edit: "Edit",
  editTitle: (name: string) => `Edit ${name}`,
  save: "Save",
  saved: (name: string) => `${name} was saved`,
  more: "More",
  remove: "Delete the record",
  removeTitle: (name: string) => `Delete the record of ${name}?`,
  removeText:
    "For records made by mistake. It is refused while an offboarding, equipment or another record names this person.",
  removed: (name: string) => `The record of ${name} was deleted`,
  erase: "Erase this person",
  eraseTitle: (name: string) => `Erase ${name} for good?`,
  eraseText: "The right to be forgotten. Nobody, not even the operator of this service, can bring it back.",
  goes: "Goes:",
  goesText: "name, address and all other personal values, wherever they were copied to:",
  eraseCases: (count: number, open: number) =>
    plural(count, { one: "# offboarding loses name and addresses", other: "# offboardings lose name and addresses" }) +
    (open === 0
      ? ""
      : `; ${plural(open, { one: "# is open and goes on without a name", other: "# are open and go on without a name" })}`),
  eraseDocuments: (count: number) =>
    plural(count, {
      one: "# document loses its name, signer and file",
      other: "# documents lose their names, signers and files"
    }),
  eraseKeys: (count: number) =>
    plural(count, {
      one: "# key is destroyed, in archives and backups, too",
      other: "# keys are destroyed, in archives and backups, too"
    }),
  eraseExports: (count: number) =>
    plural(count, {
      one: "# export of the organisation is withdrawn",
      other: "# exports of the organisation are withdrawn"
    }),
  stays: "Stays:",
  staysText: (entries: number) =>
    `what was done and when. ${plural(entries, { one: "# entry of the audit log reads", other: "# entries of the audit log read" })} [erased] where the person stood, with the same hashes: the chain still verifies.`,
  erasedAlready: (when: string) => `This person was erased on ${when}`,
  typeName: (name: string) => `Type “${name}” to go on`,
  nameDiffers: (name: string) => `does not say “${name}”`,
  erased: (count: number) =>
    count === 0
      ? "The person was erased"
      : `The person was erased, also in ${plural(count, { one: "# offboarding", other: "# offboardings" })}`,
  leaves: "Start offboarding",
  openCase: "Open offboarding",
  cases: "Offboardings",
  noCases: "No offboarding so far",
  noCasesText: "When this person leaves, the offboarding stands here.",
  equipment: "Equipment",
  allEquipment: "With what was returned",
  reports: (count: number) => plural(count, { one: "# direct report", other: "# direct reports" }),
  accessBack: (count: number) =>
    plural(count, { one: "# revoked account is active", other: "# revoked accounts are active" }),
  app: "App",
  lastSeen: "Last seen active",
  import: "Import CSV",
  importTitle: "Import people from a CSV file",
  importText: "The first line names the columns. At most 2,000 rows.",
  file: "CSV file",
  fileHelp: "Nothing is written before you have seen what would be.",
  updateKnown: "Change people whose address is known already",
  check: "Check the file",
  importNow: (count: number) => plural(count, { one: "Import # person", other: "Import # people" }),
  imported: (imported: number, updated: number) =>
    plural(imported, { one: "# person was added", other: "# people were added" }) +
    (updated === 0 ? "" : `, ${plural(updated, { one: "# changed", other: "# changed" })}`),
  wouldImport: (imported: number, updated: number, total: number) =>
    `Of ${plural(total, { one: "# row", other: "# rows" })}, ${imported} would be added` +
    (updated === 0 ? "" : ` and ${updated} changed`),
  template: "Download a template",
  columns: "The columns",
  needed: (name: string) => `${name} (needed)`,
  managerAddress: "Manager’s e-mail",
  oneOf: (name: string, values: ReadonlyArray<string>) => `${name}: ${values.join(", ")}`,
  asDay: (name: string) => `${name}, as 2026-04-30`,
  ignored: (columns: string, known: string) =>
    `Not read, as no column has the name: ${columns}. Those that are read: ${known}`,
  rowErrors: "Rows that cannot be imported",
  line: "Line",
  column: "Column",
  problem: "What is wrong"
}
