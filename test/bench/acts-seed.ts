import { hash } from "@node-rs/argon2"
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { seedReports } from "./reports-seed.ts"
import { orgIdAt } from "./seed.ts"
import { seedChain } from "./verify-seed.ts"

/** Rows of each list. */
const rows = 10_000

export const password = "correct horse battery staple"
export const emailOf = (person: number) => `looker${person}@example.test`

/**
 * One organisation with so many rows in each list that has no bound of its own, and people who look at them. It, its
 * endpoints and its keys are there already.
 */
export const seedLists = Effect.fn("Bench.seedLists")(function* (sql: PgClient.PgClient, people: number) {
  const orgId = orgIdAt(0)
  yield* seedReports(sql, rows)
  // What is late was told already: nothing but what is measured happens meanwhile.
  yield* sql`
    UPDATE checklist_items SET sla_told_for = sla_deadline, sla_breached = completed_at IS NULL AND sla_deadline < now()
    WHERE org_id = ${orgId} AND sla_deadline IS NOT NULL`
  yield* seedChain(sql, orgId, rows, { plain: true })
  const passwordHash = yield* Effect.promise(() => hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }))
  const lookers = Array.from({ length: people }, (_, person) => ({
    id: orgIdAt(1_000_000 + person),
    email: emailOf(person)
  }))
  yield* sql`
    INSERT INTO users (id, email, full_name, password_hash, email_verified_at, created_at)
    SELECT id, email, 'Looker', ${passwordHash}, now(), now()
    FROM jsonb_to_recordset(${JSON.stringify(lookers)}::jsonb) AS l (id uuid, email text)`
  yield* sql`
    INSERT INTO memberships (org_id, user_id, role, created_at)
    SELECT ${orgId}::uuid, id, 'superadmin', now() FROM jsonb_to_recordset(${JSON.stringify(lookers)}::jsonb) AS l (id uuid)`
  yield* sql`
    WITH made AS (
      INSERT INTO users (id, email, full_name, email_verified_at, created_at)
      SELECT gen_random_uuid(), 'member' || n || '@example.test', 'Member Number ' || n, now(), now()
      FROM generate_series(1, ${rows}::int) AS n RETURNING id
    )
    INSERT INTO memberships (org_id, user_id, role, created_at) SELECT ${orgId}::uuid, id, 'manager', now() FROM made`
  yield* sql`
    INSERT INTO invites (org_id, id, email, role, token_digest, created_at, expires_at)
    SELECT ${orgId}, gen_random_uuid(), 'invited' || n || '@example.test', 'hr', md5(n::text), now(), now() + interval '6 days'
    FROM generate_series(1, ${rows}::int) AS n`
  yield* sql`
    INSERT INTO api_keys (org_id, id, name, key_prefix, key_digest, scopes, created_at, revoked_at)
    SELECT ${orgId}, gen_random_uuid(), 'Key Number ' || n, 'svc_live_', md5(n::text), '{offboardings:read}', now(), now()
    FROM generate_series(1, ${rows}::int) AS n`
  yield* sql`
    INSERT INTO org_employees (org_id, id, full_name, email, role, department, person_key_id, created_at, updated_at)
    SELECT ${orgId}, gen_random_uuid(), 'Person Number ' || n, 'person' || n || '@example.test', 'Engineer ' || n % 17,
      'Department ' || n % 12, ${orgId}, now(), now()
    FROM generate_series(1, ${rows}::int) AS n`
  yield* sql`
    INSERT INTO assets (org_id, id, org_employee_id, item_name, serial_number, category, status, return_deadline, overdue_told_for, created_at,
      updated_at)
    SELECT ${orgId}, gen_random_uuid(), e.id, 'Laptop Number ' || n, 'SN-' || n,
      (array['laptop', 'phone', 'monitor', 'other'])[1 + n % 4], (array['deployed', 'deployed', 'returned', 'lost'])[1 + n % 4],
      due, due, now(), now()
    FROM (SELECT id, row_number() OVER () AS n FROM org_employees WHERE org_id = ${orgId}) e,
      LATERAL (SELECT current_date - 100 + (n % 200)::int AS due) d`
  yield* sql`
    INSERT INTO offboarding_initiations (org_id, id, initiated_by, employee_name, employee_email, employee_role,
      employee_department, exit_date, separation_type, apps_to_revoke, no_apps, status, current_step, person_key_id,
      created_at, updated_at)
    SELECT ${orgId}::uuid, gen_random_uuid(), ${orgIdAt(1_000_000)}::uuid, 'Person Number ' || n, 'asked' || n || '@example.test',
      'Engineer ' || n % 17, 'Department ' || n % 12, current_date + (n % 90)::int, 'resignation', '{}', true,
      (array['pending', 'approved', 'rejected'])[1 + n % 3], 0, ${orgId}::uuid, now() - n * interval '1 hour', now()
    FROM generate_series(1, ${rows}::int) AS n`
  yield* sql`
    INSERT INTO notifications (org_id, id, user_id, type, title, body, created_at, read_at)
    SELECT ${orgId}::uuid, gen_random_uuid(), l.id, 'offboarding_created', 'Offboarding created',
      'The offboarding of Person Number ' || n || ' was created', now() - n * interval '10 minutes',
      CASE WHEN n % 2 = 0 THEN now() END
    FROM generate_series(1, ${rows}::int) AS n, jsonb_to_recordset(${JSON.stringify(lookers)}::jsonb) AS l (id uuid)`
  yield* sql`
    INSERT INTO webhook_deliveries (org_id, id, endpoint_id, event, content, status, attempts, last_status_code, created_at,
      last_attempt_at, delivered_at)
    SELECT e.org_id, gen_random_uuid(), e.id, 'offboarding.created', '{"type":"offboarding_created","title":"","body":"","data":{}}',
      (array['delivered', 'delivered', 'dead'])[1 + n % 3], 1, 200, now() - n * interval '1 minute', now() - n * interval '1 minute',
      CASE WHEN n % 3 <> 2 THEN now() - n * interval '1 minute' END
    FROM webhook_endpoints e, generate_series(1, ${rows}::int) AS n WHERE e.org_id = ${orgId}`
  yield* sql`
    INSERT INTO hris_reviews (org_id, id, employee_id, origin, kind, last_day, status, stands, created_at)
    SELECT ${orgId}, gen_random_uuid(), id, 'hris', 'left_in_past', current_date - (n % 30)::int,
      (array['waiting', 'waiting', 'accepted', 'dismissed'])[1 + n % 4], true, now() - n * interval '1 hour'
    FROM (SELECT id, row_number() OVER () AS n FROM org_employees WHERE org_id = ${orgId}) e`
  yield* sql`
    INSERT INTO residual_access_findings (org_id, id, offboarding_id, service_name, found_at, last_seen_at)
    SELECT org_id, gen_random_uuid(), offboarding_id, service_name, now() - interval '1 day', now()
    FROM revocation_apps WHERE org_id = ${orgId} AND position = 1`
  yield* sql`
    INSERT INTO scim_requests (org_id, at, method, path, status)
    SELECT ${orgId}, now() - (${rows} - n) * interval '1 minute', 'GET', '/Users?startIndex=' || n, 200
    FROM generate_series(1, ${rows}::int) AS n`
  yield* sql.unsafe("VACUUM ANALYZE")
})
