import { assert, describe, it } from "@effect/vitest"
import { Plan } from "@svc/contract/kernel/plans"
import { Result, Schema } from "effect"
import { pageMeta } from "@svc/contract/kernel/paging"
import { admitActive } from "#work/employees/rules"

// directory-6: Active people count towards the plan: 100 on Starter, 500 on Team, 10 without a plan; beyond that 403.
describe("the limit of active people in the directory", () => {
  it.each([
    ["none", 10],
    ["starter", 100],
    ["trial", 500],
    ["team", 500]
  ] as const)("%s: at most %i", (plan, most) => {
    assert.isTrue(Result.isSuccess(admitActive(plan, most - 1)))
    const refused = admitActive(plan, most)
    assert.isTrue(
      Result.isFailure(refused) && refused.failure._tag === (plan === "none" ? "PlanLimitReached" : "PlanLimitExceeded")
    )
  })

  it("enterprise: none", () => {
    assert.isTrue(Result.isSuccess(admitActive("enterprise", 1_000_000)))
  })

  it.prop(
    "once full, a plan stays full",
    [Plan, Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1000 }))],
    ([plan, active]) => {
      if (Result.isFailure(admitActive(plan, active))) assert.isTrue(Result.isFailure(admitActive(plan, active + 1)))
    }
  )
})

describe("the meta of a page", () => {
  it.each([
    [{ page: 1, limit: 20 }, 0, 0, false],
    [{ page: 1, limit: 20 }, 20, 1, false],
    [{ page: 1, limit: 20 }, 21, 2, true],
    [{ page: 2, limit: 20 }, 21, 2, false],
    [{ page: 9, limit: 20 }, 21, 2, false]
  ])("%j of %i", (params, total, total_pages, has_next) => {
    assert.deepStrictEqual(pageMeta(params, total), { ...params, total, total_pages, has_next })
  })
})
