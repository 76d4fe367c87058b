import { PgClient, type PgConnection } from "@effect/sql-pg"
import { Effect } from "effect"
import { SqlClient, type SqlConnection } from "effect/sql"
import type { DatabaseAttributes } from "./place.ts"
import type { RolePool } from "./session.ts"

type Session = Pick<PgConnection.PgConnection, "query" | "queryValues" | "stream">

/** A borrowed session of the pool. */
class PipelinedConnection implements SqlConnection.Connection {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  execute(text: string, params: ReadonlyArray<unknown>) {
    return Effect.map(this.#session.query(text, params), ({ rows }) => rows)
  }

  executeUnprepared(text: string, params: ReadonlyArray<unknown>) {
    return Effect.map(this.#session.query(text, params, false), ({ rows }) => rows)
  }

  executeRaw(text: string, params: ReadonlyArray<unknown>) {
    return this.#session.query(text, params)
  }

  executeValues(text: string, params: ReadonlyArray<unknown>) {
    return this.#session.queryValues(text, params)
  }

  executeValuesUnprepared(text: string, params: ReadonlyArray<unknown>) {
    return this.#session.queryValues(text, params, false)
  }

  executeStream(text: string, params: ReadonlyArray<unknown>) {
    return this.#session.stream(text, params)
  }
}

/** Statement pipelining: a client for single statements, which share the few sessions of a multiplexed pool. */
export const makePipelinedClient = (pool: RolePool, spanAttributes: DatabaseAttributes) =>
  SqlClient.make({
    driver: "@effect/sql-pg",
    acquirer: Effect.map(pool.get, (session) => new PipelinedConnection(session)),
    borrower: (use) => pool.use((session) => use(new PipelinedConnection(session))),
    transactionAcquirer: Effect.map(pool.reserve, (session) => new PipelinedConnection(session)),
    compiler: PgClient.makeCompiler(),
    spanAttributes
  })
