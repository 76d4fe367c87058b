import type { RecordScope } from "@svc/contract/kernel/access"
import { OrgId, UserId } from "@svc/contract/kernel/ids"
import { ComplianceSummary, MyTask, UpcomingExit } from "@svc/contract/reports/schema"
import { Context, type DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { casesIn } from "#records/record-scope"
import { all, Instant, maybe, one } from "#platform/database/statements"

const TaskRow = Schema.Struct({ ...MyTask.fields, sla_deadline: Schema.NullOr(Instant) })

interface Of {
  readonly orgId: OrgId
  readonly records: RecordScope
}

/** Lists and figures of what is open and of what is on paper; nothing is written here. */
export class ReportsRepo extends Context.Service<ReportsRepo>()("svc/reports/ReportsRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const zone = one({
      Request: OrgId,
      Result: Schema.Struct({ timezone: Schema.String }),
      execute: (orgId) => sql`SELECT g.timezone FROM organisations g WHERE g.id = ${orgId}`
    })

    const ownRole = maybe({
      Request: Schema.Struct({ orgId: OrgId, userId: UserId }),
      Result: Schema.Struct({ name: Schema.String }),
      execute: ({ orgId, userId }) => sql`
        SELECT lower(btrim(r.name)) AS name FROM memberships m JOIN roles r ON r.org_id = m.org_id AND r.id = m.role_id
        WHERE m.org_id = ${orgId} AND m.user_id = ${userId}`
    })

    // The window is a day wider on both sides: zones differ by that much at most.
    const upcomingExits = (records: RecordScope) =>
      all({
        Request: Schema.Struct({
          orgId: OrgId,
          zone: Schema.String,
          now: Instant,
          days: Schema.Int,
          limit: Schema.NullOr(Schema.Int)
        }),
        Result: UpcomingExit,
        execute: ({ days, limit, now, orgId, zone }) => sql`
          SELECT o.id, o.employee_name, o.employee_department AS department, o.employee_role AS job_title, o.status,
            o.exit_date::text AS last_working_day, d.days_remaining,
            coalesce(k.total - k.done, 0) AS pending_tasks
          FROM offboardings o
          LEFT JOIN checklist_counts k ON k.org_id = o.org_id AND k.offboarding_id = o.id
          CROSS JOIN LATERAL (
            SELECT o.exit_date - (${now}::timestamptz AT TIME ZONE coalesce(o.timezone, ${zone}::text))::date
              AS days_remaining) d
          WHERE o.org_id = ${orgId} AND o.status NOT IN ('completed', 'cancelled')
            AND o.exit_date >= (${now}::timestamptz AT TIME ZONE ${zone}::text)::date - 1
            AND o.exit_date <= (${now}::timestamptz AT TIME ZONE ${zone}::text)::date + ${days}::int + 1
            AND d.days_remaining BETWEEN 0 AND ${days}::int AND ${casesIn(sql, records, "o")}
          ORDER BY o.exit_date, o.employee_name COLLATE "C", o.id LIMIT ${limit}::int`
      })

    /** What is due first before the others, in the order of the indexes, which name the same terms. */
    const dueFirst = (limit: number) => sql`
      ORDER BY least((i.due_date + 1)::timestamp AT TIME ZONE 'UTC', i.sla_deadline), i.created_at, i.id
      LIMIT ${limit}`

    const openTasks = (records: RecordScope, assignees: ReadonlyArray<string> | null) =>
      all({
        Request: Schema.Struct({ orgId: OrgId, self: Schema.NullOr(UserId), limit: Schema.Int }),
        Result: TaskRow,
        execute: ({ limit, orgId, self }) => {
          const open = sql`
            FROM checklist_items i JOIN offboardings o ON o.org_id = i.org_id AND o.id = i.offboarding_id
            WHERE i.org_id = ${orgId} AND i.completed_at IS NULL AND i.not_needed_at IS NULL
              AND o.status NOT IN ('completed', 'cancelled') AND ${casesIn(sql, records, "o")}`
          const columns = sql`i.id, i.task, i.assigned_to, i.due_date::text AS due_date, i.sla_deadline, i.sla_breached,
            i.offboarding_id, o.employee_name, o.employee_department, o.exit_date::text AS exit_date, o.status`
          return assignees === null
            ? sql`SELECT ${columns} ${open} ${dueFirst(limit)}`
            : sql`
              SELECT ${columns}
              FROM (
                SELECT i.* FROM unnest(${assignees}::text[]) AS assignee
                CROSS JOIN LATERAL (
                  SELECT i.* ${open} AND i.folded_assignee = assignee ${dueFirst(limit)}) i
                UNION ALL (
                  SELECT i.* ${open} AND i.owner_id = ${self}::uuid AND i.folded_assignee <> ALL(${assignees}::text[])
                  ${dueFirst(limit)})
              ) i
              JOIN offboardings o ON o.org_id = i.org_id AND o.id = i.offboarding_id
              ${dueFirst(limit)}`
        }
      })

    const compliance = (records: RecordScope) =>
      one({
        Request: OrgId,
        Result: ComplianceSummary,
        // Materialized, as each parallel worker would make all three of them for itself.
        execute: (orgId) => sql`
          WITH ndas AS MATERIALIZED (
            SELECT d.offboarding_id, bool_or(d.status <> 'pending') AS signed FROM compliance_documents d
            WHERE d.org_id = ${orgId} AND lower(btrim(d.doc_type)) IN ('nda', 'non-disclosure agreement')
            GROUP BY 1
          ), pending AS MATERIALIZED (
            SELECT DISTINCT d.offboarding_id FROM compliance_documents d
            WHERE d.org_id = ${orgId} AND d.status = 'pending'
          ), interviews AS MATERIALIZED (
            SELECT e.offboarding_id FROM exit_interviews e WHERE e.org_id = ${orgId} AND e.status = 'completed'
            UNION
            SELECT i.offboarding_id FROM checklist_items i
            WHERE i.org_id = ${orgId} AND i.completed_at IS NOT NULL AND i.not_needed_at IS NULL
              AND i.task ILIKE '%exit interview%'
          ), cases AS (
            SELECT o.status NOT IN ('completed', 'cancelled') AS open, o.status = 'completed' AS closed, o.legal_hold,
              n.offboarding_id IS NOT NULL AS nda, coalesce(n.signed, false) AS nda_signed,
              p.offboarding_id IS NOT NULL AS pending, e.offboarding_id IS NOT NULL AS interviewed
            FROM offboardings o
            LEFT JOIN ndas n ON n.offboarding_id = o.id
            LEFT JOIN pending p ON p.offboarding_id = o.id
            LEFT JOIN interviews e ON e.offboarding_id = o.id
            WHERE o.org_id = ${orgId} AND ${casesIn(sql, records, "o")}
          )
          SELECT (count(*) FILTER (WHERE c.open))::text AS total_offboardings,
            (count(*) FILTER (WHERE c.open AND c.nda_signed))::text AS nda_signed,
            (count(*) FILTER (WHERE c.open AND c.nda AND NOT c.nda_signed))::text AS nda_pending,
            (count(*) FILTER (WHERE c.open AND c.interviewed))::text AS exit_interview_done,
            (count(*) FILTER (WHERE c.legal_hold))::text AS legal_hold_count,
            (count(*) FILTER (WHERE c.closed AND NOT c.nda_signed))::text AS closed_without_nda,
            (count(*) FILTER (WHERE c.closed AND c.pending))::text AS closed_with_pending_documents
          FROM cases c`
      })

    return {
      /** The organization's time zone. */
      zone: (orgId: OrgId) => Effect.map(zone(orgId), ({ timezone }) => timezone),
      /** The organization's name of the member's role, as assignee; null for built-in ones. */
      ownRole: (orgId: OrgId, userId: UserId) =>
        Effect.map(ownRole({ orgId, userId }), Option.match({ onNone: () => null, onSome: ({ name }) => name })),
      /** The soonest first. */
      upcomingExits: ({
        records,
        ...asked
      }: Of & {
        readonly zone: string
        readonly now: DateTime.Utc
        readonly days: number
        readonly limit: number | null
      }) => upcomingExits(records)(asked),
      /** Assigned to any of these, in lower case, or owned by this member; or all of them. Earliest due first. */
      openTasks: ({
        assignees,
        records,
        ...asked
      }: Of & {
        readonly assignees: ReadonlyArray<string> | null
        readonly self: UserId | null
        readonly limit: number
      }) => openTasks(records, assignees)(asked),
      compliance: ({ orgId, records }: Of) => compliance(records)(orgId)
    }
  })
}) {
  static readonly layer = Layer.effect(ReportsRepo, ReportsRepo.make)
}
