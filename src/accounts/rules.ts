import { PlanLimitReached } from "@svc/contract/kernel/errors"
import { type Plan, planLimits } from "@svc/contract/kernel/plans"
import { Duration, Result } from "effect"

/** How long a step-up lasts (decisions 7). */
export const stepUpLifetime = Duration.minutes(10)

/** One more member, or the limit of the plan (decisions 5, seats). */
export const takeSeat = (organisation: {
  readonly plan: Plan
  readonly members: number
}): Result.Result<void, PlanLimitReached> => {
  const { seats } = planLimits[organisation.plan]
  return seats === null || organisation.members < seats
    ? Result.void
    : Result.fail(
        new PlanLimitReached({
          error: `The plan ${organisation.plan} has ${seats} seats and all are taken. Remove a member or upgrade`
        })
      )
}

/** What is kept of a `User-Agent`: as much as tells a person which device it was. */
export const storableUserAgent = (userAgent: string): string =>
  userAgent
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, " ")
    .slice(0, 300)
