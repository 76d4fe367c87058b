import { Leaver, LeavingDay } from "@svc/contract/home/schema"
import { RecordScope } from "@svc/contract/kernel/access"
import { OrgId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { stillActive } from "#records/case-facts"
import { casesIn } from "#records/record-scope"
import { all, Instant, one } from "#platform/database/statements"

/** Leavers that Home lists. */
const maxLeavers = 8
/** Days that Home shows, today included. */
const shownDays = 14
/** People named on a day. */
const namedEach = 3

const Asked = { orgId: OrgId, records: RecordScope, today: Schema.String }

/** Who leaves soon, of open offboardings. */
export class LeavingRepo extends Context.Service<LeavingRepo>()("svc/home/LeavingRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const isOpen = sql`o.status NOT IN ('completed', 'cancelled')`
    const hasFailed = sql`EXISTS (
      SELECT FROM revocation_apps a WHERE a.org_id = o.org_id AND a.offboarding_id = o.id
        AND a.outcome = 'failed' AND a.removal_confirmed_at IS NULL)`

    const zone = one({
      Request: OrgId,
      Result: Schema.Struct({ timezone: Schema.String }),
      execute: (orgId) => sql`SELECT g.timezone FROM organisations g WHERE g.id = ${orgId}`
    })

    const days = all({
      Request: Schema.Struct(Asked),
      Result: LeavingDay,
      execute: ({ orgId, records, today }) => sql`
        WITH ranked AS (
          SELECT o.id, o.employee_name, o.exit_date, f.failed,
            count(*) OVER (PARTITION BY o.exit_date) AS total,
            row_number() OVER (PARTITION BY o.exit_date ORDER BY f.failed DESC, o.employee_name COLLATE "C", o.id) AS place
          FROM offboardings o CROSS JOIN LATERAL (SELECT ${hasFailed} AS failed) f
          WHERE o.org_id = ${orgId} AND ${isOpen} AND ${casesIn(sql, records, "o")}
            AND o.exit_date BETWEEN ${today}::date AND ${today}::date + ${sql.literal(String(shownDays - 1))}
        )
        SELECT r.exit_date::text AS day, max(r.total)::int AS total,
          jsonb_agg(jsonb_build_object('id', r.id, 'name', r.employee_name, 'failed', r.failed) ORDER BY r.place) AS people
        FROM ranked r WHERE r.place <= ${sql.literal(String(namedEach))} GROUP BY r.exit_date ORDER BY r.exit_date`
    })

    const leavers = all({
      Request: Schema.Struct({ ...Asked, soonDays: Schema.Int }),
      Result: Schema.Struct({ ...Leaver.fields, access_ends_at: Schema.NullOr(Instant) }),
      execute: ({ orgId, records, soonDays, today }) => sql`
        SELECT o.id, o.employee_name, o.employee_department AS department, o.employee_role AS job_title, o.status,
          o.exit_date::text AS last_working_day, o.exit_date - ${today}::date AS days_remaining,
          coalesce(k.total - k.done, 0) AS pending_tasks, coalesce(k.total, 0) AS tasks,
          c.apps, c.closed_apps, c.failed_apps, s.due_at AS access_ends_at
        FROM (
          SELECT o.* FROM offboardings o
          WHERE o.org_id = ${orgId} AND ${isOpen} AND ${casesIn(sql, records, "o")}
            AND o.exit_date BETWEEN ${today}::date AND ${today}::date + ${soonDays}::int
          ORDER BY o.exit_date, o.employee_name COLLATE "C", o.id LIMIT ${sql.literal(String(maxLeavers))}
        ) o
        LEFT JOIN checklist_counts k ON k.org_id = o.org_id AND k.offboarding_id = o.id
        LEFT JOIN revocation_schedules s ON s.org_id = o.org_id AND s.offboarding_id = o.id
        CROSS JOIN LATERAL (
          SELECT count(*)::int AS apps,
            (count(*) FILTER (WHERE (a.outcome = 'revoked' OR a.removal_confirmed_at IS NOT NULL)
              AND NOT (${sql.literal(stillActive)})))::int AS closed_apps,
            (count(*) FILTER (WHERE a.outcome = 'failed' AND a.removal_confirmed_at IS NULL))::int AS failed_apps
          FROM revocation_apps a WHERE a.org_id = o.org_id AND a.offboarding_id = o.id
        ) c
        ORDER BY o.exit_date, o.employee_name COLLATE "C", o.id`
    })

    return {
      /** The organization's time zone. */
      zone: (orgId: OrgId) => Effect.map(zone(orgId), ({ timezone }) => timezone),
      days,
      leavers
    }
  })
}) {
  static readonly layer = Layer.effect(LeavingRepo, LeavingRepo.make)
}
