import type { PlanLimitReached } from "@svc/contract/kernel/errors"
import type { PageParams } from "@svc/contract/kernel/paging"
import { admitUnderPlan } from "@svc/contract/kernel/plan-limits"
import type { Plan } from "@svc/contract/kernel/plans"
import type { Result } from "effect"

/** `meta` of a list page (D1, "Rules that hold everywhere" 3). */
export const pageMeta = ({ limit, page }: PageParams, total: number) => {
  const totalPages = Math.ceil(total / limit)
  return { page, limit, total, total_pages: totalPages, has_next: page < totalPages }
}

/** Whether the plan has room for one more active person beside `active` of them (decisions 5). */
export const admitActive = (plan: Plan, active: number): Result.Result<void, PlanLimitReached> =>
  admitUnderPlan(plan, "activeEmployees", { used: active })
