import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { orgIdAt } from "./seed.ts"

/** What the lists are asked by: of every table it names as many rows, however many there are. */
export const rare = { word: "zwetschge", rows: 20 }

export const endpointId = orgIdAt(7_000_001)
export const orgId = orgIdAt(0)

interface Filled {
  readonly table: string
  /** Inserts so many rows, `$1`, of the organisation `$2`. */
  readonly insert: string
}

/** Of the n-th row of a table, in no order of time. */
export const idOf = (kind: string, n: number) =>
  createHash("md5")
    .update(`${kind}${n}`)
    .digest("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")

/** The same in SQL, of the row `n`. */
const own = (kind: string) => `md5('${kind}' || n)::uuid`

/** Is true of the rows that the rare word names. */
const isRare = `n % greatest($1::int / ${rare.rows}, 1) = 0`
const nameOf = `CASE WHEN ${isRare} THEN 'Ottilie Zwetschge ' ELSE 'Person Number ' END || n`
/** Three years behind now, the n-th row at its share of them. */
const at = "now() - ($1::int - n) * (interval '1000 days' / $1::int)"
const department = "'Department ' || n % 12"
const series = "FROM generate_series(1, $1::int) AS n"
const fewManagers = `'manager' || n % greatest($1::int / ${rare.rows}, 1) || '@example.test'`

/**
 * Everything that grows with use, as years leave it: of each as many rows, and of each state the same share. A case of these
 * has one task, one app and one document.
 */
