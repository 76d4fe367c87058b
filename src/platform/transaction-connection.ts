import type { PgConnection } from "@effect/sql-pg"
import { Effect, Exit, Fiber, Stream } from "effect"
import type { SqlConnection, SqlError, Statement } from "effect/sql"

interface Query {
  readonly text: string
  readonly params: ReadonlyArray<unknown>
  readonly prepare: boolean
}

const control = (text: string): Query => ({ text, params: [], prepare: false })

/**
 * The connection of one transaction, on a multiplexed session that nobody shares. What is given to `send` waits in
 * this process and travels, in order and in one write, ahead of the next statement that somebody waits for, or of the
 * COMMIT. So do BEGIN and whatever names the organisation.
 */
export class TransactionConnection implements SqlConnection.Connection {
  readonly #session: PgConnection.PgConnection
  #state: "idle" | "announced" | "open" = "idle"
  #unsent: Array<Query> = []

  constructor(session: PgConnection.PgConnection) {
    this.#session = session
  }

  /** Sends nothing yet; a transaction without a statement never reaches the database. */
  readonly begin = (statement = "BEGIN"): Effect.Effect<void> =>
    Effect.sync(() => {
      this.#state = "announced"
      this.#unsent.push(control(statement))
    })

  /** Ahead of the first statement, if there will be one. */
  readonly prepend = (statement: Statement.Statement<object>): Effect.Effect<void> =>
    Effect.sync(() => void this.#unsent.push(compiled(statement)))

  /** Nobody waits for its answer: when it is refused, so is what travels behind it, and the transaction is undone. */
  readonly send = (statement: Statement.Statement<object>): Effect.Effect<void> =>
    Effect.sync(() => {
      this.#state = "open"
      this.#unsent.push(compiled(statement))
    })

  /** Waits until all that was sent has been answered. */
  readonly settle: Effect.Effect<void, SqlError.SqlError> = Effect.suspend(() =>
    this.#state === "open" ? this.#sendAll : Effect.void
  )

  readonly commit: Effect.Effect<void, SqlError.SqlError> = Effect.suspend(() => {
    if (this.#state !== "open") return this.#forget
    return Effect.flatMap(this.#together(this.#session.query("COMMIT", [])), ({ command }) =>
      // An aborted transaction answers a COMMIT so; the refused statement has been reported by then.
      command === "ROLLBACK" ? Effect.die("COMMIT rolled back an aborted transaction") : this.#forget
    )
  })

  readonly rollback: Effect.Effect<void, SqlError.SqlError> = Effect.suspend(() =>
    this.#state === "open" ? Effect.andThen(this.#forget, this.#session.query("ROLLBACK", [])) : this.#forget
  ).pipe(Effect.asVoid)

  readonly savepoint = (name: string) => Effect.asVoid(this.#run(`SAVEPOINT ${name}`, []))

  readonly releaseSavepoint = (name: string) => Effect.asVoid(this.#run(`RELEASE SAVEPOINT ${name}`, []))

  /** What was to be sent since the savepoint is not. */
  readonly rollbackSavepoint = (name: string) =>
    Effect.suspend(() => {
      this.#unsent = []
      return Effect.asVoid(this.#run(`ROLLBACK TO SAVEPOINT ${name}`, []))
    })

  readonly execute = (text: string, params: ReadonlyArray<unknown>) =>
    Effect.map(this.#run(text, params), ({ rows }) => rows)

  readonly executeUnprepared = (text: string, params: ReadonlyArray<unknown>) =>
    Effect.map(this.#run(text, params, false), ({ rows }) => rows)

  readonly executeRaw = (text: string, params: ReadonlyArray<unknown>) => this.#run(text, params)

  readonly executeValues = (text: string, params: ReadonlyArray<unknown>) => this.#values(text, params, true)

  readonly executeValuesUnprepared = (text: string, params: ReadonlyArray<unknown>) => this.#values(text, params, false)

  readonly executeStream = (text: string, params: ReadonlyArray<unknown>) =>
    Stream.unwrap(Effect.as(this.#sendAll, this.#session.stream(text, params)))

  readonly #forget = Effect.sync(() => {
    this.#state = "idle"
    this.#unsent = []
  })

  readonly #sendAll: Effect.Effect<void, SqlError.SqlError> = Effect.suspend(() => {
    this.#state = "open"
    const last = this.#unsent.pop()
    return last === undefined ? Effect.void : Effect.asVoid(this.#together(this.#query(last)))
  })

  readonly #query = ({ params, prepare, text }: Query) => this.#session.query(text, params, prepare)

  readonly #run = (text: string, params: ReadonlyArray<unknown>, prepare = true) =>
    Effect.suspend(() => this.#behindUnsent(this.#session.query(text, params, prepare)))

  readonly #values = (text: string, params: ReadonlyArray<unknown>, prepare: boolean) =>
    Effect.suspend(() => this.#behindUnsent(this.#session.queryValues(text, params, prepare)))

  readonly #behindUnsent = <A>(statement: Effect.Effect<A, SqlError.SqlError>) => {
    this.#state = "open"
    return this.#unsent.length === 0 ? statement : this.#together(statement)
  }

  /**
   * The unsent statements and this one in one write. Waits for every answer; the first refusal is the failure, for it
   * undid the rest. What is written cannot be called back, so neither can the wait.
   */
  #together<A>(last: Effect.Effect<A, SqlError.SqlError>): Effect.Effect<A, SqlError.SqlError> {
    const ahead = this.#unsent
    this.#unsent = []
    const query = this.#query
    return Effect.gen(function* () {
      const answers: Array<Fiber.Fiber<unknown, SqlError.SqlError>> = []
      let written = true
      for (const unsent of ahead) {
        const answer = yield* Effect.forkChild(query(unsent), { startImmediately: true })
        answers.push(answer)
        // Answered already: it could not be written. Nothing may go ahead without it, least of all a COMMIT.
        written = answer.pollUnsafe() === undefined
        if (!written) break
      }
      const result = yield* Effect.exit(written ? last : Effect.die("A statement could not be written"))
      for (const exit of yield* Fiber.awaitAll(answers)) {
        if (Exit.isFailure(exit)) return yield* Effect.failCause(exit.cause)
      }
      return yield* result
    }).pipe(
      Effect.uninterruptible,
      Effect.withSpan("sql.pipeline", { attributes: { "db.operation.batch.size": ahead.length + 1 } })
    )
  }
}

const compiled = (statement: Statement.Statement<object>): Query => {
  const [text, params] = statement.compile()
  return { text, params, prepare: true }
}
