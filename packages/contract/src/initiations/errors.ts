import { Schema } from "effect"
import { described } from "../kernel/described.ts"
import { Refusal, sentence } from "../kernel/refusal.ts"
import { PlanChange } from "./schema.ts"

/** Unknown, another organisation's, or outside what the caller sees: all answered alike. */
export class InitiationNotFound extends Refusal<InitiationNotFound>()("InitiationNotFound", 404, {
  error: Schema.tag("Initiation not found")
}) {}

/** Nobody begins an offboarding without having thought of the apps (initiations-3). */
export class AppsChoiceRequired extends Refusal<AppsChoiceRequired>()("AppsChoiceRequired", 400, {
  error: Schema.tag("Name at least one app in apps_to_revoke, or send no_apps: true when there is nothing to revoke"),
  code: Schema.tag("apps_choice_required")
}) {}

/** The delegate is nobody who can act, or there is no step to hand over. */
export class DelegationInvalid extends Refusal<DelegationInvalid>()("DelegationInvalid", 400, {
  error: Schema.String
}) {}

/** It was approved, rejected or withdrawn meanwhile. */
export class InitiationNotPending extends Refusal<InitiationNotPending>()("InitiationNotPending", 409, {
  error: Schema.tag("This initiation does not wait for approval any more. Load it again to see what became of it"),
  code: Schema.tag("not_pending")
}) {}

/** Nobody decides on what they did not see (offboarding-61). */
export class InitiationEdited extends Refusal<InitiationEdited>()("InitiationEdited", 409, {
  error: Schema.tag("This initiation was edited meanwhile. Load it again to see what it asks for now"),
  code: Schema.tag("edited")
}) {}

/** Somebody was quicker, or the caller's own turn is over. */
export class StepActedOn extends Refusal<StepActedOn>()("StepActedOn", 409, {
  error: Schema.tag("This approval step was already acted on. Load the initiation again to see where it stands"),
  code: Schema.tag("step_acted")
}) {}

/** The final approval of a last day that is past would revoke access at once, as a submit of it would (initiations-6). */
export class ApprovalPastExitDate extends Refusal<ApprovalPastExitDate>()("ApprovalPastExitDate", 403, {
  error: Schema.tag(
    "exit_date is past, so this approval would revoke access immediately, which needs the permission access_revoke. Hand " +
      "the step over to a member who may revoke access, ask an administrator to approve, or have a later day entered"
  ),
  code: Schema.tag("past_exit_date_permission")
}) {}

/** What an assistant proposed is approved as it was proposed, or not at all. */
export class ProposalChanged extends Refusal<ProposalChanged>()("ProposalChanged", 409, {
  error: sentence("The plan changed since the assistant proposed it: app github. Reject it, and have it proposed anew"),
  code: Schema.tag("plan_changed"),
  changes: described(Schema.Array(PlanChange), "What is another by now")
}) {}

/** Told to assistants only: it is no answer of a route. */
export class TooManyProposals extends Refusal<TooManyProposals>()("TooManyProposals", 409, {
  error: Schema.tag(
    "50 proposals of this organisation wait for a decision already. Ask a person to approve or reject some of them first"
  )
}) {}
