import { Schema } from "effect"
import { described } from "./described.ts"
import { Plan, PlanFeature } from "./plans.ts"
import { Refusal, sentence } from "./refusal.ts"

// Every error body is `{ error, code? }`.

export class InvalidRequest extends Refusal<InvalidRequest>()("InvalidRequest", 400, {
  error: sentence("exit_date: must be a date that exists, as YYYY-MM-DD")
}) {}

export class Unauthenticated extends Refusal<Unauthenticated>()("Unauthenticated", 401, {
  error: Schema.tag("Missing or invalid session")
}) {}

export class AuthorizationMissing extends Refusal<AuthorizationMissing>()("AuthorizationMissing", 401, {
  error: Schema.tag("Missing or invalid Authorization header")
}) {}

/** One answer for a malformed, unknown, revoked or expired key, on purpose the same for all. */
export class ApiKeyInvalid extends Refusal<ApiKeyInvalid>()("ApiKeyInvalid", 401, {
  error: Schema.tag("Invalid or unauthorized API key")
}) {}

export class ReadOnly extends Refusal<ReadOnly>()("ReadOnly", 402, {
  error: Schema.tag(
    "This organization is read-only because its trial or subscription has ended. Choose a plan to make changes"
  ),
  code: Schema.tag("read_only")
}) {}

export class PermissionDenied extends Refusal<PermissionDenied>()("PermissionDenied", 403, {
  error: sentence("You need the permission audit_view. Ask an administrator for it"),
  permission: Schema.optionalKey(described(Schema.String, "The missing permission", { example: "audit_view" }))
}) {}

export class OrganisationSuspended extends Refusal<OrganisationSuspended>()("OrganisationSuspended", 403, {
  error: Schema.tag("This organization is suspended. Contact support")
}) {}

/** Signed in, but without an organization: only the account itself is accessible. */
export class MembershipMissing extends Refusal<MembershipMissing>()("MembershipMissing", 403, {
  error: Schema.tag(
    "You are not a member of any organization. Accept an invitation first; until then you can only manage your own account"
  ),
  code: Schema.tag("no_organisation")
}) {}

export class FeatureMissing extends Refusal<FeatureMissing>()("FeatureMissing", 403, {
  error: sentence("Your plan does not include publicApi. Upgrade to use it"),
  feature: described(PlanFeature, "The missing feature", { example: "publicApi" }),
  currentPlan: described(Plan, "The current plan", { example: "starter" }),
  upgradeRequired: described(Schema.tag(true), "Always true")
}) {}

export class ScopeMissing extends Refusal<ScopeMissing>()("ScopeMissing", 403, {
  error: sentence("This API key lacks the scope offboardings:write")
}) {}

/** For an organization without a plan: the code occurs for no other (subscription-4). */
export class PlanLimitReached extends Refusal<PlanLimitReached>()("PlanLimitReached", 403, {
  error: sentence("Without a plan, at most 3 offboardings can be open. Choose a plan, or complete an offboarding"),
  code: Schema.tag("PLAN_LIMIT_REACHED"),
  limit: Schema.optionalKey(described(Schema.Int, "The plan's limit", { example: 3 })),
  used: Schema.optionalKey(described(Schema.Int, "Current use", { example: 3 })),
  currentPlan: Schema.optionalKey(described(Plan, "The current plan", { example: "none" })),
  upgradeRequired: Schema.optionalKey(described(Schema.Literal(true), "True: a larger plan allows more"))
}) {}

/** For a plan that limits seats and active people; details are in the body, without a code (members-7). */
export class PlanLimitExceeded extends Refusal<PlanLimitExceeded>()("PlanLimitExceeded", 403, {
  error: sentence("The plan starter has 3 seats, and all are taken. Remove a member, or upgrade"),
  limit: described(Schema.Int, "The plan's limit", { example: 3 }),
  used: described(Schema.Int, "Current use", { example: 3 }),
  currentPlan: described(Plan, "The current plan", { example: "starter" }),
  upgradeRequired: described(Schema.tag(true), "Always true: a larger plan allows more")
}) {}

/** Of an offboarding that is completed (tasks-4). */
export class CaseCompleted extends Refusal<CaseCompleted>()("CaseCompleted", 409, {
  error: Schema.tag("This offboarding is completed. Move it back to an earlier stage first"),
  code: Schema.tag("case_completed")
}) {}

/** While a case is held, and for 7 days after its release (cases-23). */
export class LegalHoldInForce extends Refusal<LegalHoldInForce>()("LegalHoldInForce", 409, {
  error: Schema.tag(
    "This record is under legal hold, or was released from it less than 7 days ago, so it cannot be deleted or changed. Try again after that"
  ),
  code: Schema.tag("legal_hold")
}) {}

/** Missing or out of range: 5 to 500 characters, in the body or as `?reason=` (tasks-10, papers-13). */
export class ReasonRequired extends Refusal<ReasonRequired>()("ReasonRequired", 400, {
  error: Schema.tag(
    "The reason is missing or has the wrong length. Send a reason of 5 to 500 characters, in the body or as ?reason="
  ),
  code: Schema.tag("reason_required")
}) {}

/** Access would be revoked immediately, and the caller lacks the permission (initiations-6). */
export class PastExitDatePermission extends Refusal<PastExitDatePermission>()("PastExitDatePermission", 403, {
  error: Schema.tag(
    "exit_date has passed, so access would be revoked immediately, which needs the permission access_revoke. " +
      "Send a later day, or ask an administrator"
  ),
  code: Schema.tag("past_exit_date_permission")
}) {}

/** Approval is required, and the caller is neither Super Admin, Admin nor HR (cases-21). */
export class ApprovalRequired extends Refusal<ApprovalRequired>()("ApprovalRequired", 403, {
  error: sentence(
    "Your organization requires approval for an offboarding. Submit a request: POST /api/offboarding-initiations"
  ),
  code: Schema.tag("approval_required")
}) {}

/** No one creates or moves a record out of their own scope. */
export class OutsideRecordScope extends Refusal<OutsideRecordScope>()("OutsideRecordScope", 403, {
  error: Schema.tag(
    "You cannot save this offboarding, because you would not see it: it is about you, or its department or " +
      "manager is outside your record scope. Enter one of your departments, or yourself as the manager"
  )
}) {}

/** A cookie-authenticated write that another site made the browser send (browsers-1). */
export class CrossOrigin extends Refusal<CrossOrigin>()("CrossOrigin", 403, {
  error: Schema.tag("This request must come from the application itself")
}) {}

export class StepUpRequired extends Refusal<StepUpRequired>()("StepUpRequired", 428, {
  error: Schema.tag("step_up_required"),
  totpRequired: Schema.optionalKey(Schema.Boolean)
}) {}

export class TooManyRequests extends Refusal<TooManyRequests>()("TooManyRequests", 429, {
  error: Schema.tag("Too many requests. Please slow down.")
}) {}

export class ServerError extends Refusal<ServerError>()("ServerError", 500, { error: Schema.tag("Server error") }) {}
