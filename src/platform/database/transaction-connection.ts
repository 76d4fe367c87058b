import { Effect, Fiber, Stream } from "effect"
import { type SqlConnection, SqlError, type Statement } from "effect/sql"
import { isAway, unconfirmed } from "./away.ts"
import type { Query } from "./statement-batch.ts"
import type { WatchedSession } from "./watched-session.ts"

const plainBegin: Query = { text: "BEGIN", params: [], prepare: false }

/** Unknown outcome: the COMMIT may have arrived before the connection was lost, so the transaction must not be retried. */
const withUnknownOutcome = (error: SqlError.SqlError) =>
  isAway(error)
    ? new SqlError.SqlError({
        reason: new SqlError.ConnectionError({
          cause: error,
          message: "The connection was lost while the transaction was committed",
          operation: unconfirmed
        })
      })
    : error

/** An empty message, ignored by readers of the WAL; returns no column because its position is not needed. */
const flush = "SELECT FROM pg_logical_emit_message(true, 'svc-flush', '')"

/*
 * The connection of one transaction: lazy BEGIN, write batching, group commit. Statements without an awaited answer (`send`)
 * are buffered in this process and travel, in order and in one write, ahead of the next awaited statement or of the
 * COMMIT, together with BEGIN and the statement that sets the organization (`prepend`). In fields: Opened `#open`, Buffered also
 * `#used`, Begun also `#begun`; what is buffered is `#unsent`.
 *
 *            begin             send                  awaited statement: all unsent and this one, in one write
 *   Closed ---------> Opened ---------> Buffered -----------------------------------------------------------> Begun --.
 *     ^                 |                  |                                                                  |  ^     |
 *     |                 | commit,          | commit: one batch, atomic without BEGIN and COMMIT               |  `-----' send
 *     |                 | rollback:        | rollback: nothing is sent                                        |
 *     |                 | nothing is sent  |                    commit: one batch, unsent and COMMIT          |
 *     |                 |                  |                    rollback: ROLLBACK, unsent is dropped        |
 *     +-----------------+------------------+------------------------------------------------------------------+
 *
 * - A refused statement aborts the transaction. The next awaited statement fails with its error; if that is caught, the
 *   COMMIT returns ROLLBACK, which is a defect.
 * - A savepoint is two awaited statements. `settle` makes it end only after all its statements are answered; if it fails,
 *   its unsent statements are dropped.
 * - `flushBehindCommit` (group commit): the COMMIT is asynchronous, so it releases its locks before it is on disk; a WAL
 *   flush follows it in the same write, and success is returned after both (audit-4).
 * - A connection lost during COMMIT leaves the outcome unknown: the error says so, and the transaction is not retried.
 * `transaction-model.test.ts` compares this and the hooks of `db.ts` with a model.
 */

/** On a multiplexed session, borrowed for this transaction only. */
export class TransactionConnection implements SqlConnection.Connection {
  readonly #session: WatchedSession
  #unsent: Array<Query> = []
  /** There is more to send than BEGIN. */
  #used = false
  /** BEGIN has been sent. */
  #begun = false
  /** The COMMIT itself does not wait for the disk. */
  #flushBehind = false
  /** A transaction is open here, whether or not BEGIN has been sent. */
  #open = false
  /** First statements of each transaction on a shared session: its role and timeouts. */
  readonly #opening: string | undefined

  constructor(session: WatchedSession, opening: string | undefined) {
    this.#session = session
    this.#opening = opening
  }

