import type { PersonKeyId } from "@svc/contract/kernel/ids"
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { daysOfEarlier, type LeavingsAsked, type leavingsOf } from "./leavings-repo.ts"
import type { SealedNames } from "./facts.ts"
import { sealedOf } from "./rows.ts"

/** What may be missing from a population; ids of directory records and offboardings, moments as the files write them. */
export interface MissingFacts {
  readonly accounts_off_without_case: ReadonlyArray<{
    readonly employee_id: string
    readonly name: string
    readonly email: string
    readonly since: string
  }>
  readonly terminated_but_active: ReadonlyArray<{
    readonly employee_id: string
    readonly name: string
    readonly email: string
    readonly case_id: string | null
    readonly why: "hr_system" | "case_completed"
  }>
  readonly cancelled_cases: ReadonlyArray<{
    readonly case_id: string
    readonly name: string
    readonly last_working_day: string
    readonly cancelled_at: string | null
  }>
  /** `seq` and `hash` are null where retention has removed the entry; what the row has is null where it is older than rows. */
  readonly deleted_cases: ReadonlyArray<{
    readonly case_id: string | null
    readonly last_working_day: string | null
    readonly by: string | null
    readonly seq: number | null
    readonly hash: string | null
    readonly at: string
  }>
  readonly deleted_records: ReadonlyArray<{
    readonly employee_id: string | null
    readonly seq: number | null
    readonly hash: string | null
    readonly at: string
  }>
  readonly leavers_without_day: ReadonlyArray<MissingLeaver>
  readonly withdrawn_leavers: ReadonlyArray<MissingLeaver>
  readonly sources: ReadonlyArray<{
    readonly name: string
    readonly kind: "hr_system" | "directory"
    readonly last_read_at: string | null
  }>
  /** Of the same sources, in the same order. */
  readonly coverage: ReadonlyArray<SourceCoverage>
  /** The oldest entry of the log; null when there is none. Whole: nothing of it was ever removed. */
  readonly log: { readonly whole: boolean; readonly since: Date | null }
}

/** A person with a reported leaving; the id of their record, or of the leaving if they have none. */
interface MissingLeaver {
  readonly leaver_id: string
  readonly name: string
  readonly email: string
  readonly last_working_day: string
  /** Without a record the name and the address are in here. */
  readonly sealed?: SealedNames
}

/** What a source knows about people who left before its first read. */
export interface SourceCoverage {
  /** It names the day of people who left, whenever that was. */
  readonly tells_days: boolean
  readonly first_read_at: Date | null
  /** When it reported more leavings than are kept. */
  readonly left_out_at: Date | null
}

interface NamedRow {
  readonly sealed_name: string | null
  readonly sealed_email: string | null
  readonly sealed_key_id: PersonKeyId
  readonly wrapped_key: string | null
  readonly record_id: string | null
  readonly leaving_id: string
  readonly last_working_day: string
  readonly record_name: string | null
  readonly record_email: string | null
}

/** A snapshot, and what it is asked about. */
interface MissingAsked extends LeavingsAsked {
  readonly sql: SqlClient.SqlClient
  readonly now: Date
  readonly leavings: ReturnType<typeof leavingsOf>
}

