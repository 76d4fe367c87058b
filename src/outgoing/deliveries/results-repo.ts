import { DeliveryId, OrgId } from "@svc/contract/kernel/ids"
import { DateTime, Effect, type Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { SystemSql, Transaction } from "#platform/database/db"
import { maybe, run } from "#platform/database/statements"
import type { ClaimedRow, DeliveryPolicy, HealthColumns } from "./policy.ts"
import { arrayText, partsOf } from "./tables-repo.ts"

/** The result of one attempt, as it is recorded. */
export interface SettledDelivery {
  readonly org_id: OrgId
  readonly receiver_id: string
  readonly id: DeliveryId
  readonly attempt_at: DateTime.Utc
  /** As the delivery was claimed. */
  readonly lease_id: string
  readonly due_at: string
  readonly attempts_before: number
  readonly status: "delivered" | "failed" | "dead" | "gone"
  readonly attempts: number
  readonly last_status_code: number | null
  readonly last_error: string | null
  readonly next_attempt_at: DateTime.Utc | null
  readonly delivered_at: DateTime.Utc | null
}

const Deaths = Schema.Struct({ active: Schema.Boolean, consecutive_dead: Schema.Int })

/** Records the results of one policy's attempts. */
interface DeliveryResults {
  /** Records results, in the order in which the attempts ended; answers the ids of which they still counted. */
  settle(results: ReadonlyArray<SettledDelivery>): Effect.Effect<ReadonlyArray<DeliveryId>>
  /** The same where given-up ones count towards a pause: the receiver is locked, and its run is set by `setDeaths`. */
  settleLocked(results: ReadonlyArray<SettledDelivery>): Effect.Effect<ReadonlyArray<DeliveryId>, never, Transaction>
  lockDeaths(orgId: OrgId, receiverId: string): Effect.Effect<Option.Option<typeof Deaths.Type>, never, Transaction>
  setDeaths(orgId: OrgId, receiverId: string, consecutiveDead: number): Effect.Effect<void, never, Transaction>
}

// One array for each column: a row costs PostgreSQL less than as an object of JSON, whose names it reads again for each.
// A schema's encoder costs several times as much per row, and a batch has few moments: each is written once.
const columnsOf = (results: ReadonlyArray<SettledDelivery>) => {
  const texts = new Map<DateTime.Utc, string>()
  const textOf = (moment: DateTime.Utc | null) => {
    if (moment === null) return null
    const text = texts.get(moment) ?? DateTime.formatIso(moment)
    texts.set(moment, text)
    return text
  }
  return {
    orgIds: arrayText(results.map(({ org_id }) => org_id)),
    receiverIds: arrayText(results.map(({ receiver_id }) => receiver_id)),
    ids: arrayText(results.map(({ id }) => id)),
    attemptAt: arrayText(results.map(({ attempt_at }) => textOf(attempt_at))),
    leaseIds: arrayText(results.map(({ lease_id }) => lease_id)),
    dueAt: arrayText(results.map(({ due_at }) => due_at)),
    attemptsBefore: arrayText(results.map(({ attempts_before }) => attempts_before)),
    status: arrayText(results.map(({ status }) => status)),
    attempts: arrayText(results.map(({ attempts }) => attempts)),
    lastStatusCode: arrayText(results.map(({ last_status_code }) => last_status_code)),
    lastError: arrayText(results.map(({ last_error }) => last_error)),
    nextAttemptAt: arrayText(results.map(({ next_attempt_at }) => textOf(next_attempt_at))),
    deliveredAt: arrayText(results.map(({ delivered_at }) => textOf(delivered_at)))
  }
}
type Columns = ReturnType<typeof columnsOf>

// In one row: there are as many as were sent, and a row costs more than an element.
const decodeSettled = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ ids: Schema.Array(DeliveryId) })]))

/** What happens to the rows of one batch. */
type Parts = "recorded" | "removed" | "both"

const newest = (column: string) => `(array_agg(${column} ORDER BY attempt_at DESC, place DESC))[1]`

