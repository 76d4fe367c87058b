import { RecordScope } from "@svc/contract/kernel/access"
import { OrgId } from "@svc/contract/kernel/ids"
import { type OffboardingColumn, ReportGrouping, type TaskColumn } from "@svc/contract/scheduled-reports/choices"
import type { ReportFilters } from "@svc/contract/scheduled-reports/schema"
import { Context, type DateTime, Effect, Layer, Schema, Struct } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { casesIn } from "#records/record-scope"
import { all, Instant, one } from "#platform/database/statements"
import { mostPdfRows, type Span } from "./rules.ts"

const counts = {
  started: Schema.Int,
  completed: Schema.Int,
  cancelled: Schema.Int,
  open: Schema.Int,
  overdue: Schema.Int,
  average_days: Schema.NullOr(Schema.Number),
  legal_hold: Schema.Int,
  pending: Schema.Int,
  notice_period: Schema.Int,
  it_revocation: Schema.Int,
  asset_recovery: Schema.Int
}

/** Counts of offboardings, and of a group its name. */
const Counts = Schema.Struct({ is_total: Schema.Boolean, name: Schema.NullOr(Schema.String), ...counts })
export type OffboardingCounts = typeof Counts.Type

const TaskCounts = Schema.Struct({ is_total: Schema.Boolean, name: Schema.NullOr(Schema.String), overdue: Schema.Int })
export type TaskCounts = typeof TaskCounts.Type

/** Every column as it is read. */
const Cells = Schema.Record(Schema.String, Schema.NullOr(Schema.String))
const Row = Schema.Struct({ cells: Cells })
export type ReportCells = typeof Cells.Type

const Asked = Schema.Struct({
  orgId: OrgId,
  records: RecordScope,
  grouping: ReportGrouping,
  from: Schema.NullOr(Instant),
  to: Instant,
  now: Instant,
  status: Schema.NullOr(Schema.Array(Schema.String)),
  department: Schema.NullOr(Schema.Array(Schema.String)),
  separationType: Schema.NullOr(Schema.Array(Schema.String))
})

interface Question {
  readonly orgId: OrgId
  readonly records: RecordScope
  readonly grouping: typeof ReportGrouping.Type
  readonly filters: ReportFilters
  readonly span: Span
  readonly now: DateTime.Utc
}

/** What is empty filters nothing. */
const some = (values: ReadonlyArray<string> | undefined) =>
  values === undefined || values.length === 0 ? null : values

const askedOf = ({ filters, grouping, now, orgId, records, span }: Question): typeof Asked.Type => ({
  orgId,
  records,
  grouping,
  ...span,
  now,
  status: some(filters.status),
  department: some(filters.department),
  separationType: some(filters.separation_type)
})

const groupColumns: Readonly<Record<typeof ReportGrouping.Type, string>> = {
  none: "NULL::text",
  department: "o.employee_department",
  separation_type: "o.separation_type",
  status: "o.status",
  assignee: "c.assigned_to"
}

const isOpen = "o.status NOT IN ('completed', 'cancelled')"
const zonedDay = (column: string) => `to_char(${column} AT TIME ZONE g.timezone, 'YYYY-MM-DD')`

const personColumns = {
  employee_name: "o.employee_name",
  employee_email: "o.employee_email",
  department: "o.employee_department",
  job_title: "o.employee_role",
  // As the records themselves name them.
  employee_department: "o.employee_department",
  employee_role: "o.employee_role",
  manager_email: "o.manager_email",
  status: "o.status",
  separation_type: "o.separation_type",
  exit_date: "o.exit_date::text"
}

/** `today` is the organization's. */
const offboardingColumns: Readonly<Record<OffboardingColumn, string>> = {
  ...personColumns,
  created_at: zonedDay("o.created_at"),
  completed_at: `CASE WHEN o.status = 'completed' THEN ${zonedDay("o.completed_at")} END`,
  days_to_complete: `CASE WHEN o.status = 'completed'
    THEN round((extract(epoch FROM o.completed_at - o.created_at) / 86400)::numeric, 1)::text END`,
  days_overdue: `CASE WHEN ${isOpen} AND o.exit_date < today.day THEN (today.day - o.exit_date)::text END`,
  tasks_done: "tasks.done::text",
  tasks_total: "tasks.total::text",
  tasks_pending: "(tasks.total - tasks.done)::text",
  legal_hold: "CASE WHEN o.legal_hold THEN 'yes' ELSE 'no' END"
}

const taskColumns: Readonly<Record<TaskColumn, string>> = {
  ...personColumns,
  task: "c.task",
  assignee: "c.assigned_to",
  assigned_to: "c.assigned_to",
  due_date: "c.due_date::text",
  sla_deadline: `to_char(c.sla_deadline AT TIME ZONE g.timezone, 'YYYY-MM-DD HH24:MI')`,
  days_overdue: `greatest(today.day - least(c.due_date, (c.sla_deadline AT TIME ZONE g.timezone)::date), 0)::text`
}

const cellsOf = (columns: Readonly<Record<string, string>>) =>
  `json_build_object(${Struct.keys(columns)
    .map((name) => `'${name}', ${columns[name] ?? "NULL"}`)
    .join(", ")}) AS cells`

