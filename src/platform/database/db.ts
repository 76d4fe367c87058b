import type { PgClient } from "@effect/sql-pg"
import { Caller } from "@svc/contract/kernel/access"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Cause, Context, Effect, Option, type Scope } from "effect"
import { SqlClient, SqlError, type Statement } from "effect/sql"
import { layerOf } from "#platform/services/layer-of"
import type { Sessions } from "./session.ts"
import { ReadFrom } from "./replica.ts"
import { connectionOf } from "./transaction-client.ts"

/*
 * Unit of work with commit hooks and optimistic retry; the wire is `transaction-connection.ts`.
 *
 *   transact ---> open ---> the work ---> beforeCommit hooks, in order ---> COMMIT ---> signals (`wakeups.ts`) ---> answer
 *                  ^          |  send: buffered, a refusal undoes all           |
 *                  |          |  contend: others hold the lock, group commit    |
 *                  |          v                                                 v
 *                  |        fails: ROLLBACK, the failure is the answer <--------+
 *                  `---- deadlock, serialization failure or `transaction_overtaken`: again, at most `retriesOfUndone` times
 *
 * Nested in a transaction of the same organization, `transact` joins it, and `transactUnless` is a savepoint: where it
 * fails, the hooks that it registered go with it. A process that dies leaves nothing: PostgreSQL rolls back.
 */

/**
 * Proof that the effect runs inside a transaction. Whatever must not happen outside one (`Outbox.append`,
 * `Audit.record`, `... FOR UPDATE`) requires it, so forgetting `db.transact` does not compile.
 */
export class Transaction extends Context.Service<
  Transaction,
  {
    /** The organisation that row-level security admits; null in a transaction of the system. */
    readonly orgId: OrgId | null
    /**
     * For a statement whose answer nobody needs: it travels with the next one, or with the COMMIT. When it is refused
     * the transaction fails, so what must not pass is to be refused (by a constraint, by raising), not
     * answered (platform-6).
     */
    readonly send: (statement: Statement.Statement<object>) => Effect.Effect<void>
    /** Runs last, just before the commit and in the order given: for short work under a contended lock. */
    readonly beforeCommit: (work: Effect.Effect<void>) => Effect.Effect<void>
    /**
     * Announces that the transaction is about to take a lock by this name until its end; answers whether others of this
     * process hold or await it. If so the COMMIT lets go of its locks before it is on the disk, provided that a
     * statement turns off `synchronous_commit` for the transaction, and success is told after the disk has it.
     */
    readonly contend: (lock: string) => Effect.Effect<boolean>
  }
>()("svc/platform/Transaction") {}

/**
 * Statements without an organisation: sign-in, key lookup, claims of due work. Its connections run as the role
 * `svc_system`; everything else runs as `svc_app`, which sees nothing until an organisation is named (platform-1).
 */
export class SystemSql extends Context.Service<SystemSql, SqlClient.SqlClient>()("svc/platform/SystemSql") {}

/**
 * Single reading statements of an organisation, pipelined over few connections. Each sets its own context first
 * (`WITH tenant AS MATERIALIZED (SELECT set_config('svc.org_id', …, true)::uuid AS org_id)`); one that does not
 * sees no row. Never for transactions: one that shares a pipelined connection would hold up its
 * neighbours (platform-3).
 */
export class ReadSql extends Context.Service<ReadSql, SqlClient.SqlClient>()("svc/platform/ReadSql") {}

/**
 * Where a single reading statement of an organisation runs: inside a transaction on its connection, so that it sees
 * what was changed there, else as `ReadSql`, whose rule it follows.
 */
export const reader = Effect.gen(function* () {
  const transactions = yield* SqlClient.SqlClient
  const reads = yield* ReadSql
  return Effect.map(Effect.serviceOption(Transaction), (open) => (Option.isSome(open) ? transactions : reads))
})

/** A connection outside the pools: for listening, and for one long transaction. */
export class DedicatedConnection extends Context.Service<
  DedicatedConnection,
  {
    /** Where sessions are shared it has no role but within a transaction that says it (`openSnapshot`). */
    readonly open: Effect.Effect<PgClient.PgClient, SqlError.SqlError, Scope.Scope>
    /** For what only reads, and sees all that was written before it: of the replica, where that has it soon enough. */
    readonly openToRead: Effect.Effect<PgClient.PgClient, SqlError.SqlError, Scope.Scope>
    /** Nobody is listened to in a session that is shared. */
    readonly sessions: Sessions
  }
