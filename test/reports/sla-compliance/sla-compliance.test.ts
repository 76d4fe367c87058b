import { assert } from "#test/support/suite"
import { SlaCompliance, slaCsvColumns } from "@svc/contract/sla-compliance/schema"
import { Array as Arr, Effect, Schema } from "effect"
import { parse } from "csv-parse/sync"
import { createHash } from "node:crypto"
import { TestApp } from "#test/support/TestApp"
import { layerOfFile } from "#test/support/layer-of-file"
import { entriesOf } from "#test/support/log"
import { aMember, anOrganisation, aSuperAdmin, type Member } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { asOwner, systemSql } from "#test/support/tables"
import { dayOf, History, Ranges, ranges, type StoredTask, tenth, written, Zone } from "#test/reports/trends/histories"

const decode = Schema.decodeUnknownEffect(Schema.toCodecJson(SlaCompliance), { onExcessProperty: "error" })

const path = "/api/reports/sla-compliance"

const reportOf = Effect.fnUntraced(function* (member: Member, query = "") {
  const answer = yield* withStatus(200, as(member).get(`${path}${query}`))
  return yield* decode(answer.body)
})

const exported = Effect.fnUntraced(function* (member: Member, query = "") {
  const answer = yield* withStatus(200, as(member).get(`${path}/export${query}`))
  const [head, ...rows]: ReadonlyArray<ReadonlyArray<string>> = parse(answer.text)
  return { ...answer, head, rows }
})

/** When the tests' clock stands. */
const now = Date.UTC(2026, 2, 2, 9)
const hour = 3_600_000

const isLate = ({ deadline, done }: StoredTask) => (done === null ? (deadline ?? 0) <= now : done > (deadline ?? 0))

const counted = (tasks: ReadonlyArray<StoredTask>) => {
  const done = tasks.filter((task) => task.done !== null)
  const onTime = done.filter((task) => !isLate(task)).length
  return {
    total: tasks.length,
    completed: done.length,
    onTime,
    notNeeded: done.filter((task) => task.notNeeded && !isLate(task)).length,
    breached: tasks.filter(isLate).length,
    rate: done.length === 0 ? null : tenth((100 * onTime) / done.length)
  }
}

const byName = (tasks: ReadonlyArray<StoredTask>, nameOf: (task: StoredTask) => string) =>
  Object.entries(Arr.groupBy(tasks, nameOf))
    .map(([name, rows]) => ({ name, ...counted(rows) }))
    .toSorted((one, other) => other.breached - one.breached || (one.name < other.name ? -1 : 1))

interface Range {
  readonly from: string
  readonly to: string
  readonly zone: string
}

const due = (tasks: ReadonlyArray<StoredTask>, { from, to, zone }: Range) =>
  tasks.filter(({ case: { status }, deadline }) => {
    if (deadline === null || status === "cancelled") return false
    return dayOf(deadline, zone) >= from && dayOf(deadline, zone) <= to
  })

