import { Timestamp } from "@svc/contract/kernel/dates"
import { DocumentId, OffboardingId, OrgId, PersonKeyId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { one } from "#platform/database/statements"

const Name = Schema.NullOr(Schema.String)

/** What a case's document says beyond what the app shows of the case: names, hashes, approvals. */
const Background = Schema.Struct({
  organisation: Schema.String,
  /** The case's zone, else the organization's. */
  zone: Schema.String,
  person_key_id: PersonKeyId,
  initiated_by: Name,
  no_apps_confirmed_by: Name,
  asset_return_confirmed_by: Name,
  /** Who confirmed that they removed access by hand. */
  removals: Schema.Array(Schema.Struct({ service: Schema.String, by: Name })),
  documents: Schema.Array(Schema.Struct({ id: DocumentId, sha256: Name })),
  /** The case's request and each approval step; empty if none was needed. */
  approvals: Schema.Array(
    Schema.Struct({ step: Schema.String, status: Schema.String, by: Name, at: Schema.NullOr(Timestamp) })
  )
})
export type Background = typeof Background.Type

const Organisation = Schema.Struct({ name: Schema.String, zone: Schema.String })
export type Organisation = typeof Organisation.Type

/** What reports as documents read for themselves. */
export class ReportPdfsRepo extends Context.Service<ReportPdfsRepo>()("svc/report-pdfs/ReportPdfsRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const nameOf = (column: string) => sql.literal(`(SELECT u.full_name FROM users u WHERE u.id = ${column})`)

    const organisation = one({
      Request: OrgId,
      Result: Organisation,
      execute: (orgId) => sql`SELECT g.name, g.timezone AS zone FROM organisations g WHERE g.id = ${orgId}`
    })

    const background = one({
      Request: Schema.Struct({ orgId: OrgId, id: OffboardingId }),
      Result: Background,
      execute: ({ id, orgId }) => sql`
        SELECT g.name AS organisation, coalesce(o.timezone, g.timezone) AS zone, o.person_key_id,
          ${nameOf("o.initiated_by")} AS initiated_by,
          ${nameOf("o.no_apps_confirmed_by")} AS no_apps_confirmed_by,
          ${nameOf("o.asset_return_confirmed_by")} AS asset_return_confirmed_by,
          (SELECT coalesce(json_agg(json_build_object('service', a.service_name, 'by', ${nameOf("a.removal_confirmed_by")})
              ORDER BY a.position, a.service_name), '[]')
            FROM revocation_apps a
            WHERE a.org_id = o.org_id AND a.offboarding_id = o.id AND a.removal_confirmed_at IS NOT NULL) AS removals,
          (SELECT coalesce(json_agg(json_build_object('id', d.id, 'sha256', d.sha256) ORDER BY d.created_at, d.id), '[]')
            FROM compliance_documents d WHERE d.org_id = o.org_id AND d.offboarding_id = o.id) AS documents,
          (SELECT coalesce(json_agg(json_build_object('step', s.step, 'status', s.status, 'by', s.by, 'at', s.at)
              ORDER BY s.place), '[]')
            FROM offboarding_initiations i, LATERAL (
              SELECT 0 AS place, 'Request' AS step, 'submitted' AS status, ${nameOf("i.initiated_by")} AS by,
                i.created_at AS at
              UNION ALL
              SELECT t.step, coalesce(t.name, 'Step ' || t.step), t.status, ${nameOf("t.acted_by")}, t.acted_at
              FROM initiation_steps t WHERE t.org_id = i.org_id AND t.initiation_id = i.id
              UNION ALL
              SELECT 2147483647, 'Decision', i.status, ${nameOf("i.reviewed_by")}, i.reviewed_at
            ) s
            WHERE i.org_id = o.org_id AND i.offboarding_id = o.id) AS approvals
        FROM offboardings o JOIN organisations g ON g.id = o.org_id
        WHERE o.org_id = ${orgId} AND o.id = ${id}`
    })

    return {
      organisation,
      background: (orgId: OrgId, id: OffboardingId) => background({ orgId, id })
    }
  })
}) {
  static readonly layer = Layer.effect(ReportPdfsRepo, ReportPdfsRepo.make)
}
