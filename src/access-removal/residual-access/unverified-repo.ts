import { holdsEveryCase, type RecordScope } from "@svc/contract/kernel/access"
import { OrgId } from "@svc/contract/kernel/ids"
import { ResidualAccessByApp, UnverifiedAccess, type WeakEvidence } from "@svc/contract/residual-access/schema"
import { Context, type DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { casesIn } from "#records/record-scope"
import { all, Instant, one } from "#platform/database/statements"

const { access_ended_at: _reckoned, ...shown } = UnverifiedAccess.fields
const Row = Schema.Struct({
  ...shown,
  access_ends_at: Schema.NullOr(Instant),
  exit_date: Schema.String,
  timezone: Schema.String
})

interface Of {
  readonly orgId: OrgId
  readonly records: RecordScope
  readonly now: DateTime.Utc
}

interface Listing extends Of {
  readonly evidence: WeakEvidence | undefined
  readonly service: string | undefined
}

/** Apps of people whose access has ended, as far as their removal was not read back. */
export class UnverifiedRepo extends Context.Service<UnverifiedRepo>()("svc/residual-access/UnverifiedRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const Asked = { orgId: OrgId, now: Instant }
    const stillActive = `EXISTS (SELECT FROM residual_access_findings f WHERE f.org_id = a.org_id
      AND f.offboarding_id = a.offboarding_id AND f.service_name = a.service_name AND f.identity = o.identity
      AND f.resolved_at IS NULL)`
    // Reported by the app does not count if the account was seen active, or the email is another account's.
    const evidenceBy = (active: string) =>
      sql.literal(`CASE WHEN ${active} OR a.other_account THEN 'not_observed' WHEN a.outcome = 'revoked' THEN 'vendor_answer'
      WHEN a.removal_confirmed_at IS NOT NULL THEN 'confirmed_by_hand' ELSE 'not_observed' END`)
    const evidence = evidenceBy(stillActive)
    // Where each is judged, and not a page of them alone: to look each of them up takes many times as long.
    const judged = evidenceBy("s.service_name IS NOT NULL")
    const withOpenFindings = (orgId: string) => sql`
      LEFT JOIN (SELECT f.offboarding_id, f.service_name, f.identity FROM residual_access_findings f
        WHERE f.org_id = ${orgId} AND f.resolved_at IS NULL) s
      ON s.offboarding_id = a.offboarding_id AND s.service_name = a.service_name AND s.identity = o.identity`

    const columns = (table: string) =>
      sql.literal(
        ["org_id", "offboarding_id", "service_name", "outcome", "verified", "removal_confirmed_at"]
          .map((name) => `${table}.${name}`)
          .join(", ")
      )
    const otherAccounts = (orgId: string) => sql`
      SELECT c.offboarding_id, c.service_name FROM residual_access_checks c
      JOIN offboardings i ON i.org_id = c.org_id AND i.id = c.offboarding_id AND i.identity = c.identity
      WHERE c.org_id = ${orgId} AND c.standing = 'other_account'`
    /**
     * The first part as in the index, so that verified ones are not read; the second part has verified ones that a
     * later check could not find under the account's own id.
     */
    const weak = (orgId: string) => sql`(
      SELECT ${columns("r")}, c.service_name IS NOT NULL AS other_account FROM revocation_apps r
      LEFT JOIN (${otherAccounts(orgId)}) c ON c.offboarding_id = r.offboarding_id AND c.service_name = r.service_name
      WHERE r.org_id = ${orgId} AND (r.outcome = 'revoked' AND r.verified) IS NOT TRUE
      UNION ALL
      SELECT ${columns("r")}, true FROM (${otherAccounts(orgId)}) c JOIN revocation_apps r ON r.org_id = ${orgId}
        AND r.offboarding_id = c.offboarding_id AND r.service_name = c.service_name
      WHERE r.outcome = 'revoked' AND r.verified)`
    const unverified = (
      records: RecordScope,
      { now, orgId }: { readonly orgId: string; readonly now: Date },
      joined = sql``
    ) => sql`
      ${weak(orgId)} a JOIN offboardings o ON o.org_id = a.org_id AND o.id = a.offboarding_id
      JOIN organisations g ON g.id = a.org_id ${joined}
      WHERE a.org_id = ${orgId} AND o.status <> 'cancelled'
        AND coalesce(o.access_ends_at, (o.exit_date + 1)::timestamp AT TIME ZONE coalesce(o.timezone, g.timezone))
          <= ${now}::timestamptz
        AND ${casesIn(sql, records, "o")}`

    const listed = (
      { evidence: by, records, service }: Listing,
      asked: { readonly orgId: string; readonly now: Date }
    ) =>
      sql`${unverified(records, asked, by === undefined ? sql`` : withOpenFindings(asked.orgId))}
        AND ${service === undefined ? sql`true` : sql`a.service_name = ${service}`}
        AND ${by === undefined ? sql`true` : sql`${judged} = ${by}`}`

    const count = (listing: Listing) =>
      one({
        Request: Schema.Struct(Asked),
        Result: Schema.Struct({ total: Schema.Int }),
        execute: (asked) => sql`SELECT count(*)::int AS total FROM ${listed(listing, asked)}`
      })(listing)

    const page = (listing: Listing, { limit, offset }: { readonly limit: number; readonly offset: number }) =>
      all({
        Request: Schema.Struct(Asked),
        Result: Row,
        execute: (asked) => sql`
          SELECT o.id AS offboarding_id, o.employee_name, a.service_name AS service, ${evidence} AS evidence, a.outcome,
            ${sql.literal(stillActive)} AS still_active, a.other_account,
            o.access_ends_at, o.exit_date::text AS exit_date, coalesce(o.timezone, g.timezone) AS timezone
          FROM ${listed(listing, asked)}
          ORDER BY o.exit_date DESC, o.id DESC, a.service_name LIMIT ${limit} OFFSET ${offset}`
      })(listing)

    const found = (records: RecordScope, orgId: string) =>
      holdsEveryCase(records)
        ? sql`
            SELECT c.service_name AS service, coalesce(sum(c.count) FILTER (WHERE c.open), 0) AS open,
              coalesce(sum(c.count) FILTER (WHERE NOT c.open), 0) AS resolved
            FROM residual_access_counts c WHERE c.org_id = ${orgId} AND c.count > 0 GROUP BY 1`
        : sql`
            SELECT f.service_name AS service, count(*) FILTER (WHERE f.resolved_at IS NULL) AS open,
              count(f.resolved_at) AS resolved
            FROM residual_access_findings f JOIN offboardings o ON o.org_id = f.org_id AND o.id = f.offboarding_id
            WHERE f.org_id = ${orgId} AND ${casesIn(sql, records, "o")} GROUP BY 1`

    const byApp = (of: Of) =>
      all({
        Request: Schema.Struct(Asked),
        Result: ResidualAccessByApp.fields.apps.value,
        execute: (asked) => sql`
          WITH found AS (${found(of.records, asked.orgId)}), unseen AS (
            SELECT a.service_name AS service, count(*) AS unverified,
              count(*) FILTER (WHERE ${judged} = 'not_observed') AS not_observed
            FROM ${unverified(of.records, asked, withOpenFindings(asked.orgId))} GROUP BY 1
          )
          SELECT service, coalesce(f.open, 0)::int AS open, coalesce(f.resolved, 0)::int AS resolved,
            coalesce(u.unverified, 0)::int AS unverified, coalesce(u.not_observed, 0)::int AS not_observed
          FROM found f FULL JOIN unseen u USING (service)
          ORDER BY open DESC, not_observed DESC, unverified DESC, service COLLATE "C"`
      })(of)

    return {
      count: (listing: Listing) => Effect.map(count(listing), ({ total }) => total),
      /** The last to leave first. */
      page,
      byApp
    }
  })
}) {
  static readonly layer = Layer.effect(UnverifiedRepo, UnverifiedRepo.make)
}
