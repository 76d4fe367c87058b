import { assert, describe, it, layer } from "#test/support/suite"
import { admitUnderPlan, admitWithoutPlan } from "@svc/contract/kernel/plan-limits"
import { isReadOnly, Plan, PlanFeature, planFeatures, planLimits, PlanStatus } from "@svc/contract/kernel/plans"
import { DateTime, Effect, Result } from "effect"
import { TestClock } from "effect/testing"
import { changedByOperator, startOn } from "#organisation/organisations/rules"
import { Organisations } from "#organisation/organisations/service"
import { start, TestApp } from "#test/support/TestApp"
import { aKey, aMember, anOrganisation, aSession } from "#test/support/people"
import { send } from "#test/support/requests"

interface Count {
  readonly used: number
  readonly adding?: number
}

const inDays = (days: number) => DateTime.add(start, { days })

describe("a trial", () => {
  const trial = startOn("trial", start)

  // subscription-1
  it("lasts 14 days; no other plan has one", () => {
    assert.deepStrictEqual(trial, { plan: "trial", plan_status: "trialing", trial_ends_at: inDays(14) })
    for (const plan of ["none", "starter", "team", "enterprise"] as const) {
      assert.deepStrictEqual(startOn(plan, start), { plan, plan_status: "active", trial_ends_at: null })
    }
  })

  // subscription-6: Naming the plan `trial`, or a status that an ended trial cannot have, starts a new trial of 14
  //   days.
  it("the operator begins a new one by naming the plan, or a status that a trial that is over cannot have", () => {
    const later = inDays(20)
    const anew = { plan: "trial", plan_status: "trialing", trial_ends_at: inDays(34) } as const
    assert.deepStrictEqual(changedByOperator(trial, { plan: "trial" }, later), anew)
    assert.deepStrictEqual(changedByOperator(startOn("team", start), { plan: "trial" }, later), anew)
    assert.deepStrictEqual(changedByOperator(trial, { planStatus: "trialing" }, later), anew)
    assert.deepStrictEqual(changedByOperator(trial, { planStatus: "active" }, later), {
      ...anew,
      plan_status: "active"
    })
    // One that is not over goes on.
    assert.deepStrictEqual(changedByOperator(trial, { planStatus: "active" }, inDays(3)), {
      ...trial,
      plan_status: "active"
    })
    assert.deepStrictEqual(changedByOperator(trial, {}, later), trial)
  })

  // subscription-5: A change of plan ends `trialing` and `trial_expired`; every other status stays.
  it("ends with the plan; the status that only a trial has goes with it, any other stays", () => {
    for (const plan_status of ["trialing", "trial_expired"] as const) {
      assert.deepStrictEqual(
        changedByOperator({ ...trial, plan_status }, { plan: "team" }, start),
        startOn("team", start)
      )
    }
    const canceled = { ...startOn("team", start), plan_status: "canceled" } as const
    assert.deepStrictEqual(changedByOperator(canceled, { plan: "starter" }, start), { ...canceled, plan: "starter" })
    assert.deepStrictEqual(changedByOperator(canceled, { planStatus: "trial_expired" }, start), {
      ...canceled,
      plan_status: "trial_expired"
    })
  })
})

/** Which plans have which feature, word by word (subscription-1). */
const featureTable = `
  identityProviders, checklistTemplates, fileUploads, slackNotifications | starter team enterprise
  publicApi, webhooks, managerInitiation, pdfExport, esignature, tamperEvidentAudit, azureAd, hrisIntegration, itTickets | team enterprise
  scheduledReports, exitInterviewScheduling, smsNotifications | team enterprise
  scim, siem, extendedIdentityProviders, slaComplianceDashboard | enterprise
`

/** Active people, seats, open offboardings, assets (subscription-2). */
const limitTable: Readonly<Record<Plan, ReadonlyArray<number | null>>> = {
  none: [10, 2, 3, 10],
  starter: [100, 3, null, null],
  trial: [500, 15, null, null],
  team: [500, 15, null, null],
  enterprise: [null, null, null, null]
}

describe("the table of plans", () => {
  // subscription-1: Each plan has exactly the features of the table, and a trial those of Team, for 14 days.
  it("each plan has just the features of the table, and trial those of Team", () => {
    const rows = featureTable.trim().split("\n")
    const table = new Map(
      rows.flatMap((row) => {
        const [features = "", plans = ""] = row.split("|")
        return features.split(",").map((feature) => [feature.trim(), plans.trim().split(" ")] as const)
      })
    )
    assert.sameMembers([...table.keys()], [...PlanFeature.literals])
    for (const plan of Plan.literals) {
      const as = plan === "trial" ? "team" : plan
      assert.sameMembers(
        [...planFeatures[plan]],
        PlanFeature.literals.filter((feature) => table.get(feature)?.includes(as) === true),
        plan
      )
    }
  })

  // subscription-2: No paid plan limits offboardings or equipment; active employees and seats are limited as in the
  //   table.
  it("no paid plan limits offboardings or assets; active employees and seats are limited as in the table", () => {
    for (const plan of Plan.literals) {
      const { activeEmployees, assets, openOffboardings, seats } = planLimits[plan]
      assert.deepStrictEqual([activeEmployees, seats, openOffboardings, assets], limitTable[plan], plan)
    }
  })

  // subscription-3: An ended trial and a canceled subscription are read-only; `past_due` is not.
  it("trial_expired and canceled are read-only; active, trialing and past_due are not", () => {
    assert.deepStrictEqual(PlanStatus.literals.filter(isReadOnly), ["trial_expired", "canceled"])
    assert.sameMembers([...PlanStatus.literals], ["active", "trialing", "past_due", "trial_expired", "canceled"])
  })
})

