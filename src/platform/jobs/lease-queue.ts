/**
 * Work queue (`FOR UPDATE SKIP LOCKED`) in a table of its domain: rows that wait for work outside the database.
 *
 * - **Lease.** A claim writes the lease's expiry and commits: no transaction is open during the work. `SKIP LOCKED` lets the
 *   workers of all nodes claim concurrently; no row is claimed twice, and no claim waits.
 * - **Heartbeat.** Work that may outlast its lease renews it (`heartbeat` in `lease-guard.ts`).
 * - **At-least-once.** A worker that dies writes nothing. Its rows are due again when the lease expires, and another worker
 *   claims them; the work reads the current state before it acts.
 * - **Fencing.** Each claim has an id, and the holder's writes name it (`held`): a worker whose lease has passed to another
 *   changes nothing and gets `false`. Before writes at a vendor, see `leaseHolds`.
 * - **Postponed** rows are released with a later due time; **finished** rows no longer match `due`. Both are `settle`, with the
 *   domain's columns.
 * - **Unknown outcome.** A vendor call that cannot be looked up later is marked before it is made (`begin`); a row claimed with
 *   that mark was in flight under an expired lease, and is never passed to `work` (`each-claimed.ts`).
 *
 * The domain decides which rows are due and in which order; its fragments call the row `q`.
 */
import { OrgId } from "@svc/contract/kernel/ids"
import { DateTime, Effect, Schema } from "effect"
import { SqlClient, SqlSchema, type Statement } from "effect/sql"
import { columnsOf, type Instead } from "#platform/database/columns"
import { SystemSql } from "#platform/database/db"
import { ofOrganisation } from "#platform/database/fragments"
import { anyRow, Instant } from "#platform/database/statements"

/** A worker's claim: at most `limit` rows, leased to it. */
export const Claiming = Schema.Struct({
  orgId: Schema.UndefinedOr(OrgId),
  worker: Schema.String,
  now: Instant,
  leasedUntil: Instant,
  limit: Schema.Int
})
export type Claiming = typeof Claiming.Type

/** A row leased to one worker. */
export interface Holder<Id extends string = string> {
  readonly orgId: OrgId
  readonly id: Id
  readonly worker: string
}

/** The column with the id of the claim. */
type LeaseColumn = "lease_id" | "leased_by"

interface QueueTable<Row, Encoded, Fields extends Schema.Struct.Fields> {
  readonly table: string
  /** The columns of its key; default `org_id` and `id`. */
  readonly key?: ReadonlyArray<string>
  /** What a worker gets of a row, after the claim. */
  readonly row: Schema.Codec<Row, Encoded> & { readonly fields: Fields }
  readonly instead?: Instead<Fields>
  /** Joined tables that decide whether the row may be processed. They are not locked. */
  readonly join?: Statement.Fragment
  /** Which rows are due, leased or not. */
  readonly due: (now: Date) => Statement.Fragment
  readonly order: string
  /** Further assignments of a claim. */
  readonly taken?: (now: Date) => Statement.Fragment
}

const keyOf = ({ key = ["org_id", "id"] }: { readonly key?: ReadonlyArray<string> }) => key

/** The claim alone, for a table that does not store the worker. */
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
  /** Leases due and free rows to the worker, in order. */
  return (claiming: Claiming): Effect.Effect<ReadonlyArray<Row>> => Effect.orDie(claim(claiming))
})

/** A queue that stores the worker of each row. An id is the last column of the key. */
export const makeLeaseQueue = Effect.fnUntraced(function* <Row, Encoded, Fields extends Schema.Struct.Fields>(
  queue: QueueTable<Row, Encoded, Fields> & {
    readonly lease: LeaseColumn
    /** The column with the start of the vendor call. */
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
    /** Condition: the row is leased to the holder. A finished row is leased to none. */
    held,
    /** Assignments that end the lease. */
    free,
    /** Extends the lease. Like all below it returns false without a change if the row is leased to another worker, or gone. */
    renew: (holder: Holder, until: DateTime.Utc) =>
      some(system`UPDATE ${table} SET ${leasedUntil(until)} WHERE ${held(holder)} RETURNING 1`),
    /** The same inside a transaction, which locks the row until its end. */
    lock: (holder: Holder, until: DateTime.Utc) =>
      anyRow(sql`UPDATE ${table} SET ${leasedUntil(until)} WHERE ${held(holder)} RETURNING 1`),
    /** Marks the start of the vendor call: from here on its outcome may be unknown. */
    begin: (holder: Holder, at: DateTime.Utc) =>
      anyRow(sql`UPDATE ${table} SET ${begun} = ${DateTime.toDateUtc(at)} WHERE ${held(holder)} RETURNING 1`),
    /** Ends the holder's work on the row with these assignments (postponed, finished, unknown) and releases it. */
    settle: (holder: Holder, set: Statement.Fragment) =>
      anyRow(sql`UPDATE ${table} SET ${set}, ${free} WHERE ${held(holder)} RETURNING 1`),
    /** Releases the row unchanged, so that another worker can claim it immediately. */
    release: (holder: Holder) => some(system`UPDATE ${table} SET ${free} WHERE ${held(holder)} RETURNING 1`)
  }
})
