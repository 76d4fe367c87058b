import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "#test/support/suite"
import type { Figures } from "@svc/contract/leaver-test/figures"
import { Effect, FileSystem } from "effect"
import path from "node:path"
import { noFigures } from "./no-figures.ts"
import { recount } from "./recount.ts"

// Six leavers whose figures were reckoned by hand; the bounds are those of tables of the beta distribution.

const asOf = "2026-06-01T00:00:00.000Z"

const populationColumns =
  "leaver_id,name,email,department,separation_type,source,first_known_at,first_known_from,case_status,case_created_at," +
  "case_seq,case_hash,approvals,approved_at,approved_by,approval_seq,approval_hash,last_working_day,employment_ends_on," +
  "time_zone,clock_rule,clock_started_at,apps,apps_in_scope,read_back,vendor_answer,confirmed_by_hand,not_observed," +
  "last_removal_at,last_removal_seq,last_removal_hash,deciding_app,hours,allowed_hours,result,cause,residual_findings," +
  "residual_open,reactivations,reactivated_at,open_tasks,open_assets,open_documents,accepted_exceptions"
const removalsColumns =
  "leaver_id,app,tier,in_scope,found,state_before,requested_at,acted_at,attempts,read_back_at,state_after,evidence," +
  "removed_at,hours,allowed_hours,result,cause,residual_found_at,exception,accepted_by,accepted_at,seq,hash"

type Cells = Readonly<Record<string, string | number>>

