import type { OrgId } from "@svc/contract/kernel/ids"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { inTables } from "#test/support/tables"

const Time = Schema.NullOr(Schema.String)

/** What the tables of an organisation hold of cases and their parts. */
const Picture = Schema.Struct({
  cases: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      status: Schema.String,
      email: Schema.NullOr(Schema.String),
      manager: Schema.NullOr(Schema.String),
      department: Schema.String,
      person: Schema.NullOr(Schema.String),
      held: Schema.Boolean,
      released: Time,
      created: Schema.String,
      noApps: Schema.Boolean,
      assetsConfirmed: Schema.Boolean
    })
  ),
  apps: Schema.Array(Schema.Struct({ case: Schema.String, name: Schema.String, done: Schema.Boolean })),
  tasks: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      case: Schema.String,
      task: Schema.String,
      done: Schema.Boolean,
      follows: Schema.NullOr(Schema.String),
      document: Schema.NullOr(Schema.String),
      /** Done from the record that it follows. */
      bySelf: Schema.Boolean,
      /** Somebody opened it again though its record was settled. */
      keptOpen: Schema.Boolean
    })
  ),
  assets: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      holder: Schema.NullOr(Schema.String),
      serial: Schema.String,
      status: Schema.String,
      deadline: Time,
      updated: Schema.String,
      told: Time
    })
  ),
  documents: Schema.Array(Schema.Struct({ id: Schema.String, case: Schema.String, status: Schema.String })),
  initiations: Schema.Array(Schema.String),
  events: Schema.Array(Schema.Struct({ at: Schema.Int, event: Schema.Record(Schema.String, Schema.Json) })),
  entries: Schema.Int
})
export type Picture = typeof Picture.Type
const decode = Schema.decodeUnknownEffect(Picture)

export const pictureOf = Effect.fnUntraced(function* (orgId: OrgId) {
  const [row] = yield* inTables(
    orgId,
    (sql) => sql<{ readonly picture: unknown }>`
      SELECT json_build_object(
        'cases', (SELECT coalesce(json_agg(json_build_object('id', o.id, 'status', o.status, 'email', lower(o.employee_email),
            'manager', o.manager_email, 'department', o.employee_department,
            'person', coalesce(o.org_employee_id, p.id), 'held', o.legal_hold, 'released', o.legal_hold_released_at, 'created', o.created_at,
            'noApps', o.no_apps_confirmed_at IS NOT NULL, 'assetsConfirmed', o.asset_return_confirmed_at IS NOT NULL)
            ORDER BY o.created_at DESC, o.id), '[]')
          FROM offboardings o LEFT JOIN org_employees p ON p.org_id = o.org_id AND lower(p.email) = lower(o.employee_email)
          WHERE o.org_id = ${orgId}),
        'apps', (SELECT coalesce(json_agg(json_build_object('case', offboarding_id, 'name', service_name,
            'done', outcome IS NOT DISTINCT FROM 'revoked' OR removal_confirmed_at IS NOT NULL)), '[]')
          FROM revocation_apps WHERE org_id = ${orgId}),
        'tasks', (SELECT coalesce(json_agg(json_build_object('id', id, 'case', offboarding_id, 'task', task,
            'done', completed_at IS NOT NULL OR not_needed_at IS NOT NULL, 'follows', follows, 'document', followed_document_id,
            'bySelf', self_completed AND not_needed_at IS NULL, 'keptOpen', kept_open) ORDER BY position, id), '[]')
          FROM checklist_items WHERE org_id = ${orgId}),
        'assets', (SELECT coalesce(json_agg(json_build_object('id', id, 'holder', org_employee_id, 'status', status,
            'serial', serial_number, 'deadline', return_deadline, 'updated', updated_at, 'told', overdue_told_for) ORDER BY created_at DESC, id), '[]')
          FROM assets WHERE org_id = ${orgId}),
        'documents', (SELECT coalesce(json_agg(json_build_object('id', id, 'case', offboarding_id, 'status', status)
            ORDER BY created_at DESC, id), '[]')
          FROM compliance_documents WHERE org_id = ${orgId}),
        'initiations', (SELECT coalesce(json_agg(id ORDER BY created_at DESC, id), '[]')
          FROM offboarding_initiations WHERE org_id = ${orgId}),
        'events', (SELECT coalesce(json_agg(json_build_object('at', id, 'event', event) ORDER BY id), '[]')
          FROM outbox_events WHERE org_id = ${orgId}),
        'entries', (SELECT count(*) FROM audit_entries WHERE org_id = ${orgId})
      ) AS picture`
  )
  return yield* Effect.orDie(decode(row?.picture))
})

/** Sessions are made by the test, for every request. */
const outside = new Set(["sessions"])

/** One text per tenant table, which changes with any of its rows. */
export const makeDigest = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = (yield* sql<{ readonly name: string }>`
    SELECT c.table_name AS name FROM information_schema.columns c
    JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = current_schema() AND c.column_name = 'org_id' AND t.table_type = 'BASE TABLE'
    ORDER BY 1`).filter(({ name }) => !outside.has(name))
  // Put together once: it is asked four times for every step.
  const all = tables
    .map(
      ({ name }) =>
        `SELECT '${name}' AS name, md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) AS digest FROM ${name} t WHERE org_id = $1`
    )
    .join(" UNION ALL ")
  return Effect.fnUntraced(function* (orgId: OrgId) {
    const rows = yield* inTables(orgId, (sql) =>
      sql.unsafe<{ readonly name: string; readonly digest: string }>(all, [orgId])
    )
    return new Map(rows.map(({ digest, name }) => [name, digest]))
  })
})
export type Digest = Effect.Success<ReturnType<Effect.Success<typeof makeDigest>>>

/** The tables in which something is otherwise. */
export const changed = (before: Digest, after: Digest) =>
  [...after.keys()].filter((name) => before.get(name) !== after.get(name))
