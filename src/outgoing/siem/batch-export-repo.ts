import { OrgId, SiemTargetId } from "@svc/contract/kernel/ids"
import { SiemEventName } from "@svc/contract/siem/events"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Transaction } from "#platform/database/db"
import { Instant, one } from "#platform/database/statements"

const Target = Schema.Struct({
  name: Schema.String,
  active: Schema.Boolean,
  events: Schema.Array(SiemEventName),
  all_events: Schema.Boolean
})

/** A place between two entries of the log, which is in the order of `created_at` and `seq`. */
const Place = Schema.Struct({
  /** Microseconds since 1970. */
  micros: Schema.String,
  seq: Schema.String
})
export type Place = typeof Place.Type

const Step = Schema.Struct({
  queued: Schema.Int,
  more: Schema.Boolean,
  /** The last entry that was queued; null when none was. */
  last: Schema.NullOr(Place)
})

const Key = Schema.Struct({ orgId: OrgId, id: SiemTargetId })
type Key = typeof Key.Type

/** Entries of the past on their way into the queue of one target. */
export class BatchExportRepo extends Context.Service<BatchExportRepo>()("svc/siem/BatchExportRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    // Writing results locks the destination, so a long step must not hold that lock: its turn is another lock, and the
    // destination is locked at the end.
    const takeTurn = ({ id, orgId }: Key) =>
      Effect.orDie(
        sql`SELECT pg_advisory_xact_lock(hashtextextended('siem-batch:' || ${orgId}::uuid || ${id}::uuid, 0))`
      )
    const find = SqlSchema.findOneOption({
      Request: Key,
      Result: Target,
      execute: ({ id, orgId }) => sql`
        SELECT name, active, events, all_events FROM siem_targets
        WHERE org_id = ${orgId} AND id = ${id} FOR KEY SHARE`
    })
    const stillActive = one({
      Request: Key,
      Result: Schema.Struct({ active: Schema.Boolean }),
      execute: ({ id, orgId }) => sql`
        SELECT active FROM siem_targets WHERE org_id = ${orgId} AND id = ${id} FOR NO KEY UPDATE`
    })

    const countWaiting = one({
      Request: Schema.Struct({ ...Key.fields, most: Schema.Int }),
      Result: Schema.Struct({ waiting: Schema.Int }),
      execute: ({ id, most, orgId }) => sql`
        SELECT count(*)::int AS waiting FROM (
          SELECT FROM siem_deliveries
          WHERE org_id = ${orgId} AND target_id = ${id} AND status IN ('pending', 'failed') LIMIT ${most}
        ) counted`
    })

    // Reads one more than it queues, which shows whether there is a next step.
    const queue = one({
      Request: Schema.Struct({
        orgId: OrgId,
        targetId: SiemTargetId,
        from: Instant,
        to: Instant,
        after: Schema.NullOr(Place),
        actions: Schema.NullOr(Schema.Array(Schema.String)),
        limit: Schema.Int,
        now: Instant
      }),
      Result: Step,
      execute: ({ actions, after, from, limit, now, orgId, targetId, to }) => {
        const conditions = [
          sql`e.org_id = ${orgId}`,
          sql`e.created_at >= ${from}::timestamptz`,
          // Both ends are meant to the millisecond, as the log shows its moments.
          sql`e.created_at < ${to}::timestamptz + interval '1 millisecond'`,
          ...(actions === null ? [] : [sql`e.action = ANY(${actions}::text[])`]),
          ...(after === null
            ? []
            : [
                sql`(e.created_at, e.seq) > (
                  '1970-01-01T00:00:00Z'::timestamptz + ${after.micros}::bigint * interval '1 microsecond',
                  ${after.seq}::bigint)`
              ])
        ]
        return sql`
          WITH found AS MATERIALIZED (
            SELECT e.seq, e.action, e.created_at, row_number() OVER (ORDER BY e.created_at, e.seq) AS place
            FROM audit_entries e WHERE ${sql.and(conditions)}
            ORDER BY e.created_at, e.seq LIMIT ${limit + 1}
          ),
          queued AS (
            INSERT INTO siem_deliveries (org_id, id, target_id, audit_seq, event, replayed, next_attempt_at, created_at)
            SELECT ${orgId}::uuid, gen_random_uuid(), ${targetId}::uuid, seq, action, true,
              ${now}::timestamptz + place * interval '1 microsecond', ${now}::timestamptz
            FROM found WHERE place <= ${limit}::int
            RETURNING 1
          )
          SELECT (SELECT count(*)::int FROM queued) AS queued, count(*) > ${limit}::int AS more,
            (
              SELECT json_build_object('micros', (extract(epoch FROM created_at) * 1000000)::bigint::text, 'seq', seq::text)
              FROM found WHERE place <= ${limit}::int ORDER BY place DESC LIMIT 1
            ) AS last
          FROM found`
      }
    })

    return {
      /** Until the transaction ends no other step is queued for the target, and it is not removed. */
      begin: (key: Key) => Transaction.use(() => Effect.andThen(takeTurn(key), Effect.orDie(find(key)))),
      /** Whether the target still receives; until the transaction ends it is not paused. */
      stillActive: (key: Key) => stillActive(key).pipe(Effect.map(({ active }) => active)),
      /** How many deliveries wait for the target, counted up to `most`. */
      countWaiting: (options: Key & { readonly most: number }) =>
        countWaiting(options).pipe(Effect.map(({ waiting }) => waiting)),
      queue
    }
  })
}) {
  static readonly layer = Layer.effect(BatchExportRepo, BatchExportRepo.make)
}
