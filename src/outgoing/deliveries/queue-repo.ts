import { OrgId } from "@svc/contract/kernel/ids"
import { isReadOnly, Plan, planFeatures, PlanStatus } from "@svc/contract/kernel/plans"
import { type DateTime, Effect, Schema } from "effect"
import { SqlSchema } from "effect/sql"
import { SystemSql } from "#platform/database/db"
import { Instant } from "#platform/database/statements"
import type { Pace } from "./pace.ts"
import type { ClaimedRow, DeliveryPolicy } from "./policy.ts"
import type { Claimed } from "./sender.ts"
import { partsOf } from "./tables-repo.ts"

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
  /** It is active, and its organisation is served. */
  receives: Schema.Boolean,
  /** What is due to it is to be dropped. */
  unwanted: Schema.Boolean
})
export type DueReceiver = typeof DueReceiver.Type

interface LookUpOptions {
  /** One organisation's receivers, or everyone's. */
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
  /** Organisations of whose receivers only those that are known as fast are sent more. */
  readonly crowded?: ReadonlyArray<OrgId>
  readonly now: DateTime.Utc
  readonly leasedUntil: DateTime.Utc
}

/** What names a delivery as held by this process. */
interface Held extends Pick<ClaimedRow, "org_id" | "id" | "previous_attempt_at"> {
  readonly attempt_at: DateTime.Utc
}

// Values of ours on their way out: moments become ISO texts. A schema's encoder costs several times as much per row.
const heldText = (held: ReadonlyArray<Held>) =>
  JSON.stringify(
    held.map(({ attempt_at, id, org_id, previous_attempt_at }) => ({ org_id, id, attempt_at, previous_attempt_at }))
  )

const readOnly = PlanStatus.literals.filter(isReadOnly)

/**
 * The deliveries of one policy as a queue over all organisations. A claim is a lease: no transaction is open while the
 * call is made, and what a dead node held is due again when its lease ends. The holder is known by the moment of its
 * attempt, so a result that comes after the lease was lost, or after the delivery was started over, changes nothing.
 */
interface DeliveryQueue<Row extends ClaimedRow> {
  /** The receivers with something due that is to be sent or dropped, in their order. */
  lookUp(options: LookUpOptions): Effect.Effect<ReadonlyArray<DueReceiver>>
  /** In the order in which they were due, those of one moment as they were queued; so they set out in it. */
  claim(options: ClaimOptions): Effect.Effect<ReadonlyArray<Claimed<Row>>>
  /** Removes what is due to those of the receivers that are still not served, at most so many; answers how many. */
  drop(options: Pick<ClaimOptions, "receivers" | "limit" | "now">): Effect.Effect<number>
  renew(held: ReadonlyArray<Claimed<Row>>, until: DateTime.Utc): Effect.Effect<void>
  /** Gives deliveries back as if they had not been claimed: no attempt is counted. */
  release(held: ReadonlyArray<Claimed<Row>>): Effect.Effect<void>
}

