import { Schema } from "effect"
import { Timestamp } from "../kernel/dates.ts"
import { ApprovalChainId, OrgId, RoleId, UserId } from "../kernel/ids.ts"
import { OffsetPage, OffsetParams } from "../kernel/paging.ts"
import { Role } from "../kernel/permissions.ts"
import { RequiredText } from "../kernel/text.ts"

/** A built-in role by its name, or a custom one by its id. */
export const ApproverRole = Schema.Union([Role, RoleId])
export type ApproverRole = typeof ApproverRole.Type

/** The approver: one member, or the holders of a role. The other field is absent. */
export const ApprovalStep = Schema.Struct({
  approver_id: Schema.optionalKey(UserId),
  approver_role: Schema.optionalKey(ApproverRole),
  name: Schema.optionalKey(Schema.String)
})
export type ApprovalStep = typeof ApprovalStep.Type

const isNamed = (value: string | null | undefined) => value !== undefined && value !== null

/** Null is the same as an omitted field. */
const GivenStep = Schema.Struct({
  approver_id: Schema.optionalKey(Schema.NullOr(UserId)),
  approver_role: Schema.optionalKey(Schema.NullOr(ApproverRole)),
  name: Schema.optionalKey(Schema.NullOr(RequiredText(100)))
}).check(
  Schema.makeFilter((step) =>
    isNamed(step.approver_id) === isNamed(step.approver_role)
      ? "must have either approver_id (a member) or approver_role (a role), not both"
      : undefined
  )
)
export type GivenStep = typeof GivenStep.Type

const GivenSteps = Schema.Array(GivenStep).check(
  Schema.isMinLength(1, { message: "must have at least one step" }),
  Schema.isMaxLength(10, { message: "must have at most 10 steps" })
)

export const ApprovalChain = Schema.Struct({
  id: ApprovalChainId,
  org_id: OrgId,
  name: Schema.String,
  steps: Schema.Array(ApprovalStep),
  /** Whether initiations that name no chain run on it. */
  is_default: Schema.Boolean,
  created_at: Timestamp,
  updated_at: Timestamp
})
export type ApprovalChain = typeof ApprovalChain.Type

export const ListApprovalChains = OffsetParams({ default: 50, maximum: 200 })

export const ApprovalChainPage = OffsetPage(ApprovalChain)
export type ApprovalChainPage = typeof ApprovalChainPage.Type

export const CreateApprovalChain = Schema.Struct({
  name: RequiredText(100),
  steps: GivenSteps,
  is_default: Schema.optionalKey(Schema.Boolean)
})
export type CreateApprovalChain = typeof CreateApprovalChain.Type

/** Omitted fields are unchanged; `steps` replaces all of them. */
export const UpdateApprovalChain = Schema.Struct({
  name: Schema.optionalKey(RequiredText(100)),
  steps: Schema.optionalKey(GivenSteps),
  is_default: Schema.optionalKey(Schema.Boolean)
})
export type UpdateApprovalChain = typeof UpdateApprovalChain.Type

export const InitiationSettings = Schema.Struct({
  require_initiation_approval: Schema.Boolean,
  default_chain_id: Schema.NullOr(ApprovalChainId)
})
export type InitiationSettings = typeof InitiationSettings.Type

export const UpdateInitiationSettings = Schema.Struct({
  require_initiation_approval: Schema.optionalKey(Schema.Boolean),
  default_chain_id: Schema.optionalKey(Schema.NullOr(ApprovalChainId))
}).check(
  Schema.makeFilter((body) =>
    body.require_initiation_approval === undefined && body.default_chain_id === undefined
      ? "must have require_initiation_approval, default_chain_id or both"
      : undefined
  )
)
export type UpdateInitiationSettings = typeof UpdateInitiationSettings.Type
