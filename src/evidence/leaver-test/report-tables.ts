import { EvidenceLevel, type Figures, type LeaverTestResult } from "@svc/contract/leaver-test/figures"
import type { LeaverTestParameters } from "@svc/contract/leaver-test/schema"
import * as left from "./left-behind-words.ts"
import * as words from "./report-words.ts"

/** Text of a cell; on the page it can have a line below it, or a badge. */
export type Cell =
  | string
  | { readonly text: string; readonly below: string }
  | { readonly text: string; readonly mark: "watch" | "bad"; readonly also: string | null }

interface Column {
  readonly name: string
  /** Page layout: `end` for figures, `tight` never wraps, `wide` gives way; absent: PDF only. */
  readonly page?: "end" | "tight" | "wide" | ""
  /** PDF layout: share of the width, and what else differs; absent: page only. */
  readonly paper?: { readonly width: number; readonly name?: string; readonly align?: "end" }
}

/** A table of the report, for page and PDF. */
export interface ReportTable {
  readonly name: string
  readonly columns: ReadonlyArray<Column>
  readonly rows: ReadonlyArray<ReadonlyArray<Cell>>
  /** Shown in the PDF if there are no rows. */
  readonly empty?: string
}

const tight = (name: string, width: number): Column => ({ name, page: "tight", paper: { width } })
const wide = (name: string, width: number): Column => ({ name, page: "wide", paper: { width } })
const end = (name: string, width: number): Column => ({ name, page: "end", paper: { width, align: "end" } })

const figuresOf = (
  name: string,
  first: string,
  list: ReadonlyArray<Figures & { readonly name: string }>,
  empty = `By ${first.toLowerCase()}: nothing was tested.`
): ReportTable => ({
  name,
  columns: [
    wide(first, 2.2),
    ...["Total", "On time", "Late", "Open", "Not due"].map((column) => end(column, 1)),
    ...["Exceptions", "At most (95%)", "Median"].map((column) => end(column, 1.35)),
    { name: "p95", page: "end" }
  ],
  rows: list.map((f) => [
    f.name,
    words.count(f.total),
    words.count(f.in_time),
    words.count(f.late),
    words.count(f.open),
    words.count(f.not_due),
    words.percent(f.exception_rate),
    words.bound(f.exception_bound_95),
    words.hours(f.median_hours),
    words.hours(f.p95_hours)
  ]),
  empty
})

export const totals = ({ statistics: { leavers, removals } }: LeaverTestResult): ReportTable =>
  figuresOf(
    "Totals",
    "Group",
    [
      { ...leavers, name: "Leavers" },
      { ...removals, name: "Removals in scope" }
    ],
    ""
  )

export const byTier = ({ statistics }: LeaverTestResult): ReportTable =>
  figuresOf("Removals by tier", "Tier", statistics.by_tier)

export const byApp = ({ statistics }: LeaverTestResult): ReportTable =>
  figuresOf("Removals by app", "App", words.worstFirst(statistics.by_app))

export const byMonth = ({ statistics }: LeaverTestResult, locale?: string): ReportTable =>
  figuresOf(
    "Leavers by month",
    "Month",
    statistics.by_month.map((one) => ({ ...one, name: words.month(one.name, locale) }))
  )

export const tiers = (parameters: LeaverTestParameters): ReportTable => ({
  name: "Hours allowed per tier",
  columns: [tight("Tier", 1), { name: "Allowed", page: "end", paper: { width: 1 } }, wide("Apps", 4)],
  rows: words.tierRows(parameters)
})

export const evidence = ({ evidence: counts }: LeaverTestResult): ReportTable => {
  const all = EvidenceLevel.literals.reduce((sum, level) => sum + counts[level], 0)
  return {
    name: "Evidence",
    columns: [tight("Evidence", 2), end("Removals", 1), { name: "Share", page: "end" }, wide("What it means", 5)],
    rows: EvidenceLevel.literals.map((level) => [
      words.evidenceLevels[level].name,
      words.count(counts[level]),
      words.percent(all === 0 ? null : counts[level] / all),
      words.evidenceLevels[level].said
    ])
  }
}

export const exceptions = (
  { exceptions: list }: LeaverTestResult,
  names: ReadonlyMap<string, string>,
  day: (date: string) => string
): ReportTable => ({
  name: "Late and open",
  columns: [
    wide("Leaver", 3),
    tight("Last day", 1.8),
    tight("App", 2.2),
    tight("Result", 1.6),
    tight("Cause", 2.1),
    end("After", 2.9),
    end("Allowed", 1.6)
  ],
  rows: list.map((one) => [
    words.nameOf(names, one),
    day(one.last_working_day),
    one.app ?? words.none,
    {
      text: words.results[one.result],
      mark: one.result === "late" ? "watch" : "bad",
      also: one.accepted ? "accepted" : null
    },
    words.causes[one.cause].name,
    words.hours(one.hours),
    words.hours(one.allowed_hours)
  ]),
  empty: words.noExceptions
})

export const byCause = ({ statistics: { by_cause } }: LeaverTestResult): ReportTable => ({
  name: "By cause",
  columns: [
    tight("Cause", 2),
    ...["Leavers late", "Leavers open", "Removals late", "Removals open"].map((name) => end(name, 1)),
    wide("What it means", 4)
  ],
  rows: by_cause.map(({ cause, leavers, removals }) => [
    words.causes[cause].name,
    ...[leavers.late, leavers.open, removals.late, removals.open].map(words.count),
    words.causes[cause].said
  ]),
  empty: "By cause: none."
})

type LeftBehind = NonNullable<LeaverTestResult["left_behind"]>

export const leftBehind = (figures: LeftBehind): ReportTable => ({
  name: "Outcome",
  columns: [wide("Outcome", 4), end("Count", 1)],
  rows: left.leftBehindRows(figures).map(([name, many]) => [name, words.count(many)])
})

export const unseen = (figures: LeftBehind): ReportTable => ({
  name: "Not visible",
  columns: [
    { name: "App", page: "tight", paper: { width: 2, name: "Not visible at" } },
    wide("Kind", 3),
    end("Leavers", 1)
  ],
  rows: left.unseenRows(figures).map(([app, kind, leavers]) => [app, kind, words.count(leavers)]),
  empty: left.allSeen
})

export const missing = (result: LeaverTestResult): ReportTable => ({
  name: "What may be missing",
  columns: [
    { name: "What", page: "", paper: { width: 2 } },
    end("Count", 1),
    { name: "What it means", paper: { width: 4 } }
  ],
  rows: words
    .completenessRows(result)
    .map(([name, count, said]) => [{ text: name, below: said }, words.count(count), said])
})

export const sources = (result: LeaverTestResult, locale?: string): ReportTable => ({
  name: "Sources",
  columns: [
    { name: "Source", page: "", paper: { width: 2 } },
    tight("Kind", 1),
    { name: "Last read in full", page: "", paper: { width: 2 } }
  ],
  rows: words.sourceRows(result, locale),
  empty: words.noSources
})
