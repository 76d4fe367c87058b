import { Schema } from "effect"
import { Refusal } from "../kernel/refusal.ts"

/** Emails are compared without case. */
export class EmployeeEmailTaken extends Refusal<EmployeeEmailTaken>()("EmployeeEmailTaken", 409, {
  error: Schema.tag("Another person in the directory already has this email address"),
  code: Schema.tag("duplicate")
}) {}

/** Two people of the directory with one `employee_id`. */
export class EmployeeNumberTaken extends Refusal<EmployeeNumberTaken>()("EmployeeNumberTaken", 409, {
  error: Schema.tag("employee_id: another person in the directory already has this number"),
  code: Schema.tag("duplicate")
}) {}

/** The code is that of offboardings (cases-12). */
export class OwnManager extends Refusal<OwnManager>()("OwnManager", 400, {
  error: Schema.tag(
    "manager_email: a person cannot be their own manager. Send another email address, or null for none"
  ),
  code: Schema.tag("manager_email_is_employee")
}) {}

/** An erasure is final. */
export class EmployeeErased extends Refusal<EmployeeErased>()("EmployeeErased", 409, {
  error: Schema.tag("This person was erased, so their record cannot be changed or deleted. Add a new person instead"),
  code: Schema.tag("erased")
}) {}

export class EmployeeInUse extends Refusal<EmployeeInUse>()("EmployeeInUse", 409, {
  error: Schema.tag(
    "Offboardings, equipment or other records refer to this person. Set their status to inactive, or erase them, instead"
  ),
  code: Schema.tag("employee_in_use")
}) {}
