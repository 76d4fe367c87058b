import { Result } from "effect"
import { PlanLimitReached } from "./errors.ts"
import { type LimitedResource, type Plan, planLimits } from "./plans.ts"

const sentences: Readonly<Record<LimitedResource, (plan: Plan, limit: number) => string>> = {
  activeEmployees: (plan, limit) =>
    `The plan ${plan} allows ${limit} active people in the directory. Choose a larger plan or deactivate somebody`,
  seats: (plan, limit) => `The plan ${plan} has ${limit} seats and all are taken. Remove a member or upgrade`,
  openOffboardings: (plan, limit) =>
    `${plan === "none" ? "Without a plan" : `On the plan ${plan}`} at most ${limit} offboardings can be open. Choose a plan, or complete one`,
  assets: (plan, limit) => `The plan ${plan} allows ${limit} assets. Choose a larger plan or remove one`
}

/**
 * Whether the plan has room for `adding` more beside the `used` ones: the one judge of every plan limit (decisions 5).
 * The failure carries what a screen needs to offer an upgrade. Whoever asks has counted under a lock.
 */
export const admitUnderPlan = (
  plan: Plan,
  resource: LimitedResource,
  { adding = 1, used }: { readonly used: number; readonly adding?: number }
): Result.Result<void, PlanLimitReached> => {
  const limit = planLimits[plan][resource]
  return limit === null || used + adding <= limit
    ? Result.void
    : Result.fail(
        new PlanLimitReached({
          error: sentences[resource](plan, limit),
          limit,
          used,
          currentPlan: plan,
          upgradeRequired: true
        })
      )
}
