import { Schema } from "effect"
import { Refusal } from "../kernel/refusal.ts"

/** Of another organisation, out of the caller's scope, or not there at all: one answer. */
export class EmployeeNotFound extends Refusal<EmployeeNotFound>("EmployeeNotFound")(
  { error: Schema.tag("Employee not found") },
  { httpApiStatus: 404 }
) {
  readonly _tag = "EmployeeNotFound"
}

export class EmployeeUnderLegalHold extends Refusal<EmployeeUnderLegalHold>("EmployeeUnderLegalHold")(
  {
    error: Schema.tag(
      "An offboarding of this person is under legal hold, or was released less than 7 days ago. Nothing of it may be " +
        "erased until then"
    ),
    code: Schema.tag("legal_hold")
  },
  { httpApiStatus: 409 }
) {
  readonly _tag = "EmployeeUnderLegalHold"
}

/** Without their address nobody could revoke what is still to be revoked. */
export class RevocationOutstanding extends Refusal<RevocationOutstanding>("RevocationOutstanding")(
  {
    error: Schema.tag(
      "Access of this person is still to be revoked, and that needs their address. Revoke it or cancel the offboarding, " +
        "then erase"
    ),
    code: Schema.tag("revocation_outstanding")
  },
  { httpApiStatus: 409 }
) {
  readonly _tag = "RevocationOutstanding"
}
