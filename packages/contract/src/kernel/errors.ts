import { Schema } from "effect"
import { described } from "./described.ts"
import { Plan, PlanFeature } from "./plans.ts"
import { Refusal } from "./refusal.ts"

// Every error body is `{ error, code? }`. `_tag` is a class field, not a schema
// field: `Effect.catchTag` sees it, the wire and the OpenAPI document do not.

export class InvalidRequest extends Refusal<InvalidRequest>("InvalidRequest")(
  {
    error: described(Schema.String, "What was wrong and what to do", {
      example: "exit_date: must be a date that exists, as YYYY-MM-DD"
    })
  },
  { httpApiStatus: 400 }
) {
  readonly _tag = "InvalidRequest"
}

export class Unauthenticated extends Refusal<Unauthenticated>("Unauthenticated")(
  { error: Schema.tag("Missing or invalid session") },
  { httpApiStatus: 401 }
) {
  readonly _tag = "Unauthenticated"
}

export class AuthorizationMissing extends Refusal<AuthorizationMissing>("AuthorizationMissing")(
  { error: Schema.tag("Missing or invalid Authorization header") },
  { httpApiStatus: 401 }
) {
  readonly _tag = "AuthorizationMissing"
}

/** One answer for a malformed, unknown, revoked or expired key, on purpose the same for all. */
export class ApiKeyInvalid extends Refusal<ApiKeyInvalid>("ApiKeyInvalid")(
  { error: Schema.tag("Invalid or unauthorized API key") },
  { httpApiStatus: 401 }
) {
  readonly _tag = "ApiKeyInvalid"
}

export class ReadOnly extends Refusal<ReadOnly>("ReadOnly")(
  {
    error: Schema.tag(
      "This organisation is read-only because its trial or subscription has ended. Choose a plan to make changes"
    ),
    code: Schema.tag("read_only")
  },
  { httpApiStatus: 402 }
) {
  readonly _tag = "ReadOnly"
}

export class PermissionDenied extends Refusal<PermissionDenied>("PermissionDenied")(
  {
    error: described(Schema.String, "What was wrong and what to do", {
      example: "You lack the permission audit_view. Ask an administrator for it"
    }),
    permission: Schema.optionalKey(described(Schema.String, "Which one", { example: "audit_view" }))
  },
  { httpApiStatus: 403 }
) {
  readonly _tag = "PermissionDenied"
}

export class OrganisationSuspended extends Refusal<OrganisationSuspended>("OrganisationSuspended")(
  { error: Schema.tag("This organisation is suspended. Contact support") },
  { httpApiStatus: 403 }
) {
  readonly _tag = "OrganisationSuspended"
}

/** Signed in, but a member of no organisation: the account itself is all there is. */
export class MembershipMissing extends Refusal<MembershipMissing>("MembershipMissing")(
  {
    error: Schema.tag(
      "You are not a member of any organisation. Accept an invitation to one; until then you can manage your own account"
    ),
    code: Schema.tag("no_organisation")
  },
  { httpApiStatus: 403 }
) {
  readonly _tag = "MembershipMissing"
}

export class FeatureMissing extends Refusal<FeatureMissing>("FeatureMissing")(
  {
    error: described(Schema.String, "What was wrong and what to do", {
      example: "Your plan does not include publicApi. Upgrade to use it"
    }),
    feature: described(PlanFeature, "The feature that is missing", { example: "publicApi" }),
    currentPlan: described(Plan, "The plan that lacks it", { example: "starter" }),
    upgradeRequired: described(Schema.tag(true), "Always true")
  },
  { httpApiStatus: 403 }
) {
  readonly _tag = "FeatureMissing"
}

export class ScopeMissing extends Refusal<ScopeMissing>("ScopeMissing")(
  {
    error: described(Schema.String, "What was wrong and what to do", {
      example: "This API key lacks the scope offboardings:write"
    })
  },
  { httpApiStatus: 403 }
) {
  readonly _tag = "ScopeMissing"
}

/** Of an organisation with no plan: the code occurs for no other (subscription-4). */
export class PlanLimitReached extends Refusal<PlanLimitReached>("PlanLimitReached")(
  {
    error: described(Schema.String, "What was wrong and what to do", {
      example: "Without a plan at most 3 offboardings can be open. Choose a plan, or complete one"
    }),
    code: Schema.tag("PLAN_LIMIT_REACHED"),
    limit: Schema.optionalKey(described(Schema.Int, "How many the plan allows", { example: 3 })),
    used: Schema.optionalKey(described(Schema.Int, "How many there are now", { example: 3 })),
    currentPlan: Schema.optionalKey(described(Plan, "The plan that limits it", { example: "none" })),
    upgradeRequired: Schema.optionalKey(described(Schema.Literal(true), "True: a larger plan would have room"))
  },
  { httpApiStatus: 403 }
) {
  readonly _tag = "PlanLimitReached"
}

