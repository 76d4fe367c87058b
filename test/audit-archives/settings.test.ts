import { assert, layer } from "@effect/vitest"
import { Permission } from "@svc/contract/kernel/permissions"
import { Plan } from "@svc/contract/kernel/plans"
import { Effect } from "effect"
import { contractRoutes } from "../support/contract-routes.ts"
import { aMember, anOrganisation, TestApp } from "../support/TestApp.ts"
import { asOwner, call } from "./surface.ts"

const aSuperadmin = Effect.flatMap(anOrganisation(), (orgId) => aMember(orgId))

const told = (orgId: string) =>
  asOwner(
    (sql) =>
      sql<{ action: string; details: string }>`
      SELECT action, details FROM audit_entries WHERE org_id = ${orgId} AND action LIKE 'audit_%' ORDER BY seq`
  ).pipe(Effect.map((rows) => rows.map(({ action, details }) => ({ action, details }))))

layer(TestApp)("GET /api/audit-log/retention", (it) => {
  it.effect("200 `{ audit_retention_months }`, null until one is chosen", () =>
    Effect.gen(function* () {
      const member = yield* aSuperadmin
      const { body, status } = yield* call(member, "GET", "/api/audit-log/retention")
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(body, { audit_retention_months: null })
    })
  )

  it.effect("is read on every plan, also while read-only", () =>
    Effect.gen(function* () {
      const member = yield* aMember(yield* anOrganisation({ plan: "starter", planStatus: "canceled" }))
      assert.strictEqual((yield* call(member, "GET", "/api/audit-log/retention")).status, 200)
      assert.strictEqual((yield* call(member, "GET", "/api/audit-log/archive-retention")).status, 200)
    })
  )
})

layer(TestApp)("PUT /api/audit-log/retention", (it) => {
  const path = "/api/audit-log/retention"

  it.effect("200 accepts 3 to 120, and each change is audited with before and after", () =>
    Effect.gen(function* () {
      const member = yield* aSuperadmin
      for (const months of [3, 120, 120]) {
        const { body, status } = yield* call(member, "PUT", path, { audit_retention_months: months })
        assert.strictEqual(status, 200)
        assert.deepStrictEqual(body, { audit_retention_months: months })
        assert.deepStrictEqual((yield* call(member, "GET", path)).body, { audit_retention_months: months })
      }
      assert.deepStrictEqual(yield* told(member.orgId), [
        { action: "audit_retention_updated", details: "audit_retention_months: for ever -> 3" },
        { action: "audit_retention_updated", details: "audit_retention_months: 3 -> 120" }
      ])
    })
  )

  it.effect("400 what is not a whole number from 3 to 120, naming the field and the limits", () =>
    Effect.gen(function* () {
      const member = yield* aSuperadmin
      for (const months of [2, 121, 3.5, "12", null, -3, 1e21]) {
        const { body, status, text } = yield* call(member, "PUT", path, { audit_retention_months: months })
        assert.strictEqual(status, 400, `${months}: ${text}`)
        assert.match(text, /audit_retention_months/, String(months))
        assert.deepStrictEqual(Object.keys(body ?? {}), ["error"])
      }
      assert.match((yield* call(member, "PUT", path, { audit_retention_months: 2 })).text, /from 3 to 120/)
      assert.strictEqual((yield* call(member, "PUT", path, {})).status, 400)
      assert.deepStrictEqual(yield* told(member.orgId), [])
    })
  )
})

layer(TestApp)("GET /api/audit-log/archive-retention", (it) => {
  it.effect("200 `{ audit_archive_retention_days, min_days: 365, default_days: 2555 }`", () =>
    Effect.gen(function* () {
      const member = yield* aSuperadmin
      const { body, status } = yield* call(member, "GET", "/api/audit-log/archive-retention")
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(body, { audit_archive_retention_days: 2555, min_days: 365, default_days: 2555 })
    })
  )
})

