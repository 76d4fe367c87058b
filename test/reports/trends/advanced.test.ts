import { assert, layer } from "#test/support/suite"
import { Advanced } from "@svc/contract/trends/schema"
import { Array as Arr, Effect, Schema } from "effect"
import { randomUUID } from "node:crypto"
import { TestApp } from "#test/support/TestApp"
import { aMember, anOrganisation, aSuperAdmin, type Member } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { asSystem, systemSql } from "#test/support/tables"
import {
  averageInDays,
  dayOf,
  History,
  Ranges,
  ranges,
  type StoredCase,
  type StoredTask,
  tenth,
  written,
  Zone
} from "./histories.ts"

const decode = Schema.decodeUnknownEffect(Schema.toCodecJson(Advanced), { onExcessProperty: "error" })

const reportOf = Effect.fnUntraced(function* (member: Member, query = "") {
  const answer = yield* withStatus(200, as(member).get(`/api/reports/advanced${query}`))
  return yield* decode(answer.body)
})

const monthsBetween = (from: string, to: string): ReadonlyArray<string> => {
  const months: Array<string> = []
  for (let at = new Date(`${from.slice(0, 7)}-01T00:00:00Z`); at.toISOString().slice(0, 10) <= to;) {
    months.push(at.toISOString().slice(0, 7))
    at = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1))
  }
  return months
}

const durations = (cases: ReadonlyArray<StoredCase>, nameOf: (one: StoredCase) => string) =>
  Object.entries(Arr.groupBy(cases, nameOf))
    .map(([name, rows]) => ({
      name,
      avgDays: averageInDays(rows.map(({ completed, created }) => (completed ?? 0) - created)),
      count: rows.length
    }))
    .toSorted((one, other) => other.avgDays - one.avgDays || (one.name < other.name ? -1 : 1))

/** The same figures by a plain program over the rows. */
const computed = (
  { cases, tasks }: { readonly cases: ReadonlyArray<StoredCase>; readonly tasks: ReadonlyArray<StoredTask> },
  { from, to, zone }: { readonly from: string; readonly to: string; readonly zone: string }
) => {
  const isWithin = (at: number | null) => at !== null && dayOf(at, zone) >= from && dayOf(at, zone) <= to
  const started = cases.filter(({ created }) => isWithin(created))
  const completed = cases.filter((one) => one.status === "completed" && isWithin(one.completed))
  const open = tasks.filter((task) => !["completed", "cancelled"].includes(task.case.status))
  return {
    velocityTrend: monthsBetween(from, to).map((month) => ({
      month,
      started: started.filter(({ created }) => dayOf(created, zone).startsWith(month)).length,
      completed: completed.filter((one) => dayOf(one.completed ?? 0, zone).startsWith(month)).length
    })),
    timeByDept: durations(completed, ({ department }) => department).map(({ name, ...rest }) => ({
      department: name,
      ...rest
    })),
    bottleneckTasks: Object.entries(Arr.groupBy(open, ({ task }) => task))
      .filter(([, rows]) => rows.length >= 2)
      .map(([task, rows]) => ({ task, total: rows.length, pending: rows.filter(({ done }) => done === null).length }))
      .toSorted(
        (one, other) =>
          other.pending / other.total - one.pending / one.total ||
          other.pending - one.pending ||
          (one.task < other.task ? -1 : 1)
      )
      .map((row) => ({ ...row, pending_pct: tenth((100 * row.pending) / row.total) })),
    avgBySepType: durations(completed, ({ type }) => type).map(({ name, ...rest }) => ({
      separation_type: name,
      ...rest
    }))
  }
}

const plain = (report: Advanced): unknown => JSON.parse(JSON.stringify(report))

const aHistory: History = {
  department: "Research",
  manager: "Boss@acme.test",
  type: "resignation",
  status: "pending",
  created: Date.UTC(2025, 11, 1) / 60_000,
  took: 20 * 24 * 60,
  notice: 30,
  zone: null,
  tasks: []
}

/** So many tasks in each case, of which the first are open everywhere and the last nowhere; and one in one case alone. */
const addTasks = (admin: Member, cases: ReadonlyArray<StoredCase>, count: number) =>
  asSystem((sql) =>
    Effect.gen(function* () {
      const add = (id: string | undefined, task: string, done: boolean) => sql`
        INSERT INTO checklist_items (org_id, id, offboarding_id, task, created_at, not_needed_at)
        VALUES (${admin.orgId}, ${randomUUID()}, ${id ?? null}, ${task}, now(), ${done ? new Date(0) : null})`
      for (let task = 1; task <= count; task++) {
        for (const [index, { id }] of cases.entries()) {
          yield* add(id, String(task).padStart(2, "0"), index < Math.floor((task - 1) / 4))
        }
      }
      yield* add(cases[0]?.id, "00", false)
    })
  )

const setManager = (one: StoredCase | undefined, manager: Member) =>
  systemSql`UPDATE offboardings SET manager_email = ${manager.email} WHERE id = ${one?.id ?? null}`

