import { Schema } from "effect"

/** E-mail addresses are compared without case. */
export class EmployeeEmailTaken extends Schema.Error<EmployeeEmailTaken>("EmployeeEmailTaken")(
  { error: Schema.tag("Somebody in the directory already has this e-mail address"), code: Schema.tag("duplicate") },
  { httpApiStatus: 409 }
) {
  readonly _tag = "EmployeeEmailTaken"
}
