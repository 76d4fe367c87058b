import { assert, layer } from "#test/support/suite"
import { OpenStage, Summary } from "@svc/contract/reports/schema"
import { Arbitrary, Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { TestApp } from "#test/support/TestApp"
import { aMember, anOrganisation, aSuperAdmin, type Member } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { type RawCase, read, written } from "./support.ts"

const start = Date.parse("2026-03-02T09:00:00Z")

const summaryOf = (member: Member, query = "") => read(member, `summary${query}`, Summary)

/** The day that it is somewhere, by the clock of the runtime. */
const localDay = (zone: string, moment: string | number) =>
  new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" }).format(new Date(moment))

const isOpen = ({ status = "pending" }: RawCase) => status !== "completed" && status !== "cancelled"

const removedAt = ({ confirmedAt, outcome, revokedAt }: NonNullable<RawCase["apps"]>[number]) =>
  [outcome === "revoked" ? (revokedAt ?? null) : null, confirmedAt ?? null].filter((at) => at !== null).toSorted()[0]

const counted = (names: ReadonlyArray<string>) => {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

const ranked = (names: ReadonlyArray<string>) =>
  [...counted(names)].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))

/** The same figures, by going through the rows one by one. */
const plainly = (
  cases: ReadonlyArray<RawCase>,
  zone: string,
  range: { readonly from: string; readonly to: string } | null
) => {
  const within = (moment: string) => {
    const day = localDay(zone, moment)
    return range === null || (day >= range.from && day <= range.to)
  }
  const today = localDay(zone, start)
  const created = cases.filter(({ createdAt }) => within(createdAt))
  const completed = cases.flatMap(({ completedAt, createdAt, status }) =>
    status === "completed" && completedAt !== null && completedAt !== undefined && within(completedAt)
      ? [{ completedAt, took: Date.parse(completedAt) - Date.parse(createdAt) }]
      : []
  )
  const tasks = created.flatMap((one) => one.tasks ?? [])
  const removals = cases.flatMap(({ apps = [] }) =>
    apps.flatMap((app) => {
      const at = removedAt(app)
      return at === undefined ? [] : [{ service: app.service, at }]
    })
  )
  const days = completed.reduce((total, { took }) => total + took, 0) / 86_400_000 / completed.length
  return {
    stageCounts: OpenStage.literals.map((status) => ({
      status,
      count: String(cases.filter((one) => (one.status ?? "pending") === status).length)
    })),
    sepTypeCounts: ranked(created.map(({ type = "resignation" }) => type)),
    completedByMonth: [
      ...counted(completed.map(({ completedAt }) => localDay(zone, completedAt).slice(0, 7)))
    ].toSorted(([a], [b]) => (a < b ? -1 : 1)),
    avgCompletionDays: completed.length === 0 ? null : days,
    completedCount: completed.length,
    overdueCount: cases.filter((one) => isOpen(one) && (one.exitDate ?? "") < today).length,
    topServices: ranked(removals.filter(({ at }) => within(at)).map(({ service }) => service)),
    checklistStats: {
      total: tasks.length,
      done: tasks.filter(({ done, notNeeded }) => done === true || notNeeded === true).length
    },
    deptBreakdown: ranked(created.map(({ department = "" }) => department)),
    licensesThisMonth: removals.filter(
      ({ at }) => Date.parse(at) <= start && localDay(zone, at).slice(0, 7) === today.slice(0, 7)
    ).length,
    licensesThisYear: removals.filter(
      ({ at }) => Date.parse(at) <= start && localDay(zone, at).slice(0, 4) === today.slice(0, 4)
    ).length
  }
}

const zones = ["UTC", "Europe/Berlin", "America/Havana", "America/Sao_Paulo", "Pacific/Kiritimati", "America/St_Johns"]

const below = (count: number) =>
  Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: count - 1 })))
const oneOf = <A>(list: readonly [A, ...ReadonlyArray<A>]) =>
  Arbitrary.map(below(list.length), (index) => list[index] ?? list[0])

