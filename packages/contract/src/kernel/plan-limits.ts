import { Result } from "effect"
import { PlanLimitExceeded, PlanLimitReached } from "./errors.ts"
import { type LimitedResource, type Plan, planLimits } from "./plans.ts"

const sentences: Readonly<Record<LimitedResource, (plan: Plan, limit: number) => string>> = {
  activeEmployees: (plan, limit) =>
    `The plan ${plan} allows ${limit} active people in the directory. Choose a larger plan, or deactivate a person`,
  seats: (plan, limit) => `The plan ${plan} has ${limit} seats, and all are taken. Remove a member, or upgrade`,
  openOffboardings: (plan, limit) =>
    `${plan === "none" ? "Without a plan" : `On the plan ${plan}`}, at most ${limit} offboardings can be open. Choose a plan, or complete an offboarding`,
  assets: (plan, limit) => `The plan ${plan} allows ${limit} assets. Choose a larger plan, or remove an asset`
}

interface Count {
  readonly used: number
  readonly adding?: number
}

/** What a refusal says, with what a screen needs to offer an upgrade; null where there is room. */
const refusal = (plan: Plan, resource: LimitedResource, { adding = 1, used }: Count) => {
  const limit = planLimits[plan][resource]
  return limit === null || used + adding <= limit
    ? null
    : { error: sentences[resource](plan, limit), limit, used, currentPlan: plan, upgradeRequired: true as const }
}

/**
 * Whether the plan has room for `adding` more seats or active people in addition to the `used` ones (subscription-2).
 * The caller has counted under a lock.
 */
export const admitUnderPlan = (
  plan: Plan,
  resource: "activeEmployees" | "seats",
  count: Count
): Result.Result<void, PlanLimitReached | PlanLimitExceeded> => {
  const refused = refusal(plan, resource, count)
  if (refused === null) return Result.void
  return Result.fail(plan === "none" ? new PlanLimitReached(refused) : new PlanLimitExceeded(refused))
}

/**
 * The same for open cases and equipment, which only an organization without a plan is limited in (cases-13, assets-8).
 */
export const admitWithoutPlan = (
  plan: Plan,
  resource: "openOffboardings" | "assets",
  count: Count
): Result.Result<void, PlanLimitReached> => {
  const refused = plan === "none" ? refusal(plan, resource, count) : null
  return refused === null ? Result.void : Result.fail(new PlanLimitReached(refused))
}