layer(TestApp)("GET /api/reports/advanced", (it) => {
  // trends-1: `velocityTrend` has one row a month of the range, of the last 12 months without one, empty months
  //   included, with how many were started and completed.
  it.effect.prop(
    "200: the same figures as a plain program over the rows, in any zone and range",
    [Schema.Array(History).check(Schema.isMaxLength(12)), Zone, Ranges],
    ([histories, zone, range]) =>
      Effect.gen(function* () {
        const [from, to] = ranges[range]
        const admin = yield* aSuperAdmin({ timezone: zone })
        const stored = yield* written(admin.orgId, histories)
        assert.deepStrictEqual(
          plain(yield* reportOf(admin, `?from=${from}&to=${to}`)),
          computed(stored, { from, to, zone })
        )
        const now = dayOf(Date.UTC(2026, 2, 2, 9), zone)
        assert.deepStrictEqual(
          plain(yield* reportOf(admin)),
          computed(stored, { from: `${monthsBetween("2025-04-01", now).at(-12) ?? ""}-01`, to: now, zone })
        )
      }),
    { arbitrary: { runs: 15 } }
  )

  // trends-2: `timeByDept` and `avgBySepType`: durations from creation to completion, of completed offboardings alone;
  //   days are those of the organisation's zone.
  // trends-13: A day starts at its first moment, even where clocks show midnight twice or never.
  it.status(200, "a day on which midnight is shown twice, or never, begins at its first moment", function* () {
    for (const [zone, date, first] of [
      ["America/Havana", "2025-11-02", "2025-11-02T04:00:00Z"],
      ["Africa/Cairo", "2025-04-25", "2025-04-24T22:00:00Z"],
      ["Europe/Berlin", "2025-03-31", "2025-03-30T22:00:00Z"]
    ] as const) {
      const admin = yield* aSuperAdmin({ timezone: zone })
      const at = Date.parse(first) / 60_000
      yield* written(admin.orgId, [
        { ...aHistory, created: at - 1 },
        { ...aHistory, created: at },
        { ...aHistory, created: at + 30 }
      ])
      const { velocityTrend } = yield* reportOf(admin, `?from=${date}&to=${date}`)
      assert.deepStrictEqual(velocityTrend, [{ month: date.slice(0, 7), started: 2, completed: 0 }], zone)
    }
  })

  // trends-1
  it.status(200, "a new organisation has twelve empty months", function* () {
    const report = yield* reportOf(yield* aSuperAdmin())
    assert.deepStrictEqual(
      report.velocityTrend,
      monthsBetween("2025-04-01", "2026-03-01").map((month) => ({ month, started: 0, completed: 0 }))
    )
    assert.deepStrictEqual([report.timeByDept, report.bottleneckTasks, report.avgBySepType], [[], [], []])
  })

  // trends-3: `bottleneckTasks` are those that stand at least twice in open offboardings, ranked by the percentage that
  //   is not done.
  it.status(200, "of the ten tasks that wait most often; one that stands in one case alone is none", function* () {
    const admin = yield* aSuperAdmin()
    const { cases } = yield* written(admin.orgId, [aHistory, aHistory, aHistory])
    yield* addTasks(admin, cases, 12)
    const { bottleneckTasks } = yield* reportOf(admin)
    assert.deepStrictEqual(
      bottleneckTasks.map(({ task, total, pending, pending_pct }) => [task, total, pending, pending_pct]),
      [
        ...["01", "02", "03", "04"].map((task) => [task, 3, 3, 100]),
        ...["05", "06", "07", "08"].map((task) => [task, 3, 2, 66.7]),
        ...["09", "10"].map((task) => [task, 3, 1, 33.3])
      ]
    )
  })

  // trends-11
  it.status(200, "within the caller's records", function* () {
    const orgId = yield* anOrganisation()
    const inSales = { ...aHistory, department: "Sales", status: "completed", manager: "lead@acme.test" } as const
    const sales = yield* aMember(orgId, {
      permissions: ["analytics_view"],
      scope: "departments",
      departments: ["Sales"]
    })
    const manager = yield* aMember(orgId, "manager")
    const stored = yield* written(orgId, [inSales, inSales, { ...inSales, department: "Research" }])
    yield* setManager(stored.cases[2], manager)
    const range = { from: "2025-06-01", to: "2026-03-01", zone: "UTC" }
    const query = `?from=${range.from}&to=${range.to}`
    for (const [member, cases] of [
      [sales, stored.cases.slice(0, 2)],
      [manager, stored.cases.slice(2)]
    ] as const) {
      const tasks = stored.tasks.filter((task) => cases.some(({ id }) => id === task.case.id))
      assert.deepStrictEqual(plain(yield* reportOf(member, query)), computed({ cases, tasks }, range))
    }
  })

  // trends-12: 400 for a day that does not exist, one of `from` and `to` alone, `from` after `to`, a range over 10
  //   years; 403 names the permission.
  it.status(400, "that names the parameter: no real date, one alone, the wrong way round, over 10 years", function* () {
    const admin = yield* aSuperAdmin()
    for (const [query, parameter] of [
      ["from=2026-02-30&to=2026-03-01", "from"],
      ["from=2026-01-01&to=yesterday", "to"],
      ["from=2026-01-01", "to"],
      ["to=2026-01-01", "from"],
      ["from=2026-02-01&to=2026-01-01", "from"],
      ["from=2016-01-01&to=2026-01-02", "to"]
    ] as const) {
      const answer = yield* withStatus(400, as(admin).get(`/api/reports/advanced?${query}`), query)
      assert.match(answer.error, new RegExp(`^${parameter}: `), query)
    }
    assert.strictEqual((yield* as(admin).get("/api/reports/advanced?from=2016-01-01&to=2026-01-01")).status, 200)
  })

  // trends-12
  it.status(403, "with the permission: without analytics_view", function* () {
    const member = yield* aMember(yield* anOrganisation(), { permissions: ["offboardings_view"] })
    const answer = yield* withStatus(403, as(member).get("/api/reports/advanced"))
    assert.deepInclude(answer.body, { permission: "analytics_view" })
  })
})
