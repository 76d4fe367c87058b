import { Schema } from "effect"
import { Refusal } from "../kernel/refusal.ts"

/** Of another organisation, out of the caller's scope, or not there at all: one answer. */
export class EmployeeNotFound extends Refusal<EmployeeNotFound>()("EmployeeNotFound", 404, {
  error: Schema.tag("Employee not found")
}) {}

export class EmployeeUnderLegalHold extends Refusal<EmployeeUnderLegalHold>()("EmployeeUnderLegalHold", 409, {
  error: Schema.tag(
    "An offboarding of this person, or one that they signed for, manage or are named in, is under legal hold, or was " +
      "released less than 7 days ago. Nothing of it may be erased until then"
  ),
  code: Schema.tag("legal_hold")
}) {}

/** What a member does is evidence about them, and only an ended membership is the past. */
export class EmployeeIsMember extends Refusal<EmployeeIsMember>()("EmployeeIsMember", 409, {
  error: Schema.tag(
    "This person is a member of your organisation: somebody signs in with their address. End the membership under " +
      "Members first, then erase"
  ),
  code: Schema.tag("member")
}) {}

/** Without their address nobody could revoke what is still to be revoked. */
export class RevocationOutstanding extends Refusal<RevocationOutstanding>()("RevocationOutstanding", 409, {
  error: Schema.tag(
    "Access of this person is still to be revoked, and that needs their address. Revoke it or cancel the offboarding, " +
      "then erase"
  ),
  code: Schema.tag("revocation_outstanding")
}) {}
