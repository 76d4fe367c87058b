import { assert, layer } from "#test/support/suite"
import { TimeToCut } from "@svc/contract/time-to-cut/schema"
import { DateTime, Effect, Layer, Schema } from "effect"
import { randomUUID } from "node:crypto"
import { aFinding } from "#test/access-removal/residual-access/finding"
import { aConnection } from "#test/support/cases"
import { aMember, anOrganisation, aSuperAdmin, type Member } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { asOwner, asSystem, systemSql } from "#test/support/tables"
import { Statements, statementsOf } from "#test/support/statements"
import { TestApp } from "#test/support/TestApp"
import { type History, written } from "#test/reports/trends/histories"

const path = "/api/reports/time-to-cut"

const decode = Schema.decodeUnknownEffect(Schema.toCodecJson(TimeToCut), { onExcessProperty: "error" })

const reportOf = Effect.fnUntraced(function* (member: Member, query = "") {
  const answer = yield* withStatus(200, as(member).get(`${path}${query}`))
  return yield* decode(answer.body)
})

const minute = 60_000
const hour = 60 * minute
/** Of somebody whose last day is 2026-02-20, in UTC: access ends with it. */
const aHistory: History = {
  department: "Research",
  manager: "Boss@acme.test",
  type: "resignation",
  status: "completed",
  created: Date.UTC(2026, 1, 10) / minute,
  took: 0,
  notice: 10,
  zone: null,
  tasks: []
}
const end = Date.UTC(2026, 1, 21)

interface App {
  readonly service?: string
  readonly outcome?: string
  readonly verified?: boolean
  readonly stillActive?: boolean
  /** Hours after the end. */
  readonly at?: number
  readonly confirmed?: number
}

const moment = (hours: number | undefined) => (hours === undefined ? null : new Date(end + hours * hour))

const anApp = (orgId: string, id: string, { at, confirmed, outcome, service = "crm", verified = false }: App) =>
  asSystem(
    (sql) =>
      sql`INSERT INTO revocation_apps ${sql.insert({
        org_id: orgId,
        offboarding_id: id,
        service_name: service,
        position: 0,
        outcome: outcome ?? null,
        verified,
        revoked_at: outcome === "revoked" ? moment(at) : null,
        removal_confirmed_at: moment(confirmed)
      })}`
  )

/** A run that ended with this, so many hours after the end. */
const aRun = (
  orgId: string,
  id: string,
  { at, outcome, service = "crm", stillActive = false, verified = false }: App
) =>
  asSystem((sql) =>
    Effect.gen(function* () {
      const run = randomUUID()
      const shown = { org_id: orgId, started_at: moment(at), finished_at: moment(at) }
      yield* sql`INSERT INTO revocation_runs ${sql.insert({
        ...shown,
        id: run,
        offboarding_id: id,
        trigger: "app",
        status: "finished",
        created_at: moment(at)
      })}`
      yield* sql`INSERT INTO revocation_results ${sql.insert({
        ...shown,
        run_id: run,
        service_name: service,
        position: 0,
        outcome: outcome ?? null,
        verified,
        still_active: stillActive
      })}`
    })
  )

/** Cases with one app each. */
const withApps = Effect.fnUntraced(function* (
  member: Member,
  all: ReadonlyArray<{ readonly app?: App; readonly of?: Partial<History> }>
) {
  const { cases } = yield* written(
    member.orgId,
    all.map(({ of }) => ({ ...aHistory, ...of }))
  )
  for (const [place, { app }] of all.entries()) {
    if (app !== undefined) yield* anApp(member.orgId, cases[place]?.id ?? "", app)
  }
  return cases.map(({ id }) => id)
})