  /** Sends nothing yet; a transaction without a statement never reaches the database. */
  begin(statement = "BEGIN"): Effect.Effect<void> {
    return Effect.sync(() => {
      this.#open = true
      if (statement === "BEGIN") this.#unsent.push(plainBegin)
      // Settings that must apply before the first query follow BEGIN.
      else for (const text of statement.split("; ")) this.#unsent.push({ text, params: [], prepare: false })
      if (this.#opening !== undefined) this.#unsent.push({ text: this.#opening, params: [], prepare: false })
    })
  }

  /** Goes ahead of the first statement, if there will be one. */
  prepend(statement: Statement.Statement<object>): void {
    this.#unsent.push(this.#compiled(statement))
  }

  /** Without awaiting the result: a refusal also refuses the statements after it and rolls the transaction back. */
  send(statement: Statement.Statement<object>): void {
    this.#used = true
    this.#unsent.push(this.#compiled(statement))
  }

  /** Group commit, for a transaction that has turned off `synchronous_commit` for itself. */
  flushBehindCommit(): void {
    this.#flushBehind = true
  }

  /** Waits until every sent statement has its result. */
  settle(): Effect.Effect<void, SqlError.SqlError> {
    return Effect.suspend(() =>
      this.#used && this.#unsent.length > 0 ? Effect.asVoid(this.#session.batch(this.#takeUnsent())) : Effect.void
    ).pipe(Effect.uninterruptible)
  }

  commit(): Effect.Effect<void, SqlError.SqlError> {
    return Effect.suspend(() => {
      if (!this.#used) return this.#forget()
      return Effect.flatMap(Effect.mapError(this.#committed(), withUnknownOutcome), (command) =>
        // The result of COMMIT on an aborted transaction: a caller has hidden a statement's refusal.
        command === "ROLLBACK" ? Effect.die("COMMIT rolled back an aborted transaction") : this.#forget()
      )
    }).pipe(Effect.uninterruptible)
  }

  rollback(): Effect.Effect<void, SqlError.SqlError> {
    return Effect.suspend(() =>
      this.#begun ? Effect.andThen(this.#session.query("ROLLBACK", []), this.#forget()) : this.#forget()
    )
  }

  savepoint(name: string): Effect.Effect<void, SqlError.SqlError> {
    return Effect.asVoid(this.#run(`SAVEPOINT ${name}`, []))
  }

  releaseSavepoint(name: string): Effect.Effect<void, SqlError.SqlError> {
    return Effect.asVoid(this.#run(`RELEASE SAVEPOINT ${name}`, []))
  }

  /** Drops the statements unsent since the savepoint. */
  rollbackSavepoint(name: string): Effect.Effect<void, SqlError.SqlError> {
    return Effect.suspend(() => {
      this.#unsent = []
      return Effect.asVoid(this.#run(`ROLLBACK TO SAVEPOINT ${name}`, []))
    })
  }

  execute(text: string, params: ReadonlyArray<unknown>) {
    return Effect.map(this.#run(text, params), ({ rows }) => rows)
  }

  executeUnprepared(text: string, params: ReadonlyArray<unknown>) {
    return Effect.map(this.#run(text, params, false), ({ rows }) => rows)
  }

  executeRaw(text: string, params: ReadonlyArray<unknown>) {
    return this.#run(text, params)
  }

  executeValues(text: string, params: ReadonlyArray<unknown>) {
    return this.#behindUnsent(this.#session.queryValues(text, params))
  }

  executeValuesUnprepared(text: string, params: ReadonlyArray<unknown>) {
    return this.#behindUnsent(this.#session.queryValues(text, params, false))
  }

  executeStream(text: string, params: ReadonlyArray<unknown>) {
    // On a shared session each transaction sets its role, so a stream outside one would have none.
    return this.#opening !== undefined && !this.#open
      ? Stream.die("A stream of a session that is shared needs a transaction")
      : Stream.unwrap(Effect.as(this.#run("SELECT", []), this.#session.stream(text, params)))
  }

  /** Prepared by name only in a private session: another session lacks the name, or uses it for another statement. */
  #compiled(statement: Statement.Statement<object>): Query {
    const [text, params] = statement.compile()
    return { text, params, prepare: this.#opening === undefined }
  }

  #committed(): Effect.Effect<string, SqlError.SqlError> {
    const batch = this.#session.batch(this.#lastOfAll())
    return this.#flushBehind ? this.#withFlush(batch) : batch
  }

  /** A batch is atomic, so a transaction that has not been sent yet needs no BEGIN and no COMMIT. */
  #lastOfAll(): ReadonlyArray<Query> {
    const [first, ...others] = this.#unsent
    if (this.#begun || this.#opening !== undefined || first !== plainBegin) {
      return [...this.#takeUnsent(), { text: "COMMIT", params: [], prepare: false }]
    }
    this.#unsent = []
    return others
  }

  /** A WAL message whose own COMMIT waits for the disk, and so for everything before it. */
  #withFlush(commit: Effect.Effect<string, SqlError.SqlError>) {
    return Effect.gen({ self: this }, function* () {
      const committed = yield* Effect.forkChild(commit, { startImmediately: true })
      const flushed = yield* Effect.exit(this.#session.query(flush, []))
      const answer = yield* Fiber.join(committed)
      yield* flushed
      return answer
    })
  }

  #forget(): Effect.Effect<void> {
    return Effect.sync(() => {
      this.#unsent = []
      this.#used = false
      this.#begun = false
      this.#flushBehind = false
      this.#open = false
    })
  }

  #run(text: string, params: ReadonlyArray<unknown>, prepare = true) {
    return this.#behindUnsent(this.#session.query(text, params, prepare))
  }

  #behindUnsent<A>(statement: Effect.Effect<A, SqlError.SqlError>): Effect.Effect<A, SqlError.SqlError> {
    return Effect.suspend(() => {
      if (this.#opening !== undefined && !this.#open) return inTransaction(this.#session, this.#opening, statement)
      this.#used = true
      return this.#unsent.length === 0 ? statement : this.#together(statement)
    })
  }

  /**
   * Sends the unsent statements and this one in one write, and awaits every result; the first refusal is the failure. What is
   * written cannot be recalled, so the wait is uninterruptible.
   */
  #together<A>(last: Effect.Effect<A, SqlError.SqlError>): Effect.Effect<A, SqlError.SqlError> {
    return inOneWrite(this.#session.batch(this.#takeUnsent()), last)
  }

  #takeUnsent(): ReadonlyArray<Query> {
    const unsent = this.#unsent
    this.#unsent = []
    this.#begun = true
    return unsent
  }
}

const inOneWrite = Effect.fnUntraced(function* <A>(
  ahead: Effect.Effect<unknown, SqlError.SqlError>,
  last: Effect.Effect<A, SqlError.SqlError>
) {
  // Started immediately, so it is queued when this returns; the session writes its queue when this fiber yields.
  const batch = yield* Effect.forkChild(ahead, { startImmediately: true })
  // Already done: it could not be queued. Nothing may be sent without it, least of all a COMMIT.
  if (batch.pollUnsafe() !== undefined) yield* Fiber.join(batch)
  const result = yield* Effect.exit(last)
  yield* Fiber.join(batch)
  return yield* result
}, Effect.uninterruptible)

/**
 * A single statement in its own transaction, in one write. If the statement is refused, the COMMIT rolls back; the first
 * refusal is the failure.
 */
const inTransaction = Effect.fnUntraced(function* <A>(
  session: WatchedSession,
  opening: string,
  statement: Effect.Effect<A, SqlError.SqlError>
) {
  const started = { startImmediately: true }
  const begun = yield* Effect.forkChild(session.query("BEGIN", [], false), started)
  const opened = yield* Effect.forkChild(session.query(opening, [], false), started)
  const answer = yield* Effect.forkChild(statement, started)
  const committed = yield* Effect.exit(session.query("COMMIT", [], false))
  yield* Fiber.join(begun)
  yield* Fiber.join(opened)
  const result = yield* Fiber.join(answer)
  yield* committed
  return result
}, Effect.uninterruptible)
