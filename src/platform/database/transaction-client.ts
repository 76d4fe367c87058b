import { PgClient } from "@effect/sql-pg"
import { Clock, Effect, Option } from "effect"
import { SqlClient, type SqlConnection, SqlError } from "effect/sql"
import type { DatabaseAttributes } from "./place.ts"
import { makePoolUse } from "./pool-use.ts"
import { ReadFrom } from "./replica.ts"
import type { RolePool } from "./session.ts"
import { TransactionConnection } from "./transaction-connection.ts"

const lent = (connection: SqlConnection.Connection): Effect.Effect<TransactionConnection> =>
  connection instanceof TransactionConnection
    ? Effect.succeed(connection)
    : Effect.die("The transaction runs on a connection of another client")

/** The connection of the transaction that the effect runs in. */
export const connectionOf = (sql: SqlClient.SqlClient): Effect.Effect<TransactionConnection> =>
  Effect.flatMap(
    Effect.serviceOption(sql.transactionService),
    Option.match({
      onNone: () => Effect.die("There is no open transaction"),
      onSome: ([connection]) => lent(connection)
    })
  )

interface ReplicaPool {
  readonly pool: RolePool
  readonly opening: string
  readonly isFresh: () => boolean
}

/** Longer than any wait for other transactions' locks; then 503. */
const longestWait = "15 seconds"

const noneFree = new SqlError.SqlError({
  reason: new SqlError.ConnectionError({
    cause: new Error(`No connection to the database was free within ${longestWait}`),
    operation: "acquire"
  })
})

/**
 * A client whose transactions send BEGIN with their first statement, and statements without awaited results with the
 * next statement or the COMMIT. The pool's sessions are multiplexed, so that statements travel together, and borrowed
 * by one transaction at a time. With an `opening` each transaction starts with it, and so does each statement outside
 * of one, which is then a transaction.
 */
export const makeTransactionClient = Effect.fnUntraced(function* (
  pool: RolePool,
  spanAttributes: DatabaseAttributes,
  opening?: string,
  replica?: ReplicaPool
) {
  const use = yield* makePoolUse("transactions", pool.config.maxConnections ?? 10)
  const acquirePrimary = use
    .counted(
      Effect.map(pool.get, (session) => new TransactionConnection(session, opening)).pipe(
        Effect.timeoutOrElse({
          duration: longestWait,
          orElse: () => Effect.andThen(use.timedOut, Effect.fail(noneFree))
        })
      )
    )
    // Real time, like the connections.
    .pipe(Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()))
  // What only reads may do so elsewhere, while that is not too far behind and can be reached.
  const acquireReplica =
    replica === undefined
      ? acquirePrimary
      : replica.pool.get.pipe(
          Effect.map((session) => new TransactionConnection(session, replica.opening)),
          Effect.catch(() => acquirePrimary)
        )
  const acquirer =
    replica === undefined
      ? acquirePrimary
      : Effect.flatMap(ReadFrom, (from) => (from === "replica" && replica.isFresh() ? acquireReplica : acquirePrimary))
  const client = yield* SqlClient.make({
    driver: "@effect/sql-pg",
    acquirer,
    borrower: (use) => pool.use((session) => use(new TransactionConnection(session, opening))),
    compiler: PgClient.makeCompiler(),
    spanAttributes
  })
  const transaction = SqlClient.makeWithTransaction({
    transactionService: client.transactionService,
    spanAttributes,
    acquireConnection: (restore) => restore(acquirer),
    begin: (connection, statement) => Effect.flatMap(lent(connection), (own) => own.begin(statement)),
    commit: (connection) => Effect.flatMap(lent(connection), (own) => own.commit()),
    onCommitFailure: (connection) => Effect.flatMap(lent(connection), (own) => own.rollback()),
    rollback: (connection) => Effect.flatMap(lent(connection), (own) => own.rollback()),
    savepoint: (connection, id) => Effect.flatMap(lent(connection), (own) => own.savepoint(`svc_${id}`)),
    releaseSavepoint: (connection, id) => Effect.flatMap(lent(connection), (own) => own.releaseSavepoint(`svc_${id}`)),
    rollbackSavepoint: (connection, id) => Effect.flatMap(lent(connection), (own) => own.rollbackSavepoint(`svc_${id}`))
  })
  return Object.assign(client, {
    /** Nested, it is a savepoint, which ends when all its statements have results. */
    withTransaction: <A, E, R>(self: Effect.Effect<A, E, R>) =>
      Effect.flatMap(Effect.serviceOption(client.transactionService), (outer) =>
        transaction(
          Option.isNone(outer)
            ? self
            : Effect.tap(
                self,
                Effect.flatMap(connectionOf(client), (own) => own.settle())
              )
        )
      )
  })
})