/** Of a plan that limits seats and active people; the details stand in the body, and no code (members-7). */
export class PlanLimitExceeded extends Refusal<PlanLimitExceeded>("PlanLimitExceeded")(
  {
    error: described(Schema.String, "What was wrong and what to do", {
      example: "The plan starter has 3 seats and all are taken. Remove a member or upgrade"
    }),
    limit: described(Schema.Int, "How many the plan allows", { example: 3 }),
    used: described(Schema.Int, "How many there are now", { example: 3 }),
    currentPlan: described(Plan, "The plan that limits it", { example: "starter" }),
    upgradeRequired: described(Schema.tag(true), "Always true: a larger plan would have room")
  },
  { httpApiStatus: 403 }
) {
  readonly _tag = "PlanLimitExceeded"
}

/** Of an offboarding that is completed (tasks-4). */
export class CaseCompleted extends Refusal<CaseCompleted>("CaseCompleted")(
  {
    error: Schema.tag("This offboarding is completed. Move it back a stage first"),
    code: Schema.tag("case_completed")
  },
  { httpApiStatus: 409 }
) {
  readonly _tag = "CaseCompleted"
}

/** While a case is held, and for 7 days after its release (cases-23). */
export class LegalHoldInForce extends Refusal<LegalHoldInForce>("LegalHoldInForce")(
  {
    error: Schema.tag(
      "This is under legal hold, or was released less than 7 days ago, and cannot be deleted or altered until then"
    ),
    code: Schema.tag("legal_hold")
  },
  { httpApiStatus: 409 }
) {
  readonly _tag = "LegalHoldInForce"
}

/** Missing or out of range: 5 to 500 characters, in the body or as `?reason=` (tasks-10, papers-13). */
export class ReasonRequired extends Refusal<ReasonRequired>("ReasonRequired")(
  {
    error: Schema.tag("Give a reason of 5 to 500 characters, in the body or as ?reason="),
    code: Schema.tag("reason_required")
  },
  { httpApiStatus: 400 }
) {
  readonly _tag = "ReasonRequired"
}

/** Access would be revoked at once, and the caller may not revoke any (initiations-6). */
export class PastExitDatePermission extends Refusal<PastExitDatePermission>("PastExitDatePermission")(
  {
    error: Schema.tag(
      "exit_date is past, so access would be revoked at once, which needs the permission access_revoke. Give a later " +
        "day, or ask an administrator"
    ),
    code: Schema.tag("past_exit_date_permission")
  },
  { httpApiStatus: 403 }
) {
  readonly _tag = "PastExitDatePermission"
}

/** Approval is required, and the caller is neither Super Admin, Admin nor HR (cases-21). */
export class ApprovalRequired extends Refusal<ApprovalRequired>("ApprovalRequired")(
  {
    error: described(Schema.String, "What was wrong and what to do", {
      example:
        "In this organisation an offboarding begins with an approval. Submit an initiation: POST /api/offboarding-initiations"
    }),
    code: Schema.tag("approval_required")
  },
  { httpApiStatus: 403 }
) {
  readonly _tag = "ApprovalRequired"
}

/** Nobody makes or moves a record where they would not see it. */
export class OutsideRecordScope extends Refusal<OutsideRecordScope>("OutsideRecordScope")(
  {
    error: Schema.tag(
      "You would not see this offboarding: it is about you, or its department or manager lies outside the records that you " +
        "may see. Name one of your departments, or yourself as the manager"
    )
  },
  { httpApiStatus: 403 }
) {
  readonly _tag = "OutsideRecordScope"
}

/** A cookie-authenticated write that another site made the browser send (browsers-1). */
export class CrossOrigin extends Refusal<CrossOrigin>("CrossOrigin")(
  { error: Schema.tag("This request must come from the application itself") },
  { httpApiStatus: 403 }
) {
  readonly _tag = "CrossOrigin"
}

export class StepUpRequired extends Refusal<StepUpRequired>("StepUpRequired")(
  { error: Schema.tag("step_up_required"), totpRequired: Schema.optionalKey(Schema.Boolean) },
  { httpApiStatus: 428 }
) {
  readonly _tag = "StepUpRequired"
}

export class TooManyRequests extends Refusal<TooManyRequests>("TooManyRequests")(
  { error: Schema.tag("Too many requests. Please slow down.") },
  { httpApiStatus: 429 }
) {
  readonly _tag = "TooManyRequests"
}

export class ServerError extends Refusal<ServerError>("ServerError")(
  { error: Schema.tag("Server error") },
  { httpApiStatus: 500 }
) {
  readonly _tag = "ServerError"
}
