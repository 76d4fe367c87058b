import { Schema } from "effect"
import { Refusal, sentence } from "../kernel/refusal.ts"

/** Unknown, another organization's, or outside the caller's record scope: one response. */
export class EntitlementsCaseNotFound extends Refusal<EntitlementsCaseNotFound>()("EntitlementsCaseNotFound", 404, {
  error: Schema.tag("Offboarding not found")
}) {}

export class AccessReturnNotFound extends Refusal<AccessReturnNotFound>()("AccessReturnNotFound", 404, {
  error: Schema.tag("Access restore not found")
}) {}

export class NothingToReturn extends Refusal<NothingToReturn>()("NothingToReturn", 409, {
  error: Schema.tag(
    "No record shows that this service removed access at these apps, so there is nothing to restore. Only access that was visible before a revocation and not after it can be restored"
  ),
  code: Schema.tag("nothing_to_return")
}) {}

/** One return of a case at a time. */
export class ReturnOpen extends Refusal<ReturnOpen>()("ReturnOpen", 409, {
  error: Schema.tag(
    "Another access restore of this offboarding is proposed or in progress. Decide on it, or try again when it has finished"
  ),
  code: Schema.tag("return_open")
}) {}

/** A revocation is in progress: what it removes is not known yet. */
export class RevocationUnderWay extends Refusal<RevocationUnderWay>()("RevocationUnderWay", 409, {
  error: Schema.tag("A revocation for this person is in progress. Try again when it has finished"),
  code: Schema.tag("revocation_under_way")
}) {}

/** The person was erased: no one can be looked up at an app anymore. */
export class ReturnOfNobody extends Refusal<ReturnOfNobody>()("ReturnOfNobody", 409, {
  error: Schema.tag("This offboarding no longer has an email address, so no account can be found to restore")
}) {}

export class ReturnDecided extends Refusal<ReturnDecided>()("ReturnDecided", 409, {
  error: Schema.tag("This access restore was already decided"),
  code: Schema.tag("return_decided")
}) {}

/** What would be given back is not what was read. */
export class ReturnPlanChanged extends Refusal<ReturnPlanChanged>()("ReturnPlanChanged", 409, {
  error: sentence("The plan has changed since you read it. Read it again, or decline it and have a new one proposed"),
  code: Schema.tag("return_plan_changed")
}) {}
