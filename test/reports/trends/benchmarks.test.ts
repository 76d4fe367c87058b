import { assert, layer } from "#test/support/suite"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Benchmarks } from "@svc/contract/trends/schema"
import { Array as Arr, Effect, Layer, Schema } from "effect"
import { TestClock } from "effect/testing"
import { PlatformRepo } from "#reports/trends/platform-repo"
import { TrendsRepo } from "#reports/trends/repo"
import { Trends } from "#reports/trends/service"
import { start, TestApp } from "#test/support/TestApp"
import { aMember, anOrganisation, asCaller, aSuperAdmin, type Member } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { averageInDays, day, dayOf, History, type StoredCase, tenth, written, Zone } from "./histories.ts"

const decode = Schema.decodeUnknownEffect(Schema.toCodecJson(Benchmarks), { onExcessProperty: "error" })

const benchmarksOf = Effect.fnUntraced(function* (member: Member) {
  const answer = yield* withStatus(200, as(member).get("/api/reports/benchmarks"))
  return yield* decode(answer.body)
})

const minute = 60_000

/** Completed 20 days after its creation, ten days before its exit date. */
const aHistory: History = {
  department: "Research",
  manager: "Boss@acme.test",
  type: "resignation",
  status: "completed",
  created: Date.UTC(2025, 11, 1) / minute,
  took: 20 * 24 * 60,
  notice: 30,
  zone: null,
  tasks: []
}

/** Nothing of other tests is on the platform any more. */
const alone = systemSql`UPDATE organisations SET suspended = true`

/** Organisations with so many cases each. */
const others = (counts: ReadonlyArray<number>, history: Partial<History> = {}) =>
  Effect.forEach(counts, (count) =>
    Effect.tap(anOrganisation(), (orgId) =>
      written(
        orgId,
        Arr.makeBy(count, () => ({ ...aHistory, ...history }))
      )
    )
  )

const nothing = {
  avgCompletionDays: null,
  onTimeRate: null,
  completionRate: null,
  totalOffboardings: null,
  sufficientSample: false,
  sufficientCompleted: false
}

/** The organisation's own figures by a plain program over the rows. */
const computed = (cases: ReadonlyArray<StoredCase>, zone: string) => {
  const made = cases.filter(({ created }) => created >= Date.UTC(2025, 2, 2, 9))
  const done = made.filter(({ status }) => status === "completed")
  const days = (rows: ReadonlyArray<StoredCase>) =>
    rows.length === 0 ? null : averageInDays(rows.map((one) => (one.completed ?? 0) - one.created))
  const share = (part: number, whole: number) => (whole === 0 ? null : tenth((100 * part) / whole))
  return {
    avgCompletionDays: days(done),
    onTimeRate: share(
      done.filter((one) => dayOf(one.completed ?? 0, one.zone ?? zone) <= one.exitDate).length,
      done.length
    ),
    completionRate: share(done.length, made.length),
    totalOffboardings: made.length,
    departments: Object.entries(Arr.groupBy(done, ({ department }) => department))
      .map(([department, rows]) => ({ department, avgDays: days(rows) ?? 0, count: rows.length }))
      .toSorted((one, other) => other.avgDays - one.avgDays || (one.department < other.department ? -1 : 1)),
    byMonth: Object.entries(Arr.groupBy(made, ({ created, type }) => `${dayOf(created, zone).slice(0, 7)} ${type}`))
      .map(([name, rows]) => `${name} ${rows.length}`)
      .filter((row) => row >= `${dayOf(Date.UTC(2025, 2, 2, 9), zone).slice(0, 7)}~`)
      .toSorted()
  }
}

