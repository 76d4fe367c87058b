import { Schema } from "effect"
import { TimeZoneName, Timestamp } from "../kernel/dates.ts"
import { OrgId } from "../kernel/ids.ts"
import { Plan, PlanStatus } from "../kernel/plans.ts"
import { RequiredText } from "../kernel/text.ts"

/** The organisation row (D2, "Organisation"), and the operator's switch `suspended`. */
export class Organisation extends Schema.Class<Organisation>("Organisation")({
  id: OrgId,
  name: Schema.String,
  plan: Plan,
  plan_status: PlanStatus,
  suspended: Schema.Boolean,
  deletion_scheduled_at: Schema.NullOr(Timestamp),
  had_subscription_before_deletion: Schema.Boolean,
  default_jurisdiction: Schema.NullOr(Schema.String),
  timezone: Schema.String,
  auto_revoke_at_exit: Schema.Boolean,
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