layer(TestApp.pipe(Layer.provideMerge(Statements.layer)))("GET /api/reports/time-to-cut", (it) => {
  // time-to-cut-1: From the moment at which access was to end to the removal of a case's last app: the moment that the
  //   case names, else the end of its last day in its zone; what was removed before counts as 0, what is open as open.
  it.status(
    200,
    "by what was read back and by any evidence, what was removed before as 0, what is open as open",
    function* () {
      const admin = yield* aSuperAdmin()
      yield* withApps(admin, [
        { app: { outcome: "revoked", verified: true, at: 0.5 } },
        { app: { outcome: "revoked", verified: true, at: -30 } },
        { app: { outcome: "revoked", at: 2 } },
        { app: { outcome: "manual_required", confirmed: 30 } },
        { app: { outcome: "failed" } },
        {},
        { app: { outcome: "failed" }, of: { status: "cancelled" } },
        { app: {}, of: { notice: 60 } },
        { app: {}, of: { created: Date.UTC(2025, 6, 1) / minute } }
      ])
      const report = yield* reportOf(admin)
      assert.deepStrictEqual([String(report.from), String(report.to)], ["2025-12-03", "2026-03-02"])
      assert.deepInclude(report, { cases: 5, not_ended: 0, without_apps: 1 })
      assert.deepInclude(report.read_back, {
        cut: 2,
        before_end: 1,
        open: 3,
        median_hours: null,
        within_1_hour: { of: 5, cut: 2, share: 40 }
      })
      assert.deepInclude(report.any, {
        cut: 4,
        open: 1,
        median_hours: 2,
        p90_hours: null,
        within_24_hours: { of: 5, cut: 3, share: 60 }
      })
      assert.deepStrictEqual(report.outcomes, {
        read_back: 2,
        acknowledged: 1,
        confirmed_by_hand: 1,
        manual_required: 0,
        failed: 1,
        skipped: 0,
        not_started: 0
      })
      const wider = yield* reportOf(admin, "?from=2025-08-01&to=2026-07-01")
      assert.deepInclude(wider, { cases: 5, not_ended: 1, without_apps: 1 })
    }
  )

  // time-to-cut-4
  it.status(200, "the late ones with their cause, by the evidence that is asked for", function* () {
    const admin = yield* aSuperAdmin()
    const [acknowledged, byHand, failed] = yield* withApps(admin, [
      { app: { outcome: "revoked", at: 2 } },
      { app: { outcome: "manual_required", confirmed: 30 } },
      { app: { outcome: "failed" } }
    ])
    const [strict, any] = [yield* reportOf(admin), yield* reportOf(admin, "?evidence=any")]
    assert.sameDeepMembers(
      strict.late.map(({ cause, offboarding_id }) => [offboarding_id, cause]),
      [
        [acknowledged, "acknowledged"],
        [byHand, "confirmed_by_hand"],
        [failed, "failed"]
      ]
    )
    assert.strictEqual(strict.late_total, 3)
    assert.deepStrictEqual(
      any.late.map(({ app, cause, cut_at, employee_name, hours, offboarding_id }) => ({
        app,
        cause,
        cut: cut_at === null ? null : DateTime.formatIso(cut_at),
        employee_name,
        hours,
        offboarding_id
      })),
      [
        { app: "crm", cause: "failed", cut: null, employee_name: "Ann Lee", hours: 225, offboarding_id: failed },
        {
          app: "crm",
          cause: "by_hand",
          cut: "2026-02-22T06:00:00.000Z",
          employee_name: "Ann Lee",
          hours: 30,
          offboarding_id: byHand
        }
      ]
    )
    assert.deepStrictEqual(any.causes, [
      { cause: "failed", late: 0, open: 1 },
      { cause: "by_hand", late: 1, open: 0 }
    ])
  })

  // time-to-cut-1
  it.status(
    200,
    "from the moment that a case names, or the end of its day in its zone, clock changes included",
    function* () {
      const admin = yield* aSuperAdmin({ timezone: "America/New_York" })
      const app = { outcome: "revoked", verified: true, at: 8 }
      const [named] = yield* withApps(admin, [
        { app },
        { app, of: { zone: "Pacific/Kiritimati" } },
        { app, of: { zone: "Europe/Berlin" } }
      ])
      yield* systemSql`UPDATE offboardings SET access_ends_at = ${moment(4)} WHERE id = ${named ?? ""}`
      const { read_back } = yield* reportOf(admin)
      // 4, 22 and 9 hours.
      assert.deepStrictEqual(
        read_back.curve.map(({ hours }) => hours),
        [4, 9, 22]
      )
      assert.strictEqual(read_back.p99_hours, 22)
    }
  )

  it.status(200, "the first run that read it back counts, and what failed before says why it was late", function* () {
    const admin = yield* aSuperAdmin()
    yield* aConnection(admin.orgId, "crm")
    const [id = ""] = yield* withApps(admin, [{ app: { outcome: "revoked", verified: true, at: 90 } }])
    yield* aRun(admin.orgId, id, { outcome: "failed", at: 1 })
    yield* aRun(admin.orgId, id, { outcome: "revoked", at: 20 })
    yield* aRun(admin.orgId, id, { outcome: "revoked", verified: true, at: 40 })
    yield* aRun(admin.orgId, id, { outcome: "revoked", verified: true, at: 90 })
    const { late } = yield* reportOf(admin)
    assert.deepStrictEqual(
      late.map(({ cause, hours }) => [cause, hours]),
      [["failed", 40]]
    )
  })

  // time-to-cut-2
  it.status(200, "what came back is open, whatever was read before; what is gone again is not", function* () {
    const admin = yield* aSuperAdmin()
    const [id = ""] = yield* withApps(admin, [{ app: { outcome: "revoked", verified: true, at: 1 } }])
    const finding = yield* aFinding(admin.orgId, id)
    const { any, late } = yield* reportOf(admin, "?evidence=any")
    assert.deepStrictEqual([any.open, late[0]?.cause], [1, "came_back"])
    yield* systemSql`UPDATE residual_access_findings SET resolution = 'gone', resolved_at = ${moment(5)} WHERE id = ${finding}`
    assert.strictEqual((yield* reportOf(admin)).read_back.cut, 1)
  })

  // leaver-test-9
  // time-to-cut-7: A confirmation by the app counts for nothing while its own run verified the account as active.
  it.status(
    200,
    "what its own run read back as active is not cut by the app's word, but by the end of the finding",
    function* () {
      const admin = yield* aSuperAdmin()
      const [id = ""] = yield* withApps(admin, [{ app: { outcome: "revoked", at: 1 } }])
      yield* aRun(admin.orgId, id, { outcome: "revoked", stillActive: true, at: 1 })
      const finding = yield* aFinding(admin.orgId, id)
      const open = yield* reportOf(admin, "?evidence=any")
      assert.deepStrictEqual([open.any.open, open.late[0]?.cause], [1, "came_back"])
      for (const [resolution, hours] of [
        ["gone", 50],
        ["removed", 60]
      ] as const) {
        yield* systemSql`UPDATE residual_access_findings SET resolution = ${resolution}, resolved_at = ${moment(hours)} WHERE id = ${finding}`
        const { any, late } = yield* reportOf(admin, "?evidence=any")
        assert.deepStrictEqual([any.open, late[0]?.hours], [0, hours], resolution)
      }
    }
  )

  // time-to-cut-5: Within the caller's records; a year at most, read by an index.
  it.status(200, "within the caller's records, and nothing of another organisation", function* () {
    const orgId = yield* anOrganisation()
    const admin = yield* aMember(orgId)
    const sales = yield* aMember(orgId, {
      permissions: ["analytics_view"],
      scope: "departments",
      departments: ["Sales"]
    })
    const [, own] = yield* withApps(admin, [
      { app: { outcome: "failed" } },
      { app: { outcome: "failed" }, of: { department: "Sales" } }
    ])
    const report = yield* reportOf(sales)
    assert.strictEqual(report.cases, 1)
    assert.deepStrictEqual(
      report.late.map(({ offboarding_id }) => offboarding_id),
      [own]
    )
    assert.strictEqual((yield* reportOf(yield* aSuperAdmin())).cases, 0)
  })

  // time-to-cut-5
  it.status(200, "of ten years of cases it reads those of the range, by an index", function* () {
    const admin = yield* aSuperAdmin()
    yield* withApps(admin, [{ app: { outcome: "failed" } }])
    const { statements } = yield* statementsOf(as(admin).get(path))
    const [statement = ""] = statements.filter((text) => text.includes("cases AS MATERIALIZED"))
    const plan = yield* asOwner((sql) =>
      Effect.gen(function* () {
        yield* sql`
            INSERT INTO offboardings (org_id, id, employee_name, exit_date, status, separation_type, source,
              person_key_id, created_at, updated_at)
            SELECT o.org_id, gen_random_uuid(), 'Ann Lee', '2016-01-01'::date + n, 'completed', 'resignation', 'app',
              o.person_key_id, o.created_at, o.created_at
            FROM offboardings o, generate_series(1, 3650) AS n WHERE o.org_id = ${admin.orgId}`
        yield* sql`ANALYZE offboardings`
        const places = Math.max(...[...statement.matchAll(/\$(\d+)/g)].map(([, place]) => Number(place)))
        const values = Array.from({ length: places }, (_, place) =>
          statement.includes(`$${place + 1}::date`)
            ? "2026-01-01"
            : statement.includes(`$${place + 1}::text`)
              ? "UTC"
              : admin.orgId
        )
        return yield* sql.unsafe<{ readonly "QUERY PLAN": unknown }>(`EXPLAIN (FORMAT JSON) ${statement}`, values)
      })
    )
    const text = JSON.stringify(plan)
    assert.include(text, "offboardings_exit")
    assert.notMatch(text, /"Seq Scan","[^}]*"Relation Name":"(?:offboardings|revocation_apps|revocation_results)"/)
  })

  it.status(400, "that names the parameter: other evidence, no real date, one alone, over a year", function* () {
    const admin = yield* aSuperAdmin()
    for (const [query, parameter] of [
      ["evidence=verified", "evidence"],
      ["from=2026-02-30&to=2026-03-01", "from"],
      ["from=2026-01-01", "to"],
      ["from=2025-01-01&to=2026-01-02", "to"]
    ] as const) {
      const answer = yield* withStatus(400, as(admin).get(`${path}?${query}`), query)
      assert.match(answer.error, new RegExp(`^${parameter}: `), query)
    }
  })

  it.status(403, "with the permission: without analytics_view", function* () {
    const member = yield* aMember(yield* anOrganisation(), { permissions: ["analytics_export"] })
    const refused = yield* withStatus(403, as(member).get(path))
    assert.deepInclude(refused.body, { permission: "analytics_view" })
  })
})
