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
 * Unit of work with row-level security (each transaction has a tenant context: its role and organization), commit hooks, and
 * optimistic retry of a deadlock or serialization failure; the wire is `transaction-connection.ts`.
 *
 *   transact ---> open ---> the work ---> beforeCommit hooks, in order ---> COMMIT ---> signals (`wakeups.ts`) ---> result
 *                  ^          |  send: buffered, a refusal rolls all back       |
 *                  |          |  contend: others hold the lock, group commit    |
 *                  |          v                                                 v
 *                  |        fails: ROLLBACK, the failure is the result <--------+
 *                  `---- deadlock, serialization failure or `transaction_overtaken`: again, at most `retriesOfUndone` times
 *
 * Nested in a transaction of the same organization, `transact` joins it, and `transactUnless` is a savepoint: if it fails, its
 * hooks are dropped with it. After a crash PostgreSQL rolls back.
 */

/**
 * Proof that the effect runs inside a transaction. Everything that must not happen outside one (`Outbox.append`,
 * `Audit.record`, `... FOR UPDATE`) requires it, so forgetting `db.transact` does not compile.
 */
export class Transaction extends Context.Service<
  Transaction,
  {
    /** The organization that row-level security admits; null in a transaction of the system. */
    readonly orgId: OrgId | null
    /**
     * For a statement whose result is not needed: it is sent with the next one, or with the COMMIT. If it is refused the
     * transaction fails, so a violation must be refused (by a constraint, by raising), not returned (platform-6).
     */
    readonly send: (statement: Statement.Statement<object>) => Effect.Effect<void>
    /** Runs last, just before the commit and in the order given: for short work under a contended lock. */
    readonly beforeCommit: (work: Effect.Effect<void>) => Effect.Effect<void>
    /**
     * Announces that the transaction is about to take a lock by this name until its end; returns whether others of this
     * process hold or await it. If so, group commit: provided a statement turns off `synchronous_commit` for the transaction,
     * the COMMIT releases its locks before it is on disk, and success is returned after the flush.
     */
    readonly contend: (lock: string) => Effect.Effect<boolean>
  }
>()("svc/platform/Transaction") {}

/**
 * Statements without an organization: sign-in, key lookup, claims of due work. Its connections run as the role
 * `svc_system`; everything else runs as `svc_app`, which sees nothing until the organization is set (platform-1).
 */
export class SystemSql extends Context.Service<SystemSql, SqlClient.SqlClient>()("svc/platform/SystemSql") {}

/**
 * Single reading statements of an organization, pipelined over few connections. Each sets its own context first
 * (`WITH tenant AS MATERIALIZED (SELECT set_config('svc.org_id', …, true)::uuid AS org_id)`); one that does not
 * sees no row. Never for transactions: one that shares a pipelined connection would hold up its
 * neighbours (platform-3).
 */
export class ReadSql extends Context.Service<ReadSql, SqlClient.SqlClient>()("svc/platform/ReadSql") {}

/**
 * Runs a single reading statement of an organization: inside a transaction on its connection, so that it sees the changes
 * there, else as `ReadSql`, whose rule it follows.
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
    /** On shared sessions it has a role only inside a transaction that sets it (`openSnapshot`). */
    readonly open: Effect.Effect<PgClient.PgClient, SqlError.SqlError, Scope.Scope>
    /** Read-only, and sees everything written before: on the replica if that catches up soon enough. */
    readonly openToRead: Effect.Effect<PgClient.PgClient, SqlError.SqlError, Scope.Scope>
    /** LISTEN needs a private session. */
    readonly sessions: Sessions
  }
>()("svc/platform/DedicatedConnection") {}

class Rollback<E> {
  readonly error: E
  constructor(error: E) {
    this.error = error
  }
}

/** The unique constraint that refused a statement; repositories turn unexpected ones into defects. */
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
 * Deadlock or serialization failure (platform-11), or a row to change has moved to another partition: PostgreSQL rolled the
 * transaction back.
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

/** Raised by a statement when facts that the transaction relied on have changed; a retry sees them. */
export const overtakenConstraint = "transaction_overtaken"

const isOvertaken = (cause: Cause.Cause<unknown>): boolean =>
  Option.contains(violatedConstraint(cause), overtakenConstraint)

/** Maximum optimistic retries of a transaction. */
const retriesOfUndone = 4

export class Db extends Context.Service<
  Db,
  {
    /**
     * All or nothing, for the caller's organization. Inside another transaction of the same organization it joins that one.
     * Database failures are defects: they roll back and return 500. Optimistic retry runs the whole effect again, so whatever
     * it does besides SQL must be repeatable.
     */
    transact<A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R, Transaction> | Caller>
    /**
     * The same, where a refusal by one of these unique constraints is a typed failure, whichever statement met it. Inside
     * another transaction, that one continues.
     */
    transactUnless<A, E, R, Refusal>(
      self: Effect.Effect<A, E, R>,
      refusalOf: (constraint: string) => Option.Option<Refusal>
    ): Effect.Effect<A, E | Refusal, Exclude<R, Transaction> | Caller>
    /**
     * `transact` for reads that may be a few seconds old, such as reports: on the read replica, if its lag is within the bound
     * (`DATABASE_READ_URL`, `DATABASE_READ_LAG`).
     */
    report<A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R, Transaction> | Caller>
    /** All or nothing, across organizations: for jobs, set-up, and sign-in, which have no caller. */
    transactSystem<A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R, Transaction>>
  }
>()("svc/platform/Db") {
  static readonly layerNoDeps = layerOf(Db, function* () {
    const sql = yield* SqlClient.SqlClient
    /** Transactions that hold or await each named lock. */
    const contenders = new Map<string, number>()
    /** The commit hooks of each open transaction. */
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
        // The role is set by statement as well: a session that lost it would be without the second isolation layer.
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

    // PostgreSQL has rolled everything back, so the whole effect is retried instead of returning 500.
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

    /** Rolls back alone on failure, together with its commit hooks: an audit entry would record what never happened. */
    const savepoint = <A, E, R>(self: Effect.Effect<A, E, R>, open: Transaction["Service"]) =>
      Effect.suspend(() => {
        const last = lastOf.get(open) ?? []
        const before = last.length
        return Effect.onError(transaction(self), () => Effect.sync(() => void last.splice(before)))
      })

    /** Joins an open transaction of the same organization, else opens one. */
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
          return yield* Effect.die("A transaction of one organization met a caller of another")
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
            return yield* Effect.die("A transaction of the system inside an organization's")
          return yield* Effect.provideService(self, Transaction, open.value)
        })
    })
  })
}
