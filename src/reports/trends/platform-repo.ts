import { OrgId } from "@svc/contract/kernel/ids"
import { SeparationType } from "@svc/contract/offboardings/schema"
import { Benchmarks, PlatformFigures } from "@svc/contract/trends/schema"
import { Context, type DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { SystemSql } from "#platform/database/db"
import { Instant, maybe, one } from "#platform/database/statements"

const ContributionRow = Schema.Struct({
  org_id: OrgId,
  separation_type: SeparationType,
  total: Schema.Int,
  completed: Schema.Int,
  on_time: Schema.Int,
  seconds: Schema.Finite
})

/** What is kept of the others. */
const Kept = Schema.Struct({
  platform: PlatformFigures,
  platformSepDist: Benchmarks.fields.platformSepDist,
  suppressedShare: Benchmarks.fields.suppressedShare
})
type Kept = typeof Kept.Type

const KeptRow = Schema.Struct({ figures: Kept })

/** Aggregates over all other organizations, and the last ones shown. */
export class PlatformRepo extends Context.Service<PlatformRepo>()("svc/trends/PlatformRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql

    // What a release without the suppressed share kept is computed again.
    const isWhole = sql.literal("p.figures -> 'suppressedShare' IS NOT NULL")

    const kept = maybe({
      Request: Schema.Struct({ orgId: OrgId, since: Instant }),
      Result: KeptRow,
      execute: ({ orgId, since }) =>
        sql`SELECT p.figures FROM platform_figures p WHERE p.org_id = ${orgId} AND p.computed_at > ${since} AND ${isWhole}`
    })

    const keep = one({
      Request: Schema.Struct({ orgId: OrgId, figures: Schema.fromJsonString(Kept), now: Instant, since: Instant }),
      Result: KeptRow,
      execute: ({ figures, now, orgId, since }) => sql`
        INSERT INTO platform_figures AS p (org_id, computed_at, figures)
        VALUES (${orgId}, ${now}, ${figures}::jsonb)
        ON CONFLICT (org_id) DO UPDATE SET
          computed_at = CASE WHEN p.computed_at > ${since} AND ${isWhole} THEN p.computed_at ELSE EXCLUDED.computed_at END,
          figures = CASE WHEN p.computed_at > ${since} AND ${isWhole} THEN p.figures ELSE EXCLUDED.figures END
        RETURNING p.figures`
    })

    const contributions = SqlSchema.findAll({
      Request: Schema.Struct({ orgId: OrgId, since: Instant }),
      Result: ContributionRow,
      execute: ({ orgId, since }) => system`
        SELECT o.org_id, o.separation_type, count(*)::int AS total,
          count(*) FILTER (WHERE o.status = 'completed')::int AS completed,
          count(*) FILTER (WHERE o.status = 'completed' AND o.exit_date >=
            (o.completed_at AT TIME ZONE coalesce(o.timezone, g.timezone))::date)::int AS on_time,
          coalesce(sum(date_part('epoch', o.completed_at - o.created_at))
            FILTER (WHERE o.status = 'completed'), 0) AS seconds
        FROM offboardings o JOIN organisations g ON g.id = o.org_id
        WHERE o.org_id <> ${orgId} AND o.created_at >= ${since}
          AND g.plan_status IN ('active', 'trialing', 'past_due')
          AND NOT g.suspended AND g.deletion_scheduled_at IS NULL AND g.deletion_started_at IS NULL
        GROUP BY 1, 2`
    })

    return {
      /** What the organization was shown since then. */
      kept: (orgId: OrgId, since: DateTime.Utc) =>
        Effect.map(kept({ orgId, since }), (row) => Option.map(row, ({ figures }) => figures)),
      /** Keeps it, unless another node did since this moment; answers what is kept. */
      keep: (orgId: OrgId, figures: Kept, when: { readonly now: DateTime.Utc; readonly since: DateTime.Utc }) =>
        Effect.map(keep({ orgId, figures, ...when }), (row) => row.figures),
      /** Of offboardings created since then in all other counted organizations (trends-7). */
      contributions: (orgId: OrgId, since: DateTime.Utc) => Effect.orDie(contributions({ orgId, since }))
    }
  })
}) {
  static readonly layer = Layer.effect(PlatformRepo, PlatformRepo.make)
}
