import { type Plan, type PlanStatus, trialDays } from "@svc/contract/kernel/plans"
import type { UpdateOrganisation } from "@svc/contract/organisations/schema"
import { DateTime } from "effect"

/** What an organisation may use, as it is stored: whether a trial is over is judged when it is read. */
export interface PlanState {
  readonly plan: Plan
  readonly plan_status: PlanStatus
  readonly trial_ends_at: DateTime.Utc | null
}

const newTrialEnd = (now: DateTime.Utc) => DateTime.add(now, { days: trialDays })

/** The state in which an organisation begins on a plan. */
export const startOn = (plan: Plan, now: DateTime.Utc): PlanState => ({
  plan,
  plan_status: plan === "trial" ? "trialing" : "active",
  trial_ends_at: plan === "trial" ? newTrialEnd(now) : null
})

/**
 * What the operator's change makes of it (`org update`). Naming the plan `trial` begins a new one, and so does naming a
 * status that a trial which is over cannot have; leaving it ends the status that only a trial has (organisation-111).
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