// Each statement is planned when it is run: a queue is empty now and long a moment later, and a plan kept from then
// would look through all of it.
export const makeDeliveryQueue = Effect.fnUntraced(function* <Row extends ClaimedRow>(policy: DeliveryPolicy<Row>) {
  const system = yield* SystemSql
  const { deliveries, receiverId, receivers, stillHeld, unfinished } = partsOf(system, policy)
  const { feature, pause, reads, whileInactive } = policy
  const readsOfReceiver = (alias: string) => system.literal(reads.receiver.map((name) => `${alias}.${name}`).join(", "))
  const readsOfDelivery = system.literal(reads.delivery.join(", "))
  const plans = Plan.literals.filter((plan) => feature !== null && planFeatures[plan].includes(feature))

  /** Of the organisation of receiver `e`. */
  const served = (now: Date) =>
    feature === null
      ? system`true`
      : system`EXISTS (
          SELECT FROM organisations o
          WHERE o.id = e.org_id AND NOT o.suspended AND o.deletion_started_at IS NULL AND o.plan = ANY(${plans}::text[])
            AND effective_plan_status(o.plan, o.plan_status, o.trial_ends_at, ${now}::timestamptz) <> ALL(${readOnly}::text[])
        )`

  /** The state of receiver `e` in which what is due to it is dropped. */
  const unwanted = (now: Date) =>
    whileInactive === "drop" ? system`NOT (e.active AND ${served(now)})` : system`NOT ${served(now)}`

  /**
   * Walks from receiver to receiver along the index of unfinished deliveries, one probe each, and stops when whoever
   * reads it has enough: neither the number of due rows nor that of receivers without any matters.
   */
  const walk = (orgId: string | null, after: { readonly org: string; readonly receiver: string }) => system`
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
      WHERE ${orgId}::uuid IS NULL OR queue.org_id = ${orgId}::uuid
    )`

  const lookUp = SqlSchema.findAll({
    Request: Schema.Struct({
      orgId: Schema.NullOr(OrgId),
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
        WHERE queue.next_attempt_at <= ${now}::timestamptz AND (${orgId}::uuid IS NULL OR queue.org_id = ${orgId}::uuid)
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
   * What is due of receiver `queue`, along the index but not from its very beginning: rows that have left the queue are
   * still in there until nobody can see them any more, and every claim would walk over all of them. What comes to stand
   * before the oldest one meanwhile is seen by the next look-up (outgoing-13).
   */
  const dueOf = (now: Date) => system`
    d.org_id = queue.org_id AND d.${receiverId} = queue.receiver_id AND ${unfinished}
      AND (d.next_attempt_at, d.id) >= (queue.oldest, queue.oldest_id) AND d.next_attempt_at <= ${now}::timestamptz`

  // One that pauses and is not known as fast has no more under way than may die before, so none is sent beyond.
  const beforePause = (fastRoom: number) =>
    pause === null
      ? system`${fastRoom}::int`
      : system`CASE WHEN e.${system.literal(pause.counter)} = 0 THEN ${fastRoom}::int ELSE ${pause.after}::int - e.${system.literal(pause.counter)} END`

  /**
   * Of each receiver it looks at the oldest few due rows; those that are leased are under way, so
   * this is also the limit per receiver. Rows are found again by their place: one that another process changed
   * meanwhile is not there any more, or is judged anew under its lock, and waits for the next claim (outgoing-12).
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
      now: Instant,
      leasedUntil: Instant
    }),
    Result: reads.row,
    execute: (options) =>
      system`
      WITH due AS MATERIALIZED (
        SELECT queue.org_id, taken.id, taken.place, taken.next_attempt_at, taken.last_attempt_at AS previous_attempt_at, ${readsOfReceiver("receiver")}
        FROM ${inOrder(options.receivers)}
        CROSS JOIN LATERAL (
          SELECT ${readsOfReceiver("e")}, GREATEST(0, LEAST(
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
          LIMIT 1
        ) receiver
        CROSS JOIN LATERAL (
          SELECT held.id, held.place, held.next_attempt_at, held.last_attempt_at
          FROM (
            SELECT d.ctid AS place FROM ${deliveries} d WHERE ${dueOf(options.now)}
            ORDER BY d.next_attempt_at, d.id LIMIT receiver.room
          ) oldest
          CROSS JOIN LATERAL (
            SELECT d.id, d.ctid AS place, d.next_attempt_at, d.last_attempt_at FROM ${deliveries} d
            WHERE d.ctid = oldest.place AND d.org_id = queue.org_id AND ${unfinished}
              AND (d.leased_until IS NULL OR d.leased_until <= ${options.now}::timestamptz)
            FOR UPDATE SKIP LOCKED
          ) held
          LIMIT ${options.share}
        ) taken
        LIMIT ${options.limit}
      ),
      claimed AS (
        UPDATE ${deliveries} d SET leased_until = ${options.leasedUntil}, last_attempt_at = ${options.now}
        WHERE d.ctid = ANY(ARRAY(SELECT place FROM due))
        RETURNING d.org_id, d.${receiverId} AS receiver_id, d.id, d.attempts, ${readsOfDelivery}
      )
      SELECT claimed.*, due.previous_attempt_at, ${readsOfReceiver("due")}
      FROM claimed JOIN due ON due.org_id = claimed.org_id AND due.id = claimed.id
      ORDER BY due.next_attempt_at, due.place`.unprepared
  })

  const drop = SqlSchema.findAll({
    Request: Schema.Struct({ receivers: Schema.Array(DueReceiver), now: Instant, limit: Schema.Int }),
    Result: Schema.Struct({ gone: Schema.Literal(1) }),
    execute: ({ limit, now, receivers: given }) =>
      system`
      WITH unwanted AS MATERIALIZED (
        SELECT taken.place
        FROM ${inOrder(given)}
        CROSS JOIN LATERAL (
          SELECT FROM ${receivers} e WHERE e.org_id = queue.org_id AND e.id = queue.receiver_id AND ${unwanted(now)} LIMIT 1
        ) receiver
        CROSS JOIN LATERAL (
          SELECT d.ctid AS place FROM ${deliveries} d
          WHERE ${dueOf(now)} AND (d.leased_until IS NULL OR d.leased_until <= ${now}::timestamptz)
          ORDER BY d.next_attempt_at, d.id LIMIT ${limit} FOR UPDATE SKIP LOCKED
        ) taken
        LIMIT ${limit}
      )
      DELETE FROM ${deliveries} d WHERE d.ctid = ANY(ARRAY(SELECT place FROM unwanted)) RETURNING 1 AS gone`.unprepared
  })

  // Runs beside what writes results: rows that it has locked are left out instead of waited for, so the two never
  // deadlock.
  const renew = SqlSchema.void({
    Request: Schema.Struct({ held: Schema.String, until: Instant }),
    execute: ({ held, until }) =>
      system`
      WITH free AS MATERIALIZED (
        SELECT own.place FROM json_to_recordset(${held}::json) AS r(org_id uuid, id uuid, attempt_at timestamptz)
        CROSS JOIN LATERAL (
          SELECT d.ctid AS place FROM ${deliveries} d WHERE ${stillHeld} FOR UPDATE SKIP LOCKED
        ) own
      )
      UPDATE ${deliveries} d SET leased_until = ${until} WHERE d.ctid = ANY(ARRAY(SELECT place FROM free))`.unprepared
  })

  const release = SqlSchema.void({
    Request: Schema.String,
    execute: (held) =>
      system`
      UPDATE ${deliveries} d SET leased_until = NULL, last_attempt_at = r.previous_attempt_at
      FROM json_to_recordset(${held}::json) AS r(org_id uuid, id uuid, attempt_at timestamptz, previous_attempt_at timestamptz)
      WHERE ${stillHeld}`.unprepared
  })

  const queue: DeliveryQueue<Row> = {
    lookUp: ({ after, orgId, ...options }) =>
      Effect.orDie(
        lookUp({ ...options, orgId: orgId ?? null, afterOrg: after.orgId, afterReceiver: after.receiverId })
      ),
    claim: ({ crowded = [], pace, ...options }) =>
      claim({
        ...options,
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
    drop: (options) => Effect.map(Effect.orDie(drop(options)), (rows) => rows.length),
    renew: (held, until) => Effect.orDie(renew({ held: heldText(held), until })),
    release: (held) => Effect.orDie(release(heldText(held)))
  }
  return queue
})
