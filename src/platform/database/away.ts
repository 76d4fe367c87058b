import { Cause, Effect, Predicate } from "effect"
import { SqlError } from "effect/sql"
import { innermostMessage } from "#platform/process/start-failed"

/**
 * Of what PostgreSQL says by SQLSTATE, what is about itself and not about the statement: out of disk, memory or
 * connections (53), shutting down, starting up or crashed (57P), input and output (58), a session that idled too long,
 * and a server that only reads since another one took its place.
 */
const awayStates = /^(?:53...|57P0.|58...|25P03|25P04|25006)$/

/** It is there and did not come to it: time-outs of a statement and of a lock, and what it undid again and again. */
const busyReasons: ReadonlySet<string> = new Set([
  "StatementTimeoutError",
  "LockTimeoutError",
  "DeadlockError",
  "SerializationError"
])

/** The SQLSTATE of what the database itself said; empty when it said nothing. */
export const stateOf = ({ cause }: SqlError.SqlErrorReason) =>
  Predicate.hasProperty(cause, "code") && Predicate.isString(cause.code) ? cause.code : ""

/** The operation of an error that says that a COMMIT was sent and not answered. */
export const unconfirmed = "commit"

/** Whether an error of the database says that it could not be reached, or went away in the middle. */
export const isAway = ({ reason }: SqlError.SqlError): boolean =>
  reason._tag === "ConnectionError" || reason.operation === "connect" || awayStates.test(stateOf(reason))

const isBusy = ({ reason }: SqlError.SqlError): boolean => busyReasons.has(reason._tag)

interface DatabaseAway {
  /** What the operating system or the database said itself. */
  readonly reason: string
  /** A COMMIT was sent and not answered: whether the change was made is not known. */
  readonly unconfirmed: boolean
}

/** The database's error in one that others put around it. */
const sqlErrorIn = (failure: unknown, depth = 4): SqlError.SqlError | undefined => {
  if (SqlError.isSqlError(failure)) return failure
  return depth > 0 && Predicate.hasProperty(failure, "cause") ? sqlErrorIn(failure.cause, depth - 1) : undefined
}

const firstOf = (cause: Cause.Cause<unknown>, is: (error: SqlError.SqlError) => boolean): DatabaseAway | undefined => {
  const errors = cause.reasons.flatMap((reason) => {
    const failure = Cause.isDieReason(reason) ? reason.defect : Cause.isFailReason(reason) ? reason.error : undefined
    const error = sqlErrorIn(failure)
    return error !== undefined && is(error) ? [error] : []
  })
  const [first] = errors
  return first === undefined
    ? undefined
    : {
        reason: innermostMessage(first) || "it cannot be reached",
        unconfirmed: errors.some(({ reason }) => reason.operation === unconfirmed)
      }
}

/**
 * Set when an operation failed because the database is down, which is neither the request's fault nor the service's.
 */
export const databaseAway = (cause: Cause.Cause<unknown>): DatabaseAway | undefined => firstOf(cause, isAway)

/** The same, or the database did not respond in time: a retry may succeed, so the response asks for one. */
export const databaseUnavailable = (cause: Cause.Cause<unknown>): DatabaseAway | undefined =>
  databaseAway(cause) ?? firstOf(cause, isBusy)

/** A transaction whose connection is lost dies of it, for it cannot be rolled back: this makes a failure of it. */
export const diedOfDatabase = <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError.SqlError, R> =>
  Effect.catchDefect(self, (defect) => (SqlError.isSqlError(defect) ? Effect.fail(defect) : Effect.die(defect)))
