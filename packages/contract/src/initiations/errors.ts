import { Schema } from "effect"
import { described } from "../kernel/described.ts"
import { Refusal, sentence } from "../kernel/refusal.ts"
import { PlanChange } from "./schema.ts"

/** Unknown, another organization's, or outside the caller's records: one response. */
export class InitiationNotFound extends Refusal<InitiationNotFound>()("InitiationNotFound", 404, {
  error: Schema.tag("Request not found")
}) {}

/** No offboarding starts without a choice of apps (initiations-3). */
export class AppsChoiceRequired extends Refusal<AppsChoiceRequired>()("AppsChoiceRequired", 400, {
  error: Schema.tag(
    "No app is selected. Send at least one app in apps_to_revoke, or no_apps: true if there is nothing to revoke"
  ),
  code: Schema.tag("apps_choice_required")
}) {}

/** The delegate cannot act, or there is no step to delegate. */
export class DelegationInvalid extends Refusal<DelegationInvalid>()("DelegationInvalid", 400, {
  error: Schema.String
}) {}

/** It was approved, rejected, or withdrawn. */
export class InitiationNotPending extends Refusal<InitiationNotPending>()("InitiationNotPending", 409, {
  error: Schema.tag("This request is no longer pending. Reload it to see the decision"),
  code: Schema.tag("not_pending")
}) {}

/** No one decides on what they did not see (offboarding-61). */
export class InitiationEdited extends Refusal<InitiationEdited>()("InitiationEdited", 409, {
  error: Schema.tag("This request was edited after you opened it. Reload it to see the current version"),
  code: Schema.tag("edited")
}) {}

/** Another approver was first, or the caller's turn is over. */
export class StepActedOn extends Refusal<StepActedOn>()("StepActedOn", 409, {
  error: Schema.tag("This approval step was already decided. Reload the request to see its status"),
  code: Schema.tag("step_acted")
}) {}

/** The final approval of a past last day would revoke access immediately, as its submission would (initiations-6). */
export class ApprovalPastExitDate extends Refusal<ApprovalPastExitDate>()("ApprovalPastExitDate", 403, {
  error: Schema.tag(
    "exit_date has passed, so this approval would revoke access immediately, which needs the permission " +
      "access_revoke. Delegate the step to a member with that permission, ask an administrator to approve, or have " +
      "a later day entered"
  ),
  code: Schema.tag("past_exit_date_permission")
}) {}

/** What an assistant proposed is approved as it was proposed, or not at all. */
export class ProposalChanged extends Refusal<ProposalChanged>()("ProposalChanged", 409, {
  error: sentence(
    "The plan changed after the assistant proposed it: app github. Reject it, and have a new one proposed"
  ),
  code: Schema.tag("plan_changed"),
  changes: described(Schema.Array(PlanChange), "What has changed")
}) {}

/** For assistants only: not a response of a route. */
export class TooManyProposals extends Refusal<TooManyProposals>()("TooManyProposals", 409, {
  error: Schema.tag(
    "50 proposals of this organization are waiting for a decision. Ask a member to approve or reject some of them first"
  )
}) {}
