import { PlanLimitReached } from "@svc/contract/kernel/errors"
import type { PageParams } from "@svc/contract/kernel/paging"
import { type Plan, planLimits } from "@svc/contract/kernel/plans"
import { Result } from "effect"

/** `meta` of a list page (D1, "Rules that hold everywhere" 3). */
export const pageMeta = ({ limit, page }: PageParams, total: number) => {
  const totalPages = Math.ceil(total / limit)
  return { page, limit, total, total_pages: totalPages, has_next: page < totalPages }
}

/** Whether the plan has room for one more active person beside `active` of them (decisions 5). */
export const admitActive = (plan: Plan, active: number): Result.Result<void, PlanLimitReached> => {
  const most = planLimits[plan].activeEmployees
  return most === null || active < most
    ? Result.void
    : Result.fail(
        new PlanLimitReached({
          error: `The plan ${plan} allows ${most} active people in the directory. Choose a larger plan or deactivate somebody`
        })
      )
}
