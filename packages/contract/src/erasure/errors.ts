import { Schema } from "effect"
import { Refusal } from "../kernel/refusal.ts"

/** Another organization's, out of the caller's scope, or nonexistent: one response. */
export class EmployeeNotFound extends Refusal<EmployeeNotFound>()("EmployeeNotFound", 404, {
  error: Schema.tag("Employee not found")
}) {}

export class EmployeeUnderLegalHold extends Refusal<EmployeeUnderLegalHold>()("EmployeeUnderLegalHold", 409, {
  error: Schema.tag(
    "An offboarding that this person is the subject, signer or manager of, or is named in, is under legal hold " +
      "or was released from it less than 7 days ago, so it cannot be erased. Try again after that"
  ),
  code: Schema.tag("legal_hold")
}) {}

/** What a member does is evidence about them, and only an ended membership is the past. */
export class EmployeeIsMember extends Refusal<EmployeeIsMember>()("EmployeeIsMember", 409, {
  error: Schema.tag(
    "This person is a member of your organization: an account signs in with their email address. Remove the " +
      "member first, then erase the person"
  ),
  code: Schema.tag("member")
}) {}

/** Without their email the remaining access could not be revoked. */
export class RevocationOutstanding extends Refusal<RevocationOutstanding>()("RevocationOutstanding", 409, {
  error: Schema.tag(
    "Access of this person is not revoked yet, and revoking it needs their email address. Revoke it or cancel " +
      "the offboarding, then erase the person"
  ),
  code: Schema.tag("revocation_outstanding")
}) {}
