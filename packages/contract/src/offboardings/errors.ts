import { Schema } from "effect"
import { described } from "../kernel/described.ts"
import { OffboardingId } from "../kernel/ids.ts"
import { Refusal, sentence } from "../kernel/refusal.ts"
import { HandoverItem, MissingItem } from "./schema.ts"

/** Unknown, another organization's, or outside the caller's record scope: one response. */
export class OffboardingNotFound extends Refusal<OffboardingNotFound>()("OffboardingNotFound", 404, {
  error: Schema.tag("Offboarding not found")
}) {}

/** No member with this id, or one who cannot see the offboarding: one response. */
export class OwnerUnknown extends Refusal<OwnerUnknown>()("OwnerUnknown", 400, {
  error: Schema.tag("owner_id: this member does not exist or cannot see the offboarding. Choose another member"),
  code: Schema.tag("owner_unknown")
}) {}

/** `apps` names an app without a connected integration that can revoke. */
export class UnknownApps extends Refusal<UnknownApps>()("UnknownApps", 400, {
  error: sentence("These apps are not connected or cannot revoke access: Jira"),
  code: Schema.tag("unknown_apps"),
  apps: described(Schema.Array(Schema.String), "The unknown names", { example: ["Jira"] })
}) {}

export class ManagerIsEmployee extends Refusal<ManagerIsEmployee>()("ManagerIsEmployee", 400, {
  error: Schema.tag(
    "manager_email is the employee's own email address. Send the email address of their manager, or null for none"
  ),
  code: Schema.tag("manager_email_is_employee")
}) {}

export class JurisdictionUnknown extends Refusal<JurisdictionUnknown>()("JurisdictionUnknown", 400, {
  error: Schema.tag("jurisdiction must be an existing ISO 3166 code of a country or region, for example DE or US-CA")
}) {}

/** The day on which employment ends lies before the last working day. */
export class EmploymentEndsBeforeExit extends Refusal<EmploymentEndsBeforeExit>()("EmploymentEndsBeforeExit", 400, {
  error: sentence(
    "employment_ends_on: 2026-04-15 is before the last working day, 2026-04-30. Send that day or a later one, or null"
  )
}) {}

/** Access would continue after employment has ended. */
export class AccessEndsAfterEmployment extends Refusal<AccessEndsAfterEmployment>()("AccessEndsAfterEmployment", 400, {
  error: sentence(
    "access_ends_at: employment ends on 2026-04-30 in Europe/Berlin, and access must end no later than that day " +
      "does, at 2026-04-30T22:00:00.000Z. Send an earlier moment, a later employment_ends_on, or null"
  )
}) {}

/** Sooner than with the end of today, the soonest that a last working day can end access (cases-29). */
export class AccessCutOffPermission extends Refusal<AccessCutOffPermission>()("AccessCutOffPermission", 403, {
  error: Schema.tag(
    "access_ends_at is before the end of today, which needs the permission access_revoke. Send a later moment, " +
      "or ask an administrator"
  ),
  code: Schema.tag("access_cut_off_permission")
}) {}

export class CancelReasonRequired extends Refusal<CancelReasonRequired>()("CancelReasonRequired", 400, {
  error: Schema.tag("Canceling needs a reason. Send a reason of 5 to 500 characters")
}) {}

/** `id` is that of the open offboarding, so that a retry is safe. */
export class OffboardingDuplicate extends Refusal<OffboardingDuplicate>()("OffboardingDuplicate", 409, {
  error: Schema.tag("This person already has an open offboarding"),
  code: Schema.tag("duplicate"),
  id: described(OffboardingId, "The id of the open offboarding, so that a retry is safe")
}) {}

/** `missing` names everything that has to be done before the move. */
export class StageGateClosed extends Refusal<StageGateClosed>()("StageGateClosed", 409, {
  error: sentence("The offboarding cannot move to this stage yet. Still missing: github"),
  code: Schema.tag("stage_gate"),
  missing: described(Schema.Array(MissingItem), "Everything that is still missing")
}) {}

/** Completing would end the person's membership, and something they own must be handed over first. */
export class MemberHandover extends Refusal<MemberHandover>()("MemberHandover", 409, {
  error: sentence(
    "Completing this offboarding ends a membership of this organization. Hand over first: the steps of the " +
      "approval chain Leadership"
  ),
  code: Schema.tag("member_handover"),
  missing: described(Schema.Array(HandoverItem), "Everything that must be handed over")
}) {}

export class OffboardingCancelled extends Refusal<OffboardingCancelled>()("OffboardingCancelled", 409, {
  error: Schema.tag("This offboarding is canceled, which is final. Create a new one instead")
}) {}

export class CompletedNotCancellable extends Refusal<CompletedNotCancellable>()("CompletedNotCancellable", 409, {
  error: Schema.tag("A completed offboarding cannot be canceled. Move it back to an earlier stage first")
}) {}

/** "There is nothing to revoke" cannot be confirmed of a case with apps. */
export class AppsSelected extends Refusal<AppsSelected>()("AppsSelected", 409, {
  error: Schema.tag("Apps are selected for this offboarding. Revoke them or confirm their removal instead")
}) {}

/** Its vendors are being called at this moment, or are about to be. */
export class OffboardingBeingRevoked extends Refusal<OffboardingBeingRevoked>()("OffboardingBeingRevoked", 409, {
  error: Schema.tag("Access is being revoked for this offboarding. Delete it when the revocation has finished")
}) {}
