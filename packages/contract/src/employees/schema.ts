import { Schema, Struct } from "effect"
import { CalendarDate, TimeZoneName, Timestamp } from "../kernel/dates.ts"
import { described } from "../kernel/described.ts"
import { AssetId, EmployeeId, OffboardingId } from "../kernel/ids.ts"
import { OffsetPage, OffsetParams, Page } from "../kernel/paging.ts"
import { ImportReport } from "../kernel/csv-import.ts"
import { EmailAddress, RequiredText, Text } from "../kernel/text.ts"

export const EmployeeStatus = Schema.Literals(["active", "inactive"])
export type EmployeeStatus = typeof EmployeeStatus.Type

/** A person's employment type; contractors get the shorter default checklist (tasks-3). */
export const WorkerType = Schema.Literals(["employee", "contractor", "intern", "temporary"])
export type WorkerType = typeof WorkerType.Type

/** A person of the directory as the public API shows them: no status, no manager (directory-2). */
export const PublicEmployee = Schema.Struct({
  id: described(EmployeeId, "The person's directory record"),
  full_name: described(Schema.String, "Name", { example: "Ada Lovelace" }),
  email: described(Schema.String, "Address", { example: "ada@example.com" }),
  role: described(Schema.String, "Job title; empty when unknown", { example: "Engineer" }),
  department: described(Schema.String, "Department; empty when unknown", { example: "Research" }),
  created_at: described(Timestamp, "When the record was created")
}).annotate({ identifier: "Employee" })
export type PublicEmployee = typeof PublicEmployee.Type

export const EmployeePage = Page(PublicEmployee).annotate({ identifier: "EmployeePage" })
export type EmployeePage = typeof EmployeePage.Type

/** A person of the directory as the app shows them. */
export const DirectoryEmployee = Schema.Struct({
  id: EmployeeId,
  full_name: Schema.String,
  email: Schema.String,
  /** Job title; empty when unknown. */
  role: Schema.String,
  /** Empty when unknown. */
  department: Schema.String,
  /** Need not be an address of the directory. */
  manager_email: Schema.NullOr(Schema.String),
  /** An IANA zone; null for the organization's. */
  timezone: Schema.NullOr(Schema.String),
  worker_type: WorkerType,
  contract_end_date: Schema.NullOr(CalendarDate),
  source_control_username: Schema.NullOr(Schema.String),
  phone: Schema.NullOr(Schema.String),
  /** The number by which the HR system or the identity provider knows them. */
  employee_id: Schema.NullOr(Schema.String),
  status: EmployeeStatus,
  created_at: Timestamp,
  updated_at: Timestamp
})
export type DirectoryEmployee = typeof DirectoryEmployee.Type

/** By name; `total` counts all matches. */
export const DirectoryPage = OffsetPage(DirectoryEmployee)
export type DirectoryPage = typeof DirectoryPage.Type

/** Equipment as a person's record shows it. */
export const HeldAsset = Schema.Struct({
  id: AssetId,
  item_name: Schema.String,
  serial_number: Schema.String,
  category: Schema.String
})
export type HeldAsset = typeof HeldAsset.Type

export const DirectoryEmployeeDetails = Schema.Struct({
  ...DirectoryEmployee.fields,
  /** Their offboarding that is neither completed nor cancelled, if it is in the caller's scope. */
  open_offboarding_id: Schema.NullOr(OffboardingId),
  /** Equipment that they hold; empty for callers without `assets_view`. */
  assets: Schema.Array(HeldAsset)
})
export type DirectoryEmployeeDetails = typeof DirectoryEmployeeDetails.Type

export const ListDirectory = {
  ...OffsetParams({ default: 50, maximum: 200 }),
  status: Schema.optionalKey(described(EmployeeStatus, "Only people with this status")),
  department: Schema.optionalKey(described(Text(100), "Only this department; exact match")),
  worker_type: Schema.optionalKey(described(WorkerType, "Only people with this employment type")),
  manager_email: Schema.optionalKey(
    described(Text(254), "Only people who report to this email address; case-insensitive")
  ),
  q: Schema.optionalKey(described(Text(200), "Search in name, email address and employee number; case-insensitive"))
}
export type ListDirectory = Schema.Struct.Type<typeof ListDirectory>

/** Digits and what people write between them. */
const PhoneNumber = Schema.String.check(
  Schema.isPattern(/^\+?[0-9(][0-9 ()./-]{3,28}[0-9]$/, {
    message: "must be a phone number of 5 to 31 characters, for example +49 30 1234567"
  })
)

const personFields = {
  full_name: RequiredText(200),
  email: EmailAddress,
  role: Text(100),
  department: Text(100),
  manager_email: EmailAddress,
  timezone: TimeZoneName,
  worker_type: WorkerType,
  contract_end_date: CalendarDate,
  source_control_username: RequiredText(100),
  phone: PhoneNumber,
  employee_id: RequiredText(100),
  status: EmployeeStatus
}

const optionalFields = {
  role: Schema.optionalKey(personFields.role),
  department: Schema.optionalKey(personFields.department),
  manager_email: Schema.optionalKey(Schema.NullOr(personFields.manager_email)),
  timezone: Schema.optionalKey(Schema.NullOr(personFields.timezone)),
  worker_type: Schema.optionalKey(personFields.worker_type),
  contract_end_date: Schema.optionalKey(Schema.NullOr(personFields.contract_end_date)),
  source_control_username: Schema.optionalKey(Schema.NullOr(personFields.source_control_username)),
  phone: Schema.optionalKey(Schema.NullOr(personFields.phone)),
  employee_id: Schema.optionalKey(Schema.NullOr(personFields.employee_id)),
  status: Schema.optionalKey(personFields.status)
}

/** A new person; active by default. */
export const CreateEmployee = Schema.Struct({
  full_name: personFields.full_name,
  email: personFields.email,
  ...optionalFields
})
export type CreateEmployee = typeof CreateEmployee.Type

/** Omitted fields are unchanged; null empties an optional one. */
export const UpdateEmployee = Schema.Struct({
  full_name: Schema.optionalKey(personFields.full_name),
  email: Schema.optionalKey(personFields.email),
  ...optionalFields
})
export type UpdateEmployee = typeof UpdateEmployee.Type

/** A row of an import; the columns are named as the fields. */
export const EmployeeRow = Schema.Struct({
  full_name: personFields.full_name,
  email: personFields.email,
  role: Schema.optionalKey(personFields.role),
  department: Schema.optionalKey(personFields.department),
  manager_email: Schema.optionalKey(personFields.manager_email),
  timezone: Schema.optionalKey(personFields.timezone),
  worker_type: Schema.optionalKey(personFields.worker_type),
  contract_end_date: Schema.optionalKey(personFields.contract_end_date),
  source_control_username: Schema.optionalKey(personFields.source_control_username),
  phone: Schema.optionalKey(personFields.phone),
  employee_id: Schema.optionalKey(personFields.employee_id),
  status: Schema.optionalKey(personFields.status)
})
export type EmployeeRow = typeof EmployeeRow.Type

/** The columns of such a file, those that it must have first. */
export const employeeImportColumns = {
  required: ["full_name", "email"],
  optional: Struct.keys(EmployeeRow.fields).filter((name) => name !== "full_name" && name !== "email")
} as const

/** `imported` counts new people, `updated` known ones who were changed, which only `?update=true` does. */
export const EmployeeImportReport = Schema.Struct({ ...ImportReport.fields, updated: Schema.Int })
export type EmployeeImportReport = typeof EmployeeImportReport.Type
