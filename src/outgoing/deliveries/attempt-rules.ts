import type { SentOutcome } from "@svc/contract/kernel/event-selection"
import type { DeliveryId } from "@svc/contract/kernel/ids"
import { DateTime, Duration } from "effect"
import type { ClaimedRow, DeliveryPolicy } from "./policy.ts"
import type { AttemptResult } from "./sender.ts"

/** The result of an attempt for its delivery; `dead` is a dead letter. */
export interface Settlement {
  readonly status: "delivered" | "failed" | "dead" | "gone"
  /** Attempts so far, including this one. */
  readonly attempts: number
  readonly lastStatusCode: number | null
  readonly lastError: string | null
  readonly nextAttemptAt: DateTime.Utc | null
}

type Ladder = Pick<DeliveryPolicy<ClaimedRow>, "receiver" | "backoff" | "jitter" | "finalStatuses">

/** Our own sentence; the receiver's status is all it contains of the response. */
const errorOf = ({ receiver }: Pick<Ladder, "receiver">, result: AttemptResult): string => {
  switch (result._tag) {
    case "Refused":
      return "The URL no longer resolves to a public address, so nothing was sent"
    case "Gone":
      return "There is no longer anything to send"
    case "Unanswered":
      return result.reason
    case "Answered": {
      const { detail, status } = result
      if (detail !== undefined) return detail
      return status >= 300 && status < 400
        ? `The ${receiver} answered ${status}, a redirect. Redirects are not followed`
        : `The ${receiver} answered ${status}`
    }
  }
}

/** Only a 2xx counts as accepted, unless its body rejects the delivery. */
const arrived = (result: AttemptResult) =>
  result._tag === "Answered" && result.accepted !== false && result.status >= 200 && result.status < 300

/** For an attempt outside the queue, such as a test: success only if the receiver accepted it. */
export const outcomeOf = (policy: Pick<Ladder, "receiver">, result: AttemptResult): SentOutcome => {
  const error = errorOf(policy, result)
  if (result._tag !== "Answered") return { success: false, error }
  const { status } = result
  return arrived(result) ? { success: true, status } : { success: false, status, error }
}

const isFinal = ({ finalStatuses }: Ladder, result: AttemptResult) =>
  result._tag === "Refused" ||
  (result._tag === "Answered" &&
    ((result.status >= 300 && result.status < 400) || finalStatuses.includes(result.status)))

/**
 * A 2xx is delivered. A redirect, a refused address, or a final status is a dead letter immediately. Anything else is retried
 * with backoff, counted from this attempt, and is a dead letter after the last. `drawn`, from 0 to 1, is the random part of
 * the jitter.
 */
export const settle = (
  ladder: Ladder,
  { attemptAt, attemptsBefore }: { readonly attemptsBefore: number; readonly attemptAt: DateTime.Utc },
  result: AttemptResult,
  drawn: number
): Settlement => {
  const attempts = attemptsBefore + 1
  const lastStatusCode = result._tag === "Answered" ? result.status : null
  if (result._tag === "Gone") {
    return { status: "gone", attempts: attemptsBefore, lastStatusCode, lastError: null, nextAttemptAt: null }
  }
  if (arrived(result)) {
    return { status: "delivered", attempts, lastStatusCode, lastError: null, nextAttemptAt: null }
  }
  const wait = isFinal(ladder, result) ? undefined : ladder.backoff[attempts - 1]
  return {
    status: wait === undefined ? "dead" : "failed",
    attempts,
    lastStatusCode,
    lastError: errorOf(ladder, result),
    nextAttemptAt:
      wait === undefined
        ? null
        : DateTime.add(attemptAt, {
            milliseconds: Math.round(Duration.toMillis(Duration.fromInputUnsafe(wait)) * (1 + ladder.jitter * drawn))
          })
  }
}

interface DeadRun {
  readonly consecutiveDead: number
  /** Whether the run ever reached the limit that pauses the receiver. */
  readonly reached: boolean
}

/** Consecutive dead letters after further ends, in order; a delivery that succeeds resets the count. */
export const countDead = (
  pauseAfter: number,
  consecutiveDead: number,
  ends: ReadonlyArray<Settlement["status"]>
): DeadRun =>
  ends.reduce<DeadRun>(
    (run, end) => {
      if (end === "failed" || end === "gone") return run
      const next = end === "dead" ? run.consecutiveDead + 1 : 0
      return { consecutiveDead: next, reached: run.reached || next >= pauseAfter }
    },
    { consecutiveDead, reached: false }
  )

interface Attempt {
  readonly id: DeliveryId
  readonly attempt_at: DateTime.Utc
}

/**
 * The newest of several attempts of one delivery, in the given order. A lease that expired during an attempt of the same
 * process makes two, and the earlier one no longer owns the delivery.
 */
export const newestAttempts = <A extends Attempt>(attempts: ReadonlyArray<A>): ReadonlyArray<A> => {
  const newest = new Map<DeliveryId, A>()
  for (const attempt of attempts) {
    const known = newest.get(attempt.id)
    if (known === undefined || DateTime.isGreaterThan(attempt.attempt_at, known.attempt_at)) {
      newest.set(attempt.id, attempt)
    }
  }
  return attempts.filter((attempt) => newest.get(attempt.id) === attempt)
}