const iso = (expression: string) => `to_char(${expression} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Reads what may be missing from the population of a period. */
export const readMissing = Effect.fnUntraced(function* ({
  casesByPerson,
  from,
  leavings,
  now,
  orgId,
  sql,
  to,
  told,
  zone
}: MissingAsked) {
  const about = (table: string, condition: string) =>
    sql`FROM ${sql.literal(table)} t WHERE t.org_id = ${orgId} AND ${sql.literal(condition)}`
  const erased = sql`'[erased]'`
  const off = yield* sql<MissingFacts["accounts_off_without_case"][number]>`
    SELECT e.id AS employee_id, e.full_name AS name, e.email, ${sql.literal(iso("coalesce(d.at, e.updated_at)"))} AS since
    FROM org_employees e
    LEFT JOIN LATERAL (
      SELECT max(t.created_at) AS at
      ${about("audit_entries", "t.org_employee_id = e.id AND t.action = 'employee_deactivated'")}
    ) d ON true
    WHERE e.org_id = ${orgId} AND e.status = 'inactive' AND e.full_name <> ${erased}
      AND (coalesce(d.at, e.updated_at) AT TIME ZONE ${zone}::text)::date BETWEEN ${from}::date AND ${to}::date
      AND NOT EXISTS (SELECT FROM hris_leavers l WHERE l.org_id = e.org_id AND l.employee_id = e.id)
      AND NOT EXISTS (
        SELECT FROM hris_leavings l WHERE l.org_id = e.org_id AND l.withdrawn_at IS NULL
          AND (l.employee_id = e.id OR l.person_key_id = e.person_key_id)
          AND (NOT l.day_told OR l.left_on > (coalesce(d.at, e.updated_at) AT TIME ZONE ${zone}::text)::date - ${daysOfEarlier}::int))
      AND NOT EXISTS (SELECT FROM offboardings p WHERE p.org_id = e.org_id AND p.org_employee_id = e.id)
      AND NOT EXISTS (SELECT FROM offboardings p WHERE p.org_id = e.org_id AND p.lower_employee_email = e.lower_email)
    ORDER BY e.id`
  const active = yield* sql<MissingFacts["terminated_but_active"][number]>`
    SELECT e.id AS employee_id, e.full_name AS name, e.email, c.case_id,
      CASE WHEN h.employee_id IS NOT NULL THEN 'hr_system' ELSE 'case_completed' END AS why
    FROM org_employees e
    LEFT JOIN (${casesByPerson}) c ON c.employee_id = e.id
    LEFT JOIN (${told}) h ON h.employee_id = e.id
    WHERE e.org_id = ${orgId} AND e.status = 'active' AND c.is_open IS NOT TRUE
      AND (h.employee_id IS NOT NULL OR c.case_id IS NOT NULL)
    ORDER BY e.id`
  const cancelled = yield* sql<MissingFacts["cancelled_cases"][number]>`
    SELECT id AS case_id, employee_name AS name, exit_date::text AS last_working_day,
      ${sql.literal(iso("cancelled_at"))} AS cancelled_at
    FROM offboardings
    WHERE org_id = ${orgId} AND status = 'cancelled' AND exit_date BETWEEN ${from}::date AND ${to}::date
    ORDER BY exit_date, id`
  const since = sql`(${from}::date::timestamp AT TIME ZONE ${zone}::text)`
  const entries = (action: string) => sql`
    SELECT seq, entry_hash, created_at, offboarding_id, org_employee_id FROM audit_entries
    WHERE org_id = ${orgId} AND action = ${action} AND created_at <= ${now}`
  const deleted = yield* sql<MissingFacts["deleted_cases"][number]>`
    SELECT coalesce(d.offboarding_id, a.offboarding_id)::text AS case_id, d.last_day::text AS last_working_day,
      d.deleted_by AS by, a.seq::float8 AS seq, a.entry_hash AS hash,
      ${sql.literal(iso("coalesce(a.created_at, d.deleted_at)"))} AS at
    FROM (${entries("offboarding_deleted")}) a
    FULL JOIN (
      SELECT * FROM deleted_offboardings WHERE org_id = ${orgId} AND deleted_at <= ${now}
    ) d ON d.offboarding_id = a.offboarding_id
    WHERE coalesce(a.created_at, d.deleted_at) >= ${since} OR d.last_day BETWEEN ${from}::date AND ${to}::date
    ORDER BY a.seq NULLS FIRST, d.deleted_at, case_id`
  // A record that was made after the period has no leaving in it.
  const records = yield* sql<MissingFacts["deleted_records"][number]>`
    SELECT coalesce(d.employee_id, a.org_employee_id)::text AS employee_id, a.seq::float8 AS seq, a.entry_hash AS hash,
      ${sql.literal(iso("coalesce(a.created_at, d.deleted_at)"))} AS at
    FROM (${entries("employee_deleted")}) a
    FULL JOIN (
      SELECT * FROM deleted_employees WHERE org_id = ${orgId} AND deleted_at <= ${now}
    ) d ON d.employee_id = a.org_employee_id
    LEFT JOIN LATERAL (
      SELECT count(*) AS kept, count(*) FILTER (WHERE l.left_on BETWEEN ${from}::date AND ${to}::date OR NOT l.day_told) AS here
      FROM hris_leavings l
      WHERE l.org_id = ${orgId} AND l.withdrawn_at IS NULL
        AND (l.person_key_id = d.person_key_id OR l.employee_id = coalesce(d.employee_id, a.org_employee_id))
    ) l ON true
    WHERE coalesce(a.created_at, d.deleted_at) >= ${since}
      AND (d.joined_at IS NULL OR d.joined_at < ((${to}::date + 1)::timestamp AT TIME ZONE ${zone}::text))
      AND (l.kept = 0 OR l.here > 0)
      AND NOT EXISTS (
        SELECT FROM org_employees e WHERE e.org_id = ${orgId} AND e.person_key_id = d.person_key_id)
    ORDER BY a.seq NULLS FIRST, d.deleted_at, employee_id`
  const [log] = yield* sql<{ readonly whole: boolean; readonly since: Date | null }>`
    SELECT coalesce(o.seq, coalesce(h.seq, 0) + 1) = 1 AS whole, o.created_at AS since
    FROM (SELECT) one
    LEFT JOIN LATERAL (
      SELECT e.seq, e.created_at FROM audit_entries e WHERE e.org_id = ${orgId} ORDER BY e.seq LIMIT 1
    ) o ON true
    LEFT JOIN audit_heads h ON h.org_id = ${orgId}`
  const sources = yield* sql<MissingFacts["sources"][number] & SourceCoverage>`
    SELECT CASE WHEN i.service_name = 'hris' THEN coalesce(i.config ->> 'provider', 'hris') ELSE i.service_name END AS name,
      CASE WHEN i.service_name = 'hris' THEN 'hr_system' ELSE 'directory' END AS kind,
      CASE WHEN i.service_name <> 'scim' THEN ${sql.literal(iso("r.read_at"))} END AS last_read_at,
      coalesce(s.tells_days, i.service_name = 'hris') AS tells_days, coalesce(s.first_read_at, r.read_at) AS first_read_at,
      s.left_out_at
    FROM integrations i
    LEFT JOIN hris_sources s ON s.org_id = i.org_id AND s.source = i.protocol
    -- Another system may be connected under the same name by now, which was not read yet.
    CROSS JOIN LATERAL (
      SELECT CASE WHEN EXISTS (
        SELECT FROM hris_sources x WHERE x.org_id = i.org_id AND x.origin = i.service_name
      ) THEN s.last_read_at ELSE i.last_sync END AS read_at
    ) r
    WHERE i.org_id = ${orgId} AND i.connection_status AND i.service_name IN ('hris', 'azure-ad', 'scim')
    ORDER BY name`
  const people = (query: Statement.Fragment) =>
    Effect.map(sql<NamedRow>`${query}`, (rows) =>
      rows.map((row): MissingLeaver => ({
        leaver_id: row.record_id ?? row.leaving_id,
        name: row.record_name ?? "",
        email: row.record_name === "[erased]" ? "" : (row.record_email ?? ""),
        last_working_day: row.last_working_day,
        ...(row.record_name === null ? { sealed: sealedOf(row, row.sealed_key_id) } : {})
      }))
    )
  const missing: MissingFacts = {
    accounts_off_without_case: off,
    terminated_but_active: active,
    cancelled_cases: cancelled,
    deleted_cases: deleted,
    deleted_records: records,
    leavers_without_day: yield* people(leavings.withoutDay),
    withdrawn_leavers: yield* people(leavings.withdrawn),
    sources: sources.map(({ kind, last_read_at, name }) => ({ name, kind, last_read_at })),
    coverage: sources.map(({ first_read_at, left_out_at, tells_days }) => ({ tells_days, first_read_at, left_out_at })),
    log: log ?? { whole: false, since: null }
  }
  return missing
}, Effect.orDie)