const tables: ReadonlyArray<Filled> = [
  {
    table: "audit_person_keys",
    insert: `
      INSERT INTO audit_person_keys (org_id, id, email_digest, created_at)
      SELECT $2::uuid, ${own("key")}, encode(sha256(('person' || n)::bytea), 'hex'), ${at} ${series}`
  },
  {
    table: "org_employees",
    insert: `
      INSERT INTO org_employees (org_id, id, full_name, email, role, department, manager_email, status, worker_type,
        person_key_id, created_at, updated_at)
      SELECT $2::uuid, ${own("person")}, ${nameOf}, 'person' || n || '@example.test', 'Engineer ' || n % 17, ${department},
        ${fewManagers}, (array['active', 'inactive'])[1 + n % 2],
        (array['employee', 'contractor', 'intern', 'temporary'])[1 + n % 4], ${own("key")}, ${at}, ${at} ${series}`
  },
  {
    table: "offboardings",
    insert: `
      INSERT INTO offboardings (org_id, id, employee_name, employee_email, employee_role, employee_department, exit_date,
        status, separation_type, manager_email, source, org_employee_id, person_key_id, legal_hold, created_at, updated_at,
        completed_at, cancelled_at)
      SELECT $2::uuid, ${own("case")}, ${nameOf}, 'person' || n || '@example.test', 'Engineer ' || n % 17, ${department},
        (${at})::date + 30, status, (array['resignation', 'termination', 'layoff', 'retirement', 'contract_end'])[1 + n % 5],
        ${fewManagers}, 'api', ${own("person")}, ${own("key")}, n % greatest($1::int / 50, 1) = 0, ${at}, ${at},
        CASE WHEN status = 'completed' THEN ${at} + interval '20 days' END,
        CASE WHEN status = 'cancelled' THEN ${at} + interval '2 days' END
      ${series}, LATERAL (SELECT (array['pending', 'notice_period', 'it_revocation', 'asset_recovery', 'completed',
        'cancelled'])[1 + n % 6] AS status) s`
  },
  {
    table: "checklist_items",
    insert: `
      INSERT INTO checklist_items (org_id, id, offboarding_id, task, assigned_to, completed_at, created_at, position, due_date,
        sla_hours, sla_deadline, sla_told_for, sla_breached)
      SELECT $2::uuid, ${own("task")}, ${own("case")}, 'Task number ' || n,
        (array['HR', 'Manager', 'IT Admin', 'Employee', 'Finance'])[1 + n % 5], done, ${at}, 1, (${at})::date + 10, 72, late,
        late, done IS NULL AND late < now()
      ${series}, LATERAL (SELECT ${at} + interval '72 hours' AS late,
        CASE WHEN n % 2 = 0 THEN ${at} + interval '1 day' END AS done) d`
  },
  {
    table: "revocation_apps",
    insert: `
      INSERT INTO revocation_apps (org_id, offboarding_id, service_name, position, outcome, verified, revoked_at,
        removal_confirmed_at)
      SELECT $2::uuid, ${own("case")}, (array['github', 'Intranet', 'okta', 'slack', 'Wiki'])[1 + n % 5], 1,
        (array['revoked', 'manual_required', 'failed', 'revoked'])[1 + n % 4], n % 8 = 0,
        CASE WHEN n % 4 IN (0, 3) THEN ${at} + interval '6 days' END,
        CASE WHEN n % 4 = 2 AND n % 3 > 0 THEN ${at} + interval '7 days' END ${series}`
  },
  {
    table: "revocation_runs",
    insert: `
      INSERT INTO revocation_runs (org_id, id, offboarding_id, trigger, status, created_at, started_at, finished_at)
      SELECT $2::uuid, ${own("run")}, ${own("case")}, 'schedule', 'finished', ${at} + interval '6 days',
        ${at} + interval '6 days', ${at} + interval '6 days' ${series}`
  },
  {
    table: "revocation_results",
    insert: `
      INSERT INTO revocation_results (org_id, run_id, service_name, position, started_at, finished_at, outcome, verified)
      SELECT $2::uuid, ${own("run")}, (array['github', 'Intranet', 'okta', 'slack', 'Wiki'])[1 + n % 5], 1,
        ${at} + interval '6 days', ${at} + interval '6 days',
        (array['revoked', 'manual_required', 'failed', 'revoked'])[1 + n % 4], n % 8 = 0 ${series}`
  },
  {
    table: "residual_access_findings",
    insert: `
      INSERT INTO residual_access_findings (org_id, id, offboarding_id, service_name, found_at, last_seen_at, resolution,
        resolved_at)
      SELECT $2::uuid, ${own("finding")}, ${own("case")}, (array['github', 'Intranet', 'okta', 'slack', 'Wiki'])[1 + n % 5],
        ${at}, ${at}, CASE WHEN n % 4 > 0 THEN 'revoked' END, CASE WHEN n % 4 > 0 THEN ${at} + interval '1 day' END ${series}`
  },
  {
    table: "left_behind_items",
    insert: `
      INSERT INTO left_behind_items (org_id, id, offboarding_id, service_name, kind, external_id, label, risk, closing,
        disposition, evidence, settled_at, first_seen_at, last_seen_at)
      SELECT $2::uuid, ${own("left")}, ${own("case")}, (array['github', 'Intranet', 'okta', 'slack', 'Wiki'])[1 + n % 5],
        (array['ssh_key', 'deploy_key', 'oauth_grant'])[1 + n % 3], n::text, 'Key ' || n, 'high', 'revoke',
        CASE WHEN n % 4 > 0 THEN 'revoked' ELSE 'pending' END, CASE WHEN n % 4 > 0 THEN 'read_back' ELSE 'not_observed' END,
        CASE WHEN n % 4 > 0 THEN ${at} END, ${at}, ${at} ${series}`
  },
  {
    table: "compliance_documents",
    insert: `
      INSERT INTO compliance_documents (org_id, id, offboarding_id, name, doc_type, status, esignature_status, expires_on,
        created_at, updated_at)
      SELECT $2::uuid, ${own("document")}, ${own("case")},
        CASE WHEN ${isRare} THEN 'Zwetschge ' ELSE 'Paper ' END || n || '.pdf', (array['NDA', 'Other', 'Reference'])[1 + n % 3],
        (array['pending', 'signed', 'completed'])[1 + n % 3],
        (array[NULL, 'pending', 'signed', 'declined', 'expired'])[1 + n % 5],
        CASE WHEN n % 10 = 0 THEN (${at})::date + 365 END, ${at}, ${at} ${series}`
  },
  {
    table: "assets",
    insert: `
      INSERT INTO assets (org_id, id, org_employee_id, item_name, serial_number, category, status, return_deadline,
        overdue_told_for, created_at, updated_at)
      SELECT $2::uuid, ${own("asset")}, ${own("person")},
        CASE WHEN ${isRare} THEN 'Zwetschge ' ELSE 'Laptop Number ' END || n, 'SN-' || n,
        (array['laptop', 'phone', 'monitor', 'other'])[1 + n % 4],
        (array['deployed', 'deployed', 'returned', 'lost'])[1 + n % 4], due, due, ${at}, ${at}
      ${series}, LATERAL (SELECT CASE WHEN n % 3 = 0 THEN (${at})::date + 40 END AS due) d`
  },
  {
    table: "notifications",
    insert: `
      INSERT INTO notifications (org_id, id, user_id, type, title, body, created_at, read_at)
      SELECT $2::uuid, ${own("notification")}, $2::uuid, 'offboarding.created', 'Offboarding created',
        'The offboarding of Person Number ' || n || ' was created', ${at}, CASE WHEN n % 2 = 0 THEN now() END ${series}`
  },
  {
    table: "webhook_deliveries",
    insert: `
      INSERT INTO webhook_deliveries (org_id, id, endpoint_id, event, content, status, attempts, last_status_code, created_at,
        last_attempt_at, delivered_at)
      SELECT $2::uuid, ${own("delivery")}, '${endpointId}'::uuid, 'offboarding.created',
        '{"type":"offboarding_created","title":"","body":"","data":{}}', (array['delivered', 'delivered', 'dead'])[1 + n % 3], 1,
        200, sent, sent, CASE WHEN n % 3 <> 2 THEN sent END
      ${series}, LATERAL (SELECT now() - ($1::int - n) * (interval '7 days' / $1::int) AS sent) s`
  },
  {
    table: "offboarding_initiations",
    insert: `
      INSERT INTO offboarding_initiations (org_id, id, initiated_by, employee_name, employee_email, employee_role,
        employee_department, exit_date, separation_type, apps_to_revoke, no_apps, status, current_step, person_key_id,
        created_at, updated_at)
      SELECT $2::uuid, ${own("initiation")}, $2::uuid, ${nameOf}, 'asked' || n || '@example.test', 'Engineer ' || n % 17,
        ${department}, (${at})::date + 30, 'resignation', '{}', true, (array['pending', 'approved', 'rejected'])[1 + n % 3], 0,
        ${own("key")}, ${at}, ${at} ${series}`
  },
  {
    table: "initiation_steps",
    insert: `
      INSERT INTO initiation_steps (org_id, initiation_id, step, approver_role, status)
      SELECT $2::uuid, ${own("initiation")}, 0, 'hr', (array['pending', 'approved', 'rejected'])[1 + n % 3] ${series}`
  },
  {
    table: "hris_reviews",
    insert: `
      INSERT INTO hris_reviews (org_id, id, employee_id, origin, kind, last_day, status, stands, created_at)
      SELECT $2::uuid, ${own("review")}, ${own("person")}, 'hris', 'left_in_past', (${at})::date,
        (array['waiting', 'waiting', 'accepted', 'dismissed'])[1 + n % 4], true, ${at} ${series}`
  },
  {
    table: "scim_requests",
    insert: `
      INSERT INTO scim_requests (org_id, at, method, path, status)
      SELECT $2::uuid, ${at}, 'GET', '/Users?startIndex=' || n, 200 ${series}`
  },
  {
    table: "audit_anchors",
    insert: `
      INSERT INTO audit_anchors (org_id, id, seq, entry_id, entry_hash, entry_created_at, anchored_at, source)
      SELECT $2::uuid, ${own("anchor")}, n, ${own("entry")}, encode(sha256(n::text::bytea), 'hex'), ${at}, ${at}, 'hourly'
      ${series}`
  },
  {
    table: "audit_entries",
    insert: `
      INSERT INTO audit_entries (org_id, seq, id, created_at, actor_id, action, target, details, content_hash, prev_hash,
        entry_hash, offboarding_id, org_employee_id)
      SELECT $2::uuid, head.seq + n, ${own("entry")}, ${at}, $2::uuid,
        (array['offboarding_stage_changed', 'asset_returned', 'document_signed', 'login_succeeded'])[1 + n % 4],
        'Offboarding of Person Number ' || n, CASE WHEN ${isRare} THEN 'zwetschge' ELSE 'status: pending -> notice_period' END,
        encode(sha256(('c' || n)::bytea), 'hex'), encode(sha256((n - 1)::text::bytea), 'hex'),
        encode(sha256(n::text::bytea), 'hex'), ${own("case")}, ${own("person")}
      FROM (SELECT seq FROM audit_heads WHERE org_id = $2::uuid) head, generate_series(1, $1::int) AS n`
  }
]

