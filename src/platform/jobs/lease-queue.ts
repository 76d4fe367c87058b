/**
 * A queue in a table of its domain: rows that wait for work outside of the database.
 *
 * - **Lease.** A claim writes until when the rows are the worker's, and commits: no transaction is open while the work goes on.
 *   `FOR UPDATE SKIP LOCKED` lets the workers of all nodes claim at the same time; no two are handed one row, and none waits.
 * - **Heartbeat.** Work that may take longer than its lease renews it (`heartbeat` in `lease-guard.ts`).
 * - **At-least-once.** A worker that dies writes nothing. Its rows are due again when the lease ends, and another worker takes
 *   them up; the work looks at what is there before it acts.
 * - **Fencing.** Each claim has an id. What a holder writes names it (`held`), so that a worker whose lease went to another
 *   one changes nothing, and learns that from the answer `false`. Before writes at a vendor, see `leaseHolds`.
 * - **Postponed** is a row that is freed with a later due time; **finished** is one that no `due` finds any more. Both are
 *   `settle`, with the domain's own columns.
 * - **Unknown outcome** is the third end. A call that cannot be looked up at the vendor is marked before it is made (`begin`); a row
 *   that is claimed with the mark was called for under a lease that ended, and is never handed to `work` (`each-claimed.ts`).
 *
 * Which rows are due, for whom and in which order stays with the domain; its fragments call the row `q`.
 */
import { OrgId } from "@svc/contract/kernel/ids"
import { DateTime, Effect, Schema } from "effect"
import { SqlClient, SqlSchema, type Statement } from "effect/sql"
import { columnsOf, type Instead } from "#platform/database/columns"
import { SystemSql } from "#platform/database/db"
import { ofOrganisation } from "#platform/database/fragments"
import { anyRow, Instant } from "#platform/database/statements"

/** What a worker asks a queue for: at most so many rows, which are its own until the lease ends. */
export const Claiming = Schema.Struct({
  orgId: Schema.UndefinedOr(OrgId),
  worker: Schema.String,
  now: Instant,
  leasedUntil: Instant,
  limit: Schema.Int
})
export type Claiming = typeof Claiming.Type

/** A row in the hands of one worker. */
export interface Holder<Id extends string = string> {
  readonly orgId: OrgId
  readonly id: Id
  readonly worker: string
}

/** The column with the id of the claim. */
type LeaseColumn = "lease_id" | "leased_by"

interface QueueTable<Row, Encoded, Fields extends Schema.Struct.Fields> {
  readonly table: string
  /** The columns of its key: `org_id` and `id` unless given. */
  readonly key?: ReadonlyArray<string>
  /** What a worker gets of a row, as it is after the claim. */
  readonly row: Schema.Codec<Row, Encoded> & { readonly fields: Fields }
  readonly instead?: Instead<Fields>
  /** Joined tables that say whether the row may be worked on. They are not locked. */
  readonly join?: Statement.Fragment
  /** Which rows wait, whether or not a worker has them under a lease. */
  readonly due: (now: Date) => Statement.Fragment
  readonly order: string
  /** What else a claim writes, as assignments. */
  readonly taken?: (now: Date) => Statement.Fragment
}

const keyOf = ({ key = ["org_id", "id"] }: { readonly key?: ReadonlyArray<string> }) => key