/** The first day of the week or month of a day. */
const firstOf = (period: "week" | "month", date: string) => {
  if (period === "month") return `${date.slice(0, 7)}-01`
  const at = new Date(`${date}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7))
  return at.toISOString().slice(0, 10)
}

const periodsBetween = (period: "week" | "month", { from, to }: Range) => {
  const firsts = new Set<string>()
  for (
    const at = new Date(`${from}T00:00:00Z`);
    at.toISOString().slice(0, 10) <= to;
    at.setUTCDate(at.getUTCDate() + 1)
  ) {
    firsts.add(firstOf(period, at.toISOString().slice(0, 10)))
  }
  return [...firsts]
}

/** The same figures by a plain program over the rows; the worst by their hours alone, which two may share. */
const computed = (stored: ReadonlyArray<StoredTask>, range: Range, period: "week" | "month") => {
  const tasks = due(stored, range)
  const { breached, completed, notNeeded, onTime, rate, total } = counted(tasks)
  return {
    totalSlaTracked: total,
    completedCount: completed,
    onTime,
    notNeeded,
    breachedTotal: breached,
    overallRate: rate,
    byDepartment: byName(tasks, (task) => task.case.department).map(({ name, ...rest }) => ({
      department: name,
      ...rest
    })),
    byAssignee: byName(tasks, ({ assignee }) => assignee).map(({ name, ...rest }) => ({ assignee: name, ...rest })),
    breachTrend: periodsBetween(period, range).map((first) => ({
      period: first,
      ...counted(tasks.filter(({ deadline }) => firstOf(period, dayOf(deadline ?? 0, range.zone)) === first))
    })),
    worst: tasks
      .filter(isLate)
      .map(({ deadline, done }) => tenth(((done ?? now) - (deadline ?? 0)) / hour))
      .toSorted((one, other) => other - one)
      .slice(0, 10)
  }
}

const comparable = (report: SlaCompliance) => {
  const { worstItems, ...rest } = report
  return { ...rest, worst: worstItems.map(({ hoursOverdue }) => hoursOverdue) }
}

const minute = 60_000
const aHistory: History = {
  department: "Research",
  manager: "Boss@acme.test",
  type: "resignation",
  status: "pending",
  created: Date.UTC(2026, 1, 1) / minute,
  took: 0,
  notice: 30,
  zone: null,
  tasks: []
}
const aTask = { task: "Collect the badge", assignee: "HR", due: 60, done: null, notNeeded: null } as const

const withTestApp = layerOfFile(TestApp)

withTestApp("GET /api/reports/sla-compliance", (it) => {
  // sla-compliance-1: Tasks with a deadline in the range, by default of the last 90 days, in all, by department, by
  //   assignee and per week or month, empty ones included; the rate is of those done in time among those done.
  it.effect.prop(
    "200: the same figures as a plain program over the rows, in any zone, range and period",
    [Schema.Array(History).check(Schema.isMaxLength(12)), Zone, Schema.Literals(["week", "month"]), Ranges],
    ([histories, zone, period, range]) =>
      Effect.gen(function* () {
        const [from, to] = ranges[range]
        const admin = yield* aSuperAdmin({ timezone: zone })
        const { tasks } = yield* written(admin.orgId, histories)
        const report = yield* reportOf(admin, `?from=${from}&to=${to}&period=${period}`)
        assert.deepStrictEqual<unknown>(comparable(report), computed(tasks, { from, to, zone }, period))
        const csv = yield* exported(admin, `?from=${from}&to=${to}`)
        assert.deepStrictEqual(
          csv.rows.map(([id, , , , , , , , , , result]) => [id, result]),
          due(tasks, { from, to, zone })
            .toSorted((one, other) => (one.deadline ?? 0) - (other.deadline ?? 0) || (one.id < other.id ? -1 : 1))
            .map((task) => [
              task.id,
              isLate(task) ? "breached" : task.done === null ? "open" : task.notNeeded ? "not_needed" : "on_time"
            ])
        )
      }),
    { arbitrary: { runs: 15 } }
  )

  // sla-compliance-1
  it.status(200, "a new organisation has empty weeks of the last 90 days, and no rate", function* () {
    const report = yield* reportOf(yield* aSuperAdmin())
    const range = { from: "2025-12-03", to: "2026-03-02", zone: "UTC" }
    assert.deepStrictEqual<unknown>(comparable(report), computed([], range, "week"))
    assert.strictEqual(report.breachTrend[0]?.period, "2025-12-01")
    assert.isNull(report.overallRate)
    assert.isTrue(report.breachTrend.every(({ rate, total }) => rate === null && total === 0))
  })

  // sla-compliance-1
  // sla-compliance-8: A task done exactly at its deadline is on time, and one that is not needed was done when it was
  //   marked so.
  it.status(
    200,
    "in time at the very deadline; not needed counts as done then, as a result of its own; canceled ones not at all",
    function* () {
      const admin = yield* aSuperAdmin()
      yield* written(admin.orgId, [
        {
          ...aHistory,
          tasks: [{ ...aTask, done: 60 }, { ...aTask, notNeeded: 61 }, { ...aTask, notNeeded: 60 }, aTask]
        },
        { ...aHistory, status: "cancelled", tasks: [aTask] },
        // Its deadline is yet to come.
        { ...aHistory, created: now / minute, tasks: [aTask] }
      ])
      const report = yield* reportOf(admin)
      const { completedCount, notNeeded, onTime, breachedTotal, overallRate, totalSlaTracked } = report
      assert.deepStrictEqual(
        [totalSlaTracked, completedCount, onTime, notNeeded, breachedTotal, overallRate],
        [5, 3, 2, 1, 2, 66.7]
      )
      const { rows } = yield* exported(admin)
      assert.sameMembers(
        rows.map(([, , , , , , , , , , result]) => result),
        ["on_time", "breached", "not_needed", "breached", "open"]
      )
      const [worst, late, ...more] = report.worstItems
      assert.lengthOf(more, 0)
      assert.deepInclude(worst, {
        task: "Collect the badge",
        assigned_to: "HR",
        employee_name: "Ann Lee",
        department: "Research"
      })
      assert.deepStrictEqual([worst?.completed_at, worst?.hoursOverdue, late?.hoursOverdue], [null, 29 * 24 + 8, 0])
    }
  )

  // sla-compliance-2: `worstItems` are the most overdue.
  it.status(200, "at most ten are the worst, the most overdue first", function* () {
    const admin = yield* aSuperAdmin()
    const tasks = Arr.makeBy(12, (index) => ({ ...aTask, due: 60 * (index + 1) }))
    yield* written(admin.orgId, [{ ...aHistory, tasks }])
    const { worstItems } = yield* reportOf(admin)
    assert.deepStrictEqual(
      worstItems.map(({ hoursOverdue }) => hoursOverdue),
      Arr.makeBy(10, (index) => 29 * 24 + 8 - index)
    )
  })

  // sla-compliance-3: Rows are within the caller's scope, as in the list of breaches.
  it.status(200, "within the caller's records, as the list of breaches", function* () {
    const orgId = yield* anOrganisation()
    const sales = yield* aMember(orgId, {
      permissions: ["analytics_view", "analytics_export"],
      scope: "departments",
      departments: ["Sales"]
    })
    const manager = yield* aMember(orgId, "manager")
    const { cases, tasks } = yield* written(orgId, [
      { ...aHistory, department: "Sales", tasks: [aTask] },
      { ...aHistory, tasks: [aTask] },
      { ...aHistory, tasks: [aTask] }
    ])
    yield* systemSql`UPDATE offboardings SET manager_email = ${manager.email} WHERE id = ${cases[1]?.id ?? null}`
    for (const [member, index] of [
      [sales, 0],
      [manager, 1]
    ] as const) {
      const report = yield* reportOf(member)
      assert.strictEqual(report.totalSlaTracked, 1)
      assert.deepStrictEqual(
        report.worstItems.map(({ id }) => String(id)),
        [tasks[index]?.id]
      )
    }
    assert.deepStrictEqual(
      (yield* exported(sales)).rows.map(([id]) => id),
      [tasks[0]?.id]
    )
  })

  // sla-compliance-4
  it.status(400, "that names the parameter: another period, no real date, one alone, over 2 years", function* () {
    const admin = yield* aSuperAdmin()
    for (const [query, parameter] of [
      ["period=day", "period"],
      ["period=", "period"],
      ["from=2026-02-30&to=2026-03-01", "from"],
      ["from=2026-01-01", "to"],
      ["to=2026-01-01", "from"],
      ["from=2026-02-01&to=2026-01-01", "from"],
      ["from=2024-01-01&to=2026-01-02", "to"]
    ] as const) {
      const answer = yield* withStatus(400, as(admin).get(`${path}?${query}`), query)
      assert.match(answer.error, new RegExp(`^${parameter}: `), query)
    }
    assert.strictEqual((yield* as(admin).get(`${path}?from=2024-01-01&to=2026-01-01`)).status, 200)
  })

  // sla-compliance-4: It needs `analytics_view` and the plan feature `slaComplianceDashboard`; another `period`, and a
  //   range over 2 years, are 400.
  it.status(
    403,
    "without analytics_view with the permission, without the plan's feature with upgradeRequired",
    function* () {
      const member = yield* aMember(yield* anOrganisation(), { permissions: ["analytics_export"] })
      const refused = yield* withStatus(403, as(member).get(path))
      assert.deepInclude(refused.body, { permission: "analytics_view" })
      const lacking = yield* withStatus(403, as(yield* aSuperAdmin({ plan: "team" })).get(path))
      assert.deepInclude(lacking.body, { feature: "slaComplianceDashboard", upgradeRequired: true })
    }
  )
})

withTestApp("GET /api/reports/sla-compliance/export", (it) => {
  // sla-compliance-5: The CSV has one row per task, formula-like values neutralised, and is audited as
  //   `analytics.exported`, or not sent.
  it.status(200, "a CSV with one row for each task, no cell a formula, recorded with its digest", function* () {
    const admin = yield* aSuperAdmin()
    const { cases, tasks } = yield* written(admin.orgId, [
      {
        ...aHistory,
        tasks: [
          { ...aTask, task: "=SUM(A1)", done: 90 },
          { ...aTask, due: null }
        ]
      }
    ])
    const { head, headers, rows, text } = yield* exported(admin)
    assert.deepStrictEqual(head, [...slaCsvColumns])
    assert.deepStrictEqual(rows, [
      [
        tasks[0]?.id ?? "",
        "\t=SUM(A1)",
        "HR",
        "Ann Lee",
        "Research",
        cases[0]?.id ?? "",
        "pending",
        "24",
        "2026-02-01T01:00:00.000Z",
        "2026-02-01T01:30:00.000Z",
        "breached",
        "0.5"
      ]
    ])
    const sha256 = createHash("sha256").update(text).digest("hex")
    assert.include(headers["content-type"], "text/csv")
    assert.include(headers["content-disposition"], 'filename="sla-compliance-2026-03-02.csv"')
    assert.strictEqual(headers["x-content-sha256"], sha256)
    assert.isUndefined(headers["x-rows-truncated"])
    const entries = yield* entriesOf(admin.orgId, { action: "analytics.exported" })
    assert.lengthOf(entries, 1)
    assert.deepInclude(entries[0], { actor_id: admin.userId, target: "Task deadlines" })
    assert.include(entries[0]?.details, `rows: 1, truncated: no, sha256: ${sha256}`)
  })

  // sla-compliance-6: It has at most 50,000 rows; `X-Rows-Truncated` is set when there are more.
  it.status(200, "at most 50,000 rows, and X-Rows-Truncated when there are more", function* () {
    const admin = yield* aSuperAdmin()
    const { cases } = yield* written(admin.orgId, [aHistory])
    const fill = (count: number) =>
      asOwner(
        (sql) => sql`
            INSERT INTO checklist_items (org_id, id, offboarding_id, task, created_at, sla_deadline)
            SELECT ${admin.orgId}::uuid, gen_random_uuid(), ${cases[0]?.id ?? null}::uuid, 'Task ' || n, '2026-02-01',
              timestamptz '2026-02-01' + n * interval '1 second'
            FROM generate_series(1, ${count}::int) n`
      )
    yield* fill(50_000)
    const whole = yield* exported(admin)
    assert.lengthOf(whole.rows, 50_000)
    assert.isUndefined(whole.headers["x-rows-truncated"])
    yield* fill(1)
    const cut = yield* exported(admin)
    assert.lengthOf(cut.rows, 50_000)
    assert.strictEqual(cut.headers["x-rows-truncated"], "true")
    const entries = yield* entriesOf(admin.orgId, { action: "analytics.exported" })
    assert.include(entries[1]?.details, "rows: 50000, truncated: yes")
  })

  it.status(400, "that names the parameter", function* () {
    const answer = yield* withStatus(400, as(yield* aSuperAdmin()).get(`${path}/export?from=2026-01-01`))
    assert.match(answer.error, /^to: /)
  })

  // sla-compliance-7: The export also needs `analytics_export`.
  it.status(403, "each of the two permissions is needed, and the plan's feature", function* () {
    const orgId = yield* anOrganisation()
    for (const [held, missing] of [
      ["analytics_view", "analytics_export"],
      ["analytics_export", "analytics_view"]
    ] as const) {
      const answer = yield* withStatus(403, as(yield* aMember(orgId, { permissions: [held] })).get(`${path}/export`))
      assert.deepInclude(answer.body, { permission: missing })
    }
    const lacking = yield* as(yield* aSuperAdmin({ plan: "team" })).get(`${path}/export`)
    assert.deepInclude(lacking.body, { feature: "slaComplianceDashboard", upgradeRequired: true })
  })

  // sla-compliance-5
  it.status(503, "and no byte of the file when it cannot be recorded", function* () {
    const admin = yield* aSuperAdmin()
    yield* written(admin.orgId, [{ ...aHistory, tasks: [aTask] }])
    yield* asOwner(
      (sql) => sql`ALTER TABLE audit_entries ADD CONSTRAINT no_more CHECK (action <> 'analytics.exported') NOT VALID`
    )
    const answer = yield* as(admin).get(`${path}/export`)
    yield* asOwner((sql) => sql`ALTER TABLE audit_entries DROP CONSTRAINT no_more`)
    assert.strictEqual(answer.status, 503)
    assert.notInclude(answer.text, "badge")
    assert.include(answer.error, "could not be recorded")
  })
})