layer(TestApp)("PUT /api/audit-log/archive-retention", (it) => {
  const path = "/api/audit-log/archive-retention"

  it.effect("200 takes 365 to 36500, audited as `audit_archive_retention_updated`", () =>
    Effect.gen(function* () {
      const member = yield* aSuperadmin
      yield* call(member, "PUT", "/api/audit-log/retention", { audit_retention_months: 24 })
      for (const days of [365, 36_500]) {
        const { body, status } = yield* call(member, "PUT", path, { audit_archive_retention_days: days })
        assert.strictEqual(status, 200)
        const shown = { audit_archive_retention_days: days, min_days: 365, default_days: 2555 }
        assert.deepStrictEqual(body, shown)
        assert.deepStrictEqual((yield* call(member, "GET", path)).body, shown)
      }
      assert.deepStrictEqual((yield* told(member.orgId)).slice(1), [
        { action: "audit_archive_retention_updated", details: "audit_archive_retention_days: 2555 -> 365" },
        { action: "audit_archive_retention_updated", details: "audit_archive_retention_days: 365 -> 36500" }
      ])
      // The one setting leaves the other alone.
      const { body } = yield* call(member, "GET", "/api/audit-log/retention")
      assert.deepStrictEqual(body, { audit_retention_months: 24 })
    })
  )

  it.effect("400 what is not a whole number from 365 to 36500", () =>
    Effect.gen(function* () {
      const member = yield* aSuperadmin
      for (const days of [364, 36_501, 400.5, "400", null]) {
        const { status, text } = yield* call(member, "PUT", path, { audit_archive_retention_days: days })
        assert.strictEqual(status, 400, `${days}: ${text}`)
        assert.match(text, /audit_archive_retention_days/)
      }
    })
  )
})

layer(TestApp)("the settings of retention", (it) => {
  const settings = [
    ["/api/audit-log/retention", { audit_retention_months: 12 }],
    ["/api/audit-log/archive-retention", { audit_archive_retention_days: 400 }]
  ] as const

  it.effect("403 for everybody but the role superadmin, whatever an own role holds (decisions 6)", () =>
    Effect.gen(function* () {
      const orgId = yield* anOrganisation()
      for (const role of ["admin", "hr", "manager", { permissions: Permission.literals }] as const) {
        const member = yield* aMember(orgId, role)
        for (const [path, body] of settings) {
          assert.strictEqual((yield* call(member, "GET", path)).status, 403)
          assert.strictEqual((yield* call(member, "PUT", path, body)).status, 403)
        }
      }
      assert.deepStrictEqual(yield* told(orgId), [])
    })
  )

  it.effect("PUT needs the tamper-evident feature, which trial, Team and Enterprise have; GET does not", () =>
    Effect.gen(function* () {
      for (const plan of Plan.literals) {
        const member = yield* aMember(yield* anOrganisation({ plan }))
        for (const [path, body] of settings) {
          assert.strictEqual((yield* call(member, "GET", path)).status, 200, plan)
          const answer = yield* call(member, "PUT", path, body)
          if (["trial", "team", "enterprise"].includes(plan)) assert.strictEqual(answer.status, 200, plan)
          else {
            assert.strictEqual(answer.status, 403, plan)
            assert.deepInclude(answer.body, { feature: "tamperEvidentAudit", currentPlan: plan, upgradeRequired: true })
          }
        }
      }
    })
  )

  it.effect("of the log's routes, verify, both of archives and both PUT of retention need the feature, no other", () =>
    Effect.sync(() => {
      const asking = contractRoutes.filter(
        ({ path, requires }) => path.startsWith("/api/audit-log") && requires?.feature !== undefined
      )
      assert.isTrue(asking.every(({ requires }) => requires?.feature === "tamperEvidentAudit"))
      assert.sameMembers(
        asking.map(({ name }) => name),
        [
          "GET /api/audit-log/verify",
          "GET /api/audit-log/archives",
          "POST /api/audit-log/archive",
          "PUT /api/audit-log/retention",
          "PUT /api/audit-log/archive-retention"
        ]
      )
    })
  )
})
