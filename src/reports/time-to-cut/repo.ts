import type { RecordScope } from "@svc/contract/kernel/access"
import { OffboardingId, OrgId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { casesIn } from "#records/record-scope"
import { Transaction } from "#platform/database/db"
import { all, one } from "#platform/database/statements"

/** An app as a list, so that tens of thousands of them are short. */
export type AppCells = readonly [
  service: string,
  outcome: string | null,
  verified: boolean,
  revokedAt: number | null,
  readBackAt: number | null,
  confirmedAt: number | null,
  hasFailed: boolean,
  wasByHand: boolean,
  isConnected: boolean,
  cameBack: boolean
]

/** Cases whose access ends by the same day and zone, or by a moment that they name. */
export interface CasesOfDay {
  readonly exit_date: string
  readonly zone: string
  readonly cases: ReadonlyArray<
    readonly [id: OffboardingId, accessEndsAt: number | null, createdAt: number, apps: ReadonlyArray<AppCells> | null]
  >
}

interface Asked {
  readonly orgId: OrgId
  readonly records: RecordScope
  readonly from: string
  readonly to: string
  readonly zone: string
}

const Named = Schema.Struct({ id: OffboardingId, employee_name: Schema.String, department: Schema.String })

/** Cases and the outcomes of their apps; read-only. */
export class TimeToCutRepo extends Context.Service<TimeToCutRepo>()("svc/time-to-cut/TimeToCutRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const zone = one({
      Request: OrgId,
      Result: Schema.Struct({ timezone: Schema.String }),
      execute: (orgId) => sql`
        SELECT g.timezone, set_config('work_mem', '32MB', true) FROM organisations g WHERE g.id = ${orgId}`
    })

    const named = all({
      Request: Schema.Struct({ orgId: OrgId, ids: Schema.Array(OffboardingId) }),
      Result: Named,
      execute: ({ ids, orgId }) => sql`
        SELECT o.id, o.employee_name, o.employee_department AS department FROM offboardings o
        WHERE o.org_id = ${orgId} AND o.id = ANY(${ids}::uuid[])`
    })

    const milliseconds = (column: string) => sql.literal(`(date_part('epoch', ${column}) * 1000)::bigint`)

    // Not decoded row by row: a year has tens of thousands, and they leave the service as figures alone.
    const cases = ({ from, orgId, records, to, zone }: Asked) => sql<CasesOfDay>`
      WITH cases AS MATERIALIZED (
        SELECT o.id, o.identity, o.exit_date, coalesce(o.timezone, ${zone}::text) AS zone, o.access_ends_at, o.created_at
        FROM offboardings o
        WHERE o.org_id = ${orgId} AND o.exit_date BETWEEN ${from}::date AND ${to}::date AND o.status <> 'cancelled'
          AND ${casesIn(sql, records, "o")}
      ), several AS (
        SELECT r.offboarding_id FROM cases c
        JOIN revocation_runs r ON r.org_id = ${orgId} AND r.offboarding_id = c.id
        GROUP BY 1 HAVING count(*) > 1
        UNION
        SELECT r.offboarding_id FROM revocation_results x
        JOIN revocation_runs r ON r.org_id = x.org_id AND r.id = x.run_id
        JOIN cases c ON c.id = r.offboarding_id
        WHERE x.org_id = ${orgId} AND x.still_active
      ), tried AS (
        -- Of a single run the app itself tells, unless it was read back as active.
        SELECT r.offboarding_id, x.service_name, bool_or(x.still_active) AS contradicted,
          min(x.finished_at) FILTER (WHERE x.outcome = 'revoked' AND NOT x.still_active) AS revoked_at,
          min(x.finished_at) FILTER (WHERE x.outcome = 'revoked' AND x.verified) AS read_back_at,
          bool_or(x.outcome IN ('failed', 'stopped')) AS has_failed, bool_or(x.outcome = 'manual_required') AS was_by_hand
        FROM several s JOIN cases c ON c.id = s.offboarding_id
        JOIN revocation_runs r ON r.org_id = ${orgId} AND r.offboarding_id = s.offboarding_id AND r.identity = c.identity
        JOIN revocation_results x ON x.org_id = ${orgId} AND x.run_id = r.id
        GROUP BY 1, 2
      ), back AS (
        SELECT DISTINCT f.offboarding_id, f.service_name FROM residual_access_findings f
        JOIN offboardings i ON i.org_id = f.org_id AND i.id = f.offboarding_id AND i.identity = f.identity
        LEFT JOIN residual_access_checks k
          ON k.org_id = f.org_id AND k.offboarding_id = f.offboarding_id AND k.service_name = f.service_name
        WHERE f.org_id = ${orgId} AND (f.resolved_at IS NULL OR f.resolution = 'accepted' AND k.accepted)
      ), settled AS (
        SELECT DISTINCT ON (f.offboarding_id, f.service_name) f.offboarding_id, f.service_name, f.resolved_at,
          f.resolution = 'removed' AS by_hand
        FROM tried t
        JOIN residual_access_findings f ON f.org_id = ${orgId} AND f.offboarding_id = t.offboarding_id
          AND f.service_name = t.service_name AND f.resolution <> 'accepted'
        JOIN offboardings i ON i.org_id = f.org_id AND i.id = f.offboarding_id AND i.identity = f.identity
        WHERE t.contradicted
        ORDER BY f.offboarding_id, f.service_name, f.found_at DESC
      ), connected AS (
        SELECT DISTINCT lower(i.service_name) AS name FROM integrations i
        WHERE i.org_id = ${orgId} AND i.can_revoke AND i.connection_status
      ), apps AS (
        SELECT a.offboarding_id, json_agg(json_build_array(a.service_name, a.outcome, a.verified,
          ${milliseconds("CASE WHEN t.contradicted THEN coalesce(t.revoked_at, CASE WHEN NOT s.by_hand THEN s.resolved_at END) ELSE coalesce(t.revoked_at, a.revoked_at) END")}, ${milliseconds("coalesce(t.read_back_at, a.revoked_at)")},
          ${milliseconds("coalesce(a.removal_confirmed_at, CASE WHEN s.by_hand THEN s.resolved_at END)")}, coalesce(t.has_failed, a.outcome IN ('failed', 'stopped'), false),
          coalesce(t.was_by_hand, a.outcome = 'manual_required', false),
          n.name IS NOT NULL, b.service_name IS NOT NULL) ORDER BY a.position, a.service_name) AS apps
        FROM cases c
        JOIN revocation_apps a ON a.org_id = ${orgId} AND a.offboarding_id = c.id
        LEFT JOIN tried t ON t.offboarding_id = a.offboarding_id AND t.service_name = a.service_name
        LEFT JOIN settled s ON s.offboarding_id = a.offboarding_id AND s.service_name = a.service_name
        LEFT JOIN back b ON b.offboarding_id = a.offboarding_id AND b.service_name = a.service_name
        LEFT JOIN connected n ON n.name = lower(a.service_name)
        GROUP BY 1
      )
      SELECT c.exit_date::text AS exit_date, c.zone, json_agg(json_build_array(c.id,
        ${milliseconds("c.access_ends_at")}, ${milliseconds("c.created_at")}, p.apps)) AS cases
      FROM cases c LEFT JOIN apps p ON p.offboarding_id = c.id
      GROUP BY 1, 2`

    return {
      /** The organization's time zone; later reads of the transaction can sort and hash in memory. */
      zone: (orgId: OrgId) => Effect.map(zone(orgId), ({ timezone }) => timezone),
      /** Those whose last day is within these, without canceled ones. */
      cases: (asked: Asked) => Transaction.use(() => Effect.orDie(cases(asked))),
      named: (orgId: OrgId, ids: ReadonlyArray<OffboardingId>) => named({ orgId, ids })
    }
  })
}) {
  static readonly layer = Layer.effect(TimeToCutRepo, TimeToCutRepo.make)
}
