import { OrgId } from "@svc/contract/kernel/ids"
import { Effect, Schema } from "effect"
import { type SqlClient, type SqlError, SqlSchema, type Statement } from "effect/sql"
import { Transaction } from "./db.ts"

/** A `timestamptz` as the driver has it. */
export const Instant = Schema.DateTimeUtcFromDate

interface Command<Request extends Schema.Constraint, E, R> {
  readonly Request: Request
  /** The statement, given what is asked as the database takes it. */
  readonly execute: (request: Request["Encoded"]) => Effect.Effect<ReadonlyArray<unknown>, E, R>
}

interface Query<Request extends Schema.Constraint, Result extends Schema.Constraint, E, R> extends Command<
  Request,
  E,
  R
> {
  readonly Result: Result
}

/** In the caller's transaction; a refusal of the database, and a row that contradicts the schema, are defects. */
const within =
  <Request, A, E, R>(query: (request: Request) => Effect.Effect<A, E, R>) =>
  (request: Request): Effect.Effect<A, never, R | Transaction> =>
    Transaction.use(() => Effect.orDie(query(request)))

/** The row that there must be: none is a defect. */
export const one = <Request extends Schema.Constraint, Result extends Schema.Constraint, E, R>(
  query: Query<Request, Result, E, R>
) => within(SqlSchema.findOne(query))

/** The first row, if there is one. */
export const maybe = <Request extends Schema.Constraint, Result extends Schema.Constraint, E, R>(
  query: Query<Request, Result, E, R>
) => within(SqlSchema.findOneOption(query))

/** All rows, in the statement's order. */
export const all = <Request extends Schema.Constraint, Result extends Schema.Constraint, E, R>(
  query: Query<Request, Result, E, R>
) => within(SqlSchema.findAll(query))

/** The organizations that the statement returns (`SELECT DISTINCT org_id … WHERE org_id = ANY(…)`). */
export const organisations = <E, R>(
  execute: (orgIds: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<unknown>, E, R>
) => {
  const rows = all({ Request: Schema.Array(OrgId), Result: Schema.Struct({ org_id: OrgId }), execute })
  return (orgIds: ReadonlyArray<OrgId>): Effect.Effect<ReadonlySet<OrgId>, never, R | Transaction> =>
    Effect.map(rows(orgIds), (found) => new Set(found.map(({ org_id }) => org_id)))
}

/** For its effect; rows are ignored. */
export const run = <Request extends Schema.Constraint, E, R>(command: Command<Request, E, R>) =>
  within(SqlSchema.void(command))

/** Whether it answers a row: what it looks for is there, or what it changes (`RETURNING 1`) was changed. */
export const exists = <Request extends Schema.Constraint, E, R>({ Request, execute }: Command<Request, E, R>) => {
  const rows = SqlSchema.findAll({ Request, Result: Schema.Unknown, execute })
  return within((request: Request["Type"]) => Effect.map(rows(request), (found) => found.length > 0))
}

/**
 * Whether it was done: false when another row has what one of these unique indexes guards. It is a savepoint: a refused
 * statement alone would end the transaction.
 */
export const unlessTaken = <Request extends Schema.Constraint, R>(
  sql: SqlClient.SqlClient,
  indexes: string | ReadonlyArray<string>,
  command: Command<Request, SqlError.SqlError, R>
) => {
  const attempt = SqlSchema.void(command)
  const known = [indexes].flat()
  return within((request: Request["Type"]) =>
    Effect.as(attempt(request), true).pipe(
      sql.withTransaction,
      Effect.catchReason("SqlError", "UniqueViolation", (reason, error) =>
        known.includes(reason.constraint) ? Effect.succeed(false) : Effect.die(error)
      )
    )
  )
}

/** A statement without anything to decode, for what it does. */
export const perform = (statement: Statement.Statement<object>): Effect.Effect<void, never, Transaction> =>
  Transaction.use(() => Effect.asVoid(Effect.orDie(statement)))

/** A statement that travels with the next one, or with the COMMIT, and is not waited for (`Transaction.send`). */
export const send = (statement: Statement.Statement<object>): Effect.Effect<void, never, Transaction> =>
  Transaction.use((transaction) => transaction.send(statement))

/** Whether a statement answers a row: what it looks for is there, or what it changes (`RETURNING 1`) was changed. */
export const anyRow = <E>(
  statement: Effect.Effect<ReadonlyArray<unknown>, E>
): Effect.Effect<boolean, never, Transaction> =>
  Transaction.use(() => Effect.map(Effect.orDie(statement), ({ length }) => length > 0))