describe("plan limits", () => {
  const ways = [
    ["activeEmployees", (plan: Plan, count: Count) => admitUnderPlan(plan, "activeEmployees", count)],
    ["seats", (plan: Plan, count: Count) => admitUnderPlan(plan, "seats", count)],
    ["openOffboardings", (plan: Plan, count: Count) => admitWithoutPlan(plan, "openOffboardings", count)],
    ["assets", (plan: Plan, count: Count) => admitWithoutPlan(plan, "assets", count)]
  ] as const

  it("exactly as many as the plan allows, and one more is refused with details", () => {
    for (const plan of Plan.literals) {
      for (const [resource, admit] of ways) {
        const limit = planLimits[plan][resource]
        if (limit === null) {
          assert.isTrue(Result.isSuccess(admit(plan, { used: 1_000_000 })))
          continue
        }
        assert.isTrue(Result.isSuccess(admit(plan, { used: limit - 1 })))
        assert.isTrue(Result.isSuccess(admit(plan, { used: 0, adding: limit })))
        for (const used of [limit, limit + 5]) {
          const refused = admit(plan, { used })
          if (Result.isSuccess(refused)) return assert.fail(`${plan} ${resource}`)
          const { currentPlan, error, upgradeRequired } = refused.failure
          assert.deepStrictEqual(
            { currentPlan, limit: refused.failure.limit, upgradeRequired, used: refused.failure.used },
            { currentPlan: plan, limit, upgradeRequired: true, used }
          )
          assert.include(error, String(limit))
        }
      }
    }
  })

  // subscription-4: `PLAN_LIMIT_REACHED` occurs only for an organization without a plan.
  it("code: PLAN_LIMIT_REACHED can occur only for an organisation with no plan", () => {
    for (const plan of Plan.literals) {
      for (const [resource, admit] of ways) {
        const refused = admit(plan, { used: 1_000_000 })
        if (Result.isSuccess(refused)) continue
        const coded = refused.failure._tag === "PlanLimitReached" ? refused.failure.code : undefined
        assert.strictEqual(coded, plan === "none" ? "PLAN_LIMIT_REACHED" : undefined, `${plan} ${resource}`)
        if (plan !== "none") assert.notProperty(refused.failure, "code")
      }
    }
  })
})

layer(TestApp)("a trial that is over", (it) => {
  // subscription-3
  it.effect(
    "is read-only everywhere from its last moment on: session, API key and operator; naming the plan ends that",
    function* () {
      const organisations = yield* Organisations
      const orgId = yield* anOrganisation({ plan: "trial", planStatus: "trialing" })
      const member = yield* aMember(orgId)
      const key = yield* aKey(member)
      const seen = Effect.gen(function* () {
        const bearer = yield* aSession(member)
        const byKey = yield* send("POST", "/api/v1/offboardings", {
          bearer: key,
          body: { employee_name: "Ada", exit_date: "2026-05-05" }
        })
        const bySession = yield* send("PATCH", "/api/organizations/me", { bearer, body: { name: "Acme" } })
        const reading = yield* send("GET", "/api/v1/offboardings", { bearer: key })
        const listed = (yield* organisations.list).find(({ id }) => id === orgId)
        return [
          [byKey.status, bySession.status, reading.status],
          [listed?.plan_status, (yield* organisations.show(orgId)).plan_status]
        ]
      })
      assert.deepStrictEqual(yield* seen, [
        [201, 200, 200],
        ["trialing", "trialing"]
      ])
      yield* TestClock.setTime(inDays(14).epochMilliseconds)
      assert.deepStrictEqual(yield* seen, [
        [402, 402, 200],
        ["trial_expired", "trial_expired"]
      ])
      // What does not concern the plan leaves the trial as it is.
      yield* organisations.update(orgId, { suspended: false })
      assert.strictEqual((yield* organisations.show(orgId)).plan_status, "trial_expired")

      const paid = yield* organisations.update(orgId, { plan: "team" })
      assert.deepInclude(paid, { plan: "team", plan_status: "active", trial_ends_at: null })
      assert.deepStrictEqual((yield* seen)[0], [201, 200, 200])
      const anew = yield* organisations.update(orgId, { plan: "trial" })
      assert.deepInclude(anew, { plan_status: "trialing", trial_ends_at: inDays(28) })
    }
  )
})