/** Rows of one table, without what checks each row against others, and with the indexes built behind them. */
const fill = Effect.fnUntraced(function* (sql: PgClient.PgClient, { insert, table }: Filled, rows: number) {
  const indexes = yield* sql<{ readonly name: string; readonly definition: string }>`
    SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition
    FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid AND c.relkind = 'r'
    WHERE i.indrelid = ${table}::regclass AND NOT i.indisunique`
  const checks = yield* sql<{ readonly name: string }>`
    SELECT quote_ident(tgname) AS name FROM pg_trigger WHERE tgrelid = ${table}::regclass AND tgisinternal`
  const partitioned = yield* sql`SELECT FROM pg_class WHERE oid = ${table}::regclass AND relkind = 'p'`
  const unchecked = partitioned.length > 0 ? [] : checks
  for (const { name } of unchecked) yield* sql.unsafe(`ALTER TABLE ${table} DISABLE TRIGGER ${name}`)
  for (const { name } of indexes) yield* sql.unsafe(`DROP INDEX ${name}`)
  yield* sql.unsafe(insert, [rows, orgId])
  for (const { definition } of indexes) yield* sql.unsafe(definition)
  for (const { name } of unchecked) yield* sql.unsafe(`ALTER TABLE ${table} ENABLE TRIGGER ${name}`)
})

