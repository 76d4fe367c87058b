import { Schema } from "effect"
import { Timestamp } from "../kernel/dates.ts"
import { described } from "../kernel/described.ts"
import { EmployeeId } from "../kernel/ids.ts"
import { Page } from "../kernel/paging.ts"

export const EmployeeStatus = Schema.Literals(["active", "inactive"])
export type EmployeeStatus = typeof EmployeeStatus.Type

/** How somebody works for the organisation; contractors get the shorter default checklist (D3). */
export const WorkerType = Schema.Literals(["employee", "contractor", "intern", "temporary"])
export type WorkerType = typeof WorkerType.Type

/** A person of the directory as the public API shows them: no status, no manager (D1, "Employee"). */
export const PublicEmployee = Schema.Struct({
  id: described(EmployeeId, "The person's record in the directory"),
  full_name: described(Schema.String, "Name", { example: "Ada Lovelace" }),
  email: described(Schema.String, "Address", { example: "ada@example.com" }),
  role: described(Schema.String, "Job title; empty when unknown", { example: "Engineer" }),
  department: described(Schema.String, "Department; empty when unknown", { example: "Research" }),
  created_at: described(Timestamp, "When the record was made")
}).annotate({ identifier: "Employee" })
export type PublicEmployee = typeof PublicEmployee.Type

export const EmployeePage = Page(PublicEmployee).annotate({ identifier: "EmployeePage" })
export type EmployeePage = typeof EmployeePage.Type
