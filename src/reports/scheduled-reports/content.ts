import { OffboardingStatus, SeparationType } from "@svc/contract/offboardings/schema"
import type {
  OffboardingColumn,
  ReportColumn,
  ReportGrouping,
  TaskColumn
} from "@svc/contract/scheduled-reports/choices"
import { DateTime, Schema } from "effect"
import type { WrittenLanguage } from "#records/organisation-language"
import type { OffboardingCounts, ReportCells, TaskCounts } from "./figures-repo.ts"
import type { ReportSettings } from "./reports-repo.ts"
import type { Span } from "./rules.ts"
import { de } from "./words.de.ts"
import { en, type ReportWords } from "./words.en.ts"

const wordsIn: Readonly<Record<WrittenLanguage, ReportWords>> = { en, de }

/** A name and what it stands for. */
interface Fact {
  readonly name: string
  readonly value: string
}

interface Table {
  readonly title: string
  readonly columns: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
  /** How many there are in all; those not listed are a number. */
  readonly total: number
}

/** The content for one kind of reader. Email and PDF are made of it, so neither shows more than the other. */
export interface ReportContent {
  readonly language: WrittenLanguage
  readonly words: ReportWords
  readonly title: string
  readonly facts: ReadonlyArray<Fact>
  readonly figures: ReadonlyArray<Fact>
  readonly stages: ReadonlyArray<{ readonly name: string; readonly count: number }>
  readonly tables: ReadonlyArray<Table>
}

/** The figures of one moment. */
export type Figures =
  | { readonly _tag: "Tasks"; readonly counts: ReadonlyArray<TaskCounts>; readonly rows: ReadonlyArray<ReportCells> }
  | {
      readonly _tag: "Offboardings"
      readonly counts: ReadonlyArray<OffboardingCounts>
      readonly rows: ReadonlyArray<ReportCells>
    }

export interface ReportMatter {
  readonly report: Pick<ReportSettings, "name" | "type" | "grouping" | "columns" | "date_range" | "filters">
  readonly organisation: string
  readonly span: Span
  readonly now: DateTime.Utc
  readonly figures: Figures
}

const tasksByDefault: ReadonlyArray<TaskColumn> = ["task", "assignee", "days_overdue", "employee_name", "department"]
const offboardingsByDefault: ReadonlyArray<OffboardingColumn> = [
  "employee_name",
  "department",
  "separation_type",
  "status",
  "exit_date"
]

/** Chosen, else those of the type; a summary has no rows about people unless columns are chosen. */
const columnsShown = ({ columns, type }: Pick<ReportSettings, "columns" | "type">): ReadonlyArray<ReportColumn> => {
  if (columns.length > 0) return columns
  if (type === "weekly_summary" || type === "monthly_summary") return []
  return type === "overdue_tasks" ? tasksByDefault : offboardingsByDefault
}

/** Whether members who may see offboardings get rows about people in it. */
export const showsRows = (report: Pick<ReportSettings, "columns" | "type">): boolean => columnsShown(report).length > 0

const minute = (at: DateTime.Utc) => `${DateTime.formatIso(at).slice(0, 16).replace("T", " ")} UTC`

const spanText = (words: ReportWords, { from, to }: Span) =>
  words.span(from === null ? words.beginning : minute(from), minute(to))

const isStage = Schema.is(OffboardingStatus)
const isSeparation = Schema.is(SeparationType)

/** A stage or a reason as people read it; any other text as it is. */
const named = (words: ReportWords, code: string) =>
  isStage(code) ? words.stages[code] : isSeparation(code) ? words.separation(code) : code

const filterFacts = (
  words: ReportWords,
  { department = [], separation_type = [], status = [] }: ReportSettings["filters"]
) =>
  [
    { name: words.filters.department, values: department },
    { name: words.filters.separation_type, values: separation_type.map((type) => named(words, type)) },
    { name: words.filters.status, values: status.map((stage) => named(words, stage)) }
  ]
    .filter(({ values }) => values.length > 0)
    .map(({ name, values }) => ({ name, value: values.join(", ") }))

const number = (words: ReportWords, value: number | null) => (value === null ? words.none : String(value))

const noCounts: OffboardingCounts = {
  is_total: true,
  name: null,
  started: 0,
  completed: 0,
  cancelled: 0,
  open: 0,
  overdue: 0,
  average_days: null,
  legal_hold: 0,
  pending: 0,
  notice_period: 0,
  it_revocation: 0,
  asset_recovery: 0
}

const totalOf = (counts: ReadonlyArray<OffboardingCounts>) => counts.find(({ is_total }) => is_total) ?? noCounts

const overdueOf = (counts: ReadonlyArray<TaskCounts>) => counts.find(({ is_total }) => is_total)?.overdue ?? 0

