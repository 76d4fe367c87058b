import type { CasesAsked } from "@svc/contract/evidence-readiness/schema"
import { CaseReadiness } from "@svc/contract/evidence-readiness/schema"
import type { RecordScope } from "@svc/contract/kernel/access"
import { OffboardingId, OrgId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { casesIn } from "#records/record-scope"
import { Transaction } from "#platform/database/db"
import { all, Instant, maybe, one } from "#platform/database/statements"

/** A case as a list, so that tens of thousands of them are short. */
export type CaseCells = readonly [
  id: OffboardingId,
  apps: number,
  removed: number,
  readBack: number,
  nothingToRevoke: boolean,
  held: number,
  returnConfirmed: boolean,
  documents: number,
  pendingDocuments: number,
  tasks: number,
  tasksDone: number,
  interviewAsked: boolean,
  interviewed: boolean,
  approved: boolean,
  onHold: boolean,
  unanchored: boolean
]

interface Asked {
  readonly orgId: OrgId
  readonly records: RecordScope
  readonly from: string
  readonly to: string
  readonly cases: CasesAsked
  /** This case alone, whatever its last day and its state. */
  readonly id: OffboardingId | undefined
}

const { controls: _judged, offboarding_id: _id, ...shown } = CaseReadiness.fields
const Named = Schema.Struct({ id: OffboardingId, ...shown })

const Organisation = Schema.Struct({ timezone: Schema.String, approvals: Schema.Boolean })

const Chain = Schema.Struct({
  anchored_at: Schema.NullOr(Instant),
  verified_at: Schema.NullOr(Instant),
  verified_ok: Schema.NullOr(Schema.Boolean)
})

/** What is known of cases, counted; nothing is written here. */
export class EvidenceReadinessRepo extends Context.Service<EvidenceReadinessRepo>()(
  "svc/evidence-readiness/EvidenceReadinessRepo",
  {
    make: Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const organisation = one({
        Request: OrgId,
        Result: Organisation,
        execute: (orgId) => sql`
        SELECT g.timezone, EXISTS (SELECT FROM approval_chains c WHERE c.org_id = g.id) AS approvals,
          set_config('work_mem', '32MB', true)
        FROM organisations g WHERE g.id = ${orgId}`
      })

      const inState = {
        closed: "o.status = 'completed'",
        open: "o.status NOT IN ('completed', 'cancelled')",
        all: "o.status <> 'cancelled'"
      } as const satisfies Readonly<Record<CasesAsked, string>>

      // Not decoded row by row: they leave the service as counts, and by name fifty at a time.
      const cases = ({ cases: asked, from, id, orgId, records, to }: Asked) => sql<{
        readonly cases: ReadonlyArray<CaseCells>
      }>`
      WITH cases AS MATERIALIZED (
        SELECT o.id, o.identity, o.exit_date, o.no_apps_confirmed_at, o.asset_return_confirmed_at, o.legal_hold, o.legal_hold_released_at,
          coalesce(o.org_employee_id, e.id) AS employee_id
        FROM offboardings o
        LEFT JOIN org_employees e ON e.org_id = o.org_id AND e.lower_email = o.lower_employee_email AND o.org_employee_id IS NULL
        WHERE o.org_id = ${orgId} AND ${casesIn(sql, records, "o")} AND ${
          id === undefined
            ? sql`o.exit_date BETWEEN ${from}::date AND ${to}::date AND ${sql.literal(inState[asked])}`
            : sql`o.id = ${id}`
        }
      ), apps AS (
        SELECT a.offboarding_id, count(*) AS apps, count(a.removed_at) FILTER (WHERE a.verified OR NOT EXISTS (
            SELECT FROM residual_access_findings f WHERE f.org_id = a.org_id AND f.offboarding_id = a.offboarding_id
              AND f.service_name = a.service_name AND f.identity = c.identity AND f.resolved_at IS NULL)) AS removed,
          count(*) FILTER (WHERE a.outcome = 'revoked' AND a.verified) AS read_back
        FROM cases c JOIN revocation_apps a ON a.org_id = ${orgId} AND a.offboarding_id = c.id GROUP BY 1
      ), held AS (
        SELECT s.org_employee_id, count(*) AS held FROM assets s
        WHERE s.org_id = ${orgId} AND s.status = 'deployed' AND s.org_employee_id IN (SELECT c.employee_id FROM cases c)
        GROUP BY 1
      ), documents AS (
        SELECT d.offboarding_id, count(*) AS documents, count(*) FILTER (WHERE d.status = 'pending') AS pending
        FROM cases c JOIN compliance_documents d ON d.org_id = ${orgId} AND d.offboarding_id = c.id GROUP BY 1
      ), ticked AS (
        SELECT DISTINCT i.offboarding_id FROM checklist_items i
        WHERE i.org_id = ${orgId} AND i.completed_at IS NOT NULL AND i.not_needed_at IS NULL
          AND i.task ILIKE '%exit interview%' AND i.offboarding_id IN (SELECT c.id FROM cases c)
      ), approved AS (
        SELECT DISTINCT n.offboarding_id FROM offboarding_initiations n
        WHERE n.org_id = ${orgId} AND n.offboarding_id IN (SELECT c.id FROM cases c) AND n.status = 'approved'
      ), unanchored AS (
        SELECT DISTINCT e.offboarding_id FROM audit_entries e
        WHERE e.org_id = ${orgId} AND e.offboarding_id IS NOT NULL AND e.seq > coalesce(
          (SELECT max(a.seq) FROM audit_anchors a WHERE a.org_id = ${orgId}), 0)
      )
      SELECT coalesce(json_agg(json_build_array(c.id, coalesce(a.apps, 0), coalesce(a.removed, 0),
        coalesce(a.read_back, 0), c.no_apps_confirmed_at IS NOT NULL, coalesce(h.held, 0),
        c.asset_return_confirmed_at IS NOT NULL, coalesce(d.documents, 0), coalesce(d.pending, 0),
        coalesce(k.total, 0), coalesce(k.done, 0), x.id IS NOT NULL,
        x.status IS NOT DISTINCT FROM 'completed' OR t.offboarding_id IS NOT NULL, p.offboarding_id IS NOT NULL,
        c.legal_hold OR c.legal_hold_released_at IS NOT NULL, u.offboarding_id IS NOT NULL)
        ORDER BY c.exit_date DESC, c.id DESC), '[]') AS cases
      FROM cases c
      LEFT JOIN apps a ON a.offboarding_id = c.id
      LEFT JOIN held h ON h.org_employee_id = c.employee_id
      LEFT JOIN documents d ON d.offboarding_id = c.id
      LEFT JOIN checklist_counts k ON k.org_id = ${orgId} AND k.offboarding_id = c.id
      LEFT JOIN exit_interviews x ON x.org_id = ${orgId} AND x.offboarding_id = c.id
      LEFT JOIN ticked t ON t.offboarding_id = c.id
      LEFT JOIN approved p ON p.offboarding_id = c.id
      LEFT JOIN unanchored u ON u.offboarding_id = c.id`

      const named = all({
        Request: Schema.Struct({ orgId: OrgId, ids: Schema.Array(OffboardingId) }),
        Result: Named,
        execute: ({ ids, orgId }) => sql`
        SELECT o.id, o.employee_name, o.employee_department AS department, o.exit_date::text AS exit_date, o.status
        FROM offboardings o WHERE o.org_id = ${orgId} AND o.id = ANY(${ids}::uuid[])`
      })

      const chain = maybe({
        Request: OrgId,
        Result: Chain,
        execute: (orgId) => sql`
        SELECT (SELECT a.anchored_at FROM audit_anchors a WHERE a.org_id = ${orgId}
            ORDER BY a.anchored_at DESC, a.seq DESC, a.id DESC LIMIT 1) AS anchored_at,
          v.created_at AS verified_at, v.details LIKE 'ok: true,%' AS verified_ok
        FROM (SELECT) one LEFT JOIN LATERAL (
          SELECT e.created_at, e.details FROM audit_entries e
          WHERE e.org_id = ${orgId} AND e.action = 'audit_chain_verified' ORDER BY e.created_at DESC, e.seq DESC LIMIT 1
        ) v ON true`
      })

      return {
        /** What the transaction reads after it may sort and hash in memory. */
        organisation,
        /** Latest last day first; without canceled ones, unless one is requested by id. */
        cases: (asked: Asked) =>
          Transaction.use(() => Effect.orDie(cases(asked))).pipe(Effect.map(([row]) => row?.cases ?? [])),
        named: (orgId: OrgId, ids: ReadonlyArray<OffboardingId>) => named({ orgId, ids }),
        chain: (orgId: OrgId) =>
          Effect.map(
            chain(orgId),
            Option.getOrElse(() => ({ anchored_at: null, verified_at: null, verified_ok: null }))
          )
      }
    })
  }
) {
  static readonly layer = Layer.effect(EvidenceReadinessRepo, EvidenceReadinessRepo.make)
}
