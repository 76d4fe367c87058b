import { Cause, Predicate } from "effect"
import { SqlError } from "effect/sql"
import { innermostMessage } from "#platform/process/start-failed"

/**
 * It is shutting down, was told to end the session, crashed, is starting up, takes no more connections, or takes no writes,
 * as a primary that a standby has followed.
 */
const awayStates: ReadonlySet<unknown> = new Set(["57P01", "57P02", "57P03", "53300", "25006"])

const stateOf = ({ cause }: SqlError.SqlErrorReason) => (Predicate.hasProperty(cause, "code") ? cause.code : undefined)

/** The operation of an error that says that a COMMIT was sent and not answered. */
export const unconfirmed = "commit"

/** Whether an error of the database says that it could not be reached, or went away in the middle. */
export const isAway = ({ reason }: SqlError.SqlError): boolean =>
  reason._tag === "ConnectionError" || reason.operation === "connect" || awayStates.has(stateOf(reason))

interface DatabaseAway {
  /** What the operating system or the database said itself. */
  readonly reason: string
  /** A COMMIT was sent and not answered: whether the change was made is not known. */
  readonly unconfirmed: boolean
}

/** Set when something failed for want of the database, which is no fault of the request or of the service. */
export const databaseAway = (cause: Cause.Cause<unknown>): DatabaseAway | undefined => {
  const errors = cause.reasons.flatMap((reason) => {
    const failure = Cause.isDieReason(reason) ? reason.defect : Cause.isFailReason(reason) ? reason.error : undefined
    return SqlError.isSqlError(failure) && isAway(failure) ? [failure] : []
  })
  const [first] = errors
  return first === undefined
    ? undefined
    : {
        reason: innermostMessage(first) || "it cannot be reached",
        unconfirmed: errors.some(({ reason }) => reason.operation === unconfirmed)
      }
}
