import { holdsEveryCase, type RecordScope } from "@svc/contract/kernel/access"
import { type OffboardingId, type OrgId, PersonKeyId, type UserId } from "@svc/contract/kernel/ids"
import { ResidualAccess, type ResidualAccessId } from "@svc/contract/residual-access/schema"
import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Transaction } from "#platform/database/db"
import { Instant, send } from "#platform/database/statements"
import { casesIn } from "#records/record-scope"

const { account: _account, status: _status, ...shown } = ResidualAccess.fields
const Row = Schema.Struct({
  ...shown,
  found_at: Instant,
  last_seen_at: Instant,
  resolved_at: Schema.NullOr(Instant),
  person_key_id: PersonKeyId,
  sealed_account: Schema.NullOr(Schema.String)
})
export type FindingRow = typeof Row.Type

interface Listing {
  readonly orgId: OrgId
  readonly records: RecordScope
  readonly status: "open" | "resolved" | "all"
  readonly offboardingId: OffboardingId | undefined
  readonly service: string | undefined
}

/** Findings as members see and resolve them, within their records. */
export class ResidualAccessRepo extends Context.Service<ResidualAccessRepo>()(
  "svc/residual-access/ResidualAccessRepo",
  {
    make: Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns =
        sql.literal(`f.id, f.offboarding_id, offboardings.employee_name, f.service_name AS service, f.found_at,
      f.last_seen_at, f.resolution, f.resolved_at, f.resolved_by, offboardings.person_key_id, f.sealed_account,
      f.identity <> offboardings.identity AS former_identity`)
      const from = sql`
      FROM residual_access_findings f
      JOIN offboardings ON offboardings.org_id = f.org_id AND offboardings.id = f.offboarding_id`
      const kept = ({ orgId, service, status }: Listing) => {
        const having = { open: "c.open", resolved: "NOT c.open", all: "true" }[status]
        return sql`SELECT coalesce(sum(c.count), 0)::int AS total FROM residual_access_counts c
        WHERE c.org_id = ${orgId} AND ${sql.literal(having)}
          AND ${service === undefined ? sql`true` : sql`c.service_name = ${service}`}`
      }
      const listed = ({ offboardingId, orgId, records, service, status }: Listing) => {
        const having = { open: "f.resolved_at IS NULL", resolved: "f.resolved_at IS NOT NULL", all: "true" }[status]
        const of = offboardingId === undefined ? sql`true` : sql`f.offboarding_id = ${offboardingId}::uuid`
        const at = service === undefined ? sql`true` : sql`f.service_name = ${service}`
        return sql`WHERE f.org_id = ${orgId} AND ${casesIn(sql, records)} AND ${sql.literal(having)} AND ${of} AND ${at}`
      }

      return {
        count: (listing: Listing) =>
          Transaction.use(() =>
            Effect.orDie(
              sql<{ readonly total: number }>`${
                // Kept of all, by the app; a case has few, and those of a scope are counted.
                holdsEveryCase(listing.records) && listing.offboardingId === undefined
                  ? kept(listing)
                  : sql`SELECT count(*)::int AS total ${from} ${listed(listing)}`
              }`
            )
          ).pipe(Effect.map(([row]) => row?.total ?? 0)),
        /** Newest first. */
        page: (listing: Listing, { limit, offset }: { readonly limit: number; readonly offset: number }) =>
          Transaction.use(() =>
            Effect.orDie(
              SqlSchema.findAll({
                Request: Schema.Void,
                Result: Row,
                execute: () => sql`
                SELECT ${columns} ${from} ${listed(listing)}
                ORDER BY f.found_at DESC, f.id DESC LIMIT ${limit} OFFSET ${offset}`
              })(undefined)
            )
          ),
        /** Locks it. */
        find: (orgId: OrgId, records: RecordScope, id: ResidualAccessId) =>
          Transaction.use(() =>
            Effect.orDie(
              SqlSchema.findOneOption({
                Request: Schema.Void,
                Result: Row,
                execute: () => sql`
                SELECT ${columns} ${from} WHERE f.org_id = ${orgId} AND f.id = ${id} AND ${casesIn(sql, records)}
                FOR UPDATE OF f`
              })(undefined)
            )
          ),
        resolve: (
          orgId: OrgId,
          id: ResidualAccessId,
          {
            at,
            by,
            resolution
          }: { readonly resolution: "removed" | "accepted"; readonly at: DateTime.Utc; readonly by: UserId | null }
        ) =>
          send(sql`
            UPDATE residual_access_findings
            SET resolution = ${resolution}, resolved_at = ${DateTime.toDateUtc(at)}, resolved_by = ${by}
            WHERE org_id = ${orgId} AND id = ${id}`)
      }
    })
  }
) {
  static readonly layer = Layer.effect(ResidualAccessRepo, ResidualAccessRepo.make)
}
