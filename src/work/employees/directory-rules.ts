import { EmployeeErased, OwnManager } from "@svc/contract/employees/errors"
import type { CreateEmployee, DirectoryEmployee, EmployeeRow, UpdateEmployee } from "@svc/contract/employees/schema"
import { Result } from "effect"

/** What of a person's record can be changed. */
export type PersonFields = Omit<DirectoryEmployee, "id" | "created_at" | "updated_at">

/** Fields whose values are logged plainly; the values of others are personal. */
const open = ["role", "department", "timezone", "worker_type", "contract_end_date", "status"] as const
const own = ["full_name", "email", "employee_id", "source_control_username", "phone"] as const

/** A field that changed, with both values; null for none. */
export interface FieldChange {
  readonly field: keyof PersonFields
  readonly before: string | null
  readonly after: string | null
  /** The owner of the values: none, the person, or other people, each named by their email. */
  readonly of: "nobody" | "person" | "managers"
}

/** Addresses are compared without case (ASCII), as the columns do. */
export const folded = (address: string): string => address.toLowerCase()

/** The record after the change. */
export const changed = (before: PersonFields, input: UpdateEmployee | EmployeeRow): PersonFields => ({
  full_name: input.full_name ?? before.full_name,
  email: input.email ?? before.email,
  role: input.role ?? before.role,
  department: input.department ?? before.department,
  manager_email: input.manager_email === undefined ? before.manager_email : input.manager_email,
  timezone: input.timezone === undefined ? before.timezone : input.timezone,
  worker_type: input.worker_type ?? before.worker_type,
  contract_end_date: input.contract_end_date === undefined ? before.contract_end_date : input.contract_end_date,
  source_control_username:
    input.source_control_username === undefined ? before.source_control_username : input.source_control_username,
  phone: input.phone === undefined ? before.phone : input.phone,
  employee_id: input.employee_id === undefined ? before.employee_id : input.employee_id,
  status: input.status ?? before.status
})

export const changesBetween = (before: PersonFields, after: PersonFields): ReadonlyArray<FieldChange> =>
  [
    ...own.map((field) => ({ field, of: "person" as const })),
    ...open.map((field) => ({ field, of: "nobody" as const })),
    { field: "manager_email" as const, of: "managers" as const }
  ]
    .map(({ field, of }) => ({ field, of, before: before[field], after: after[field] }))
    .filter((change) => change.before !== change.after)

/** A new person, for `Employees.add`. */
export const newcomer = (input: CreateEmployee | EmployeeRow) => ({
  fullName: input.full_name,
  email: input.email,
  role: input.role ?? "",
  department: input.department ?? "",
  managerEmail: input.manager_email ?? null,
  timezone: input.timezone ?? null,
  workerType: input.worker_type ?? ("employee" as const),
  contractEndDate: input.contract_end_date ?? null,
  sourceControlUsername: input.source_control_username ?? null,
  phone: input.phone ?? null,
  employeeId: input.employee_id ?? null,
  status: input.status ?? ("active" as const)
})

export const admitManager = (person: {
  readonly email: string
  readonly manager_email?: string | null
}): Result.Result<void, OwnManager> =>
  typeof person.manager_email === "string" && folded(person.manager_email) === folded(person.email)
    ? Result.fail(new OwnManager())
    : Result.void

export const admitErased = (person: { readonly erased: boolean }): Result.Result<void, EmployeeErased> =>
  person.erased ? Result.fail(new EmployeeErased()) : Result.void
