import { type Plan, type PlanStatus, trialDays } from "@svc/contract/kernel/plans"
import type { UpdateOrganisation } from "@svc/contract/organisations/schema"
import { DateTime } from "effect"

/** Stored plan state: whether a trial is over is decided on reading. */
export interface PlanState {
  readonly plan: Plan
  readonly plan_status: PlanStatus
  readonly trial_ends_at: DateTime.Utc | null
}

const newTrialEnd = (now: DateTime.Utc) => DateTime.add(now, { days: trialDays })

/** The initial state on a plan. */
export const startOn = (plan: Plan, now: DateTime.Utc): PlanState => ({
  plan,
  plan_status: plan === "trial" ? "trialing" : "active",
  trial_ends_at: plan === "trial" ? newTrialEnd(now) : null
})

/**
 * The result of the operator's change (`org update`). Setting the plan `trial` starts a new one, and so does setting a
 * status that an expired trial cannot have; leaving it ends the status that only a trial has (organisation-111).
 */
export const changedByOperator = (
  before: PlanState,
  { plan: wanted, planStatus }: Pick<typeof UpdateOrganisation.Type, "plan" | "planStatus">,
  now: DateTime.Utc
): PlanState => {
  const plan = wanted ?? before.plan
  const ofTrial = before.plan_status === "trialing" || before.plan_status === "trial_expired"
  const status = wanted === "trial" ? "trialing" : wanted !== undefined && ofTrial ? "active" : before.plan_status
  const plan_status = planStatus ?? status
  if (plan !== "trial") return { plan, plan_status, trial_ends_at: null }
  const over = before.trial_ends_at === null || DateTime.isLessThanOrEqualTo(before.trial_ends_at, now)
  const revived = over && planStatus !== undefined && planStatus !== "trial_expired" && planStatus !== "canceled"
  return { plan, plan_status, trial_ends_at: wanted === "trial" || revived ? newTrialEnd(now) : before.trial_ends_at }
}