/** One organisation with so many rows of everything that grows, and one case and one endpoint that are asked about. */
export const seedGrowth = Effect.fn("Bench.seedGrowth")(function* (sql: PgClient.PgClient, rows: number) {
  yield* sql`
    INSERT INTO organisations (id, name, plan, plan_status, timezone, created_at)
    VALUES (${orgId}, 'Growth', 'enterprise', 'active', 'Europe/Berlin', now() - interval '6 years')`
  yield* sql`INSERT INTO audit_person_keys (org_id, id, created_at) VALUES (${orgId}, ${orgId}, now())`
  yield* sql`
    INSERT INTO webhook_endpoints (org_id, id, url, events, all_events, active, sealed_secret, created_at)
    VALUES (${orgId}, ${endpointId}, 'https://hooks.example.test/', '{}', true, true, '', now())`
  // Those whom notifications are for; whoever asks is beside them.
  yield* sql`
    INSERT INTO users (id, email, full_name, email_verified_at, created_at)
    VALUES (${orgId}, 'growth@example.test', 'Growth', now(), now())`
  yield* sql`INSERT INTO memberships (org_id, user_id, role, created_at) VALUES (${orgId}, ${orgId}, 'superadmin', now())`
  // What others belong to first; then two at a time, as there are cores.
  yield* Effect.forEach(tables.slice(0, 3), (table) => fill(sql, table, rows))
  yield* Effect.forEach(tables.slice(3), (table) => fill(sql, table, rows), { concurrency: 2, discard: true })
  yield* sql`
    UPDATE audit_heads SET seq = (SELECT max(seq) FROM audit_entries WHERE org_id = ${orgId}),
      entry_hash = encode(sha256('head'), 'hex') WHERE org_id = ${orgId}`
  yield* sql.unsafe("VACUUM ANALYZE")
})
