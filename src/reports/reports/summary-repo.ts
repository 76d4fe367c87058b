import { hasOwnCase, holdsEveryCase, type RecordScope } from "@svc/contract/kernel/access"
import { OrgId } from "@svc/contract/kernel/ids"
import { SeparationType } from "@svc/contract/offboardings/schema"
import { OpenStage } from "@svc/contract/reports/schema"
import { Context, type DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { casesIn } from "#records/record-scope"
import { Instant, one } from "#platform/database/statements"

const Figures = Schema.Struct({
  stages: Schema.Array(Schema.Struct({ status: OpenStage, count: Schema.Int })),
  types: Schema.Array(Schema.Struct({ separation_type: SeparationType, count: Schema.Int })),
  departments: Schema.Array(Schema.Struct({ department: Schema.String, count: Schema.Int })),
  months: Schema.Array(Schema.Struct({ month: Schema.String, count: Schema.Int })),
  completed: Schema.Int,
  /** Of all that were completed together, from creation on. */
  milliseconds: Schema.Finite,
  overdue: Schema.Int,
  tasks: Schema.Struct({ total: Schema.Int, done: Schema.Int }),
  services: Schema.Array(
    Schema.Struct({
      service: Schema.String,
      removed: Schema.Int,
      this_month: Schema.Int,
      this_year: Schema.Int,
      price: Schema.NullOr(Schema.Finite),
      currency: Schema.String
    })
  )
})

const Asked = Schema.Struct({
  orgId: OrgId,
  zone: Schema.String,
  today: Schema.String,
  monthSince: Instant,
  yearSince: Instant,
  now: Instant
})

const Moments = Schema.Struct({ since: Instant, until: Instant })

interface Window {
  readonly since: DateTime.Utc
  readonly until: DateTime.Utc
}

/** The figures of the overview; nothing is written here. */
export class SummaryRepo extends Context.Service<SummaryRepo>()("svc/reports/SummaryRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const list = (rows: Statement.Fragment) => sql`(SELECT coalesce(json_agg(r), '[]') FROM (${rows}) r)`

    const stagesOf = (orgId: string, records: RecordScope) => {
      const open = sql.literal("NOT IN ('completed', 'cancelled')")
      if (records._tag === "DirectReports" || hasOwnCase(records)) {
        return sql`
          SELECT o.status, count(*)::int AS count FROM offboardings o
          WHERE o.org_id = ${orgId} AND o.status ${open} AND ${casesIn(sql, records, "o")} GROUP BY 1`
      }
      const theirs = records._tag === "All" ? sql`true` : sql`c.department = ANY(${records.departments}::text[])`
      return sql`
        SELECT c.status, sum(c.count)::int AS count FROM offboarding_counts c
        WHERE c.org_id = ${orgId} AND c.status ${open} AND ${theirs} GROUP BY 1`
    }

    /** Tasks of cases created in time, by the counts of each case; for all cases the cases need not be read. */
    const tasksOf = (orgId: string, records: RecordScope, created: Statement.Fragment | null) => {
      const sums = sql.literal("coalesce(sum(k.total), 0)::int AS total, coalesce(sum(k.done), 0)::int AS done")
      return holdsEveryCase(records) && created === null
        ? sql`SELECT ${sums} FROM checklist_counts k WHERE k.org_id = ${orgId}`
        : sql`
          SELECT ${sums}
          FROM offboardings o JOIN checklist_counts k ON k.org_id = o.org_id AND k.offboarding_id = o.id
          WHERE o.org_id = ${orgId} AND ${created ?? sql`true`} AND ${casesIn(sql, records, "o")}`
    }

    const inTime = (column: string, moments: typeof Moments.Encoded | null) =>
      moments === null
        ? null
        : sql`${sql.literal(column)} >= ${moments.since} AND ${sql.literal(column)} < ${moments.until}`

    /** A condition also where no days are asked for: then it holds of every moment. */
    const during = (column: string, moments: typeof Moments.Encoded | null) => inTime(column, moments) ?? sql`true`

    const figures = (records: RecordScope, moments: typeof Moments.Encoded | null) => {
      const seen = casesIn(sql, records, "o")
      const ofSeenCases = holdsEveryCase(records)
        ? sql``
        : sql`JOIN offboardings o ON o.org_id = a.org_id AND o.id = a.offboarding_id AND ${seen}`
      return one({
        Request: Asked,
        Result: Figures,
        execute: ({ monthSince, now, orgId, today, yearSince, zone }) => sql`
          WITH created AS MATERIALIZED (
            SELECT o.separation_type, o.employee_department AS department, count(*)::int AS count FROM offboardings o
            WHERE o.org_id = ${orgId} AND ${during("o.created_at", moments)} AND ${seen} GROUP BY 1, 2
          ), done AS MATERIALIZED (
            SELECT date_trunc('month', o.completed_at AT TIME ZONE ${zone}::text) AS month, count(*)::int AS count,
              sum(date_part('epoch', o.completed_at - o.created_at) * 1000)::float8 AS milliseconds
            FROM offboardings o
            WHERE o.org_id = ${orgId} AND o.status = 'completed' AND o.completed_at IS NOT NULL
              AND ${during("o.completed_at", moments)} AND ${seen}
            GROUP BY 1
          ), removed AS MATERIALIZED (
            SELECT a.service_name AS service,
              count(*) FILTER (WHERE ${during("a.removed_at", moments)})::int AS removed,
              count(*) FILTER (WHERE a.removed_at >= ${monthSince} AND a.removed_at <= ${now})::int AS this_month,
              count(*) FILTER (WHERE a.removed_at >= ${yearSince} AND a.removed_at <= ${now})::int AS this_year
            FROM revocation_apps a ${ofSeenCases}
            WHERE a.org_id = ${orgId} AND a.removed_at IS NOT NULL
            GROUP BY 1
          )
          SELECT ${list(stagesOf(orgId, records))} AS stages,
            ${list(sql`
              SELECT c.separation_type, sum(c.count)::int AS count FROM created c
              GROUP BY 1 ORDER BY 2 DESC, c.separation_type COLLATE "C"`)} AS types,
            ${list(sql`
              SELECT c.department, sum(c.count)::int AS count FROM created c
              GROUP BY 1 ORDER BY 2 DESC, c.department COLLATE "C"`)} AS departments,
            ${list(sql`SELECT to_char(d.month, 'YYYY-MM') AS month, d.count FROM done d ORDER BY d.month`)} AS months,
            (SELECT coalesce(sum(d.count), 0)::int FROM done d) AS completed,
            (SELECT coalesce(sum(d.milliseconds), 0) FROM done d) AS milliseconds,
            (SELECT count(*)::int FROM offboardings o
              WHERE o.org_id = ${orgId} AND o.status NOT IN ('completed', 'cancelled')
                AND o.exit_date < ${today}::date AND ${seen}) AS overdue,
            (SELECT to_json(t) FROM (${tasksOf(orgId, records, inTime("o.created_at", moments))}) t) AS tasks,
            ${list(sql`
              SELECT coalesce(i.service_name, min(r.service)) AS service, sum(r.removed)::int AS removed,
                sum(r.this_month)::int AS this_month, sum(r.this_year)::int AS this_year,
                CASE WHEN jsonb_typeof(i.config -> 'seat_price') = 'number'
                  THEN CASE WHEN (i.config -> 'seat_price')::numeric BETWEEN 0 AND 1000000
                    THEN (i.config -> 'seat_price')::float8 END END AS price,
                CASE WHEN i.config ->> 'seat_currency' ~ '^[A-Z]{3}$' THEN i.config ->> 'seat_currency' ELSE 'USD' END
                  AS currency
              FROM removed r
              LEFT JOIN integrations i ON i.org_id = ${orgId} AND lower(i.service_name) = lower(r.service)
              GROUP BY lower(r.service), i.service_name, i.config`)} AS services`
      })
    }

    const encodeMoments = Schema.encodeSync(Schema.NullOr(Moments))

    return {
      /** Of all time without moments. */
      figures: ({
        moments,
        records,
        ...asked
      }: typeof Asked.Type & { readonly records: RecordScope; readonly moments: Window | null }) =>
        figures(records, encodeMoments(moments))(asked)
    }
  })
}) {
  static readonly layer = Layer.effect(SummaryRepo, SummaryRepo.make)
}
