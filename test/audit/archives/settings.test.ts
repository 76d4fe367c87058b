import { assert } from "#test/support/suite"
import { Permission } from "@svc/contract/kernel/permissions"
import { Plan } from "@svc/contract/kernel/plans"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { contractRoutes } from "#test/support/contract-routes"
import { TestApp } from "#test/support/TestApp"
import { aMember, anOrganisation, aSession, aSuperAdmin, type Member } from "#test/support/people"
import { as, send, withStatus } from "#test/support/requests"
import { asOwner } from "#test/support/tables"
import { entriesOf } from "#test/support/log"
import { type OrgId } from "@svc/contract/kernel/ids"
import { layerOfFile } from "#test/support/layer-of-file"

const told = (orgId: OrgId) =>
  Effect.map(entriesOf(orgId, { action: "audit_%" }), (entries) =>
    entries.map(({ action, details }) => ({ action, details }))
  )

const inDays = (days: number) => Effect.map(DateTime.now, (now) => DateTime.formatIso(DateTime.add(now, { days })))

const putWithoutStepUp = Effect.fnUntraced(function* (member: Member, months: number) {
  const bearer = yield* aSession(member, { steppedUp: false })
  return yield* send("PUT", "/api/audit-log/retention", { bearer, body: { audit_retention_months: months } })
})

const withTestApp = layerOfFile(TestApp)

withTestApp("GET /api/audit-log/retention", (it) => {
  it.status(200, "`{ audit_retention_months }`, null until one is chosen", function* () {
    const member = yield* aSuperAdmin()
    const { body } = yield* withStatus(200, as(member).get("/api/audit-log/retention"))
    assert.deepStrictEqual(body, { audit_retention_months: null })
  })

  // retention-12: `GET` works on every plan, and in a read-only organization.
  it.effect("is read on every plan, also while read-only", function* () {
    const member = yield* aSuperAdmin({ plan: "starter", planStatus: "canceled" })
    assert.strictEqual((yield* as(member).get("/api/audit-log/retention")).status, 200)
    assert.strictEqual((yield* as(member).get("/api/audit-log/archive-retention")).status, 200)
  })
})

withTestApp("PUT /api/audit-log/retention", (it) => {
  const path = "/api/audit-log/retention"

  // retention-2: `audit_retention_months` is a whole number from 3 to 120.
  it.status(200, "accepts 3 to 120, and each change is audited with before and after", function* () {
    const member = yield* aSuperAdmin()
    const applies = yield* inDays(30)
    for (const months of [3, 120, 120]) {
      const { body } = yield* withStatus(200, as(member).put(path, { audit_retention_months: months }))
      assert.deepStrictEqual(body, { audit_retention_months: months })
      assert.deepStrictEqual((yield* as(member).get(path)).body, { audit_retention_months: months })
    }
    assert.deepStrictEqual(yield* told(member.orgId), [
      {
        action: "audit_retention_updated",
        details: `audit_retention_months: for ever -> 3, applies from ${applies}`
      },
      {
        action: "audit_retention_updated",
        details: `audit_retention_months: 3 -> 120, applies from ${applies}`
      }
    ])
  })

  // retention-13: Shortening a retention requires a step-up (428).
  it.status(428, "step_up_required: making a chosen retention shorter, and nothing changes", function* () {
    const member = yield* aSuperAdmin()
    const put = (months: number) => putWithoutStepUp(member, months)
    assert.strictEqual((yield* put(24)).status, 200)
    for (const months of [23, 3]) {
      const { body, status } = yield* put(months)
      assert.deepStrictEqual([status, body], [428, { error: "step_up_required", totpRequired: false }])
    }
    assert.deepStrictEqual((yield* as(member).get(path)).body, { audit_retention_months: 24 })
    assert.lengthOf(yield* told(member.orgId), 1)
    assert.strictEqual((yield* as(member).put(path, { audit_retention_months: 3 })).status, 200)
  })

  // retention-14: The first retention, and a longer one, require no step-up.
  it.status(200, "without a step-up: the first one, a longer one, and the one that is set already", function* () {
    const member = yield* aSuperAdmin()
    for (const months of [3, 24, 24, 120]) {
      const { body, status } = yield* putWithoutStepUp(member, months)
      assert.deepStrictEqual([status, body], [200, { audit_retention_months: months }])
    }
  })

  it.status(403, "role and plan feature are asked before the step-up", function* () {
    const owner = yield* aSuperAdmin()
    yield* as(owner).put(path, { audit_retention_months: 24 })
    const admin = yield* aMember(owner.orgId, "admin")
    assert.deepStrictEqual((yield* putWithoutStepUp(admin, 3)).body, { error: "Only Super Admins can do this" })
    yield* asOwner((sql) => sql`UPDATE organisations SET plan = 'starter' WHERE id = ${owner.orgId}`)
    const { body } = yield* withStatus(403, putWithoutStepUp(owner, 3))
    assert.deepInclude(body, { feature: "tamperEvidentAudit" })
  })

  it.effect(
    "the entry names when it applies: 30 days after it became shorter, and at once where nothing did",
    function* () {
      const member = yield* aSuperAdmin()
      const put = (months: number) => as(member).put(path, { audit_retention_months: months })
      yield* put(24)
      const first = yield* inDays(30)
      yield* TestClock.adjust("30 days")
      yield* put(36)
      yield* put(12)
      const second = yield* inDays(30)
      yield* TestClock.adjust("10 days")
      yield* put(18)
      yield* put(6)
      const third = yield* inDays(30)
      yield* put(36)
      assert.deepStrictEqual(
        (yield* told(member.orgId)).map(({ details }) => details.replace("audit_retention_months: ", "")),
        [
          `for ever -> 24, applies from ${first}`,
          "24 -> 36",
          `36 -> 12, applies from ${second}`,
          `12 -> 18, applies from ${second}`,
          `18 -> 6, applies from ${third}`,
          "6 -> 36"
        ]
      )
    }
  )

  // retention-2
  it.status(400, "what is not a whole number from 3 to 120, naming the field and the limits", function* () {
    const member = yield* aSuperAdmin()
    for (const months of [2, 121, 3.5, "12", null, -3, 1e21]) {
      const { body, status, text } = yield* as(member).put(path, { audit_retention_months: months })
      assert.strictEqual(status, 400, `${months}: ${text}`)
      assert.match(text, /audit_retention_months/, String(months))
      assert.deepStrictEqual(Object.keys(body ?? {}), ["error"])
    }
    assert.match((yield* as(member).put(path, { audit_retention_months: 2 })).text, /from 3 to 120/)
    assert.strictEqual((yield* as(member).put(path, {})).status, 400)
    assert.deepStrictEqual(yield* told(member.orgId), [])
  })
})