/** The claim alone, for a table that does not keep which worker has a row. */
export const makeClaim = Effect.fnUntraced(function* <Row, Encoded, Fields extends Schema.Struct.Fields>(
  queue: QueueTable<Row, Encoded, Fields> & { readonly lease?: LeaseColumn }
) {
  const system = yield* SystemSql
  const { due, instead, join = system.literal(""), lease, order, row, taken } = queue
  const table = system.literal(queue.table)
  const key = keyOf(queue)
  const claim = SqlSchema.findAll({
    Request: Claiming,
    Result: row,
    execute: ({ leasedUntil, limit, now, orgId, worker }) => system`
      WITH next AS MATERIALIZED (
        SELECT ${system.literal(key.map((column) => `q.${column}`).join(", "))} FROM ${table} q ${join}
        WHERE ${due(now)} AND (q.leased_until IS NULL OR q.leased_until <= ${now})
          AND ${ofOrganisation(system, orgId, "q.org_id")}
        ORDER BY ${system.literal(order)} LIMIT ${limit} FOR UPDATE OF q SKIP LOCKED
      )
      UPDATE ${table} q SET leased_until = ${leasedUntil}
        ${lease === undefined ? system.literal("") : system`, ${system.literal(lease)} = ${worker}`}
        ${taken === undefined ? system.literal("") : system`, ${taken(now)}`}
      FROM next WHERE ${system.literal(key.map((column) => `q.${column} = next.${column}`).join(" AND "))}
      RETURNING ${columnsOf(row, "q", instead)}`
  })
  /** Rows that are due and free, in order; they are the worker's now, until the lease ends. */
  return (claiming: Claiming): Effect.Effect<ReadonlyArray<Row>> => Effect.orDie(claim(claiming))
})

/** A queue that keeps which worker has a row. An id is the last column of the key. */
export const makeLeaseQueue = Effect.fnUntraced(function* <Row, Encoded, Fields extends Schema.Struct.Fields>(
  queue: QueueTable<Row, Encoded, Fields> & {
    readonly lease: LeaseColumn
    /** The column of the moment at which the vendor call began. */
    readonly begun?: string
  }
) {
  const sql = yield* SqlClient.SqlClient
  const system = yield* SystemSql
  const table = sql.literal(queue.table)
  const lease = sql.literal(queue.lease)
  const id = sql.literal(keyOf(queue).at(-1) ?? "id")
  const begun = sql.literal(queue.begun ?? "begun_at")
  const free = sql.literal(`leased_until = NULL, ${queue.lease} = NULL`)
  const held = (holder: Holder) =>
    sql`org_id = ${holder.orgId} AND ${id} = ${holder.id} AND ${lease} = ${holder.worker}`
  const leasedUntil = (until: DateTime.Utc) => sql`leased_until = ${DateTime.toDateUtc(until)}`
  const some = (rows: Effect.Effect<ReadonlyArray<object>, unknown>) =>
    Effect.map(Effect.orDie(rows), ({ length }) => length > 0)

  return {
    claim: yield* makeClaim(queue),
    /** Condition: the row is the holder's. A row that has ended is no worker's. */
    held,
    /** Assignments that end the lease. */
    free,
    /** Extends the lease. Like all below it changes nothing, and answers false, where the row is another worker's by now, or gone. */
    renew: (holder: Holder, until: DateTime.Utc) =>
      some(system`UPDATE ${table} SET ${leasedUntil(until)} WHERE ${held(holder)} RETURNING 1`),
    /** The same within a transaction, which holds the row to its end. */
    lock: (holder: Holder, until: DateTime.Utc) =>
      anyRow(sql`UPDATE ${table} SET ${leasedUntil(until)} WHERE ${held(holder)} RETURNING 1`),
    /** The mark before the vendor call: from here on its outcome may stay unknown. */
    begin: (holder: Holder, at: DateTime.Utc) =>
      anyRow(sql`UPDATE ${table} SET ${begun} = ${DateTime.toDateUtc(at)} WHERE ${held(holder)} RETURNING 1`),
    /** Ends the holder's work on the row, as these assignments say (postponed, finished, unknown), and frees it. */
    settle: (holder: Holder, set: Statement.Fragment) =>
      anyRow(sql`UPDATE ${table} SET ${set}, ${free} WHERE ${held(holder)} RETURNING 1`),
    /** Gives the row back as it was, so that another worker takes it up immediately. */
    release: (holder: Holder) => some(system`UPDATE ${table} SET ${free} WHERE ${held(holder)} RETURNING 1`)
  }
})