layer(TestApp)("GET /api/reports/benchmarks", (it) => {
  // trends-10: `org`, `orgSepTrend` and `orgDeptDuration` are of offboardings created in the last 12 months;
  //   `onTimeRate` is the share completed on or before the exit date.
  it.effect.prop(
    "200: the organisation's own figures as a plain program over the rows, in any zone",
    [Schema.Array(History).check(Schema.isMaxLength(12)), Zone],
    ([histories, zone]) =>
      Effect.gen(function* () {
        const admin = yield* aSuperAdmin({ timezone: zone })
        const { cases } = yield* written(admin.orgId, histories)
        const { org, orgDeptDuration, orgSepTrend, scoped } = yield* benchmarksOf(admin)
        const { byMonth, departments, ...figures } = computed(cases, zone)
        assert.isFalse(scoped)
        assert.deepStrictEqual(org, figures)
        assert.deepStrictEqual<unknown>(orgDeptDuration, departments)
        assert.lengthOf(orgSepTrend, 12)
        assert.deepStrictEqual(
          orgSepTrend
            .flatMap(({ counts, month }) => counts.map((row) => `${month} ${row.separation_type} ${row.count}`))
            .toSorted(),
          byMonth
        )
      }),
    { arbitrary: { runs: 15 } }
  )

  // trends-4: Figures of the platform are told when 5 other organisations and 50 offboardings contribute, else every
  //   value is null; the total is rounded down to a multiple of 10.
  it.status(
    200,
    "nothing of the platform with 4 other organisations, nor with 49 offboardings; from 5 and 50 on, rounded",
    function* () {
      for (const [counts, total] of [
        [[20, 20, 20, 20], null],
        [[10, 10, 10, 10, 9], null],
        [[10, 10, 10, 10, 10], 50],
        [[10, 10, 10, 10, 19], 50],
        [[12, 12, 12, 12, 12, 0], 60]
      ] as const) {
        yield* alone
        yield* others(counts)
        const { minPlatformOrgs, platform, platformSepDist, suppressedShare } = yield* benchmarksOf(
          yield* aSuperAdmin()
        )
        assert.strictEqual(minPlatformOrgs, 5)
        assert.deepStrictEqual(
          platform,
          total === null
            ? nothing
            : {
                avgCompletionDays: 20,
                onTimeRate: 100,
                completionRate: 100,
                totalOffboardings: total,
                sufficientSample: true,
                sufficientCompleted: true
              }
        )
        assert.deepStrictEqual<unknown>(
          platformSepDist,
          total === null ? [] : [{ separation_type: "resignation", share: 100 }]
        )
        assert.strictEqual(suppressedShare, total === null ? null : 0)
      }
    }
  )

  // trends-4
  // trends-15: `sufficientCompleted` is false when too few completed offboardings contribute.
  it.status(200, "a figure to which fewer contribute is null, and sufficientCompleted says so", function* () {
    yield* alone
    yield* others([13, 13, 13, 13])
    yield* others([13], { status: "pending" })
    const { platform } = yield* benchmarksOf(yield* aSuperAdmin())
    assert.deepStrictEqual(platform, {
      avgCompletionDays: null,
      onTimeRate: null,
      completionRate: 80,
      totalOffboardings: 60,
      sufficientSample: true,
      sufficientCompleted: false
    })
  })

  // trends-7: The own organisation is left out.
  // trends-14: Read-only and suspended organizations and those with a scheduled deletion are not part of the platform.
  it.status(
    200,
    "the own organisation is left out, and those that are read-only, suspended or to be deleted",
    function* () {
      yield* alone
      const admin = yield* aSuperAdmin()
      yield* written(
        admin.orgId,
        Arr.makeBy(60, () => aHistory)
      )
      const leaveOut: ReadonlyArray<(orgId: OrgId) => Effect.Effect<unknown, unknown, Layer.Success<typeof TestApp>>> =
        [
          (id) => systemSql`UPDATE organisations SET suspended = true WHERE id = ${id}`,
          (id) => systemSql`UPDATE organisations SET plan_status = 'trial_expired' WHERE id = ${id}`,
          (id) => systemSql`UPDATE organisations SET plan_status = 'canceled' WHERE id = ${id}`,
          (id) => systemSql`UPDATE organisations SET deletion_scheduled_at = now() WHERE id = ${id}`
        ]
      const ids = yield* others([10, 10, 10, 10])
      for (const leave of leaveOut) {
        const [left] = yield* others([20])
        if (left !== undefined) yield* leave(left)
      }
      assert.deepStrictEqual((yield* benchmarksOf(admin)).platform, nothing)
      yield* others([10])
      yield* TestClock.adjust("1 hour")
      const { org, platform } = yield* benchmarksOf(admin)
      assert.lengthOf(ids, 4)
      assert.strictEqual(org.totalOffboardings, 60)
      assert.strictEqual(platform.totalOffboardings, 50)
    }
  )

  // trends-10
  it.status(200, "what is older than 12 months counts nowhere", function* () {
    yield* alone
    const old = (start.epochMilliseconds - 366 * day) / minute
    yield* others([10, 10, 10, 10])
    yield* others([10], { created: old })
    const admin = yield* aSuperAdmin()
    yield* written(admin.orgId, [{ ...aHistory, created: old }])
    const { org, platform } = yield* benchmarksOf(admin)
    assert.strictEqual(org.totalOffboardings, 0)
    assert.deepStrictEqual(platform, nothing)
  })

  // trends-9: What is told of the platform is kept one hour per organisation.
  it.status(200, "kept for an hour of the organisation, for another node too, then made anew", function* () {
    yield* alone
    yield* others([10, 10, 10, 10])
    const admin = yield* aSuperAdmin()
    const node = yield* Layer.build(
      Layer.fresh(
        Trends.layerNoDeps.pipe(Layer.provide([Layer.fresh(TrendsRepo.layer), Layer.fresh(PlatformRepo.layer)]))
      )
    )
    const here = Effect.map(benchmarksOf(admin), ({ platform }) => platform.sufficientSample)
    const there = Trends.use((trends) => trends.benchmarks).pipe(
      asCaller(admin),
      Effect.provideContext(node),
      Effect.map(({ platform }) => platform.sufficientSample)
    )
    assert.isFalse(yield* here)
    yield* others([10])
    assert.deepStrictEqual([yield* there, yield* here], [false, false])
    // Whoever was not told yet is told of now.
    assert.isTrue((yield* benchmarksOf(yield* aSuperAdmin())).platform.sufficientSample)
    yield* TestClock.adjust("59 minutes")
    assert.deepStrictEqual([yield* there, yield* here], [false, false])
    yield* TestClock.adjust("1 minute")
    assert.deepStrictEqual([yield* there, yield* here], [true, true])
  })

  // trends-11: `scoped` is true when the caller sees only some records, and the figures are of these.
  it.status(200, "`scoped` and within the caller's records; the platform is the same", function* () {
    yield* alone
    yield* others([10, 10, 10, 10, 10])
    const orgId = yield* anOrganisation()
    const sales = yield* aMember(orgId, {
      permissions: ["analytics_view"],
      scope: "departments",
      departments: ["Sales"]
    })
    yield* written(orgId, [aHistory, { ...aHistory, department: "Sales", status: "pending" }])
    const { org, orgDeptDuration, platform, scoped } = yield* benchmarksOf(sales)
    assert.isTrue(scoped)
    assert.deepStrictEqual(org, {
      avgCompletionDays: null,
      onTimeRate: null,
      completionRate: 0,
      totalOffboardings: 1
    })
    assert.deepStrictEqual(orgDeptDuration, [])
    assert.strictEqual(platform.totalOffboardings, 50)
  })

  // trends-8: `industry` are fixed values.
  it.status(200, "the industry's values are the same for everybody", function* () {
    const [one, other] = [yield* benchmarksOf(yield* aSuperAdmin()), yield* benchmarksOf(yield* aSuperAdmin())]
    assert.deepStrictEqual(one.industry, other.industry)
    assert.isAbove(one.industry.avgCompletionDays, 0)
  })

  it.status(403, "with the permission: without analytics_view", function* () {
    const member = yield* aMember(yield* anOrganisation(), { permissions: ["analytics_export"] })
    const answer = yield* withStatus(403, as(member).get("/api/reports/benchmarks"))
    assert.deepInclude(answer.body, { permission: "analytics_view" })
  })
})
