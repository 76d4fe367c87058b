import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { CalendarDate, Timestamp } from "../kernel/dates.ts"
import { described } from "../kernel/described.ts"
import { ApprovalChainId, InitiationId, OffboardingId, OrgId, UserId } from "../kernel/ids.ts"
import { OffsetPage, OffsetParams } from "../kernel/paging.ts"
import { EmailAddress, RequiredText, Text } from "../kernel/text.ts"

export const InitiationStatus = Schema.Literals(["pending", "approved", "rejected"])
export type InitiationStatus = typeof InitiationStatus.Type

/** The six of a request: `redundancy` is not among them (initiations-4). */
export const InitiationSeparation = Schema.Literals([
  "resignation",
  "termination",
  "layoff",
  "retirement",
  "contract_end",
  "other"
])

/** The raw row, as submit and edit answer it (initiations-1). */
export const Initiation = Schema.Struct({
  id: InitiationId,
  org_id: OrgId,
  initiated_by: UserId,
  employee_name: Schema.String,
  employee_email: Schema.NullOr(Schema.String),
  employee_role: Schema.String,
  employee_department: Schema.String,
  exit_date: CalendarDate,
  separation_type: InitiationSeparation,
  apps_to_revoke: Schema.Array(Schema.String),
  /** Encrypted, `pii:v1:…`: the author knows them, and no response shows them. */
  notes: Schema.NullOr(Schema.String),
  status: InitiationStatus,
  chain_id: Schema.NullOr(ApprovalChainId),
  /** From 1; 0 where no chain runs. */
  current_step: Schema.Int,
  reviewed_by: Schema.NullOr(UserId),
  reviewed_at: Schema.NullOr(Timestamp),
  rejection_reason: Schema.NullOr(Schema.String),
  offboarding_id: Schema.NullOr(OffboardingId),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "Initiation" })
export type Initiation = typeof Initiation.Type

/** With the names of people and of the chain; null if there is none anymore. */
export const ListedInitiation = Schema.Struct({
  ...Initiation.fields,
  initiated_by_name: Schema.NullOr(Schema.String),
  initiated_by_email: Schema.NullOr(Schema.String),
  reviewed_by_name: Schema.NullOr(Schema.String),
  chain_name: Schema.NullOr(Schema.String),
  /** Of the chain as it runs; 0 where none does. */
  step_count: Schema.Int
}).annotate({ identifier: "ListedInitiation" })
export type ListedInitiation = typeof ListedInitiation.Type

/** One approval step that was reached. */
export const StepHistoryEntry = Schema.Struct({
  step: Schema.Int,
  name: Schema.NullOr(Schema.String),
  approver_id: Schema.NullOr(UserId),
  approver_name: Schema.NullOr(Schema.String),
  approver_role: Schema.NullOr(Schema.String),
  status: InitiationStatus,
  acted_by: Schema.NullOr(UserId),
  acted_by_name: Schema.NullOr(Schema.String),
  acted_at: Schema.NullOr(Timestamp),
  notes: Schema.NullOr(Schema.String),
  delegated_to: Schema.NullOr(UserId),
  delegated_to_name: Schema.NullOr(Schema.String),
  delegated_by: Schema.NullOr(UserId),
  delegated_at: Schema.NullOr(Timestamp),
  delegation_notes: Schema.NullOr(Schema.String)
}).annotate({ identifier: "StepHistoryEntry" })
export type StepHistoryEntry = typeof StepHistoryEntry.Type

export const InitiationDetails = Schema.Struct({
  ...ListedInitiation.fields,
  step_history: Schema.Array(StepHistoryEntry),
  /** Whether to approve or to reject it is the caller's turn now. */
  yours: Schema.Boolean,
  /** To whom the caller may hand the current step over, by name; empty where that is not theirs to do. */
  delegates: Schema.Array(Schema.Struct({ user_id: UserId, full_name: Schema.String }))
}).annotate({ identifier: "InitiationDetails" })
export type InitiationDetails = typeof InitiationDetails.Type

export const ProposalKind = Schema.Literals(["offboarding", "revocation"])
export type ProposalKind = typeof ProposalKind.Type

/** A part of a plan as the proposal has it, and how it would be now. */
export const PlanChange = Schema.Struct({
  part: described(Schema.String, "Which part of the plan", { example: "app github" }),
  was: described(Schema.NullOr(Schema.String), "As proposed; null if it was not part of the plan or is personal data"),
  is: described(Schema.NullOr(Schema.String), "As it is now; null if it no longer exists or is personal data")
}).annotate({ identifier: "PlanChange" })
export type PlanChange = typeof PlanChange.Type

