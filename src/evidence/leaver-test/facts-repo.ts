import type { OrgId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Layer, Option, Stream } from "effect"
import { DedicatedConnection } from "#platform/database/db"
import { openSnapshot } from "#platform/database/snapshot"
import type { LeaverFacts } from "./facts.ts"
import { daysOfEarlier, leavingsOf } from "./leavings-repo.ts"
import { leftBehindOf, type LeftBehindRow } from "./left-behind.ts"
import { type MissingFacts, readMissing } from "./missing-repo.ts"
import { type AppRow, appsOf, type EntryRow, type LeaverRow, leaverOf } from "./rows.ts"

/** Leavers in memory at a time. */
const leaversAtOnce = 250

interface Period {
  /** Days of the calendar, both inclusive. */
  readonly from: string
  readonly to: string
}

/** A snapshot of an organization's leavers. */
interface LeaverSnapshot {
  readonly zone: string
  readonly count: number
  /** Whether orphaned items were ever scanned for. */
  readonly lookedForLeftBehind: boolean
  /** By last working day, then by id. */
  readonly leavers: Stream.Stream<ReadonlyArray<LeaverFacts>>
  readonly missing: Effect.Effect<MissingFacts>
}

/** Reads what a leaver test shows, in one snapshot. */
export class LeaverFactsRepo extends Context.Service<LeaverFactsRepo>()("svc/leaver-test/LeaverFactsRepo", {
  make: Effect.gen(function* () {
    const dedicated = yield* DedicatedConnection

    const open = Effect.fn("LeaverFactsRepo.open")(function* (orgId: OrgId, { from, to }: Period, asOf: DateTime.Utc) {
      const sql = yield* Effect.provideService(openSnapshot(orgId), DedicatedConnection, dedicated)
      const now = DateTime.toDateUtc(asOf)
      const [organisation] = yield* sql<{ readonly timezone: string; readonly today: string }>`
        SELECT timezone, (${now}::timestamptz AT TIME ZONE timezone)::date::text AS today
        FROM organisations WHERE id = ${orgId}`
      if (organisation === undefined) return yield* Effect.die("The organization is gone")
      const { timezone: zone, today } = organisation

      // Who left by the word of the HR system or of the directory, and has no offboarding that could be of this leaving.
      const told = sql`
        SELECT h.employee_id, h.last_day FROM (
          SELECT l.employee_id,
            min(coalesce(l.last_day, (l.updated_at AT TIME ZONE ${zone}::text)::date)) AS last_day
          FROM hris_leavers l WHERE l.org_id = ${orgId} GROUP BY l.employee_id
        ) h
        WHERE h.last_day BETWEEN ${from}::date AND ${to}::date AND h.last_day < ${today}::date`
      // A case belongs to a person by its record or its email; computed once for all of them, because there may be
      // thousands.
      const casesByPerson = sql`
        SELECT c.employee_id, max(c.exit_date) AS last_exit, bool_or(c.status <> 'completed') AS is_open,
          (array_agg(c.id ORDER BY c.exit_date DESC) FILTER (
            WHERE c.status = 'completed' AND c.exit_date BETWEEN ${from}::date AND ${to}::date))[1] AS case_id
        FROM (
          SELECT p.org_employee_id AS employee_id, p.id, p.status, p.exit_date FROM offboardings p
          WHERE p.org_id = ${orgId} AND p.status <> 'cancelled' AND p.org_employee_id IS NOT NULL
          UNION
          SELECT e.id, p.id, p.status, p.exit_date FROM offboardings p
          JOIN org_employees e ON e.org_id = p.org_id AND e.lower_email = p.lower_employee_email
          WHERE p.org_id = ${orgId} AND p.status <> 'cancelled'
        ) c GROUP BY c.employee_id`
      const asked = { orgId, from, to, today, zone, told, casesByPerson }
      const leavings = leavingsOf(sql, asked)
      const leavers = sql`
        SELECT o.exit_date AS last_day, o.id AS leaver_id, o.id AS case_id, coalesce(o.org_employee_id, (
          SELECT e.id FROM org_employees e WHERE e.org_id = o.org_id AND e.lower_email = o.lower_employee_email
        )) AS employee_id, NULL::uuid AS leaving_id
        FROM offboardings o
        WHERE o.org_id = ${orgId} AND o.status <> 'cancelled' AND o.exit_date BETWEEN ${from}::date AND ${to}::date
        UNION ALL
        SELECT h.last_day, h.employee_id, NULL, h.employee_id, NULL
        FROM (${told}) h JOIN org_employees e ON e.org_id = ${orgId} AND e.id = h.employee_id
        LEFT JOIN (${casesByPerson}) c ON c.employee_id = h.employee_id
        WHERE c.last_exit IS NULL OR c.last_exit <= h.last_day - ${daysOfEarlier}::int
        UNION ALL
        SELECT k.last_day, k.leaver_id, NULL, k.employee_id, k.leaving_id FROM (${leavings.leavers}) k`

      const [counted] = yield* sql<{ readonly count: number }>`SELECT count(*)::int AS count FROM (${leavers}) l`

      // What was found of a former identity of the case is not this person's.
      const ofPresentIdentity =
        "t.identity = (SELECT o.identity FROM offboardings o WHERE o.org_id = t.org_id AND o.id = t.offboarding_id)"
      const about = (table: string, condition: string) =>
        sql`FROM ${sql.literal(table)} t WHERE t.org_id = ${orgId} AND ${sql.literal(condition)}`
      const rows = sql<LeaverRow>`
        SELECT l.leaver_id, l.case_id, l.employee_id, l.last_day::text AS last_day,
          coalesce(o.employee_name, e.full_name) AS name, coalesce(o.employee_email, e.email) AS email,
          v.sealed_name, v.sealed_email, v.person_key_id AS sealed_key_id, a.wrapped_key,
          coalesce(o.employee_department, e.department) AS department, o.separation_type, o.source, o.status,
          o.created_at, o.access_ends_at, o.employment_ends_on::text AS employment_ends_on,
          coalesce(o.timezone, ${zone}::text) AS zone, o.no_apps_confirmed_at,
          i.created_at AS initiated_at, i.reviewed_at, u.id AS approver_id, u.full_name AS approver,
          coalesce((SELECT count(*)::int ${about("initiation_steps", "t.initiation_id = i.id AND t.status = 'approved'")}), 0)
            AS approved_steps,
          (SELECT min(t.created_at) ${about("hris_reviews", "t.employee_id = l.employee_id")}) AS reviewed_first_at,
          coalesce(v.first_seen_at,
            (SELECT min(t.updated_at) ${about("hris_leavers", "t.employee_id = l.employee_id")})) AS recorded_at,
          (SELECT count(*)::int ${about("residual_access_findings", "t.offboarding_id = o.id AND t.identity = o.identity")}) AS residual_findings,
          (SELECT count(*)::int ${about("residual_access_findings", "t.offboarding_id = o.id AND t.identity = o.identity AND t.resolved_at IS NULL")})
            AS residual_open,
          (SELECT count(*)::int ${about("checklist_items", "t.offboarding_id = o.id AND t.completed_at IS NULL AND t.not_needed_at IS NULL")})
            AS open_tasks,
          (SELECT count(*)::int ${about("assets", "t.org_employee_id = l.employee_id AND t.status = 'deployed'")})
            AS open_assets,
          (SELECT count(*)::int ${about("compliance_documents", "t.offboarding_id = o.id AND t.status = 'pending'")})
            AS open_documents,
          r.reactivations, r.reactivated_at
        FROM (${leavers}) l
        LEFT JOIN offboardings o ON o.org_id = ${orgId} AND o.id = l.case_id
        LEFT JOIN org_employees e ON e.org_id = ${orgId} AND e.id = l.employee_id
        LEFT JOIN hris_leavings v ON v.org_id = ${orgId} AND v.id = l.leaving_id
        LEFT JOIN audit_person_keys a ON a.org_id = v.org_id AND a.id = v.person_key_id
        LEFT JOIN LATERAL (
          SELECT t.* ${about("offboarding_initiations", "t.offboarding_id = o.id AND t.status = 'approved'")}
          ORDER BY t.reviewed_at DESC LIMIT 1
        ) i ON true
        LEFT JOIN users u ON u.id = i.reviewed_by
        LEFT JOIN LATERAL (
          SELECT count(*)::int AS reactivations, max(t.created_at) AS reactivated_at
          ${about("audit_entries", "t.org_employee_id = l.employee_id AND t.action = 'employee_reactivated' AND t.created_at > coalesce(o.created_at, '-infinity')")}
        ) r ON true
        ORDER BY l.last_day, l.leaver_id`

      const appRows = (ids: ReadonlyArray<string>) => sql<AppRow>`
        SELECT a.offboarding_id, a.service_name, a.outcome, a.verified, a.revoked_at, a.removal_confirmed_at,
          t.attempts, t.requested_at, t.acted_at, t.contradicted, t.revoked_first_at, t.revoked_run, t.read_back_at, t.read_back_run,
          t.vendor_failed, t.not_connected, f.found_at, f.resolved_at, f.resolution, c.accepted,
          u.id AS accepted_by_id, u.full_name AS accepted_by, a.sealed_account, i.person_key_id, k.wrapped_key
        FROM revocation_apps a JOIN offboardings i ON i.org_id = a.org_id AND i.id = a.offboarding_id
        LEFT JOIN LATERAL (
          SELECT count(*)::int AS attempts, min(r.created_at) AS requested_at, max(x.started_at) AS acted_at,
            coalesce(bool_or(x.still_active), false) AS contradicted,
            min(x.finished_at) FILTER (WHERE x.outcome = 'revoked' AND NOT x.still_active) AS revoked_first_at,
            (array_agg(x.run_id ORDER BY x.finished_at) FILTER (WHERE x.outcome = 'revoked'))[1]::text AS revoked_run,
            min(x.finished_at) FILTER (WHERE x.outcome = 'revoked' AND x.verified) AS read_back_at,
            (array_agg(x.run_id ORDER BY x.finished_at) FILTER (WHERE x.outcome = 'revoked' AND x.verified))[1]::text
              AS read_back_run,
            coalesce(bool_or(x.outcome IN ('failed', 'stopped')), false) AS vendor_failed,
            coalesce(bool_or(x.outcome = 'manual_required'), false) AS not_connected
          FROM revocation_runs r
          JOIN revocation_results x ON x.org_id = r.org_id AND x.run_id = r.id AND x.service_name = a.service_name
          WHERE r.org_id = a.org_id AND r.offboarding_id = a.offboarding_id AND r.identity = i.identity
        ) t ON true
        LEFT JOIN LATERAL (
          SELECT f.* FROM residual_access_findings f
          WHERE f.org_id = a.org_id AND f.offboarding_id = a.offboarding_id AND f.service_name = a.service_name
            AND f.identity = i.identity
          ORDER BY f.found_at DESC LIMIT 1
        ) f ON true
        LEFT JOIN residual_access_checks c
          ON c.org_id = a.org_id AND c.offboarding_id = a.offboarding_id AND c.service_name = a.service_name
        LEFT JOIN users u ON u.id = f.resolved_by
        LEFT JOIN audit_person_keys k ON k.org_id = i.org_id AND k.id = i.person_key_id
        WHERE a.org_id = ${orgId} AND a.offboarding_id = ANY(${ids}::uuid[])
        ORDER BY a.service_name COLLATE "C"`

      const entryRows = (ids: ReadonlyArray<string>) => sql<EntryRow>`
        SELECT offboarding_id, action, seq::float8 AS seq, entry_hash, facts ->> 'run_id' AS run_id,
          CASE WHEN action = 'access_removal_confirmed' THEN left(details, 200) END AS details
        FROM audit_entries
        WHERE org_id = ${orgId} AND offboarding_id = ANY(${ids}::uuid[])
          AND action IN ('offboarding_created', 'initiation_approved', 'access_revoked', 'access_removal_confirmed')
        ORDER BY seq`

      const [lookedFor] = yield* sql`SELECT 1 FROM left_behind_settings WHERE org_id = ${orgId}`

      // How each kind at an app stands by its latest look, and what was found by any.
      const leftBehindRows = (ids: ReadonlyArray<string>) => sql<LeftBehindRow>`
        SELECT offboarding_id, service_name, kind, s.looked_at, s.why, coalesce(b.found, 0) AS found,
          coalesce(b.read_back, 0) AS read_back, coalesce(b.vendor_answer, 0) AS vendor_answer,
          coalesce(b.confirmed_by_hand, 0) AS confirmed_by_hand, coalesce(b.accepted, 0) AS accepted,
          coalesce(b.pending, 0) AS pending
        FROM (
          SELECT DISTINCT ON (t.offboarding_id, t.service_name, t.kind) t.offboarding_id, t.service_name, t.kind,
            t.looked_at, t.why
          ${about("left_behind_sights", ofPresentIdentity)} AND t.offboarding_id = ANY(${ids}::uuid[])
          ORDER BY t.offboarding_id, t.service_name, t.kind, t.looked_at DESC
        ) s
        FULL JOIN (
          SELECT t.offboarding_id, t.service_name, t.kind, count(*)::int AS found,
            count(*) FILTER (WHERE t.disposition = 'pending')::int AS pending,
            count(*) FILTER (WHERE t.disposition = 'accepted')::int AS accepted,
            count(*) FILTER (WHERE t.disposition IN ('revoked', 'transferred') AND t.evidence = 'read_back')::int
              AS read_back,
            count(*) FILTER (WHERE t.disposition IN ('revoked', 'transferred') AND t.evidence = 'vendor_answer')::int
              AS vendor_answer,
            count(*) FILTER (WHERE t.disposition IN ('revoked', 'transferred') AND t.evidence = 'confirmed_by_hand')::int
              AS confirmed_by_hand
          ${about("left_behind_items", ofPresentIdentity)} AND t.offboarding_id = ANY(${ids}::uuid[])
          GROUP BY t.offboarding_id, t.service_name, t.kind
        ) b USING (offboarding_id, service_name, kind)
        ORDER BY kind COLLATE "C"`

      const page = Effect.gen(function* () {
        const found = yield* sql.unsafe<LeaverRow>(`FETCH FORWARD ${leaversAtOnce} FROM leavers`)
        const ids = found.flatMap(({ case_id }) => (case_id === null ? [] : [case_id]))
        const entries = Map.groupBy(yield* entryRows(ids), ({ offboarding_id }) => offboarding_id)
        const apps = Map.groupBy(yield* appRows(ids), ({ offboarding_id }) => offboarding_id)
        const left = Map.groupBy(
          lookedFor === undefined ? [] : yield* leftBehindRows(ids),
          ({ offboarding_id }) => offboarding_id
        )
        return found.map((row) => {
          const own = entries.get(row.leaver_id) ?? []
          const ownApps = appsOf(apps.get(row.leaver_id) ?? [], own)
          const leftBehind = lookedFor === undefined ? [] : leftBehindOf(left.get(row.leaver_id) ?? [], ownApps)
          return leaverOf(row, own, ownApps, leftBehind)
        })
      })
      const pages = Stream.unwrap(
        Effect.as(
          sql`DECLARE leavers NO SCROLL CURSOR FOR ${rows}`,
          Stream.paginate(0, (number) =>
            Effect.map(page, (found) => [
              [found],
              found.length < leaversAtOnce ? Option.none() : Option.some(number + 1)
            ])
          )
        )
      ).pipe(Stream.concat(Stream.fromEffectDrain(sql.unsafe("CLOSE leavers"))), Stream.orDie)

      const missing = readMissing({ ...asked, sql, now, leavings })

      const snapshot: LeaverSnapshot = {
        zone,
        count: counted?.count ?? 0,
        lookedForLeftBehind: lookedFor !== undefined,
        leavers: pages,
        missing
      }
      return snapshot
    }, Effect.orDie)

    return {
      /** It ends with the scope; one thing is read after the other. */
      open
    }
  })
}) {
  static readonly layer = Layer.effect(LeaverFactsRepo, LeaverFactsRepo.make)
}
