import { assert } from "#test/support/suite"
import { ResidualAccessByApp, ResidualAccessPage, UnverifiedAccessPage } from "@svc/contract/residual-access/schema"
import { DateTime, Effect, Schema } from "effect"
import { TestApp } from "#test/support/TestApp"
import { layerOfFile } from "#test/support/layer-of-file"
import { aMember, anOrganisation, aSuperAdmin, type Member } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { asOwner, asSystem, systemSql } from "#test/support/tables"
import { aCase } from "#test/access-removal/revocations/support"
import { aFinding } from "./finding.ts"

const decodePage = Schema.decodeUnknownEffect(Schema.toCodecJson(UnverifiedAccessPage))
const decodeApps = Schema.decodeUnknownEffect(Schema.toCodecJson(ResidualAccessByApp))
const decodeFindings = Schema.decodeUnknownEffect(Schema.toCodecJson(ResidualAccessPage))

const asked = Effect.fnUntraced(function* (member: Member, path: string) {
  const answer = yield* withStatus(200, as(member).get(`/api/residual-access${path}`))
  return answer.body
})
const unverified = (member: Member, query = "") => Effect.flatMap(asked(member, `/unverified${query}`), decodePage)
const byApp = (member: Member) => Effect.map(Effect.flatMap(asked(member, "/apps"), decodeApps), ({ apps }) => apps)

type Left = "nothing" | "failed" | "read back" | "acknowledged" | "by hand"

const set: Readonly<Record<Left, string>> = {
  nothing: "outcome = NULL",
  failed: "outcome = 'failed'",
  "read back": "outcome = 'revoked', verified = true, revoked_at = now()",
  acknowledged: "outcome = 'revoked', verified = false, revoked_at = now()",
  "by hand": "outcome = 'manual_required', removal_confirmed_at = now()"
}

/** Somebody whose last day was that one, with one app that was left so. */
const aLeaver = Effect.fnUntraced(function* (
  orgId: Member["orgId"],
  left: Left,
  more: { readonly day?: string; readonly app?: string; readonly status?: string; readonly department?: string } = {}
) {
  const { app = "github", day = "2026-02-20", department = "Research", status } = more
  const id = yield* aCase(orgId, { apps: [app], ...(status === undefined ? {} : { status }) })
  yield* asSystem((sql) =>
    Effect.gen(function* () {
      yield* sql`UPDATE offboardings SET exit_date = ${day}, employee_department = ${department} WHERE id = ${id}`
      yield* sql`UPDATE revocation_apps SET ${sql.literal(set[left])} WHERE offboarding_id = ${id}`
    })
  )
  return id
})

const withTestApp = layerOfFile(TestApp)

