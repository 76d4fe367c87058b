import type { RecordScope } from "@svc/contract/kernel/access"
import { ChecklistItemId, OffboardingId, OrgId } from "@svc/contract/kernel/ids"
import { OffboardingStatus } from "@svc/contract/offboardings/schema"
import { Context, type DateTime, Effect, Layer, Schema, Stream } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { casesIn } from "#records/record-scope"
import { Transaction } from "#platform/database/db"
import { Instant, one } from "#platform/database/statements"

const Counts = {
  total: Schema.Int,
  completed: Schema.Int,
  on_time: Schema.Int,
  not_needed: Schema.Int,
  breached: Schema.Int
}

const Worst = Schema.Struct({
  id: ChecklistItemId,
  task: Schema.String,
  assigned_to: Schema.String,
  offboarding_id: OffboardingId,
  employee_name: Schema.String,
  department: Schema.String,
  sla_deadline: Schema.DateTimeUtcFromString,
  completed_at: Schema.NullOr(Schema.DateTimeUtcFromString)
})

const Report = Schema.Struct({
  departments: Schema.Array(Schema.Struct({ department: Schema.String, ...Counts })),
  assignees: Schema.Array(Schema.Struct({ assignee: Schema.String, ...Counts })),
  /** By their numbers among those asked for, from 1. */
  periods: Schema.Array(Schema.Struct({ period: Schema.Int, ...Counts })),
  worst: Schema.Array(Worst)
})

/** A row of the file. */
const Row = Schema.Struct({
  ...Worst.fields,
  status: OffboardingStatus,
  not_needed: Schema.Boolean,
  sla_hours: Schema.NullOr(Schema.Int),
  sla_deadline: Instant,
  completed_at: Schema.NullOr(Instant)
})
export type SlaRow = typeof Row.Type

interface Window {
  readonly orgId: OrgId
  readonly records: RecordScope
  readonly since: DateTime.Utc
  readonly until: DateTime.Utc
}

/** Rows that are read at a time. */
const pageSize = 1_000

/** Tasks by their deadlines; nothing is written here. */
export class SlaComplianceRepo extends Context.Service<SlaComplianceRepo>()("svc/sla-compliance/SlaComplianceRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const zone = one({
      Request: OrgId,
      Result: Schema.Struct({ timezone: Schema.String }),
      execute: (orgId) => sql`
        SELECT g.timezone, set_config('work_mem', '32MB', true) FROM organisations g WHERE g.id = ${orgId}`
    })

    const done = sql.literal("coalesce(i.completed_at, i.not_needed_at)")
    const notNeeded = sql.literal("(i.completed_at IS NULL AND i.not_needed_at IS NOT NULL) AS not_needed")
    const late = (now: Date) =>
      sql`(d.done_at > d.sla_deadline OR d.done_at IS NULL AND d.sla_deadline <= ${now}::timestamptz)`
    const due = (
      records: RecordScope,
      { orgId, since, until }: { readonly orgId: string; readonly since: Date; readonly until: Date }
    ) => sql`
      checklist_items i JOIN offboardings o ON o.org_id = i.org_id AND o.id = i.offboarding_id
      WHERE i.org_id = ${orgId} AND i.sla_deadline >= ${since} AND i.sla_deadline < ${until}
        AND o.status <> 'cancelled' AND ${casesIn(sql, records, "o")}`
    const shown = sql`i.id, i.task, i.assigned_to, i.offboarding_id, o.employee_name,
      o.employee_department AS department, i.sla_deadline, ${done} AS completed_at`
    const list = (rows: Statement.Fragment) => sql`(SELECT coalesce(json_agg(r), '[]') FROM (${rows}) r)`
    const counted = sql.literal(`sum(g.total)::int AS total, sum(g.completed)::int AS completed,
      sum(g.on_time)::int AS on_time, sum(g.not_needed)::int AS not_needed, sum(g.breached)::int AS breached FROM grouped g GROUP BY 1`)

    const Moments = { orgId: OrgId, since: Instant, until: Instant }

    const report = (records: RecordScope) =>
      one({
        Request: Schema.Struct({ ...Moments, now: Instant, periods: Schema.Array(Schema.DateTimeUtcFromString) }),
        Result: Report,
        // One pass over all of them; only the names of the worst ten are read.
        execute: ({ now, periods, ...moments }) => sql`
          WITH due AS MATERIALIZED (
            SELECT i.id, o.employee_department AS department, i.assigned_to AS assignee, i.sla_deadline,
              ${done} AS done_at, ${notNeeded}
            FROM ${due(records, moments)}
          ), grouped AS MATERIALIZED (
            SELECT d.department, d.assignee,
              -- The sub-select reads the list once, not once a row.
              width_bucket(d.sla_deadline, (SELECT ${periods}::text[]::timestamptz[])) AS period,
              count(*) AS total, count(d.done_at) AS completed, count(*) FILTER (WHERE d.done_at <= d.sla_deadline) AS on_time,
              count(*) FILTER (WHERE d.not_needed AND d.done_at <= d.sla_deadline) AS not_needed,
              count(*) FILTER (WHERE ${late(now)}) AS breached
            FROM due d GROUP BY 1, 2, 3
          ), worst AS MATERIALIZED (
            SELECT d.id, coalesce(d.done_at, ${now}::timestamptz) - d.sla_deadline AS late FROM due d WHERE ${late(now)}
            ORDER BY 2 DESC, d.id LIMIT 10
          )
          SELECT
            ${list(sql`SELECT g.department, ${counted}`)} AS departments,
            ${list(sql`SELECT g.assignee, ${counted}`)} AS assignees,
            ${list(sql`SELECT g.period, ${counted}`)} AS periods,
            ${list(sql`
              SELECT ${shown} FROM worst w
              JOIN checklist_items i ON i.org_id = ${moments.orgId} AND i.id = w.id
              JOIN offboardings o ON o.org_id = i.org_id AND o.id = i.offboarding_id
              ORDER BY w.late DESC, w.id`)} AS worst`
      })

    const decode = Schema.decodeUnknownEffect(Schema.Array(Row))
    const encode = Schema.encodeEffect(Schema.Struct(Moments))

    const rows = ({ limit, records, ...window }: Window & { readonly limit: number }) =>
      Stream.unwrap(
        Transaction.use(() =>
          Effect.gen(function* () {
            const moments = yield* encode(window)
            yield* sql`
              DECLARE sla_rows NO SCROLL CURSOR FOR
              SELECT ${shown}, ${notNeeded}, o.status, i.sla_hours FROM ${due(records, moments)}
              ORDER BY i.sla_deadline, i.id LIMIT ${limit}::int`
            const page = Effect.flatMap(sql`FETCH FORWARD ${sql.literal(String(pageSize))} FROM sla_rows`, decode)
            return Stream.fromEffectRepeat(Effect.orDie(page)).pipe(
              Stream.takeUntil((found) => found.length < pageSize)
            )
          }).pipe(Effect.orDie)
        )
      )

    return {
      /** The organization's time zone; later reads of the transaction can sort and hash in memory. */
      zone: (orgId: OrgId) => Effect.map(zone(orgId), ({ timezone }) => timezone),
      report: ({
        records,
        ...asked
      }: Window & { readonly now: DateTime.Utc; readonly periods: ReadonlyArray<DateTime.Utc> }) =>
        report(records)(asked),
      /** The earliest deadline first, page by page, all as of one moment. */
      rows
    }
  })
}) {
  static readonly layer = Layer.effect(SlaComplianceRepo, SlaComplianceRepo.make)
}