/** What an assistant proposed over MCP. */
export const Proposal = Schema.Struct({
  /** `revocation`: access of a case is revoked immediately, and no offboarding is created. */
  kind: ProposalKind,
  /** Whose access a revocation would end. */
  offboarding_id: Schema.NullOr(OffboardingId),
  /** What the client calls itself: nothing proves it. */
  agent: Schema.String,
  api_key_name: Schema.String,
  /** SHA-256 in hex of the plan: person, dates, and what would be done at each app. */
  plan_digest: Schema.String,
  plan: Schema.Array(Schema.Struct({ part: Schema.String, says: Schema.NullOr(Schema.String) })),
  /** What is another by now; with any, it can be rejected or withdrawn, and not approved. */
  changes: Schema.Array(PlanChange),
  proposed_at: Timestamp
}).annotate({ identifier: "Proposal" })
export type Proposal = typeof Proposal.Type

/** Null for what a member submitted. */
export const InitiationProposal = Schema.Struct({ proposal: Schema.NullOr(Proposal) }).annotate({
  identifier: "InitiationProposal"
})
export type InitiationProposal = typeof InitiationProposal.Type

export const InitiationView = Schema.Literals(["mine", "to_decide"])
export type InitiationView = typeof InitiationView.Type

export const ListInitiations = {
  view: Schema.optionalKey(
    described(InitiationView, "Only requests that you submitted, or only those waiting for your decision")
  ),
  status: Schema.optionalKey(described(InitiationStatus, "Only requests with this status")),
  ...OffsetParams({ default: 50, maximum: 200 })
}

export const InitiationPage = OffsetPage(ListedInitiation)
export type InitiationPage = typeof InitiationPage.Type

const AppNames = Schema.Array(RequiredText(100)).check(Schema.isMaxLength(50, { message: "must name at most 50 apps" }))

const Notes = Schema.NullOr(Text(2000))

const details = {
  employee_email: Schema.optionalKey(Schema.NullOr(EmailAddress)),
  employee_role: Schema.optionalKey(Text(100)),
  employee_department: Schema.optionalKey(Text(100)),
  separation_type: Schema.optionalKey(InitiationSeparation),
  apps_to_revoke: Schema.optionalKey(
    described(AppNames, "Connected integrations able to revoke access, by name; case-insensitive")
  ),
  notes: Schema.optionalKey(Notes)
}

export const SubmitInitiation = Schema.Struct({
  employee_name: RequiredText(200),
  exit_date: CalendarDate,
  ...details,
  no_apps: Schema.optionalKey(described(Schema.Boolean, "There is nothing to revoke; ignored if apps are given")),
  chain_id: Schema.optionalKey(
    described(Schema.NullOr(ApprovalChainId), "The approval chain; default: the organization's default chain")
  )
})
export type SubmitInitiation = typeof SubmitInitiation.Type

/** Omitted fields are unchanged. */
export const UpdateInitiation = Schema.Struct({
  employee_name: Schema.optionalKey(RequiredText(200)),
  exit_date: Schema.optionalKey(CalendarDate),
  ...details
})
export type UpdateInitiation = typeof UpdateInitiation.Type

const Approval = Schema.Struct({
  notes: Schema.optionalKey(Notes),
  apps_to_revoke: Schema.optionalKey(
    described(AppNames, "Replaces the submitted apps; used by the approval that creates the offboarding")
  ),
  no_apps: Schema.optionalKey(
    described(Schema.Boolean, "Nothing to revoke; used by the approval that creates the offboarding")
  ),
  updated_at: Schema.optionalKey(
    described(Timestamp, "The `updated_at` of the version you approve; 409 `edited` if the request has changed since")
  )
})
export type ApproveInitiation = typeof Approval.Type

/** The body is optional. */
export const ApproveInitiation = [Approval, HttpApiSchema.NoContent] as const

export const RejectInitiation = Schema.Struct({
  rejection_reason: RequiredText(2000),
  notes: Schema.optionalKey(described(Notes, "Shown in the step history; default: the reason"))
})
export type RejectInitiation = typeof RejectInitiation.Type

export const DelegateStep = Schema.Struct({
  delegate_id: described(UserId, "A member of the organization"),
  notes: Schema.optionalKey(Notes)
})
export type DelegateStep = typeof DelegateStep.Type

export const Delegated = Schema.Struct({ delegated: Schema.tag(true), delegate_id: UserId, step: Schema.Int })
export type Delegated = typeof Delegated.Type

export const Withdrawn = Schema.Struct({ deleted: Schema.tag(true) })
