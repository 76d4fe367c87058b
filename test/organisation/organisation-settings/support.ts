import type { OffboardingId, OrgId } from "@svc/contract/kernel/ids"
import { DateTime, Effect, Schema } from "effect"
import { randomUUID } from "node:crypto"
import { asSystem, systemSql } from "#test/support/tables"

export const path = "/api/organizations/me"

interface BulkCase {
  readonly exitDate: string
  readonly timezone?: string | null
  /** Its own end of access. */
  readonly accessEndsAt?: string | null
  readonly status?: string
  /** The moment at which access is to be revoked by itself. */
  readonly dueAt?: Date | null
  /** What was done about its one app. */
  readonly app?: "revoked" | "failed" | "confirmed" | "none" | null
}

/** Cases with one app each, written as they would stand after their creation. */
export const bulkCases = Effect.fnUntraced(function* (orgId: OrgId, cases: ReadonlyArray<BulkCase>) {
  const now = DateTime.toDateUtc(yield* DateTime.now)
  const ids = cases.map(() => randomUUID())
  const key = randomUUID()
  const rows = JSON.stringify(
    cases.map(
      ({ accessEndsAt = null, app = null, dueAt = null, exitDate, status = "pending", timezone = null }, at) => ({
        id: ids[at],
        exit_date: exitDate,
        access_ends_at: accessEndsAt,
        timezone,
        status,
        // A number: a year 10000 has no text that PostgreSQL reads.
        due_ms: dueAt === null ? null : dueAt.getTime(),
        app
      })
    )
  )
  yield* asSystem((sql) =>
    Effect.gen(function* () {
      yield* sql`INSERT INTO audit_person_keys ${sql.insert({ org_id: orgId, id: key, wrapped_key: "none", created_at: now })}`
      yield* sql`
        WITH given AS MATERIALIZED (
          SELECT * FROM jsonb_to_recordset(${rows}::jsonb) AS given (
            id uuid, exit_date date, access_ends_at timestamptz, timezone text, status text, due_ms bigint, app text)
        ), cases AS (
          INSERT INTO offboardings (org_id, id, employee_name, exit_date, status, separation_type, access_ends_at, timezone,
            source, person_key_id, created_at, updated_at)
          SELECT ${orgId}::uuid, id, 'Ada', exit_date, status, 'resignation', access_ends_at, timezone, 'app',
            ${key}::uuid, ${now}, ${now}
          FROM given RETURNING id
        ), apps AS (
          INSERT INTO revocation_apps (org_id, offboarding_id, service_name, position, outcome, removal_confirmed_at)
          SELECT ${orgId}::uuid, given.id, 'crm', 1, CASE WHEN app IN ('revoked', 'failed') THEN app END,
            CASE WHEN app = 'confirmed' THEN ${now}::timestamptz END
          FROM given JOIN cases USING (id) WHERE app IS DISTINCT FROM 'none' RETURNING 1
        )
        INSERT INTO revocation_schedules (org_id, offboarding_id, due_at)
        SELECT ${orgId}::uuid, given.id, to_timestamp(due_ms / 1000.0) FROM given JOIN cases USING (id) WHERE due_ms IS NOT NULL`
    })
  )
  return ids
})

/** The moment of each case's automatic revocation, in the order of the ids; null where there is none. */
export const schedulesOf = Effect.fnUntraced(function* (orgId: OrgId, ids: ReadonlyArray<string | OffboardingId>) {
  const rows = yield* systemSql<{ offboarding_id: string; due_at: Date }>`
    SELECT offboarding_id, due_at FROM revocation_schedules WHERE org_id = ${orgId}`
  const byId = new Map(rows.map((row) => [row.offboarding_id, row.due_at.toISOString()]))
  return ids.map((id) => byId.get(id) ?? null)
})

const Error = Schema.Struct({ error: Schema.String })
const decodeError = Schema.decodeUnknownEffect(Error)

/** The sentence of a refusal. */
export const errorOf = (body: unknown) => Effect.map(decodeError(body), ({ error }) => error)
