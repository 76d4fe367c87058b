import { Schema } from "effect"
import { Timestamp } from "../kernel/dates.ts"
import { Plan, PlanStatus } from "../kernel/plans.ts"

export const Subscription = Schema.Struct({
  plan: Plan,
  /** An expired trial is already taken into account. */
  plan_status: PlanStatus,
  /** Null while no payment processor is connected. */
  billing_interval: Schema.NullOr(Schema.Literals(["month", "year"])),
  /** In the words of the payment processor; null while none is connected. */
  subscription_status: Schema.NullOr(Schema.String),
  trial_ends_at: Schema.NullOr(Timestamp),
  /** Writes return 402. */
  read_only: Schema.Boolean
})
export type Subscription = typeof Subscription.Type