/** Days on which clocks change somewhere, ends of months, and the days of the test. */
const momentNear = Arbitrary.map(
  Arbitrary.all({
    day: oneOf(["2025-03-30", "2025-10-26", "2025-11-02", "2018-11-04", "2025-12-31", "2026-02-28", "2026-03-01"]),
    minutes: below(36 * 60)
  }),
  ({ day, minutes }) => new Date(Date.parse(`${day}T00:00:00Z`) + (minutes - 360) * 60_000).toISOString()
)

const aTask = Arbitrary.all({ done: Arbitrary.schema(Schema.Boolean), notNeeded: Arbitrary.schema(Schema.Boolean) })

const anApp = (service: string) =>
  Arbitrary.all({
    service: Arbitrary.map(below(1), () => service),
    outcome: oneOf(["revoked", "revoked", "failed", "manual_required", null] as const),
    revokedAt: oneOf<string | null>([null, "2026-02-28T23:30:00.000Z", "2026-03-01T05:00:00.000Z"]),
    confirmedAt: Arbitrary.flatMap(below(3), (n) => (n === 0 ? momentNear : Arbitrary.map(below(1), () => null)))
  })

const rawCase = Arbitrary.map(
  Arbitrary.all({
    createdAt: momentNear,
    status: oneOf([
      "pending",
      "notice_period",
      "it_revocation",
      "asset_recovery",
      "completed",
      "completed",
      "cancelled"
    ]),
    later: below(90 * 24 * 60),
    exitDate: oneOf(["2025-12-31", "2026-03-01", "2026-03-02", "2026-03-03"]),
    department: oneOf(["", "Research", "Sales"]),
    type: oneOf(["resignation", "layoff", "other"]),
    tasks: Arbitrary.flatMap(below(4), (n) => Arbitrary.all(Array.from({ length: n }, () => aTask))),
    github: anApp("github"),
    okta: anApp("okta"),
    apps: below(3)
  }),
  ({ apps, github, later, okta, ...one }): RawCase => ({
    ...one,
    completedAt: one.status === "completed" ? new Date(Date.parse(one.createdAt) + later * 60_000).toISOString() : null,
    apps: [github, okta].slice(0, apps)
  })
)

layer(TestApp)("the figures of a summary", (it) => {
  // reports-1: `GET /api/reports/summary` has the figures of the days asked for, or of all time, in the organisation's
  //   zone.
  it.effect.prop(
    "are those of a plain program over the raw rows, in every zone, on days on which clocks change, too",
    {
      zone: oneOf(["UTC", ...zones]),
      cases: Arbitrary.flatMap(below(8), (n) => Arbitrary.all(Array.from({ length: n }, () => rawCase))),
      range: oneOf([
        null,
        { from: "2025-03-30", to: "2025-03-30" },
        { from: "2025-10-26", to: "2025-11-02" },
        { from: "2018-11-04", to: "2018-11-04" },
        { from: "2025-12-31", to: "2026-03-02" }
      ])
    },
    ({ cases, range, zone }) =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start)
        const orgId = yield* anOrganisation({ timezone: zone })
        const member = yield* aMember(orgId)
        yield* written(orgId, cases)
        const { licenseReclamation, ...found } = yield* summaryOf(
          member,
          range === null ? "" : `?from=${range.from}&to=${range.to}`
        )
        const { avgCompletionDays, licensesThisMonth, licensesThisYear, ...expected } = plainly(cases, zone, range)
        assert.deepStrictEqual(
          {
            ...found,
            sepTypeCounts: found.sepTypeCounts.map(({ count, separation_type }) => [separation_type, count]),
            completedByMonth: found.completedByMonth.map(({ count, month }) => [month, count]),
            topServices: found.topServices.map(({ count, service }) => [service, count]),
            deptBreakdown: found.deptBreakdown.map(({ count, department }) => [department, count])
          },
          { ...expected, range: found.range, avgCompletionDays: found.avgCompletionDays }
        )
        assert.strictEqual(found.range?.from, range?.from)
        if (avgCompletionDays === null) assert.isNull(found.avgCompletionDays)
        else assert.closeTo(found.avgCompletionDays ?? Number.NaN, avgCompletionDays, 0.0500001)
        assert.deepInclude(licenseReclamation, { licensesThisMonth, licensesThisYear })
      }),
    { arbitrary: { runs: 60 } }
  )
})