/** What the health's columns are set to, `h` being what one receiver's results come to, and of which results that is. */
const healthOf = ({ deliveredAt, delivered, error, givenUp, latest }: HealthColumns) => {
  const isNewer = latest === undefined ? "" : `(e.${latest.at} IS NULL OR h.attempt_at >= e.${latest.at})`
  const newer = (column: string, value: string) =>
    `${column} = CASE WHEN ${isNewer} THEN h.${value} ELSE e.${column} END`
  return {
    figures: [
      ...(deliveredAt === undefined ? [] : ["max(delivered_at) AS delivered_at"]),
      ...(delivered === undefined ? [] : ["count(*) FILTER (WHERE status = 'delivered') AS delivered"]),
      ...(givenUp === undefined ? [] : ["count(*) FILTER (WHERE status = 'dead') AS given_up"]),
      ...(latest === undefined
        ? []
        : [
            "max(attempt_at) AS attempt_at",
            `${newest("status")} AS status`,
            `${newest("last_status_code")} AS status_code`
          ]),
      ...(error === undefined
        ? []
        : [
            "(array_agg(last_error ORDER BY attempt_at DESC, place DESC) FILTER (WHERE last_error IS NOT NULL))[1] AS error"
          ])
    ],
    assignments: [
      ...(deliveredAt === undefined ? [] : [`${deliveredAt} = GREATEST(e.${deliveredAt}, h.delivered_at)`]),
      ...(delivered === undefined ? [] : [`${delivered} = e.${delivered} + h.delivered`]),
      ...(givenUp === undefined ? [] : [`${givenUp} = e.${givenUp} + h.given_up`]),
      ...(latest === undefined
        ? []
        : [newer(latest.at, "attempt_at"), newer(latest.status, "status"), newer(latest.statusCode, "status_code")]),
      ...(error === undefined ? [] : [`${error} = COALESCE(h.error, e.${error})`])
    ],
    // A failed attempt updates no receiver whose health does not include it.
    onlyArrived: givenUp === undefined && latest === undefined && error === undefined
  }
}