/** The figures of reports: the offboardings within the filters and the reader's record scope. */
export class FiguresRepo extends Context.Service<FiguresRepo>()("svc/scheduled-reports/FiguresRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const grouped = (grouping: typeof ReportGrouping.Type) => sql.literal(groupColumns[grouping])

    const from = (
      { department, now, orgId, records, separationType, status }: (typeof Asked)["Encoded"],
      joined: Statement.Fragment
    ) => sql`
      FROM offboardings o
      JOIN organisations g ON g.id = o.org_id
      CROSS JOIN LATERAL (SELECT (${now}::timestamptz AT TIME ZONE g.timezone)::date AS day) today
      ${joined}
      WHERE o.org_id = ${orgId} AND ${casesIn(sql, records, "o")}
        AND (${status}::text[] IS NULL OR o.status = ANY(${status}::text[]))
        AND (${department}::text[] IS NULL OR o.employee_department = ANY(${department}::text[]))
        AND (${separationType}::text[] IS NULL OR o.separation_type = ANY(${separationType}::text[]))`

    const open = sql.literal(isOpen)
    const within = (column: string, { from: begin, to }: (typeof Asked)["Encoded"]) => sql`(
      (${begin}::timestamptz IS NULL OR ${sql.literal(column)} >= ${begin}::timestamptz)
      AND ${sql.literal(column)} < ${to}::timestamptz)`

    const offboardings = all({
      Request: Asked,
      Result: Counts,
      execute: (asked) => {
        const completed = sql`o.status = 'completed' AND ${within("o.completed_at", asked)}`
        return sql`
          SELECT grouping(${grouped(asked.grouping)}) = 1 AS is_total, ${grouped(asked.grouping)} AS name,
            count(*) FILTER (WHERE ${within("o.created_at", asked)})::int AS started,
            count(*) FILTER (WHERE ${completed})::int AS completed,
            count(*) FILTER (WHERE o.status = 'cancelled' AND ${within("o.cancelled_at", asked)})::int AS cancelled,
            count(*) FILTER (WHERE ${open})::int AS open,
            count(*) FILTER (WHERE ${open} AND o.exit_date < today.day)::int AS overdue,
            round((avg(extract(epoch FROM o.completed_at - o.created_at)) FILTER (WHERE ${completed}) / 86400)::numeric, 1)
              ::float8 AS average_days,
            count(*) FILTER (WHERE o.legal_hold)::int AS legal_hold,
            count(*) FILTER (WHERE o.status = 'pending')::int AS pending,
            count(*) FILTER (WHERE o.status = 'notice_period')::int AS notice_period,
            count(*) FILTER (WHERE o.status = 'it_revocation')::int AS it_revocation,
            count(*) FILTER (WHERE o.status = 'asset_recovery')::int AS asset_recovery
          ${from(asked, sql``)}
          GROUP BY GROUPING SETS ((), (${grouped(asked.grouping)})) ORDER BY 1 DESC, 2`
      }
    })

    const offboardingRows = all({
      Request: Asked,
      Result: Row,
      execute: (asked) => sql`
        SELECT ${sql.literal(cellsOf(offboardingColumns))}
        ${from(
          asked,
          sql`CROSS JOIN LATERAL (
            SELECT count(*) AS total, count(*) FILTER (WHERE c.completed_at IS NOT NULL OR c.not_needed_at IS NOT NULL) AS done
            FROM checklist_items c WHERE c.org_id = o.org_id AND c.offboarding_id = o.id) tasks`
        )}
          AND ${within("o.created_at", asked)}
        ORDER BY ${grouped(asked.grouping)}, o.created_at, o.id LIMIT ${mostPdfRows}`
    })

    const overdueTasks = (asked: (typeof Asked)["Encoded"]) => sql`
      ${from(asked, sql`JOIN checklist_items c ON c.org_id = o.org_id AND c.offboarding_id = o.id`)}
        AND ${open} AND c.completed_at IS NULL AND c.not_needed_at IS NULL
        AND (c.due_date < today.day OR c.sla_deadline < ${asked.now}::timestamptz)`

    const tasks = all({
      Request: Asked,
      Result: TaskCounts,
      execute: (asked) => sql`
        SELECT grouping(${grouped(asked.grouping)}) = 1 AS is_total, ${grouped(asked.grouping)} AS name,
          count(*)::int AS overdue
        ${overdueTasks(asked)}
        GROUP BY GROUPING SETS ((), (${grouped(asked.grouping)})) ORDER BY 1 DESC, 2`
    })

    const taskRows = all({
      Request: Asked,
      Result: Row,
      execute: (asked) => sql`
        SELECT ${sql.literal(cellsOf(taskColumns))}
        ${overdueTasks(asked)}
        ORDER BY ${grouped(asked.grouping)}, least(c.due_date, (c.sla_deadline AT TIME ZONE g.timezone)::date), c.id
        LIMIT ${mostPdfRows}`
    })

    const cells = Effect.map((rows: ReadonlyArray<typeof Row.Type>) => rows.map((row) => row.cells))

    const organisation = one({
      Request: OrgId,
      Result: Schema.Struct({ name: Schema.String }),
      execute: (orgId) => sql`SELECT name FROM organisations WHERE id = ${orgId}`
    })

    return {
      /** The organization's name. */
      organisation: (orgId: OrgId) => Effect.map(organisation(orgId), ({ name }) => name),
      /** The totals, and one for each group. */
      offboardings: (question: Question) => offboardings(askedOf(question)),
      /** Begun in the range, by group and then as they began. */
      offboardingRows: (question: Question) => cells(offboardingRows(askedOf(question))),
      /** Tasks of open offboardings that are past their time now. */
      tasks: (question: Question) => tasks(askedOf(question)),
      /** By group, and then the longest overdue first. */
      taskRows: (question: Question) => cells(taskRows(askedOf(question)))
    }
  })
}) {
  static readonly layer = Layer.effect(FiguresRepo, FiguresRepo.make)
}