const csv = (columns: string, rows: ReadonlyArray<Cells>) => {
  const names = columns.split(",")
  const cell = (value: string | number = "") =>
    /[",\r\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value)
  return [columns, ...rows.map((row) => names.map((name) => cell(row[name])).join(","))].join("\r\n").concat("\r\n")
}

const leaver = (cells: Cells): Cells => ({
  name: 'Ada "A", Lovelace',
  source: "app",
  first_known_at: "2026-01-05T09:00:00.000Z",
  first_known_from: "case",
  employment_ends_on: cells["last_working_day"] ?? "",
  time_zone: "UTC",
  clock_rule: "end_of_last_working_day",
  apps: cells["apps_in_scope"] ?? 0,
  apps_in_scope: 0,
  read_back: 0,
  vendor_answer: 0,
  confirmed_by_hand: 0,
  not_observed: 0,
  accepted_exceptions: 0,
  ...cells
})

const critical = { tier: "critical", allowed_hours: 24, in_scope: "yes" }
const standard = { tier: "standard", allowed_hours: 72, in_scope: "yes" }
const wiki = '\t=Wiki, "old"'

const population = [
  leaver({
    leaver_id: "a1",
    last_working_day: "2026-03-27",
    clock_started_at: "2026-03-28T00:00:00.000Z",
    apps_in_scope: 2,
    read_back: 1,
    vendor_answer: 1,
    last_removal_at: "2026-03-29T00:00:00.000Z",
    deciding_app: "Okta",
    hours: "10.00",
    allowed_hours: 24,
    result: "in_time"
  }),
  // The clocks go forward in Berlin on that day: it ends at 22:00 UTC.
  leaver({
    leaver_id: "a2",
    last_working_day: "2026-03-29",
    time_zone: "Europe/Berlin",
    clock_started_at: "2026-03-29T22:00:00.000Z",
    apps_in_scope: 2,
    confirmed_by_hand: 1,
    not_observed: 1,
    last_removal_at: "2026-03-30T22:00:00.001Z",
    deciding_app: wiki,
    hours: "1514.00",
    allowed_hours: 72,
    result: "open",
    cause: "not_started"
  }),
  leaver({
    leaver_id: "a4",
    source: "none",
    last_working_day: "2026-04-10",
    clock_started_at: "2026-04-11T00:00:00.000Z",
    result: "no_case",
    cause: "no_case"
  }),
  leaver({
    leaver_id: "a5",
    last_working_day: "2026-04-11",
    clock_started_at: "2026-04-12T00:00:00.000Z",
    result: "no_access"
  }),
  leaver({
    leaver_id: "a6",
    last_working_day: "2026-04-12",
    clock_started_at: "2026-04-13T00:00:00.000Z",
    apps_in_scope: 1,
    read_back: 1,
    last_removal_at: "2026-04-13T01:00:00.000Z",
    deciding_app: "Okta",
    hours: "1176.00",
    allowed_hours: 24,
    result: "open",
    cause: "residual",
    accepted_exceptions: 1
  }),
  leaver({
    leaver_id: "a3",
    last_working_day: "2026-05-31",
    clock_started_at: asOf,
    apps_in_scope: 1,
    not_observed: 1,
    deciding_app: "Slack",
    hours: "0.00",
    allowed_hours: 72,
    result: "not_due"
  })
]

const removals: ReadonlyArray<Cells> = [
  {
    leaver_id: "a1",
    app: "GitHub",
    ...standard,
    evidence: "vendor_answer",
    state_after: "reported_removed",
    removed_at: "2026-03-29T00:00:00.000Z",
    hours: "24.00",
    result: "in_time"
  },
  {
    leaver_id: "a1",
    app: "Okta",
    ...critical,
    evidence: "read_back",
    state_after: "removed",
    read_back_at: "2026-03-28T10:00:00.000Z",
    removed_at: "2026-03-28T10:00:00.000Z",
    hours: "10.00",
    result: "in_time"
  },
  {
    leaver_id: "a2",
    app: wiki,
    ...standard,
    evidence: "not_observed",
    state_after: "not_observed",
    hours: "1514.00",
    result: "open",
    cause: "not_started"
  },
  // By a millisecond.
  {
    leaver_id: "a2",
    app: "Okta",
    ...critical,
    evidence: "confirmed_by_hand",
    state_after: "confirmed_removed",
    removed_at: "2026-03-30T22:00:00.001Z",
    hours: "24.00",
    result: "late",
    cause: "by_hand"
  },
  {
    leaver_id: "a6",
    app: "Okta",
    ...critical,
    evidence: "read_back",
    state_after: "active",
    read_back_at: "2026-04-13T01:00:00.000Z",
    removed_at: "2026-04-13T01:00:00.000Z",
    hours: "1176.00",
    result: "open",
    cause: "residual",
    residual_found_at: "2026-04-20T01:00:00.000Z",
    exception: "accepted"
  },
  {
    leaver_id: "a3",
    app: "Slack",
    ...standard,
    evidence: "not_observed",
    state_after: "not_observed",
    hours: "0.00",
    result: "not_due"
  }
]

const figures = (of: Partial<Figures>): Figures => ({ ...noFigures, ...of })
const allOf = (tested: number) => ({ tested, exceptions: tested, exception_rate: 1, exception_bound_95: 1 })
const noneOfOne = { total: 1, tested: 1, in_time: 1, exceptions: 0, exception_rate: 0, exception_bound_95: 0.95 }

const statistics = {
  format: "svc-leaver-test-statistics/v1",
  as_of: asOf,
  parameters: {
    from: "2026-01-01",
    to: "2026-12-31",
    clock: "last_working_moment",
    preset: "own",
    tiers: [
      { name: "critical", hours: 24, apps: ["okta"] },
      { name: "standard", hours: 72, apps: null }
    ],
    apps: null,
    words: "",
    sample_size: 0
  },
  leavers: figures({
    total: 6,
    tested: 4,
    in_time: 1,
    open: 2,
    not_due: 1,
    no_access: 1,
    no_case: 1,
    exceptions: 3,
    exception_rate: 0.75,
    exception_bound_95: 0.987259
  }),
  removals: figures({
    total: 6,
    tested: 5,
    in_time: 2,
    late: 1,
    open: 2,
    not_due: 1,
    exceptions: 3,
    exception_rate: 0.6,
    exception_bound_95: 0.92356,
    median_hours: 24
  }),
  by_tier: [
    {
      name: "critical",
      ...figures({
        total: 3,
        tested: 3,
        in_time: 1,
        late: 1,
        open: 1,
        exceptions: 2,
        exception_rate: 0.666667,
        exception_bound_95: 0.983048,
        median_hours: 24
      })
    },
    {
      name: "standard",
      ...figures({
        total: 3,
        tested: 2,
        in_time: 1,
        open: 1,
        not_due: 1,
        exceptions: 1,
        exception_rate: 0.5,
        exception_bound_95: 0.97468,
        median_hours: 24
      })
    }
  ],
  by_app: [
    { name: '=Wiki, "old"', ...figures({ total: 1, open: 1, ...allOf(1) }) },
    { name: "GitHub", ...figures({ ...noneOfOne, median_hours: 24, p90_hours: 24, p95_hours: 24 }) },
    {
      name: "Okta",
      ...figures({
        total: 3,
        tested: 3,
        in_time: 1,
        late: 1,
        open: 1,
        exceptions: 2,
        exception_rate: 0.666667,
        exception_bound_95: 0.983048,
        median_hours: 24
      })
    },
    { name: "Slack", ...figures({ total: 1, not_due: 1 }) }
  ],
  by_month: [
    {
      name: "2026-03",
      ...figures({
        total: 2,
        tested: 2,
        in_time: 1,
        open: 1,
        exceptions: 1,
        exception_rate: 0.5,
        exception_bound_95: 0.97468,
        median_hours: 24
      })
    },
    { name: "2026-04", ...figures({ total: 3, open: 1, no_access: 1, no_case: 1, ...allOf(2) }) },
    { name: "2026-05", ...figures({ total: 1, not_due: 1 }) }
  ],
  by_cause: [
    { cause: "by_hand", leavers: { late: 0, open: 0 }, removals: { late: 1, open: 0 } },
    { cause: "no_case", leavers: { late: 0, open: 1 }, removals: { late: 0, open: 0 } },
    { cause: "not_started", leavers: { late: 0, open: 1 }, removals: { late: 0, open: 1 } },
    { cause: "residual", leavers: { late: 0, open: 1 }, removals: { late: 0, open: 1 } }
  ],
  curve: {
    leavers: [{ hours: 24, at_risk: 3, removed: 1, remaining: 0.666667 }],
    removals: [
      { hours: 10, at_risk: 5, removed: 1, remaining: 0.8 },
      { hours: 24, at_risk: 4, removed: 2, remaining: 0.4 }
    ]
  }
}

interface Texts {
  readonly population: string
  readonly removals: string
  readonly statistics: string
}

const right: Texts = {
  population: csv(populationColumns, population),
  removals: csv(removalsColumns, removals),
  statistics: JSON.stringify(statistics)
}

/** What the program says of these files. */
const said = Effect.fnUntraced(function* (texts: Texts) {
  const fs = yield* FileSystem.FileSystem
  const folder = yield* fs.makeTempDirectoryScoped()
  yield* fs.writeFileString(path.join(folder, "population.csv"), texts.population)
  yield* fs.writeFileString(path.join(folder, "removals.csv"), texts.removals)
  yield* fs.writeFileString(path.join(folder, "statistics.json"), texts.statistics)
  return yield* recount(folder)
}, Effect.provide(NodeServices.layer))

/** The right files with one text in the place of another, which is there. */
const planted = (file: keyof Texts, from: string, to: string): Texts => {
  assert.include(right[file], from)
  return { ...right, [file]: right[file].replace(from, to) }
}

const named = (file: keyof Texts, from: string, to: string, what: string) =>
  it.live(`names ${what}`, function* () {
    const { holds, lines } = yield* said(planted(file, from, to))
    assert.isFalse(holds)
    assert.include(lines.join("\n"), what)
  })

describe("the second program", () => {
  it.live("recounts what was reckoned by hand", function* () {
    const { holds, lines } = yield* said(right)
    assert.deepStrictEqual(lines, ["6 leavers and 6 removals recounted: every figure holds"])
    assert.isTrue(holds)
  })

  it.live("recounts a test of nobody", function* () {
    const nobody = figures({})
    const { holds, lines } = yield* said({
      population: csv(populationColumns, []),
      removals: csv(removalsColumns, []),
      statistics: JSON.stringify({
        ...statistics,
        leavers: nobody,
        removals: nobody,
        by_tier: [],
        by_app: [],
        by_month: [],
        by_cause: [],
        curve: { leavers: [], removals: [] }
      })
    })
    assert.deepStrictEqual(lines, ["0 leavers and 0 removals recounted: every figure holds"])
    assert.isTrue(holds)
  })

  describe("of figures that were altered", () => {
    named("statistics", `"leavers":{"total":6`, `"leavers":{"total":7`, "leavers.total is 7, recounted 6")
    named("statistics", `"exception_bound_95":0.92356`, `"exception_bound_95":0.923559`, "removals.exception_bound_95")
    named("statistics", `"exception_rate":0.666667`, `"exception_rate":0.67`, "by_tier.0.exception_rate is 0.67")
    named("statistics", `"median_hours":24`, `"median_hours":23.99`, "removals.median_hours is 23.99, recounted 24")
    named("statistics", `"remaining":0.4`, `"remaining":0.400001`, "curve.removals.1.remaining is 0.400001")
    named("statistics", `{"cause":"residual"`, `{"cause":"by_hand"`, "by_cause.3.cause is by_hand, recounted residual")
    named("statistics", `"name":"2026-04"`, `"name":"2026-05"`, "by_month.1.name is 2026-05, recounted 2026-04")
  })

  describe("of rows that contradict themselves", () => {
    named(
      "removals",
      "24.00,24,late,by_hand",
      "24.00,24,in_time,",
      "a2 Okta: result is in_time, by the other columns late"
    )
    named("removals", "10.00,24,in_time", "9.99,24,in_time", "a1 Okta: hours is 9.99, by the other columns 10")
    named("removals", "24.00,72,in_time", "24.00,24,in_time", "a1 GitHub: allowed_hours is 24, by the other columns 72")
    named(
      "removals",
      "1514.00,72,open,not_started",
      "1514.00,72,not_due,",
      "result is not_due, by the other columns open"
    )
    named("removals", "late,by_hand", "late,told_late", "a2 Okta: cause is told_late, by the other columns another")
    named("removals", "a3,Slack", "a9,Slack", "a9 Slack is of nobody in population.csv")
    named("population", "2026-03-29T22:00:00.000Z", "2026-03-29T23:00:00.000Z", "a2: clock_started_at")
    named(
      "population",
      "1,1,0,0,2026-03-29T00:00",
      "2,0,0,0,2026-03-29T00:00",
      "a1: read_back is 2, by the other columns 1"
    )
    named("population", "Okta,10.00,24,in_time", "GitHub,10.00,24,in_time", "a1: deciding_app")
    named("population", "24,in_time,", "24,late,by_hand", "a1: result is late, by the other columns in_time")
    named(
      "population",
      ",no_access,",
      ",in_time,",
      "a5: result is in_time, by the other columns no_access or open or not_due"
    )
    named("population", "none,2026", "hris,2026", "a4: result is true, by the other columns false")
    named("population", "2026-03-27", "2025-03-27", "a1: last_working_day is not in the period")
  })

  it.live("names rows that are out of order", function* () {
    const { lines } = yield* said({
      ...right,
      population: csv(populationColumns, population.toReversed()),
      removals: csv(removalsColumns, removals.toReversed())
    })
    assert.include(lines, "population.csv: a1 is out of order")
    assert.include(lines, "removals.csv: a1 GitHub is out of order")
  })

  it.live("names a cause that others come before", function* () {
    const [first, second, ...others] = population
    const known = { ...second, first_known_at: "2026-03-30T22:00:00.000Z" }
    const { lines } = yield* said({ ...right, population: csv(populationColumns, [first ?? {}, known, ...others]) })
    assert.include(lines, "removals.csv: a2 Okta: cause is another, by the other columns told_late")
  })
})
