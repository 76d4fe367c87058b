import { Schema } from "effect"
import { Refusal } from "../kernel/refusal.ts"

export class ApprovalChainNotFound extends Refusal<ApprovalChainNotFound>("ApprovalChainNotFound")(
  { error: Schema.tag("No such approval chain in this organisation") },
  { httpApiStatus: 404 }
) {
  readonly _tag = "ApprovalChainNotFound"
}

/** A body names a chain that is not the organisation's. */
export class ApprovalChainUnknown extends Refusal<ApprovalChainUnknown>("ApprovalChainUnknown")(
  { error: Schema.String, code: Schema.tag("unknown_chain") },
  { httpApiStatus: 400 }
) {
  readonly _tag = "ApprovalChainUnknown"
}

/** A step names somebody, or a role, that does not belong to the organisation. */
export class ApproverUnknown extends Refusal<ApproverUnknown>("ApproverUnknown")(
  { error: Schema.String, code: Schema.tag("unknown_approver") },
  { httpApiStatus: 400 }
) {
  readonly _tag = "ApproverUnknown"
}

export class ApprovalChainLimitReached extends Refusal<ApprovalChainLimitReached>("ApprovalChainLimitReached")(
  { error: Schema.tag("An organisation can have at most 100 approval chains. Delete one that is no longer needed") },
  { httpApiStatus: 400 }
) {
  readonly _tag = "ApprovalChainLimitReached"
}

export class ApprovalChainInUse extends Refusal<ApprovalChainInUse>("ApprovalChainInUse")(
  {
    error: Schema.String,
    code: Schema.tag("chain_in_use"),
    is_default: Schema.Boolean,
    /** How many initiations that wait for approval run on it. */
    pending: Schema.Int
  },
  { httpApiStatus: 409 }
) {
  readonly _tag = "ApprovalChainInUse"
}