export const makeDeliveryResults = Effect.fnUntraced(function* <Row extends ClaimedRow>(policy: DeliveryPolicy<Row>) {
  const sql = yield* SqlClient.SqlClient
  const system = yield* SystemSql
  const { deliveries, receivers, sameAttempt } = partsOf(sql, policy)
  const { finished, pause } = policy
  const kept = finished === "kept"

  const resultsOf = (client: SqlClient.SqlClient, columns: Columns) => client`
    unnest(
      ${columns.orgIds}::uuid[], ${columns.receiverIds}::uuid[], ${columns.ids}::uuid[], ${columns.attemptAt}::timestamptz[],
      ${columns.leaseIds}::uuid[], ${columns.dueAt}::timestamptz[], ${columns.attemptsBefore}::int[], ${columns.status}::text[],
      ${columns.attempts}::int[], ${columns.lastStatusCode}::int[], ${columns.lastError}::text[],
      ${columns.nextAttemptAt}::timestamptz[], ${columns.deliveredAt}::timestamptz[]
    ) WITH ORDINALITY AS r (
      org_id, receiver_id, id, attempt_at, lease_id, due_at, attempts_before, status, attempts, last_status_code, last_error,
      next_attempt_at, delivered_at, place
    )`
  const assignments = sql.literal(
    `status = r.status, attempts = r.attempts, last_status_code = r.last_status_code, last_error = r.last_error,
     next_attempt_at = r.next_attempt_at, last_attempt_at = r.attempt_at${kept ? ", delivered_at = r.delivered_at" : ""}`
  )
  const outcome = sql.literal(
    "r.org_id, r.receiver_id, r.id, r.status, r.attempt_at, r.last_status_code, r.last_error, r.delivered_at, r.place"
  )
  const counter = pause === null ? null : pause.counter
  const { assignments: healthAssignments, figures, onlyArrived } = healthOf(policy.health)

  /** A success resets the count of consecutive dead letters, unless that is counted separately. */
  const settleStatement = (client: SqlClient.SqlClient, run: "begun anew" | "counted", parts: Parts) => {
    const set = [...healthAssignments, ...(counter !== null && run === "begun anew" ? [`${counter} = 0`] : [])]
    const health = sql.literal(
      set.length === 0
        ? ""
        : `, health AS (
            UPDATE ${policy.tables.receivers} e SET ${set.join(", ")}
            FROM (
              SELECT ${["org_id", "receiver_id", ...figures].join(", ")} FROM settled
              ${onlyArrived ? "WHERE delivered_at IS NOT NULL" : "WHERE status <> 'gone'"} GROUP BY 1, 2
            ) h
            WHERE e.org_id = h.org_id AND e.id = h.receiver_id
          )`
    )
    // Finished rows leave the table, or only those that there was nothing to send of.
    const stays = sql.literal(kept ? "r.status <> 'gone'" : "r.status = 'failed'")
    const recorded = client`
          recorded AS (
            UPDATE ${deliveries} d SET ${assignments} FROM held r
            WHERE d.ctid = r.tuple AND ${sameAttempt} AND ${stays}
            RETURNING ${outcome}
          )`
    const removed = client`
          removed AS (
            DELETE FROM ${deliveries} d USING held r
            WHERE d.ctid = r.tuple AND ${sameAttempt} AND NOT ${stays}
            RETURNING ${outcome}
          )`
    const written = {
      recorded: client`${recorded}, settled AS (SELECT * FROM recorded)`,
      removed: client`${removed}, settled AS (SELECT * FROM removed)`,
      both: client`${recorded}, ${removed}, settled AS (SELECT * FROM recorded UNION ALL SELECT * FROM removed)`
    }[parts]
    // Planned at execution, like the queue's statements. Each row is found by its key: a join could be planned to scan
    // the whole queue, which the planner believes empty if it was when last analyzed. Receivers are locked before their
    // deliveries and in one order everywhere, so nothing deadlocks; a queue that another node owns by now is not
    // updated.
    return (columns: Columns) =>
      client`
        WITH r AS MATERIALIZED (SELECT * FROM ${resultsOf(client, columns)}),
        receiver AS MATERIALIZED (
          SELECT e.org_id, e.id, e.lease_id FROM ${receivers} e
          WHERE (e.org_id, e.id) IN (SELECT org_id, receiver_id FROM r) ORDER BY e.org_id, e.id FOR NO KEY UPDATE
        ),
        locked AS MATERIALIZED (SELECT count(*) AS receivers FROM receiver),
        held AS MATERIALIZED (
          SELECT r.*, own.tuple FROM r CROSS JOIN locked
          JOIN receiver ON receiver.org_id = r.org_id AND receiver.id = r.receiver_id AND receiver.lease_id = r.lease_id
          CROSS JOIN LATERAL (SELECT d.ctid AS tuple FROM ${deliveries} d WHERE ${sameAttempt}) own
        ),
        ${written}
        ${health}
        SELECT COALESCE(array_agg(id), '{}') AS ids FROM settled`.unprepared.pipe(
        Effect.flatMap(decodeSettled),
        Effect.map(([{ ids }]) => ids)
      )
  }
  // Usually all rows of a batch stay in the table or all leave it: the other join is omitted.
  const settling = (client: SqlClient.SqlClient, run: "begun anew" | "counted") => {
    const statements = {
      recorded: settleStatement(client, run, "recorded"),
      removed: settleStatement(client, run, "removed"),
      both: settleStatement(client, run, "both")
    }
    return (results: ReadonlyArray<SettledDelivery>) => {
      const staying = results.filter(({ status }) => (kept ? status !== "gone" : status === "failed")).length
      const parts = staying === results.length ? "recorded" : staying === 0 ? "removed" : "both"
      return statements[parts](columnsOf(results))
    }
  }
  const settle = settling(system, "begun anew")
  const settleLocked = settling(sql, "counted")

  const Receiver = Schema.Struct({ orgId: OrgId, receiverId: Schema.String })
  const lockDeaths = maybe({
    Request: Receiver,
    Result: Deaths,
    execute: ({ orgId, receiverId }) => sql`
      SELECT e.active, ${sql.literal(counter === null ? "0" : `e.${counter}`)} AS consecutive_dead FROM ${receivers} e
      WHERE e.org_id = ${orgId} AND e.id = ${receiverId} FOR NO KEY UPDATE`
  })
  const setDeaths = run({
    Request: Schema.Struct({ ...Receiver.fields, consecutiveDead: Schema.Int }),
    execute: ({ consecutiveDead, orgId, receiverId }) => sql`
      UPDATE ${receivers} e SET ${sql.literal(counter ?? "")} = ${consecutiveDead}
      WHERE e.org_id = ${orgId} AND e.id = ${receiverId}`
  })

  const results: DeliveryResults = {
    settle: (settled) => Effect.orDie(settle(settled)),
    settleLocked: (settled) => Transaction.use(() => Effect.orDie(settleLocked(settled))),
    lockDeaths: (orgId, receiverId) => lockDeaths({ orgId, receiverId }),
    setDeaths: (orgId, receiverId, consecutiveDead) =>
      counter === null ? Effect.void : setDeaths({ orgId, receiverId, consecutiveDead })
  }
  return results
})
