import { OrgId } from "@svc/contract/kernel/ids"
import { Context, type DateTime, Effect, Layer, Schema } from "effect"
import { SqlSchema } from "effect/sql"
import { SystemSql } from "#platform/database/db"
import { ofOrganisation } from "#platform/database/fragments"
import { Instant } from "#platform/database/statements"

/** Log entries whose time is up. */
interface Expiry {
  readonly orgId: OrgId | undefined
  readonly status: "delivered" | "dead"
  readonly before: DateTime.Utc
  readonly limit: number
}

/** Removes old entries of the delivery log, over all organisations. */
export class RetentionRepo extends Context.Service<
  RetentionRepo,
  {
    /** Answers how many were removed; fewer than the limit: there are no more. */
    purge(expiry: Expiry): Effect.Effect<number>
  }
>()("svc/webhooks/RetentionRepo") {
  static readonly layer = Layer.effect(
    RetentionRepo,
    Effect.gen(function* () {
      const system = yield* SystemSql

      const purge = SqlSchema.findAll({
        Request: Schema.Struct({
          orgId: Schema.UndefinedOr(OrgId),
          status: Schema.Literals(["delivered", "dead"]),
          before: Instant,
          limit: Schema.Int
        }),
        Result: Schema.Struct({ gone: Schema.Literal(1) }),
        execute: ({ before, limit, orgId, status }) => system`
          WITH expired AS MATERIALIZED (
            SELECT org_id, id FROM webhook_deliveries
            WHERE status = ${status} AND created_at < ${before}
              AND COALESCE(delivered_at, last_attempt_at, created_at) < ${before}
              AND ${ofOrganisation(system, orgId, "org_id")}
            LIMIT ${limit} FOR UPDATE SKIP LOCKED
          )
          DELETE FROM webhook_deliveries d USING expired
          WHERE d.org_id = expired.org_id AND d.id = expired.id RETURNING 1 AS gone`
      })

      return RetentionRepo.of({
        purge: (expiry) => Effect.map(Effect.orDie(purge(expiry)), (rows) => rows.length)
      })
    })
  )
}