>()("svc/platform/DedicatedConnection") {}

class Rollback<E> {
  readonly error: E
  constructor(error: E) {
    this.error = error
  }
}

/** The unique constraint that refused a statement; repositories make defects of what they do not expect. */
const violatedConstraint = (cause: Cause.Cause<unknown>): Option.Option<string> =>
  Option.fromNullishOr(
    cause.reasons
      .flatMap((reason) =>
        Cause.isDieReason(reason) && SqlError.isSqlError(reason.defect) ? [reason.defect.reason] : []
      )
      .flatMap((reason) => (reason._tag === "UniqueViolation" ? [reason.constraint] : []))
      .at(0)
  )

/**
 * PostgreSQL undid the transaction so that another one could go on (platform-11), or because a row that it was to change went
 * to another partition meanwhile.
 */
const isUndone = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons
    .map((reason) =>
      Cause.isDieReason(reason) ? reason.defect : Cause.isFailReason(reason) ? reason.error : undefined
    )
    .some(
      (failure) =>
        SqlError.isSqlError(failure) &&
        (failure.reason._tag === "DeadlockError" || failure.reason._tag === "SerializationError")
    )

/** What a statement raises when facts that the transaction built upon have changed: done anew, it sees them. */
export const overtakenConstraint = "transaction_overtaken"

const isOvertaken = (cause: Cause.Cause<unknown>): boolean =>
  Option.contains(violatedConstraint(cause), overtakenConstraint)

/** How often a transaction that was undone, and by no fault of its own, is tried again. */
const retriesOfUndone = 4

export class Db extends Context.Service<
  Db,
  {
    /**
     * All or nothing, for the caller's organisation. Inside another transaction of the same organisation it joins
     * that one. Database failures are defects: they answer 500 and roll back; one that a deadlock undid, or that
     * built upon what has changed meanwhile, is done again as a whole, so what it does besides SQL must bear that.
     */
    transact<A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R, Transaction> | Caller>
    /**
     * The same, where a refusal by one of these unique constraints is a failure of its own, whichever of the statements
     * met it. Inside another transaction that one goes on as before.
     */
    transactUnless<A, E, R, Refusal>(
      self: Effect.Effect<A, E, R>,
      refusalOf: (constraint: string) => Option.Option<Refusal>
    ): Effect.Effect<A, E | Refusal, Exclude<R, Transaction> | Caller>
    /**
     * `transact` for what only reads and may be a few seconds old, as reports do: on the replica, where there is one that is
     * not too far behind (`DATABASE_READ_URL`, `DATABASE_READ_LAG`).
     */
    report<A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R, Transaction> | Caller>
    /** All or nothing, across organisations: for jobs, set-up and sign-in, which have no caller yet. */
    transactSystem<A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R, Transaction>>
  }
