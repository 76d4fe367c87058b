import type { RecordScope } from "@svc/contract/kernel/access"
import { OrgId } from "@svc/contract/kernel/ids"
import { SeparationType } from "@svc/contract/offboardings/schema"
import { OpenStage } from "@svc/contract/reports/schema"
import { Context, type DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { casesIn } from "#access/record-scope"
import type { Transaction } from "#platform/database/db"
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
export class SummaryRepo extends Context.Service<
  SummaryRepo,
  {
    /** Of all time without moments. */
    figures(
      asked: typeof Asked.Type & { readonly records: RecordScope; readonly moments: Window | null }
    ): Effect.Effect<typeof Figures.Type, never, Transaction>
  }
>()("svc/reports/SummaryRepo") {
  static readonly layer = Layer.effect(
    SummaryRepo,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const list = (rows: Statement.Fragment) => sql`(SELECT coalesce(json_agg(r), '[]') FROM (${rows}) r)`

      const stagesOf = (orgId: string, records: RecordScope) => {
        const open = sql.literal("NOT IN ('completed', 'cancelled')")
        if (records._tag === "DirectReports") {
          return sql`
            SELECT o.status, count(*)::int AS count FROM offboardings o
            WHERE o.org_id = ${orgId} AND o.status ${open} AND ${casesIn(sql, records, "o")} GROUP BY 1`
        }
        const theirs = records._tag === "All" ? sql`true` : sql`c.department = ANY(${records.departments}::text[])`
        return sql`
          SELECT c.status, sum(c.count)::int AS count FROM offboarding_counts c
          WHERE c.org_id = ${orgId} AND c.status ${open} AND ${theirs} GROUP BY 1`
      }

      /** Tasks of cases created in time; those of all cases need no look at the cases. */
      const tasksOf = (orgId: string, records: RecordScope, inTime: (column: string) => Statement.Fragment | null) => {
        const created = inTime("o.created_at")
        const figures = sql.literal(
          `count(*)::int AS total,
            count(*) FILTER (WHERE i.completed_at IS NOT NULL OR i.not_needed_at IS NOT NULL)::int AS done`
        )
        return records._tag === "All" && created === null
          ? sql`SELECT ${figures} FROM checklist_items i WHERE i.org_id = ${orgId}`
          : sql`
            SELECT ${figures}
            FROM offboardings o JOIN checklist_items i ON i.org_id = o.org_id AND i.offboarding_id = o.id
            WHERE o.org_id = ${orgId} AND ${created ?? sql`true`} AND ${casesIn(sql, records, "o")}`
      }

      const figures = (records: RecordScope, moments: typeof Moments.Encoded | null) => {
        const inTime = (column: string) =>
          moments === null
            ? null
            : sql`${sql.literal(column)} >= ${moments.since} AND ${sql.literal(column)} < ${moments.until}`
        const during = (column: string) => inTime(column) ?? sql`true`
        const seen = casesIn(sql, records, "o")
        const removedAt = "least(CASE WHEN a.outcome = 'revoked' THEN a.revoked_at END, a.removal_confirmed_at)"
        const ofSeenCases =
          records._tag === "All"
            ? sql``
            : sql`JOIN offboardings o ON o.org_id = a.org_id AND o.id = a.offboarding_id AND ${seen}`
        return one({
          Request: Asked,
          Result: Figures,
          execute: ({ monthSince, now, orgId, today, yearSince, zone }) => sql`
            WITH created AS MATERIALIZED (
              SELECT o.separation_type, o.employee_department AS department, count(*)::int AS count FROM offboardings o
              WHERE o.org_id = ${orgId} AND ${during("o.created_at")} AND ${seen} GROUP BY 1, 2
            ), done AS MATERIALIZED (
              SELECT date_trunc('month', o.completed_at AT TIME ZONE ${zone}::text) AS month, count(*)::int AS count,
                sum(date_part('epoch', o.completed_at - o.created_at) * 1000)::float8 AS milliseconds
              FROM offboardings o
              WHERE o.org_id = ${orgId} AND o.status = 'completed' AND o.completed_at IS NOT NULL
                AND ${during("o.completed_at")} AND ${seen}
              GROUP BY 1
            ), removed AS MATERIALIZED (
              SELECT lower(a.service_name) AS name, min(a.service_name) AS service,
                count(*) FILTER (WHERE ${during(removedAt)})::int AS removed,
                count(*) FILTER (WHERE ${sql.literal(removedAt)} >= ${monthSince}
                  AND ${sql.literal(removedAt)} <= ${now})::int AS this_month,
                count(*) FILTER (WHERE ${sql.literal(removedAt)} >= ${yearSince}
                  AND ${sql.literal(removedAt)} <= ${now})::int AS this_year
              FROM revocation_apps a ${ofSeenCases}
              WHERE a.org_id = ${orgId} AND ${sql.literal(removedAt)} IS NOT NULL
              GROUP BY 1
            )
            SELECT ${list(stagesOf(orgId, records))} AS stages,
              ${list(sql`
                SELECT c.separation_type, sum(c.count)::int AS count FROM created c
                GROUP BY 1 ORDER BY 2 DESC, 1 COLLATE "C"`)} AS types,
              ${list(sql`
                SELECT c.department, sum(c.count)::int AS count FROM created c
                GROUP BY 1 ORDER BY 2 DESC, 1 COLLATE "C"`)} AS departments,
              ${list(sql`SELECT to_char(d.month, 'YYYY-MM') AS month, d.count FROM done d ORDER BY d.month`)} AS months,
              (SELECT coalesce(sum(d.count), 0)::int FROM done d) AS completed,
              (SELECT coalesce(sum(d.milliseconds), 0) FROM done d) AS milliseconds,
              (SELECT count(*)::int FROM offboardings o
                WHERE o.org_id = ${orgId} AND o.status NOT IN ('completed', 'cancelled')
                  AND o.exit_date < ${today}::date AND ${seen}) AS overdue,
              (SELECT to_json(t) FROM (${tasksOf(orgId, records, inTime)}) t) AS tasks,
              ${list(sql`
                SELECT coalesce(i.service_name, r.service) AS service, r.removed, r.this_month, r.this_year,
                  CASE WHEN jsonb_typeof(i.config -> 'seat_price') = 'number' THEN (i.config ->> 'seat_price')::float8 END
                    AS price,
                  CASE WHEN i.config ->> 'seat_currency' ~ '^[A-Z]{3}$' THEN i.config ->> 'seat_currency' ELSE 'USD' END
                    AS currency
                FROM removed r
                LEFT JOIN integrations i ON i.org_id = ${orgId} AND lower(i.service_name) = r.name`)} AS services`
        })
      }

      const encodeMoments = Schema.encodeSync(Moments)

      return SummaryRepo.of({
        figures: ({ moments, records, ...asked }) =>
          figures(records, moments === null ? null : encodeMoments(moments))(asked)
      })
    })
  )
}
