import { riskyPart } from "@svc/contract/checklists/sla"
import { RecordScope } from "@svc/contract/kernel/access"
import { OrgId } from "@svc/contract/kernel/ids"
import { AssetFigures, CaseFigures, DocumentFigures } from "@svc/contract/home/schema"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { assetsIn, casesIn } from "#records/record-scope"
import { Instant, one } from "#platform/database/statements"

const Of = { orgId: OrgId, records: RecordScope }

interface Of {
  readonly orgId: OrgId
  readonly records: RecordScope
}

/** The figures of Home, in one statement for each permission; each counts what the list behind it counts. */
export class FiguresRepo extends Context.Service<FiguresRepo>()("svc/home/FiguresRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const isOpen = sql`o.status NOT IN ('completed', 'cancelled')`

    const isNda = (table: string) =>
      sql`lower(btrim(${sql.literal(table)}.doc_type)) IN ('nda', 'non-disclosure agreement')`

    const cases = one({
      Request: Schema.Struct({ ...Of, now: Instant, today: Schema.String, soonDays: Schema.Int }),
      Result: CaseFigures,
      execute: ({ now, orgId, records, soonDays, today }) => sql`
        WITH open AS (
          SELECT count(*)::int AS open,
            (count(*) FILTER (WHERE o.exit_date BETWEEN ${today}::date AND ${today}::date + ${soonDays}::int))::int
              AS leaving_soon,
            (count(*) FILTER (WHERE o.exit_date < ${today}::date))::int AS overdue
          FROM offboardings o WHERE o.org_id = ${orgId} AND ${isOpen} AND ${casesIn(sql, records, "o")}
        ), worst AS (
          SELECT bool_or(i.sla_deadline <= ${now}::timestamptz) AS late
          FROM checklist_items i JOIN offboardings o ON o.org_id = i.org_id AND o.id = i.offboarding_id
          WHERE i.org_id = ${orgId} AND i.sla_deadline IS NOT NULL AND i.completed_at IS NULL AND i.not_needed_at IS NULL
            AND (i.sla_deadline <= ${now}::timestamptz
              OR i.sla_deadline < ${now}::timestamptz + i.sla_hours * ${riskyPart}::float8 * interval '1 hour')
            AND ${isOpen} AND ${casesIn(sql, records, "o")}
          GROUP BY i.offboarding_id
        ), deadlines AS (
          SELECT (count(*) FILTER (WHERE w.late))::int AS sla_breached,
            (count(*) FILTER (WHERE NOT w.late))::int AS sla_at_risk FROM worst w
        ), failed AS (
          SELECT count(DISTINCT a.offboarding_id)::int AS failed_removals
          FROM revocation_apps a JOIN offboardings o ON o.org_id = a.org_id AND o.id = a.offboarding_id
          WHERE a.org_id = ${orgId} AND a.outcome = 'failed' AND a.removal_confirmed_at IS NULL
            AND ${casesIn(sql, records, "o")}
        ), residual AS (
          SELECT count(*)::int AS residual_access
          FROM residual_access_findings f JOIN offboardings o ON o.org_id = f.org_id AND o.id = f.offboarding_id
          WHERE f.org_id = ${orgId} AND f.resolved_at IS NULL AND ${casesIn(sql, records, "o")}
        )
        SELECT * FROM open, deadlines, failed, residual`
    })

    const assets = one({
      Request: Schema.Struct(Of),
      Result: AssetFigures,
      execute: ({ orgId, records }) =>
        records._tag === "All"
          ? sql`
            SELECT coalesce(sum(c.count) FILTER (WHERE c.status = 'deployed'), 0)::int AS deployed,
              coalesce(sum(c.count) FILTER (WHERE c.status = 'lost'), 0)::int AS lost
            FROM asset_counts c WHERE c.org_id = ${orgId}`
          : sql`
            SELECT (count(*) FILTER (WHERE a.status = 'deployed'))::int AS deployed,
              (count(*) FILTER (WHERE a.status = 'lost'))::int AS lost
            FROM assets a WHERE a.org_id = ${orgId} AND ${assetsIn(sql, records, "a")}`
    })

    const documents = one({
      Request: Schema.Struct(Of),
      Result: DocumentFigures,
      execute: ({ orgId, records }) => sql`
        SELECT (
          SELECT count(*)::int FROM (
            SELECT DISTINCT d.offboarding_id FROM compliance_documents d
            WHERE d.org_id = ${orgId} AND d.status = 'pending' AND ${isNda("d")}
          ) d JOIN offboardings o ON o.org_id = ${orgId} AND o.id = d.offboarding_id
          WHERE ${isOpen} AND ${casesIn(sql, records, "o")} AND NOT EXISTS (
            SELECT FROM compliance_documents s
            WHERE s.org_id = ${orgId} AND s.offboarding_id = d.offboarding_id AND s.status <> 'pending' AND ${isNda("s")})
        ) AS nda_pending, (
          SELECT count(*)::int FROM (
            SELECT DISTINCT d.offboarding_id FROM compliance_documents d
            WHERE d.org_id = ${orgId} AND d.status = 'pending'
          ) d JOIN offboardings o ON o.org_id = ${orgId} AND o.id = d.offboarding_id
          WHERE o.status = 'completed' AND ${casesIn(sql, records, "o")}
        ) AS closed_with_pending_documents, (
          SELECT count(*)::int FROM offboardings o
          WHERE o.org_id = ${orgId} AND o.legal_hold AND ${casesIn(sql, records, "o")}
        ) AS legal_holds`
    })

    return {
      /** `today` is a calendar day; the last working days of the `soonDays` after it are soon. */
      cases,
      assets,
      documents
    }
  })
}) {
  static readonly layer = Layer.effect(FiguresRepo, FiguresRepo.make)
}
