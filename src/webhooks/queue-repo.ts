import { WebhookEventName } from "@svc/contract/events"
import { DeliveryId, OrgId, WebhookId } from "@svc/contract/kernel/ids"
import { Context, type DateTime, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { SystemSql, Transaction } from "#platform/db"
import type { Pace } from "./pace.ts"

const Instant = Schema.DateTimeUtcFromDate

const Claimed = Schema.Struct({
  org_id: OrgId,
  endpoint_id: WebhookId,
  id: DeliveryId,
  event: WebhookEventName,
  content: Schema.String,
  /** Before this one. */
  attempts: Schema.Int,
  previous_attempt_at: Schema.NullOr(Schema.Date),
  url: Schema.String,
  sealed_secret: Schema.String
})
export type ClaimedDelivery = typeof Claimed.Type & { readonly attempt_at: DateTime.Utc }

/** The last endpoint that a claim served: the next one goes on behind it, so that all take turns. */
export interface Position {
  readonly orgId: string
  readonly endpointId: string
}

export interface ClaimOptions {
  /** One organisation's deliveries, or everyone's. */
  readonly orgId: OrgId | undefined
  readonly after: Position
  readonly limit: number
  /** Of one endpoint, so that a claim spreads over all that have something due. */
  readonly share: number
  readonly pace: Pace
  /** One that is not known as fast has no more under way than may die before it is paused, so none is sent beyond. */
  readonly pauseAfter: number
  readonly now: DateTime.Utc
  readonly leasedUntil: DateTime.Utc
}

/** How one attempt ended, as it is written down. */
export interface SettledDelivery {
  readonly org_id: OrgId
  readonly endpoint_id: WebhookId
  readonly id: DeliveryId
  readonly attempt_at: DateTime.Utc
  readonly status: "delivered" | "failed" | "dead"
  readonly attempts: number
  readonly last_status_code: number | null
  readonly last_error: string | null
  readonly next_attempt_at: DateTime.Utc | null
  readonly delivered_at: DateTime.Utc | null
}

/** What names a delivery as held by this process. */
interface Held {
  readonly org_id: OrgId
  readonly id: DeliveryId
  readonly attempt_at: DateTime.Utc
  readonly previous_attempt_at: Date | null
}

const Health = Schema.Struct({ url: Schema.String, active: Schema.Boolean, consecutive_dead: Schema.Int })
export type EndpointHealth = typeof Health.Type

// Values of ours on their way out: moments become ISO texts. A schema's encoder costs several times as much per row.
const settledText = (results: ReadonlyArray<SettledDelivery>) => JSON.stringify(results)
const heldText = (held: ReadonlyArray<ClaimedDelivery>) =>
  JSON.stringify(
    held.map(({ attempt_at, id, org_id, previous_attempt_at }): Held => ({
      org_id,
      id,
      attempt_at,
      previous_attempt_at
    }))
  )

/**
 * The deliveries as a queue over all organisations. A claim is a lease: no transaction is open while the call is made,
 * and what a dead node held is due again when its lease ends. The holder is known by the moment of its attempt, so a
 * result that comes after the lease was lost, or after the delivery was started over, changes nothing.
 */
export class DeliveryQueueRepo extends Context.Service<
  DeliveryQueueRepo,
  {
    claim(options: ClaimOptions): Effect.Effect<ReadonlyArray<ClaimedDelivery>>
    /** Records results of which none is dead; answers the ids that were still held. */
    settle(results: ReadonlyArray<SettledDelivery>): Effect.Effect<ReadonlyArray<DeliveryId>>
    /** The same in a transaction, without the endpoint's health. */
    record(results: ReadonlyArray<SettledDelivery>): Effect.Effect<ReadonlyArray<DeliveryId>, never, Transaction>
    lockHealth(orgId: OrgId, id: WebhookId): Effect.Effect<Option.Option<EndpointHealth>, never, Transaction>
    setHealth(health: {
      readonly orgId: OrgId
      readonly id: WebhookId
      readonly consecutiveDead: number
      /** Null leaves it. */
      readonly deliveredAt: DateTime.Utc | null
      /** Null leaves the endpoint as it is. */
      readonly pausedAt: DateTime.Utc | null
    }): Effect.Effect<void, never, Transaction>
    renew(held: ReadonlyArray<ClaimedDelivery>, until: DateTime.Utc): Effect.Effect<void>
    /** Gives deliveries back as if they had not been claimed: no attempt is counted. */
    release(held: ReadonlyArray<ClaimedDelivery>): Effect.Effect<void>
  }
>()("svc/webhooks/DeliveryQueueRepo") {
  static readonly layer = Layer.effect(
    DeliveryQueueRepo,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const system = yield* SystemSql

      /**
       * Walks from endpoint to endpoint along the index of unfinished deliveries, one probe each, and stops when it
       * has enough: neither the number of due rows nor that of endpoints without any matters. Of each endpoint it
       * looks at the oldest few due rows; those that are leased are under way, so this is also the limit per endpoint.
       * Rows are found again by their place: one that another process changed meanwhile is not there any more, or is
       * judged anew under its lock, and waits for the next claim.
       */
      const claim = SqlSchema.findAll({
        Request: Schema.Struct({
          orgId: Schema.NullOr(OrgId),
          afterOrg: Schema.String,
          afterEndpoint: Schema.String,
          limit: Schema.Int,
          share: Schema.Int,
          room: Schema.Int,
          slow: Schema.Array(WebhookId),
          slowRoom: Schema.Int,
          fast: Schema.Array(WebhookId),
          fastRoom: Schema.Int,
          pauseAfter: Schema.Int,
          now: Instant,
          leasedUntil: Instant
        }),
        Result: Claimed,
        execute: (options) => system`
          WITH RECURSIVE queue AS (
            (
              SELECT d.org_id, d.endpoint_id, d.next_attempt_at FROM webhook_deliveries d
              WHERE d.status IN ('pending', 'failed')
                AND (d.org_id, d.endpoint_id) > (${options.afterOrg}::uuid, ${options.afterEndpoint}::uuid)
              ORDER BY d.org_id, d.endpoint_id, d.next_attempt_at, d.id LIMIT 1
            )
            UNION ALL
            SELECT following.org_id, following.endpoint_id, following.next_attempt_at
            FROM queue CROSS JOIN LATERAL (
              SELECT d.org_id, d.endpoint_id, d.next_attempt_at FROM webhook_deliveries d
              WHERE d.status IN ('pending', 'failed') AND (d.org_id, d.endpoint_id) > (queue.org_id, queue.endpoint_id)
              ORDER BY d.org_id, d.endpoint_id, d.next_attempt_at, d.id LIMIT 1
            ) following
            WHERE ${options.orgId}::uuid IS NULL OR queue.org_id = ${options.orgId}::uuid
          ),
          due AS MATERIALIZED (
            SELECT queue.org_id, taken.id, taken.place, taken.last_attempt_at AS previous_attempt_at,
              endpoint.url, endpoint.sealed_secret
            FROM queue
            CROSS JOIN LATERAL (
              SELECT e.url, e.sealed_secret, GREATEST(0, LEAST(
                CASE
                  WHEN e.id = ANY(${options.slow}::uuid[]) THEN ${options.slowRoom}::int
                  WHEN e.id = ANY(${options.fast}::uuid[]) THEN ${options.fastRoom}::int
                  ELSE ${options.room}::int
                END,
                CASE WHEN e.consecutive_dead = 0 THEN ${options.fastRoom}::int ELSE ${options.pauseAfter}::int - e.consecutive_dead END
              )) AS room
              FROM webhook_endpoints e
              WHERE e.org_id = queue.org_id AND e.id = queue.endpoint_id AND e.active
                AND queue.next_attempt_at <= ${options.now}::timestamptz
                AND (${options.orgId}::uuid IS NULL OR queue.org_id = ${options.orgId}::uuid)
              LIMIT 1
            ) endpoint
            CROSS JOIN LATERAL (
              SELECT held.id, held.place, held.last_attempt_at
              FROM (
                SELECT d.ctid AS place FROM webhook_deliveries d
                WHERE d.org_id = queue.org_id AND d.endpoint_id = queue.endpoint_id AND d.status IN ('pending', 'failed')
                  AND d.next_attempt_at <= ${options.now}::timestamptz
                ORDER BY d.next_attempt_at, d.id LIMIT endpoint.room
              ) oldest
              CROSS JOIN LATERAL (
                SELECT d.id, d.ctid AS place, d.last_attempt_at FROM webhook_deliveries d
                WHERE d.ctid = oldest.place AND d.org_id = queue.org_id AND d.status IN ('pending', 'failed')
                  AND (d.leased_until IS NULL OR d.leased_until <= ${options.now}::timestamptz)
                FOR UPDATE SKIP LOCKED
              ) held
              LIMIT ${options.share}
            ) taken
            LIMIT ${options.limit}
          ),
          claimed AS (
            UPDATE webhook_deliveries d SET leased_until = ${options.leasedUntil}, last_attempt_at = ${options.now}
            WHERE d.ctid = ANY(ARRAY(SELECT place FROM due))
            RETURNING d.org_id, d.endpoint_id, d.id, d.event, d.content::text AS content, d.attempts
          )
          SELECT claimed.*, due.previous_attempt_at, due.url, due.sealed_secret
          FROM claimed JOIN due ON due.org_id = claimed.org_id AND due.id = claimed.id`
      })

      const resultColumns = sql.literal(
        "r(org_id uuid, endpoint_id uuid, id uuid, attempt_at timestamptz, status text, attempts int, last_status_code int, last_error text, next_attempt_at timestamptz, delivered_at timestamptz)"
      )
      const assignments = sql.literal(
        `status = r.status, attempts = r.attempts, last_status_code = r.last_status_code, last_error = r.last_error,
         next_attempt_at = r.next_attempt_at, delivered_at = r.delivered_at, leased_until = NULL`
      )
      const stillHeld = sql.literal(
        "d.org_id = r.org_id AND d.id = r.id AND d.leased_until IS NOT NULL AND d.last_attempt_at = r.attempt_at"
      )

      // The endpoints are locked before their deliveries and in one order, as everyone does, so nobody deadlocks.
      const settle = SqlSchema.findAll({
        Request: Schema.String,
        Result: Schema.Struct({ id: DeliveryId }),
        execute: (results) => system`
          WITH r AS MATERIALIZED (SELECT * FROM json_to_recordset(${results}::json) AS ${resultColumns}),
          endpoint AS MATERIALIZED (
            SELECT e.org_id, e.id FROM webhook_endpoints e
            WHERE (e.org_id, e.id) IN (SELECT org_id, endpoint_id FROM r) ORDER BY e.org_id, e.id FOR NO KEY UPDATE
          ),
          locked AS MATERIALIZED (SELECT count(*) AS endpoints FROM endpoint),
          recorded AS (
            UPDATE webhook_deliveries d SET ${assignments} FROM r CROSS JOIN locked
            WHERE ${stillHeld}
            RETURNING d.org_id, d.endpoint_id, d.id, d.delivered_at
          ),
          arrived AS (
            UPDATE webhook_endpoints e
            SET consecutive_dead = 0, last_delivered_at = GREATEST(e.last_delivered_at, latest.delivered_at)
            FROM (SELECT org_id, endpoint_id, max(delivered_at) AS delivered_at FROM recorded WHERE delivered_at IS NOT NULL GROUP BY 1, 2) latest
            WHERE e.org_id = latest.org_id AND e.id = latest.endpoint_id
          )
          SELECT id FROM recorded`
      })

      const record = SqlSchema.findAll({
        Request: Schema.String,
        Result: Schema.Struct({ id: DeliveryId }),
        execute: (results) => sql`
          UPDATE webhook_deliveries d SET ${assignments}
          FROM json_to_recordset(${results}::json) AS ${resultColumns}
          WHERE ${stillHeld} RETURNING d.id`
      })

      const lockHealth = SqlSchema.findOneOption({
        Request: Schema.Struct({ orgId: OrgId, id: WebhookId }),
        Result: Health,
        execute: ({ id, orgId }) => sql`
          SELECT url, active, consecutive_dead FROM webhook_endpoints
          WHERE org_id = ${orgId} AND id = ${id} FOR NO KEY UPDATE`
      })

      const setHealth = SqlSchema.void({
        Request: Schema.Struct({
          orgId: OrgId,
          id: WebhookId,
          consecutiveDead: Schema.Int,
          deliveredAt: Schema.NullOr(Instant),
          pausedAt: Schema.NullOr(Instant)
        }),
        execute: ({ consecutiveDead, deliveredAt, id, orgId, pausedAt }) => sql`
          UPDATE webhook_endpoints SET
            consecutive_dead = ${consecutiveDead},
            last_delivered_at = GREATEST(last_delivered_at, ${deliveredAt}::timestamptz),
            active = active AND ${pausedAt}::timestamptz IS NULL,
            disabled_at = COALESCE(${pausedAt}::timestamptz, disabled_at),
            skipped_while_paused = CASE WHEN ${pausedAt}::timestamptz IS NULL THEN skipped_while_paused ELSE 0 END,
            disabled_reason = CASE WHEN ${pausedAt}::timestamptz IS NULL THEN disabled_reason ELSE 'consecutive_failures' END
          WHERE org_id = ${orgId} AND id = ${id}`
      })

      // Runs beside `settle`: rows that it has locked are left out instead of waited for, so the two never deadlock.
      const renew = SqlSchema.void({
        Request: Schema.Struct({ held: Schema.String, until: Instant }),
        execute: ({ held, until }) => system`
          WITH free AS MATERIALIZED (
            SELECT d.org_id, d.id FROM webhook_deliveries d
            JOIN json_to_recordset(${held}::json) AS r(org_id uuid, id uuid, attempt_at timestamptz) ON ${stillHeld}
            FOR UPDATE OF d SKIP LOCKED
          )
          UPDATE webhook_deliveries d SET leased_until = ${until} FROM free
          WHERE d.org_id = free.org_id AND d.id = free.id`
      })

      const release = SqlSchema.void({
        Request: Schema.String,
        execute: (held) => system`
          UPDATE webhook_deliveries d SET leased_until = NULL, last_attempt_at = r.previous_attempt_at
          FROM json_to_recordset(${held}::json) AS r(org_id uuid, id uuid, attempt_at timestamptz, previous_attempt_at timestamptz)
          WHERE ${stillHeld}`
      })

      const ids = (rows: ReadonlyArray<{ readonly id: DeliveryId }>) => rows.map(({ id }) => id)

      return DeliveryQueueRepo.of({
        claim: ({ after, orgId, pace, ...options }) =>
          claim({
            ...options,
            orgId: orgId ?? null,
            afterOrg: after.orgId,
            afterEndpoint: after.endpointId,
            room: pace.room,
            slow: pace.slow.ids,
            slowRoom: pace.slow.room,
            fast: pace.fast.ids,
            fastRoom: pace.fast.room
          }).pipe(
            Effect.orDie,
            Effect.map((rows) => rows.map((row) => ({ ...row, attempt_at: options.now })))
          ),
        settle: (results) => Effect.map(Effect.orDie(settle(settledText(results))), ids),
        record: (results) => Transaction.use(() => Effect.orDie(record(settledText(results)))).pipe(Effect.map(ids)),
        lockHealth: (orgId, id) => Transaction.use(() => Effect.orDie(lockHealth({ orgId, id }))),
        setHealth: (health) => Transaction.use(() => Effect.orDie(setHealth(health))),
        renew: (held, until) => Effect.orDie(renew({ held: heldText(held), until })),
        release: (held) => Effect.orDie(release(heldText(held)))
      })
    })
  )
}