withTestApp("GET /api/residual-access/unverified", (it) => {
  // revocation-20: Who left and was not seen without their account is listed, with what is known of it, and counted by
  //   app.
  it.status(
    200,
    "what was not read back, of whom access has ended, the last to leave first, with what is known",
    function* () {
      const admin = yield* aSuperAdmin({ timezone: "America/New_York" })
      const { orgId } = admin
      const failed = yield* aLeaver(orgId, "failed", { day: "2026-02-18" })
      const byHand = yield* aLeaver(orgId, "by hand", { day: "2026-02-20" })
      const acknowledged = yield* aLeaver(orgId, "acknowledged", { day: "2026-02-19" })
      const nothing = yield* aLeaver(orgId, "nothing", { day: "2026-02-17" })
      yield* aLeaver(orgId, "read back")
      yield* aLeaver(orgId, "failed", { status: "cancelled" })
      yield* aLeaver(orgId, "failed", { day: "2026-03-02" })
      const { rows, total } = yield* unverified(admin)
      assert.strictEqual(total, 4)
      assert.deepStrictEqual(
        rows.map(({ evidence, offboarding_id, outcome }) => [offboarding_id, evidence, outcome]),
        [
          [byHand, "confirmed_by_hand", "manual_required"],
          [acknowledged, "vendor_answer", "revoked"],
          [failed, "not_observed", "failed"],
          [nothing, "not_observed", null]
        ]
      )
      assert.strictEqual(
        DateTime.formatIso(rows[0]?.access_ended_at ?? DateTime.makeUnsafe(0)),
        "2026-02-21T05:00:00.000Z"
      )
      assert.strictEqual((yield* unverified(admin, "?limit=1&offset=3")).rows[0]?.offboarding_id, nothing)
    }
  )

  it.status(200, "of one app, of one evidence; none where nothing is", function* () {
    const admin = yield* aSuperAdmin()
    yield* aLeaver(admin.orgId, "failed")
    yield* aLeaver(admin.orgId, "acknowledged")
    yield* aLeaver(admin.orgId, "failed", { app: "okta" })
    for (const [query, total] of [
      ["?service=github", 2],
      ["?service=GitHub", 0],
      ["?evidence=not_observed", 2],
      ["?evidence=not_observed&service=okta", 1],
      ["?evidence=confirmed_by_hand", 0]
    ] as const) {
      assert.strictEqual((yield* unverified(admin, query)).total, total, query)
    }
  })

  it.status(200, "a moment that a case names ends its access, before or after its last day", function* () {
    const admin = yield* aSuperAdmin()
    const before = yield* aLeaver(admin.orgId, "failed", { day: "2026-04-01" })
    const after = yield* aLeaver(admin.orgId, "failed")
    yield* asSystem((sql) =>
      Effect.gen(function* () {
        yield* sql`UPDATE offboardings SET access_ends_at = '2026-03-01T00:00:00Z' WHERE id = ${before}`
        yield* sql`UPDATE offboardings SET access_ends_at = '2026-03-09T00:00:00Z' WHERE id = ${after}`
      })
    )
    const { rows } = yield* unverified(admin)
    assert.deepStrictEqual(
      rows.map(({ offboarding_id }) => offboarding_id),
      [before]
    )
  })

  it.status(200, "within the caller's records, and nothing of another organisation", function* () {
    const orgId = yield* anOrganisation()
    const sales = yield* aMember(orgId, {
      permissions: ["offboardings_view"],
      scope: "departments",
      departments: ["Sales"]
    })
    yield* aLeaver(orgId, "failed")
    const own = yield* aLeaver(orgId, "failed", { department: "Sales" })
    assert.deepStrictEqual(
      (yield* unverified(sales)).rows.map(({ offboarding_id }) => offboarding_id),
      [own]
    )
    assert.deepInclude((yield* byApp(sales))[0], { unverified: 1 })
    const stranger = yield* aSuperAdmin()
    assert.deepStrictEqual([(yield* unverified(stranger)).total, yield* byApp(stranger)], [0, []])
  })

  it.status(200, "an index without what was read back finds them", function* () {
    const { orgId } = yield* aSuperAdmin()
    const id = yield* aLeaver(orgId, "failed")
    const plan = yield* asOwner((sql) =>
      Effect.gen(function* () {
        yield* sql`
            INSERT INTO revocation_apps (org_id, offboarding_id, service_name, position, outcome, verified)
            SELECT ${orgId}::uuid, ${id}::uuid, 'app ' || n, n, 'revoked', true FROM generate_series(1, 4000) AS n`
        yield* sql`ANALYZE revocation_apps`
        return yield* sql<{ readonly "QUERY PLAN": string }>`
            EXPLAIN SELECT count(*) FROM revocation_apps a
            WHERE a.org_id = ${orgId} AND (a.outcome = 'revoked' AND a.verified) IS NOT TRUE`
      })
    )
    assert.include(plan.map((row) => row["QUERY PLAN"]).join("\n"), "revocation_apps_unverified")
  })

  it.status(400, "that names the parameter: other evidence, a page that is none", function* () {
    const admin = yield* aSuperAdmin()
    for (const [query, parameter] of [
      ["evidence=read_back", "evidence"],
      ["limit=0", "limit"],
      ["offset=-1", "offset"]
    ] as const) {
      const answer = yield* withStatus(400, as(admin).get(`/api/residual-access/unverified?${query}`), query)
      assert.match(answer.error, new RegExp(`^${parameter}: `), query)
    }
  })
})

withTestApp("GET /api/residual-access/apps", (it) => {
  // revocation-20
  it.status(200, "what came back and what was not read back, by app, the one with the most open first", function* () {
    const admin = yield* aSuperAdmin()
    const id = yield* aLeaver(admin.orgId, "read back")
    yield* aLeaver(admin.orgId, "failed", { app: "okta" })
    yield* aLeaver(admin.orgId, "by hand", { app: "okta" })
    const resolved = yield* aFinding(admin.orgId, id, "github")
    yield* systemSql`UPDATE residual_access_findings SET resolution = 'gone', resolved_at = found_at WHERE id = ${resolved}`
    yield* aFinding(admin.orgId, id, "github")
    assert.deepStrictEqual(yield* byApp(admin), [
      { service: "github", open: 1, resolved: 1, unverified: 0, not_observed: 0 },
      { service: "okta", open: 0, resolved: 0, unverified: 2, not_observed: 1 }
    ])
    const findings = yield* Effect.flatMap(asked(admin, "?status=all&service=github"), decodeFindings)
    assert.strictEqual(findings.total, 2, "findings of one app")
    assert.strictEqual((yield* Effect.flatMap(asked(admin, "?service=okta"), decodeFindings)).total, 0)
  })
})
