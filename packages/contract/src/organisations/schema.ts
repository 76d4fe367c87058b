import { Schema } from "effect"
import { TimeZoneName, Timestamp } from "../kernel/dates.ts"
import { OrgId } from "../kernel/ids.ts"
import { Plan, PlanStatus } from "../kernel/plans.ts"
import { RequiredText } from "../kernel/text.ts"

/** The organization row (settings-1), and the operator's switch `suspended`. */
export class Organisation extends Schema.Class<Organisation>("Organisation")({
  id: OrgId,
  name: Schema.String,
  plan: Plan,
  plan_status: PlanStatus,
  suspended: Schema.Boolean,
  /** The end of the trial; null on every other plan. From then on `plan_status` is `trial_expired`. */
  trial_ends_at: Schema.NullOr(Timestamp),
  /** When the organization will be deleted; null without a request. */
  deletion_scheduled_at: Schema.NullOr(Timestamp),
  had_subscription_before_deletion: Schema.Boolean,
  default_jurisdiction: Schema.NullOr(Schema.String),
  /** `us`; null for neutral copy. */
  benefits_region: Schema.NullOr(Schema.Literal("us")),
  timezone: Schema.String,
  auto_revoke_at_exit: Schema.Boolean,
  /** Whether notification emails and chat messages name the departing employee. */
  names_in_notifications: Schema.Boolean,
  /** Whether an offboarding moves on when the conditions of its stage are met. */
  advance_when_ready: Schema.Boolean,
  /** Whether an offboarding moves to `it_revocation` when its last day begins. */
  begin_revocation_on_last_day: Schema.Boolean,
  /** Return instructions for departing employees; null if none are set. */
  return_instructions: Schema.NullOr(Schema.String),
  /** Months set for closed offboardings, 6 to 120; null: indefinite. A first or shorter value waits 30 days (settings-10). */
  offboarding_retention_months: Schema.NullOr(Schema.Int),
  created_at: Timestamp
}) {}

export const CreateOrganisation = Schema.Struct({
  name: RequiredText(100),
  plan: Plan,
  timezone: Schema.optionalKey(TimeZoneName)
})

export const UpdateOrganisation = Schema.Struct({
  plan: Schema.optionalKey(Plan),
  planStatus: Schema.optionalKey(PlanStatus),
  suspended: Schema.optionalKey(Schema.Boolean)
})
