import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { orgIdAt } from "./seed.ts"

export const cases = 100_000
export const tasksOfCase = 9

/** One organisation with five years of offboardings, their tasks, apps and papers, vacuumed and analysed. */
export const seedReports = Effect.fn("Bench.seedReports")(function* (sql: PgClient.PgClient, count = cases) {
  const orgId = orgIdAt(0)
  yield* sql`
    INSERT INTO organisations (id, name, plan, plan_status, timezone, created_at)
    VALUES (${orgId}, 'Reports', 'enterprise', 'active', 'Europe/Berlin', now() - interval '6 years')
    ON CONFLICT DO NOTHING`
  yield* sql`INSERT INTO audit_person_keys (org_id, id, created_at) VALUES (${orgId}, ${orgId}, now()) ON CONFLICT DO NOTHING`
  yield* sql`
    INSERT INTO offboardings (org_id, id, employee_name, employee_email, employee_role, employee_department, exit_date,
      status, separation_type, manager_email, source, person_key_id, created_at, updated_at, completed_at, cancelled_at,
      legal_hold)
    SELECT ${orgId}, gen_random_uuid(), 'Person Number ' || n, 'person' || n || '@example.test', 'Engineer ' || n % 17,
      'Department ' || n % 12, (made + interval '60 days')::date, status,
      (array['resignation', 'termination', 'layoff', 'retirement', 'contract_end', 'other'])[1 + n % 5],
      'manager' || n % 400 || '@example.test', 'api', ${orgId}::uuid, made, made,
      CASE WHEN status = 'completed' THEN made + (5 + n % 60) * interval '1 day' END,
      CASE WHEN status = 'cancelled' THEN made + interval '2 days' END, n % 50 = 0
    FROM generate_series(1, ${count}::int) AS n,
      LATERAL (SELECT now() - (${count}::int - n) * interval '26 minutes' AS made,
        (array['pending', 'notice_period', 'it_revocation', 'asset_recovery', 'completed', 'cancelled'])[1 + n % 6]
          AS status) m`
  yield* sql`
    INSERT INTO checklist_items (org_id, id, offboarding_id, task, assigned_to, completed_at, created_at, position,
      due_date, sla_hours, sla_deadline)
    SELECT o.org_id, gen_random_uuid(), o.id, CASE t WHEN 9 THEN 'Conduct the exit interview' ELSE 'Task number ' || t END,
      (array['HR', 'Manager', 'IT Admin', 'Employee', 'Finance'])[1 + t % 5],
      CASE WHEN o.status = 'completed' OR t <= 4 THEN o.created_at + t * interval '1 day' END, o.created_at, t,
      CASE WHEN t % 2 = 0 THEN o.exit_date - t END, CASE WHEN t % 3 = 0 THEN 72 END,
      CASE WHEN t % 3 = 0 THEN o.created_at + interval '72 hours' END
    FROM offboardings o, generate_series(1, ${tasksOfCase}::int) AS t`
  yield* sql`
    INSERT INTO revocation_apps (org_id, offboarding_id, service_name, position, outcome, verified, revoked_at,
      removal_confirmed_at)
    SELECT o.org_id, o.id, (array['github', 'Intranet', 'okta', 'slack', 'Wiki'])[1 + (a * 2 + position) % 5], position,
      CASE WHEN position = 1 THEN 'revoked' ELSE 'manual_required' END, true,
      CASE WHEN position = 1 THEN o.created_at + interval '6 days' END,
      CASE WHEN position = 2 AND o.status = 'completed' THEN o.created_at + interval '7 days' END
    FROM (SELECT *, row_number() OVER () AS a FROM offboardings) o, generate_series(1, 2) AS position`
  yield* sql`
    INSERT INTO revocation_runs (org_id, id, offboarding_id, trigger, status, created_at, started_at, finished_at)
    SELECT o.org_id, gen_random_uuid(), o.id, 'schedule', 'finished', at, at, at
    FROM (SELECT *, row_number() OVER () AS place FROM offboardings) o,
      LATERAL (SELECT o.created_at + n * interval '3 days' AS at
        FROM generate_series(1, CASE WHEN o.place % 5 = 0 THEN 2 ELSE 1 END) AS n) r`
  yield* sql`
    INSERT INTO revocation_results (org_id, run_id, service_name, position, started_at, finished_at, outcome, verified)
    SELECT r.org_id, r.id, a.service_name, a.position, r.started_at, r.finished_at, a.outcome, true
    FROM revocation_runs r JOIN revocation_apps a ON a.org_id = r.org_id AND a.offboarding_id = r.offboarding_id`
  yield* sql`
    INSERT INTO compliance_documents (org_id, id, offboarding_id, name, doc_type, status, created_at, updated_at)
    SELECT o.org_id, gen_random_uuid(), o.id, kind || '.pdf', kind,
      CASE WHEN o.status = 'completed' THEN 'signed' ELSE 'pending' END, o.created_at, o.created_at
    FROM offboardings o, unnest(array['NDA', 'Other']) AS kind`
  yield* sql.unsafe("VACUUM ANALYZE")
})
