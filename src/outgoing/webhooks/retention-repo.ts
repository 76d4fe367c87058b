import { OrgId } from "@svc/contract/kernel/ids"
import { Context, type DateTime, Effect, Layer, Schema } from "effect"
import { SqlSchema } from "effect/sql"
import { SystemSql } from "#platform/database/db"
import { codeOf, lockNotHad } from "#platform/database/sqlstate"
import { ofOrganisation } from "#platform/database/fragments"
import { Instant } from "#platform/database/statements"

export type Ended = "delivered" | "dead"

/** Log entries whose time is up. */
interface Expiry {
  readonly orgId: OrgId | undefined
  readonly status: Ended
  readonly before: DateTime.Utc
  readonly limit: number
}

/** Removes expired delivery log rows that do not go with their partition. */
export class RetentionRepo extends Context.Service<RetentionRepo>()("svc/webhooks/RetentionRepo", {
  make: Effect.gen(function* () {
    const system = yield* SystemSql

    const partitions = SqlSchema.findAll({
      Request: Schema.Struct({ table: Schema.String, before: Instant }),
      Result: Schema.Struct({ name: Schema.String }),
      // All that there was before 0117 is in one, until 0190 there was a rest for each state.
      execute: ({ before, table }) => system`
        SELECT c.relname::text AS name FROM pg_partition_tree('webhook_deliveries') t JOIN pg_class c ON c.oid = t.relid
        WHERE c.relname IN ('webhook_deliveries_former', 'webhook_deliveries_other', ${`${table}_other`})
        UNION ALL
        SELECT partition FROM list_partitions(${table}) WHERE begins < ${before}::timestamptz`
    })

    const purge = SqlSchema.findAll({
      Request: Schema.Struct({
        partition: Schema.String,
        orgId: Schema.UndefinedOr(OrgId),
        status: Schema.Literals(["delivered", "dead"]),
        before: Instant,
        limit: Schema.Int
      }),
      Result: Schema.Struct({ gone: Schema.Literal(1) }),
      execute: ({ before, limit, orgId, partition, status }) => system`
        WITH expired AS MATERIALIZED (
          SELECT org_id, id FROM ${system(partition)}
          WHERE status = ${status} AND created_at < ${before}
            AND COALESCE(delivered_at, last_attempt_at, created_at) < ${before}
            AND ${ofOrganisation(system, orgId, "org_id")}
          LIMIT ${limit} FOR UPDATE SKIP LOCKED
        )
        DELETE FROM ${system(partition)} d USING expired
        WHERE d.org_id = expired.org_id AND d.id = expired.id RETURNING 1 AS gone`
    })

    const emptyFormer = SqlSchema.void({
      Request: Instant,
      execute: (now) => system`SELECT empty_former_deliveries(${now}::timestamptz)`
    })

    return {
      /** Removes the partition of the time before 0117 once it is empty, which makes one level of the rest (migration 0190). */
      emptyFormer: (now: DateTime.Utc) =>
        emptyFormer(now).pipe(
          Effect.catch((failure) =>
            codeOf(failure) === lockNotHad
              ? Effect.logWarning("former deliveries are locked, will be emptied in the next round", failure)
              : Effect.die(failure)
          )
        ),
      /** The partitions that may have such entries. */
      partitions: (status: Ended, before: DateTime.Utc) =>
        Effect.map(Effect.orDie(partitions({ table: `webhook_deliveries_${status}`, before })), (rows) =>
          rows.map(({ name }) => name)
        ),
      /** Returns the number removed from this partition; fewer than the limit if none are left. */
      purge: (partition: string, expiry: Expiry) =>
        Effect.map(Effect.orDie(purge({ partition, ...expiry })), (rows) => rows.length)
    }
  })
}) {
  static readonly layer = Layer.effect(RetentionRepo, RetentionRepo.make)
}