/** Number of rows, shown or not. */
export const rowCount = (figures: Figures) =>
  figures._tag === "Tasks" ? overdueOf(figures.counts) : totalOf(figures.counts).started

/** What recipients without an account may see: totals, without the legal hold count (scheduled-reports-3). */
export const totalsOf = (figures: Figures) => {
  if (figures._tag === "Tasks") return { overdue_tasks: overdueOf(figures.counts) }
  const { average_days, cancelled, completed, open, overdue, started, ...stages } = totalOf(figures.counts)
  return {
    started,
    completed,
    cancelled,
    open,
    overdue,
    average_days,
    open_by_stage: {
      pending: stages.pending,
      notice_period: stages.notice_period,
      it_revocation: stages.it_revocation,
      asset_recovery: stages.asset_recovery
    }
  }
}

const groupName = (words: ReportWords, name: string | null, grouping: Exclude<ReportGrouping, "none">) =>
  name === null || name === ""
    ? words.without[grouping]
    : grouping === "status" || grouping === "separation_type"
      ? named(words, name)
      : name

const groupTables = (words: ReportWords, { figures, report: { grouping } }: ReportMatter): ReadonlyArray<Table> => {
  if (grouping === "none") return []
  const title = words.by[grouping]
  const first = words.column[grouping]
  const of = words.figures
  if (figures._tag === "Tasks") {
    const rows = figures.counts
      .filter(({ is_total }) => !is_total)
      .map(({ name, overdue }) => [groupName(words, name, grouping), number(words, overdue)])
    return [{ title, columns: [first, of.overdueTasks], rows, total: rows.length }]
  }
  const rows = figures.counts
    .filter(({ is_total }) => !is_total)
    .map((group) => [
      groupName(words, group.name, grouping),
      ...[group.started, group.completed, group.open, group.overdue, group.average_days].map((value) =>
        number(words, value)
      )
    ])
  return [
    { title, columns: [first, of.started, of.completed, of.open, of.overdue, of.averageDays], rows, total: rows.length }
  ]
}

const rowTables = (words: ReportWords, { figures, report }: ReportMatter): ReadonlyArray<Table> => {
  const columns = columnsShown(report)
  if (columns.length === 0) return []
  const cell = (cells: ReportCells, column: ReportColumn) => {
    const value = cells[column] ?? ""
    if (column === "legal_hold") return value === "yes" ? words.yes : words.no
    return column === "status" || column === "separation_type" ? named(words, value) : value
  }
  return [
    {
      title: figures._tag === "Tasks" ? words.figures.overdueTasks : words.startedInPeriod,
      columns: columns.map((column) => words.columns[column]),
      rows: figures.rows.map((cells) => columns.map((column) => cell(cells, column))),
      total: rowCount(figures)
    }
  ]
}

const figureFacts = (words: ReportWords, figures: Figures, forUser: boolean): ReadonlyArray<Fact> => {
  const of = words.figures
  if (figures._tag === "Tasks") return [{ name: of.overdueTasks, value: number(words, overdueOf(figures.counts)) }]
  const total = totalOf(figures.counts)
  return [
    { name: of.started, value: number(words, total.started) },
    { name: of.completed, value: number(words, total.completed) },
    { name: of.canceled, value: number(words, total.cancelled) },
    { name: of.open, value: number(words, total.open) },
    { name: of.overdue, value: number(words, total.overdue) },
    { name: of.averageDays, value: number(words, total.average_days) },
    ...(forUser ? [{ name: of.legalHold, value: number(words, total.legal_hold) }] : [])
  ]
}

/** The report for members who may see these offboardings, or for others, who get totals only. */
export const contentFor = (matter: ReportMatter, forUser: boolean, language: WrittenLanguage): ReportContent => {
  const { figures, now, organisation, report, span } = matter
  const words = wordsIn[language]
  const open = figures._tag === "Tasks" ? undefined : totalOf(figures.counts)
  return {
    language,
    words,
    title: report.name,
    facts: [
      { name: words.facts.organisation, value: organisation },
      { name: words.facts.made, value: minute(now) },
      figures._tag === "Tasks"
        ? { name: words.facts.of, value: words.overdueOnly }
        : { name: words.facts.time, value: `${words.range(report.date_range)}: ${spanText(words, span)}` },
      ...filterFacts(words, report.filters)
    ],
    figures: figureFacts(words, figures, forUser),
    stages:
      open === undefined
        ? []
        : (["pending", "notice_period", "it_revocation", "asset_recovery"] as const).map((stage) => ({
            name: words.stages[stage],
            count: open[stage]
          })),
    tables: forUser ? [...groupTables(words, matter), ...rowTables(words, matter)] : []
  }
}