const refused = [
  ["only from", "from=2026-01-01", "to"],
  ["only to", "to=2026-01-01", "from"],
  ["a day that does not exist", "from=2026-02-30&to=2026-03-01", "from"],
  ["no day", "from=2026-02-01&to=soon", "to"],
  ["an empty one", "from=&to=", "from"],
  ["from after to", "from=2026-02-02&to=2026-02-01", "from"],
  ["more than 10 years", "from=2016-01-01&to=2026-01-02", "to"]
] as const

layer(TestApp)("GET /api/reports/summary", (it) => {
  // reports-2: Without offboardings it has zeros and empty lists, and null for the average.
  it.status(200, "an organisation without offboardings has zeros, empty lists and no average", function* () {
    const admin = yield* aSuperAdmin()
    const answer = yield* withStatus(200, as(admin).get("/api/reports/summary"))
    assert.deepStrictEqual(answer.body, {
      range: null,
      stageCounts: OpenStage.literals.map((status) => ({ status, count: "0" })),
      sepTypeCounts: [],
      completedByMonth: [],
      avgCompletionDays: null,
      completedCount: 0,
      overdueCount: 0,
      topServices: [],
      checklistStats: { total: 0, done: 0 },
      deptBreakdown: [],
      licenseReclamation: {
        licensesThisMonth: 0,
        licensesThisYear: 0,
        costThisMonth: 0,
        costThisYear: 0,
        currency: "USD",
        byCurrency: []
      }
    })
  })

  // reports-3: `from` and `to` go together and are both inclusive.
  it.status(200, "both days of a range belong to it, to the last moment of a day of 23 hours", function* () {
    const orgId = yield* anOrganisation({ timezone: "Europe/Berlin" })
    const hr = yield* aMember(orgId, "hr")
    const completed = (completedAt: string): RawCase => ({
      createdAt: "2025-03-01T00:00:00Z",
      status: "completed",
      completedAt
    })
    yield* written(orgId, [
      completed("2025-03-29T22:59:59.999Z"),
      completed("2025-03-29T23:00:00.000Z"),
      completed("2025-03-30T21:59:59.999Z"),
      completed("2025-03-30T22:00:00.000Z")
    ])
    const { completedByMonth, completedCount, range } = yield* summaryOf(hr, "?from=2025-03-30&to=2025-03-30")
    assert.strictEqual(completedCount, 2)
    assert.deepStrictEqual(completedByMonth, [{ month: "2025-03", count: 2 }])
    assert.deepEqual({ ...range }, { from: "2025-03-30", to: "2025-03-30" })
    assert.strictEqual((yield* summaryOf(hr, "?from=2016-01-01&to=2026-01-01")).completedCount, 4)
    assert.strictEqual((yield* summaryOf(hr, "?from=9998-01-01&to=9999-12-31")).completedCount, 0)
  })

  // reports-4: `licenseReclamation` is of this month and this year, by currency, and at the top the currency with the
  //   largest savings this year.
  it.status(200, "what a seat costs is added up by currency, the largest savings of the year first", function* () {
    const admin = yield* aSuperAdmin()
    const price = (service_name: string, config: { readonly [name: string]: unknown }) =>
      Effect.map(as(admin).post("/api/integrations", { service_name, config }), ({ status, text }) =>
        assert.strictEqual(status, 201, text)
      )
    yield* price("Wiki", { seat_price: 10.1, seat_currency: "EUR" })
    yield* price("Board", { seat_price: 12 })
    yield* price("Chat", { region: "eu" })
    yield* written(admin.orgId, [
      {
        createdAt: "2026-01-05T00:00:00Z",
        apps: [
          { service: "wiki", outcome: "revoked", revokedAt: "2026-01-06T00:00:00Z" },
          { service: "Board", confirmedAt: "2026-03-01T12:00:00Z" },
          { service: "Chat", confirmedAt: "2026-03-01T12:00:00Z" }
        ]
      },
      {
        createdAt: "2025-01-05T00:00:00Z",
        apps: [
          { service: "Wiki", outcome: "revoked", revokedAt: "2026-03-01T00:00:00Z" },
          { service: "Board", confirmedAt: "2025-12-31T23:59:59Z" },
          { service: "Gone", outcome: "failed", revokedAt: "2026-03-01T00:00:00Z" }
        ]
      }
    ])
    const { licenseReclamation, topServices } = yield* summaryOf(admin)
    assert.deepEqual(structuredClone(licenseReclamation), {
      licensesThisMonth: 3,
      licensesThisYear: 4,
      costThisMonth: 10.1,
      costThisYear: 20.2,
      currency: "EUR",
      byCurrency: [
        { currency: "EUR", licensesThisMonth: 1, licensesThisYear: 2, costThisMonth: 10.1, costThisYear: 20.2 },
        { currency: "USD", licensesThisMonth: 1, licensesThisYear: 1, costThisMonth: 12, costThisYear: 12 }
      ]
    })
    assert.deepEqual(structuredClone(topServices), [
      { service: "Board", count: 2 },
      { service: "Wiki", count: 2 },
      { service: "Chat", count: 1 }
    ])
  })

  // reports-13: The summary lists at most ten apps.
  it.status(200, "at most ten apps", function* () {
    const admin = yield* aSuperAdmin()
    const apps = Array.from({ length: 12 }, (_, n) => ({ service: `App ${n}`, confirmedAt: "2026-01-01T00:00:00Z" }))
    yield* written(admin.orgId, [{ createdAt: "2026-01-01T00:00:00Z", apps }])
    assert.lengthOf((yield* summaryOf(admin)).topServices, 10)
  })

  // reports-5: Every figure is of the offboardings in the caller's record scope.
  it.status(200, "within the caller's records: departments, direct reports; nobody else's organisation", function* () {
    const orgId = yield* anOrganisation()
    const manager = yield* aMember(orgId, "manager")
    const research = yield* aMember(orgId, {
      permissions: ["analytics_view"],
      scope: "departments",
      departments: ["Research"]
    })
    const full = (department: string, more: Partial<RawCase> = {}): RawCase => ({
      createdAt: "2026-02-01T00:00:00Z",
      exitDate: "2026-02-20",
      department,
      tasks: [{ done: true }, {}],
      apps: [{ service: "github", confirmedAt: "2026-03-01T00:00:00Z" }],
      ...more
    })
    yield* written(orgId, [
      full("Research"),
      full("Research", { status: "completed", completedAt: "2026-02-11T00:00:00Z" }),
      full("Sales", { manager: manager.email.toUpperCase() })
    ])
    yield* written(yield* anOrganisation(), [full("Research")])
    const openIn = (found: Summary) => found.stageCounts.map(({ count }) => count)
    const ofAll = yield* summaryOf(yield* aMember(orgId, "hr"))
    const ofResearch = yield* summaryOf(research)
    const ofReports = yield* summaryOf(manager)
    assert.deepStrictEqual([ofAll, ofResearch, ofReports].map(openIn), [
      ["2", "0", "0", "0"],
      ["1", "0", "0", "0"],
      ["1", "0", "0", "0"]
    ])
    assert.deepStrictEqual(
      [ofAll, ofResearch, ofReports].map((found) => [
        found.overdueCount,
        found.completedCount,
        found.avgCompletionDays,
        found.checklistStats.total,
        found.licenseReclamation.licensesThisMonth,
        found.topServices[0]?.count,
        found.sepTypeCounts[0]?.count
      ]),
      [
        [2, 1, 10, 6, 3, 3, 3],
        [1, 1, 10, 4, 2, 2, 2],
        [1, 0, null, 2, 1, 1, 1]
      ]
    )
    assert.deepEqual(structuredClone(ofReports.deptBreakdown), [{ department: "Sales", count: 1 }])
  })

  it.status.each(refused)(400, "%s, naming the parameter", function* ([, query, parameter]) {
    const admin = yield* aSuperAdmin()
    const answer = yield* withStatus(400, as(admin).get(`/api/reports/summary?${query}`))
    assert.match(answer.error, new RegExp(`^${parameter}\\b`))
  })

  // reports-6: It needs `analytics_view`; the 403 names the permission.
  it.status(403, "without analytics_view; the body names the permission", function* () {
    const viewer = yield* aMember(yield* anOrganisation(), { permissions: ["offboardings_view"] })
    const answer = yield* withStatus(403, as(viewer).get("/api/reports/summary"))
    assert.deepInclude(answer.body, { permission: "analytics_view" })
  })
})
