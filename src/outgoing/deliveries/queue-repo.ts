import { OrgId } from "@svc/contract/kernel/ids"
import { isReadOnly, Plan, planFeatures, PlanStatus } from "@svc/contract/kernel/plans"
import { type DateTime, Effect, Schema } from "effect"
import { SqlSchema } from "effect/sql"
import { SystemSql } from "#platform/database/db"
import { ofOrganisation } from "#platform/database/fragments"
import { Instant } from "#platform/database/statements"
import type { Lease } from "./leases-repo.ts"
import type { Pace } from "./pace.ts"
import type { ClaimedRow, DeliveryPolicy } from "./policy.ts"
import type { Claimed } from "./sender.ts"
import { arrayText, partsOf } from "./tables-repo.ts"

/** A receiver's place in the order in which they take turns. */
export interface Position {
  readonly orgId: string
  readonly receiverId: string
}

const DueReceiver = Schema.Struct({
  org_id: OrgId,
  receiver_id: Schema.String,
  /** When the oldest of what is unfinished was due, to the microsecond, and its id: nothing is before it in the index. */
  oldest: Schema.String,
  oldest_id: Schema.String,
  /** The receiver is active, and its organization is served. */
  receives: Schema.Boolean,
  /** Its due deliveries must be dropped. */
  unwanted: Schema.Boolean
})
export type DueReceiver = typeof DueReceiver.Type

interface LookUpOptions {
  /** The receivers of one organization, or of all. */
  readonly orgId: OrgId | undefined
  /** Those behind this one. */
  readonly after: Position
  readonly limit: number
  readonly now: DateTime.Utc
}

interface ClaimOptions {
  /** Of these, in this order. */
  readonly receivers: ReadonlyArray<DueReceiver>
  readonly limit: number
  /** Of one receiver, so that a claim spreads over all that have something due. */
  readonly share: number
  readonly pace: Pace
  /** Organizations of which only proven fast receivers get more. */
  readonly crowded?: ReadonlyArray<OrgId>
  /** The queues that this process owns, and their deliveries in flight. */
  readonly owned: Owned
  /** By which the queues are owned that this claim begins with. */
  readonly leaseId: string
  readonly now: DateTime.Utc
  readonly leasedUntil: DateTime.Utc
}

interface Owned {
  readonly leases: ReadonlyArray<Lease>
  /** Claimed and not recorded yet. */
  readonly underWay: ReadonlyArray<Pick<ClaimedRow, "id" | "due_at" | "attempts">>
}

const readOnly = PlanStatus.literals.filter(isReadOnly)

/**
 * The deliveries of one policy as a queue over all organizations. One process leases a receiver's queue: only it knows
 * what is in flight, so a claim writes nothing to the deliveries, and a dead node's deliveries in flight are due again
 * when its lease expires. Fencing: each lease has an id, and a result that comes after the lease was lost, or after the
 * delivery was restarted, changes nothing.
 */
interface DeliveryQueue<Row extends ClaimedRow> {
  /** The receivers with due deliveries to send or drop, in order. */
  lookUp(options: LookUpOptions): Effect.Effect<ReadonlyArray<DueReceiver>>
  /** In the order in which they were due, those of one moment as they were queued; so they set out in it. */
  claim(options: ClaimOptions): Effect.Effect<ReadonlyArray<Claimed<Row>>>
  /** Removes the due deliveries of those receivers that are still not served, up to the limit; returns the number. */
  drop(options: Pick<ClaimOptions, "receivers" | "limit" | "owned" | "now">): Effect.Effect<number>
}

