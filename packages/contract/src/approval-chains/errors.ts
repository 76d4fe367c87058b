import { Schema } from "effect"
import { Refusal } from "../kernel/refusal.ts"

export class ApprovalChainNotFound extends Refusal<ApprovalChainNotFound>()("ApprovalChainNotFound", 404, {
  error: Schema.tag("Approval chain not found in this organization")
}) {}

/** A body names another organization's chain, or an unknown one. */
export class ApprovalChainUnknown extends Refusal<ApprovalChainUnknown>()("ApprovalChainUnknown", 400, {
  error: Schema.String,
  code: Schema.tag("unknown_chain")
}) {}

/** A step names a person, or a role, outside the organization. */
export class ApproverUnknown extends Refusal<ApproverUnknown>()("ApproverUnknown", 400, {
  error: Schema.String,
  code: Schema.tag("unknown_approver")
}) {}

export class ApprovalChainLimitReached extends Refusal<ApprovalChainLimitReached>()("ApprovalChainLimitReached", 400, {
  error: Schema.tag("An organization can have at most 100 approval chains. Delete one that is no longer needed")
}) {}

export class ApprovalChainInUse extends Refusal<ApprovalChainInUse>()("ApprovalChainInUse", 409, {
  error: Schema.String,
  code: Schema.tag("chain_in_use"),
  is_default: Schema.Boolean,
  /** How many initiations that wait for approval run on it. */
  pending: Schema.Int
}) {}
