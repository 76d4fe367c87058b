import type { PlanLimitExceeded, PlanLimitReached } from "@svc/contract/kernel/errors"
import { admitUnderPlan } from "@svc/contract/kernel/plan-limits"
import type { Plan } from "@svc/contract/kernel/plans"
import type { Result } from "effect"

/** Whether the plan has room for one active person in addition to `active` ones (directory-6). */
export const admitActive = (plan: Plan, active: number): Result.Result<void, PlanLimitReached | PlanLimitExceeded> =>
  admitUnderPlan(plan, "activeEmployees", { used: active })
