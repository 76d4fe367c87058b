import { inWords } from "@svc/contract/kernel/words"
import type { OffboardingColumn, ReportColumn, TaskColumn } from "@svc/contract/scheduled-reports/choices"
import { DateTime } from "effect"
import type { OffboardingCounts, ReportCells, TaskCounts } from "./figures-repo.ts"
import type { ReportSettings } from "./reports-repo.ts"
import type { Span } from "./rules.ts"

/** A name and what it stands for. */
interface Fact {
  readonly name: string
  readonly value: string
}

interface Table {
  readonly title: string
  readonly columns: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
  /** Of how many these are; the others are told of as a number. */
  readonly total: number
}

/** What one kind of reader is told. Mail, PDF and webhook are made of it, so none tells more than another. */
export interface ReportContent {
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

/** Chosen, else those of the type; a summary tells of nobody unless told to. */
const columnsShown = ({ columns, type }: Pick<ReportSettings, "columns" | "type">): ReadonlyArray<ReportColumn> => {
  if (columns.length > 0) return columns
  if (type === "weekly_summary" || type === "monthly_summary") return []
  return type === "overdue_tasks" ? tasksByDefault : offboardingsByDefault
}

/** Whether members who may see offboardings get rows about people in it. */
export const showsRows = (report: Pick<ReportSettings, "columns" | "type">): boolean => columnsShown(report).length > 0

const minute = (at: DateTime.Utc) => `${DateTime.formatIso(at).slice(0, 16).replace("T", " ")} UTC`

const spanText = ({ from, to }: Span) => `${from === null ? "the beginning" : minute(from)} to ${minute(to)}`

const filterFacts = ({ department = [], separation_type = [], status = [] }: ReportSettings["filters"]) =>
  [
    { name: "Departments", values: department },
    { name: "Separation types", values: separation_type.map(inWords) },
    { name: "Stages", values: status.map(inWords) }
  ]
    .filter(({ values }) => values.length > 0)
    .map(({ name, values }) => ({ name, value: values.join(", ") }))

const number = (value: number | null) => (value === null ? "none" : String(value))

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

/** How many rows there are, whether or not they are told of. */
export const rowCount = (figures: Figures) =>
  figures._tag === "Tasks" ? overdueOf(figures.counts) : totalOf(figures.counts).started

/** What whoever is no user of the organisation may know: totals, without the legal hold count (scheduled-reports-3). */
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

const groupName = (name: string | null, grouping: string) =>
  name === null || name === ""
    ? `No ${grouping.replaceAll("_", " ")}`
    : grouping === "status" || grouping === "separation_type"
      ? inWords(name)
      : name

const groupTables = ({ figures, report: { grouping } }: ReportMatter): ReadonlyArray<Table> => {
  if (grouping === "none") return []
  const title = `By ${grouping.replaceAll("_", " ")}`
  if (figures._tag === "Tasks") {
    const rows = figures.counts
      .filter(({ is_total }) => !is_total)
      .map(({ name, overdue }) => [groupName(name, grouping), number(overdue)])
    return [{ title, columns: [inWords(grouping), "Overdue tasks"], rows, total: rows.length }]
  }
  const rows = figures.counts
    .filter(({ is_total }) => !is_total)
    .map((group) => [
      groupName(group.name, grouping),
      number(group.started),
      number(group.completed),
      number(group.open),
      number(group.overdue),
      number(group.average_days)
    ])
  return [
    {
      title,
      columns: [inWords(grouping), "Started", "Completed", "Open now", "Overdue now", "Average days"],
      rows,
      total: rows.length
    }
  ]
}

const rowTables = ({ figures, report }: ReportMatter): ReadonlyArray<Table> => {
  const columns = columnsShown(report)
  if (columns.length === 0) return []
  const coded = new Set<ReportColumn>(["status", "separation_type"])
  const cell = (cells: ReportCells, column: ReportColumn) => {
    const value = cells[column] ?? ""
    return coded.has(column) ? inWords(value) : value
  }
  return [
    {
      title: figures._tag === "Tasks" ? "Overdue tasks" : "Offboardings started in this time",
      columns: columns.map(inWords),
      rows: figures.rows.map((cells) => columns.map((column) => cell(cells, column))),
      total: rowCount(figures)
    }
  ]
}

const figureFacts = (figures: Figures, forUser: boolean): ReadonlyArray<Fact> => {
  if (figures._tag === "Tasks") return [{ name: "Overdue tasks", value: number(overdueOf(figures.counts)) }]
  const total = totalOf(figures.counts)
  return [
    { name: "Started", value: number(total.started) },
    { name: "Completed", value: number(total.completed) },
    { name: "Cancelled", value: number(total.cancelled) },
    { name: "Open now", value: number(total.open) },
    { name: "Overdue now", value: number(total.overdue) },
    { name: "Average days", value: number(total.average_days) },
    ...(forUser ? [{ name: "On legal hold", value: number(total.legal_hold) }] : [])
  ]
}

/** The report for members who may see these offboardings, or for others, who get totals only. */
export const contentFor = (matter: ReportMatter, forUser: boolean): ReportContent => {
  const { figures, now, organisation, report, span } = matter
  const stages = figures._tag === "Tasks" ? undefined : totalOf(figures.counts)
  return {
    title: report.name,
    facts: [
      { name: "Organisation", value: organisation },
      { name: "Made", value: minute(now) },
      figures._tag === "Tasks"
        ? { name: "Of", value: "Tasks of open offboardings that are past their time" }
        : { name: "Time", value: `${inWords(report.date_range)}: ${spanText(span)}` },
      ...filterFacts(report.filters)
    ],
    figures: figureFacts(figures, forUser),
    stages:
      stages === undefined
        ? []
        : [
            { name: "Pending", count: stages.pending },
            { name: "Notice period", count: stages.notice_period },
            { name: "IT revocation", count: stages.it_revocation },
            { name: "Asset recovery", count: stages.asset_recovery }
          ],
    tables: forUser ? [...groupTables(matter), ...rowTables(matter)] : []
  }
}