// Each statement is planned when it is run: a queue is empty now and long a moment later, and a plan kept from then
// would look through all of it.
export const makeDeliveryQueue = Effect.fnUntraced(function* <Row extends ClaimedRow>(policy: DeliveryPolicy<Row>) {
  const system = yield* SystemSql
  const { deliveries, receiverId, receivers, unfinished } = partsOf(system, policy)
  const { feature, pause, reads, whileInactive, whileReadOnly } = policy
  const readsOfReceiver = (alias: string) => system.literal(reads.receiver.map((name) => `${alias}.${name}`).join(", "))
  const readsOfDelivery = system.literal(reads.delivery.join(", "))
  const namesOfDelivery = system.literal(reads.delivery.map((read) => `due.${read.split(" AS ").at(-1)}`).join(", "))
  const plans = Plan.literals.filter((plan) => feature !== null && planFeatures[plan].includes(feature))
  const standing = (now: Date) =>
    whileReadOnly === "serve"
      ? system`true`
      : system`NOT o.suspended AND o.deletion_started_at IS NULL
            AND effective_plan_status(o.plan, o.plan_status, o.trial_ends_at, ${now}::timestamptz) <> ALL(${readOnly}::text[])`

  /** Of receiver `e`'s organization. */
  const served = (now: Date) =>
    feature === null
      ? system`true`
      : system`EXISTS (
          SELECT FROM organisations o
          WHERE o.id = e.org_id AND o.plan = ANY(${plans}::text[]) AND ${standing(now)}
        )`

  /** The state of receiver `e` in which what is due to it is dropped. */
  const unwanted = (now: Date) =>
    whileInactive === "drop" ? system`NOT (e.active AND ${served(now)})` : system`NOT ${served(now)}`

  /**
   * Walks from receiver to receiver along the index of unfinished deliveries, one probe each, until the reader has
   * enough: neither the number of due rows nor that of idle receivers matters.
   */
  const walk = (orgId: string | undefined, after: { readonly org: string; readonly receiver: string }) => system`
    queue AS (
      (
        SELECT d.org_id, d.${receiverId} AS receiver_id, d.next_attempt_at, d.id FROM ${deliveries} d
        WHERE ${unfinished} AND (d.org_id, d.${receiverId}) > (${after.org}::uuid, ${after.receiver}::uuid)
        ORDER BY d.org_id, d.${receiverId}, d.next_attempt_at, d.id LIMIT 1
      )
      UNION ALL
      SELECT following.org_id, following.receiver_id, following.next_attempt_at, following.id
      FROM queue CROSS JOIN LATERAL (
        SELECT d.org_id, d.${receiverId} AS receiver_id, d.next_attempt_at, d.id FROM ${deliveries} d
        WHERE ${unfinished} AND (d.org_id, d.${receiverId}) > (queue.org_id, queue.receiver_id)
        ORDER BY d.org_id, d.${receiverId}, d.next_attempt_at, d.id LIMIT 1
      ) following
      WHERE ${ofOrganisation(system, orgId, "queue.org_id")}
    )`

  const lookUp = SqlSchema.findAll({
    Request: Schema.Struct({
      orgId: Schema.UndefinedOr(OrgId),
      afterOrg: Schema.String,
      afterReceiver: Schema.String,
      limit: Schema.Int,
      now: Instant
    }),
    Result: DueReceiver,
    execute: ({ afterOrg, afterReceiver, limit, now, orgId }) =>
      system`
      WITH RECURSIVE ${walk(orgId, { org: afterOrg, receiver: afterReceiver })}
      SELECT * FROM (
        SELECT queue.org_id, queue.receiver_id, queue.next_attempt_at::text AS oldest, queue.id AS oldest_id,
          state.receives, state.unwanted
        FROM queue
        CROSS JOIN LATERAL (
          SELECT e.active AND ${served(now)} AS receives, ${unwanted(now)} AS unwanted
          FROM ${receivers} e WHERE e.org_id = queue.org_id AND e.id = queue.receiver_id
        ) state
        WHERE queue.next_attempt_at <= ${now}::timestamptz AND ${ofOrganisation(system, orgId, "queue.org_id")}
          AND (state.receives OR state.unwanted)
        LIMIT ${limit}
      ) due
      ORDER BY due.org_id, due.receiver_id`.unprepared
  })

  /** The receivers that were looked up, as `queue`. */
  const inOrder = (given: ReadonlyArray<typeof DueReceiver.Encoded>) => system`
    unnest(
      ${given.map(({ org_id }) => org_id)}::uuid[], ${given.map(({ receiver_id }) => receiver_id)}::uuid[],
      ${given.map(({ oldest }) => oldest)}::timestamptz[], ${given.map(({ oldest_id }) => oldest_id)}::uuid[]
    ) AS queue (org_id, receiver_id, oldest, oldest_id)`

  /**
   * The due deliveries of receiver `queue`, along the index but not from its start: rows that have left the queue
   * remain in it until vacuum, and every claim would walk over them. A row that arrives before the oldest one is found
   * by the next lookup (outgoing-13).
   */
  const dueOf = (now: Date) => system`
    d.org_id = queue.org_id AND d.${receiverId} = queue.receiver_id AND ${unfinished}
      AND (d.next_attempt_at, d.id) >= (queue.oldest, queue.oldest_id) AND d.next_attempt_at <= ${now}::timestamptz`

  // A receiver that can be paused and is not proven fast has no more in flight than may still fail, so none is sent
  // beyond that.
  const beforePause = (fastRoom: number) =>
    pause === null
      ? system`${fastRoom}::int`
      : system`CASE WHEN e.${system.literal(pause.counter)} = 0 THEN ${fastRoom}::int ELSE ${pause.after}::int - e.${system.literal(pause.counter)} END`

  const Owned = {
    leaseIds: Schema.Array(Schema.String),
    underWay: Schema.String,
    underWayDue: Schema.String,
    underWayAttempts: Schema.String
  }
  const ownedOf = ({ leases, underWay }: Owned) => ({
    leaseIds: [...new Set(leases.map(({ lease_id }) => lease_id))],
    underWay: arrayText(underWay.map(({ id }) => id)),
    underWayDue: arrayText(underWay.map(({ due_at }) => due_at)),
    underWayAttempts: arrayText(underWay.map(({ attempts }) => attempts))
  })
  interface OwnedIds {
    readonly leaseIds: ReadonlyArray<string>
    readonly underWay: string
    readonly underWayDue: string
    readonly underWayAttempts: string
  }

  /** Receiver `e` is this process's by a lease that has not run out. */
  const isOwned = ({ leaseIds }: OwnedIds, now: Date) =>
    system`COALESCE(e.lease_id = ANY(${leaseIds}::uuid[]) AND e.leased_until > ${now}::timestamptz, false)`
  const isFree = (now: Date) => system`(e.leased_until IS NULL OR e.leased_until <= ${now}::timestamptz)`
  /** One that was started over since is another; looked up by hash, once for the statement. */
  const flying = ({ underWay, underWayAttempts, underWayDue }: OwnedIds) => system`
    flying AS MATERIALIZED (
      SELECT * FROM unnest(${underWay}::uuid[], ${underWayDue}::timestamptz[], ${underWayAttempts}::int[]) AS f (id, due, attempts)
    )`
  const isFlying = system`(d.id, d.next_attempt_at, d.attempts) IN (SELECT f.id, f.due, f.attempts FROM flying f)`

  /**
   * Reads the oldest few due rows of each receiver that is owned or free; rows in flight are among them, so this is
   * also the limit per receiver. A receiver that another process is about to own, or that is locked, waits for the next
   * claim (outgoing-12).
   */
  const claim = SqlSchema.findAll({
    Request: Schema.Struct({
      receivers: Schema.Array(DueReceiver),
      limit: Schema.Int,
      share: Schema.Int,
      room: Schema.Int,
      slow: Schema.Array(Schema.String),
      slowRoom: Schema.Int,
      fast: Schema.Array(Schema.String),
      fastRoom: Schema.Int,
      crowded: Schema.Array(OrgId),
      ...Owned,
      leaseId: Schema.String,
      now: Instant,
      leasedUntil: Instant
    }),
    Result: reads.row,
    execute: (options) =>
      system`
      WITH ${flying(options)},
      due AS MATERIALIZED (
        SELECT queue.org_id, queue.receiver_id, receiver.owned, receiver.lease_id, taken.*, ${readsOfReceiver("receiver")}
        FROM ${inOrder(options.receivers)}
        CROSS JOIN LATERAL (
          SELECT ${readsOfReceiver("e")}, e.lease_id, ${isOwned(options, options.now)} AS owned, GREATEST(0, LEAST(
            CASE
              WHEN e.id = ANY(${options.fast}::uuid[]) THEN ${options.fastRoom}::int
              WHEN e.org_id = ANY(${options.crowded}::uuid[]) THEN 0
              WHEN e.id = ANY(${options.slow}::uuid[]) THEN ${options.slowRoom}::int
              ELSE ${options.room}::int
            END,
            ${beforePause(options.fastRoom)}
          )) AS room
          FROM ${receivers} e
          WHERE e.org_id = queue.org_id AND e.id = queue.receiver_id AND e.active AND ${served(options.now)}
            AND (${isOwned(options, options.now)} OR ${isFree(options.now)})
          LIMIT 1
        ) receiver
        CROSS JOIN LATERAL (
          SELECT d.id, d.attempts, d.next_attempt_at, d.place, count(*) OVER () AS wanted, ${readsOfDelivery}
          FROM (
            SELECT d.* FROM (
              SELECT d.*, d.ctid AS place FROM ${deliveries} d WHERE ${dueOf(options.now)}
              ORDER BY d.next_attempt_at, d.id LIMIT receiver.room
            ) d
            WHERE NOT (receiver.owned AND ${isFlying})
            LIMIT ${options.share}
          ) d
        ) taken
        LIMIT ${options.limit}
      ),
      -- Not who would be cut short by the limit: nobody else may send what is left of them.
      begun AS (
        SELECT due.org_id, due.receiver_id FROM due WHERE NOT due.owned GROUP BY 1, 2
        HAVING count(*) = min(due.wanted) OR count(*) = (SELECT count(*) FROM due)
      ),
      free AS MATERIALIZED (
        SELECT e.ctid AS tuple FROM ${receivers} e
        WHERE (e.org_id, e.id) IN (SELECT org_id, receiver_id FROM begun) AND ${isFree(options.now)}
        FOR NO KEY UPDATE SKIP LOCKED
      ),
      leased AS (
        UPDATE ${receivers} e SET lease_id = ${options.leaseId}::uuid, leased_until = ${options.leasedUntil}
        WHERE e.ctid = ANY(ARRAY(SELECT tuple FROM free)) RETURNING e.org_id, e.id, e.lease_id
      )
      SELECT due.org_id, due.receiver_id, due.id, due.attempts, due.next_attempt_at::text AS due_at,
        COALESCE(leased.lease_id, due.lease_id) AS lease_id, (SELECT count(*) = ${options.limit}::int FROM due) AS limited,
        ${namesOfDelivery}, ${readsOfReceiver("due")}
      FROM due LEFT JOIN leased ON leased.org_id = due.org_id AND leased.id = due.receiver_id
      WHERE due.owned OR leased.id IS NOT NULL
      ORDER BY due.next_attempt_at, due.place`.unprepared
  })

  const drop = SqlSchema.findAll({
    Request: Schema.Struct({ receivers: Schema.Array(DueReceiver), ...Owned, now: Instant, limit: Schema.Int }),
    Result: Schema.Struct({ gone: Schema.Literal(1) }),
    execute: ({ limit, now, receivers: given, ...owned }) =>
      system`
      WITH ${flying(owned)},
      unwanted AS MATERIALIZED (
        SELECT queue.org_id, taken.id, taken.place
        FROM ${inOrder(given)}
        CROSS JOIN LATERAL (
          SELECT FROM ${receivers} e
          WHERE e.org_id = queue.org_id AND e.id = queue.receiver_id AND ${unwanted(now)}
            AND (${isOwned(owned, now)} OR ${isFree(now)})
          LIMIT 1
        ) receiver
        CROSS JOIN LATERAL (
          SELECT d.id, d.ctid AS place FROM ${deliveries} d
          WHERE ${dueOf(now)} AND NOT (${isFlying})
          ORDER BY d.next_attempt_at, d.id LIMIT ${limit} FOR UPDATE SKIP LOCKED
        ) taken
        LIMIT ${limit}
      )
      -- By the key as well: a place is one of a partition alone, and rows of others have the same in another.
      DELETE FROM ${deliveries} d USING unwanted u
      WHERE d.org_id = u.org_id AND d.id = u.id AND d.ctid = u.place AND ${unfinished} RETURNING 1 AS gone`.unprepared
  })

  const queue: DeliveryQueue<Row> = {
    lookUp: ({ after, ...options }) =>
      Effect.orDie(lookUp({ ...options, afterOrg: after.orgId, afterReceiver: after.receiverId })),
    claim: ({ crowded = [], owned, pace, ...options }) =>
      claim({
        ...options,
        ...ownedOf(owned),
        crowded,
        room: pace.room,
        slow: pace.slow.ids,
        slowRoom: pace.slow.room,
        fast: pace.fast.ids,
        fastRoom: pace.fast.room
      }).pipe(
        Effect.orDie,
        Effect.map((rows) => rows.map((row) => ({ ...row, attempt_at: options.now })))
      ),
    drop: ({ owned, ...options }) =>
      Effect.map(Effect.orDie(drop({ ...options, ...ownedOf(owned) })), (rows) => rows.length)
  }
  return queue
})
