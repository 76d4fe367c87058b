import { Schema } from "effect"
import { Timestamp } from "../kernel/dates.ts"
import { EmployeeId } from "../kernel/ids.ts"
import { Page } from "../kernel/paging.ts"

export const EmployeeStatus = Schema.Literals(["active", "inactive"])
export type EmployeeStatus = typeof EmployeeStatus.Type

/** A person of the directory as the public API shows them: no status, no manager (D1, "Employee"). */
export const PublicEmployee = Schema.Struct({
  id: EmployeeId,
  full_name: Schema.String,
  email: Schema.String,
  role: Schema.String,
  department: Schema.String,
  created_at: Timestamp
})
export type PublicEmployee = typeof PublicEmployee.Type

export const EmployeePage = Page(PublicEmployee)
export type EmployeePage = typeof EmployeePage.Type