// retention-5: `GET /api/audit-log/archive-retention` answers `audit_archive_retention_days`, `min_days` 365 and
//   `default_days` 2555.
withTestApp("GET /api/audit-log/archive-retention", (it) => {
  it.status(200, "`{ audit_archive_retention_days, min_days: 365, default_days: 2555 }`", function* () {
    const member = yield* aSuperAdmin()
    const { body } = yield* withStatus(200, as(member).get("/api/audit-log/archive-retention"))
    assert.deepStrictEqual(body, { audit_archive_retention_days: 2555, min_days: 365, default_days: 2555 })
  })
})

withTestApp("PUT /api/audit-log/archive-retention", (it) => {
  const path = "/api/audit-log/archive-retention"

  // retention-6: `PUT` takes a whole number from 365 to 36500, for archives written from then on, audited as
  //   `audit_archive_retention_updated`.
  it.status(200, "takes 365 to 36500, audited as `audit_archive_retention_updated`", function* () {
    const member = yield* aSuperAdmin()
    yield* as(member).put("/api/audit-log/retention", { audit_retention_months: 24 })
    for (const days of [365, 36_500]) {
      const { body } = yield* withStatus(200, as(member).put(path, { audit_archive_retention_days: days }))
      const shown = { audit_archive_retention_days: days, min_days: 365, default_days: 2555 }
      assert.deepStrictEqual(body, shown)
      assert.deepStrictEqual((yield* as(member).get(path)).body, shown)
    }
    assert.deepStrictEqual((yield* told(member.orgId)).slice(1), [
      { action: "audit_archive_retention_updated", details: "audit_archive_retention_days: 2555 -> 365" },
      { action: "audit_archive_retention_updated", details: "audit_archive_retention_days: 365 -> 36500" }
    ])
    // The one setting leaves the other alone.
    const { body } = yield* as(member).get("/api/audit-log/retention")
    assert.deepStrictEqual(body, { audit_retention_months: 24 })
  })

  it.status(400, "what is not a whole number from 365 to 36500", function* () {
    const member = yield* aSuperAdmin()
    for (const days of [364, 36_501, 400.5, "400", null]) {
      const { status, text } = yield* as(member).put(path, { audit_archive_retention_days: days })
      assert.strictEqual(status, 400, `${days}: ${text}`)
      assert.match(text, /audit_archive_retention_days/)
    }
  })
})

withTestApp("the settings of retention", (it) => {
  const settings = [
    ["/api/audit-log/retention", { audit_retention_months: 12 }],
    ["/api/audit-log/archive-retention", { audit_archive_retention_days: 400 }]
  ] as const

  // retention-1: `GET` and `PUT /api/audit-log/retention` are the Super Admin's alone, whatever an own role holds;
  //   `PUT` needs the tamper-evident log.
  it.status(403, "for everybody but the role superadmin, whatever an own role holds (retention-1)", function* () {
    const orgId = yield* anOrganisation()
    for (const role of ["admin", "hr", "manager", { permissions: Permission.literals }] as const) {
      const member = yield* aMember(orgId, role)
      for (const [path, body] of settings) {
        assert.strictEqual((yield* as(member).get(path)).status, 403)
        assert.strictEqual((yield* as(member).put(path, body)).status, 403)
      }
    }
    assert.deepStrictEqual(yield* told(orgId), [])
  })

  // retention-1
  it.effect("PUT needs the tamper-evident feature, which trial, Team and Enterprise have; GET does not", function* () {
    for (const plan of Plan.literals) {
      const member = yield* aSuperAdmin({ plan })
      for (const [path, body] of settings) {
        assert.strictEqual((yield* as(member).get(path)).status, 200, plan)
        const answer = yield* as(member).put(path, body)
        if (["trial", "team", "enterprise"].includes(plan)) assert.strictEqual(answer.status, 200, plan)
        else {
          assert.strictEqual(answer.status, 403, plan)
          assert.deepInclude(answer.body, { feature: "tamperEvidentAudit", currentPlan: plan, upgradeRequired: true })
        }
      }
    }
  })

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