>()("svc/platform/Db") {
  static readonly layerNoDeps = layerOf(Db, function* () {
    const sql = yield* SqlClient.SqlClient
    /** How many transactions hold or await the lock of a name. */
    const contenders = new Map<string, number>()
    /** What each open transaction does before its commit. */
    const lastOf = new WeakMap<Transaction["Service"], Array<Effect.Effect<void>>>()

    const transaction = <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.mapError(self, (error) => new Rollback(error)).pipe(
        sql.withTransaction,
        Effect.catch((failure) => (failure instanceof Rollback ? Effect.fail(failure.error) : Effect.die(failure)))
      )

    const beginOnce = <A, E, R>(self: Effect.Effect<A, E, R>, orgId: OrgId | null) =>
      Effect.suspend(() => {
        const last: Array<Effect.Effect<void>> = []
        const contended: Array<string> = []
        const contend = (lock: string, flushBehindCommit: () => void) => {
          const known = contended.includes(lock)
          const others = (contenders.get(lock) ?? 0) - (known ? 1 : 0)
          if (!known) {
            contended.push(lock)
            contenders.set(lock, others + 1)
          }
          if (others > 0) flushBehindCommit()
          return others > 0
        }
        const withdraw = () => {
          for (const lock of contended) {
            const others = (contenders.get(lock) ?? 1) - 1
            if (others === 0) contenders.delete(lock)
            else contenders.set(lock, others)
          }
        }
        // The role by statement, too: a session that lost it between two transactions would be without the second wall.
        const context =
          orgId === null
            ? sql`SELECT set_config('role', 'svc_system', true)`
            : sql`SELECT set_config('role', 'svc_app', true), set_config('svc.org_id', ${orgId}, true)`
        return Effect.flatMap(connectionOf(sql), (connection) => {
          connection.prepend(context)
          const open = Transaction.of({
            orgId,
            send: (statement) => Effect.sync(() => connection.send(statement)),
            beforeCommit: (work) => Effect.sync(() => void last.push(work)),
            contend: (lock) => Effect.sync(() => contend(lock, () => connection.flushBehindCommit()))
          })
          lastOf.set(open, last)
          return self.pipe(
            Effect.tap(() => Effect.forEach(last, (work) => work, { discard: true })),
            Effect.provideService(Transaction, open)
          )
        }).pipe(transaction, Effect.ensuring(Effect.sync(withdraw)))
      })

    // Nothing of it is left, so the whole of it is done again: to be undone so is nobody's fault and no 500.
    const begin = <A, E, R>(
      self: Effect.Effect<A, E, R>,
      orgId: OrgId | null,
      retries = retriesOfUndone
    ): Effect.Effect<A, E, Exclude<R, Transaction>> =>
      Effect.catchCause(beginOnce(self, orgId), (cause) =>
        retries > 0 && (isUndone(cause) || isOvertaken(cause))
          ? begin(self, orgId, retries - 1)
          : Effect.failCause(cause)
      )

    /** Undone alone when it fails, with what it put off until the commit: an entry in the log would tell what never was. */
    const savepoint = <A, E, R>(self: Effect.Effect<A, E, R>, open: Transaction["Service"]) =>
      Effect.suspend(() => {
        const last = lastOf.get(open) ?? []
        const before = last.length
        return Effect.onError(transaction(self), () => Effect.sync(() => void last.splice(before)))
      })

    /** Inside an open transaction of the same organisation, joins it as told; else opens one. */
    const within = <A, E, R, A2, E2, R2>(
      self: Effect.Effect<A, E, R>,
      join: (
        self: Effect.Effect<A, E, Exclude<R, Transaction>>,
        open: Transaction["Service"]
      ) => Effect.Effect<A2, E2, R2>
    ) =>
      Effect.gen(function* () {
        const { orgId } = yield* Caller
        const open = yield* Effect.serviceOption(Transaction)
        if (open._tag === "None") return yield* begin(self, orgId)
        if (open.value.orgId !== orgId)
          return yield* Effect.die("A transaction of one organisation met a caller of another")
        return yield* join(Effect.provideService(self, Transaction, open.value), open.value)
      })

    return Db.of({
      transact: (self) => within(self, (joined) => joined),
      report: (self) => within(self, (joined) => joined).pipe(Effect.provideService(ReadFrom, "replica")),
      transactUnless: <A, E, R, Refusal>(
        self: Effect.Effect<A, E, R>,
        refusalOf: (constraint: string) => Option.Option<Refusal>
      ) =>
        Effect.catchCause(within(self, savepoint), (cause): Effect.Effect<never, E | Refusal> => {
          const refusal = Option.flatMap(violatedConstraint(cause), refusalOf)
          return Option.isSome(refusal) ? Effect.fail(refusal.value) : Effect.failCause(cause)
        }),
      transactSystem: <A, E, R>(self: Effect.Effect<A, E, R>) =>
        Effect.gen(function* () {
          const open = yield* Effect.serviceOption(Transaction)
          if (open._tag === "None") return yield* begin(self, null)
          if (open.value.orgId !== null)
            return yield* Effect.die("A transaction of the system inside one of an organisation")
          return yield* Effect.provideService(self, Transaction, open.value)
        })
    })
  })
}
