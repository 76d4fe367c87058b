import { Schema } from "effect"
import { Refusal, sentence } from "../kernel/refusal.ts"

/** Unknown, another organisation's, or outside the caller's record scope: all answered alike. */
export class EntitlementsCaseNotFound extends Refusal<EntitlementsCaseNotFound>()("EntitlementsCaseNotFound", 404, {
  error: Schema.tag("Offboarding not found")
}) {}

export class AccessReturnNotFound extends Refusal<AccessReturnNotFound>()("AccessReturnNotFound", 404, {
  error: Schema.tag("No return of access has this id")
}) {}

export class NothingToReturn extends Refusal<NothingToReturn>()("NothingToReturn", 409, {
  error: Schema.tag(
    "Nothing is known that this service took at these apps, so there is nothing to give back. Only what was seen before a cut, and no more after it, can be"
  ),
  code: Schema.tag("nothing_to_return")
}) {}

/** One return of a case at a time. */
export class ReturnOpen extends Refusal<ReturnOpen>()("ReturnOpen", 409, {
  error: Schema.tag(
    "Another return of this offboarding is proposed or under way. Decide it, or wait until it has ended"
  ),
  code: Schema.tag("return_open")
}) {}

/** A cut is under way: what it takes is not known yet. */
export class RevocationUnderWay extends Refusal<RevocationUnderWay>()("RevocationUnderWay", 409, {
  error: Schema.tag("Access of this person is being revoked. Wait until that has ended"),
  code: Schema.tag("revocation_under_way")
}) {}

/** The person was erased: nobody can be looked up at an app any more. */
export class ReturnOfNobody extends Refusal<ReturnOfNobody>()("ReturnOfNobody", 409, {
  error: Schema.tag("This offboarding names no e-mail address any more, so no account can be found to give back")
}) {}

export class ReturnDecided extends Refusal<ReturnDecided>()("ReturnDecided", 409, {
  error: Schema.tag("This return was decided already"),
  code: Schema.tag("return_decided")
}) {}

/** What would be given back is not what was read. */
export class ReturnPlanChanged extends Refusal<ReturnPlanChanged>()("ReturnPlanChanged", 409, {
  error: sentence(
    "The plan is another one than the one that was read. Read it again, or decline it and have it proposed anew"
  ),
  code: Schema.tag("return_plan_changed")
}) {}
