import type { DeliveryId } from "@svc/contract/kernel/ids"
import { Data, DateTime, Duration } from "effect"

/** How one attempt ended. Nothing that the other side sent is in it but the status. */
export type AttemptResult = Data.TaggedEnum<{
  Answered: { readonly status: number }
  /** The address is not one that may be called any more. */
  Refused: {}
  /** No complete answer; `reason` is a fixed sentence of ours. */
  Unanswered: { readonly reason: string }
}>
export const AttemptResult = Data.taggedEnum<AttemptResult>()

/** What a delivery becomes by an attempt. */
export interface Settlement {
  readonly status: "delivered" | "failed" | "dead"
  /** Attempts made, this one included. */
  readonly attempts: number
  readonly lastStatusCode: number | null
  readonly lastError: string | null
  readonly nextAttemptAt: DateTime.Utc | null
}

/** The waits between the attempts: one fewer than attempts (D1, Retry policy, 2). */
export const waits = ["1 minute", "5 minutes", "30 minutes", "2 hours", "8 hours", "24 hours"] as const

/** This many deliveries in a row given up pause the endpoint (D1, Retry policy, 6). */
export const pauseAfter = 25

/** In a sentence of ours: nothing that the other side sent is in it but the status. */
export const errorOf = (result: AttemptResult): string => {
  switch (result._tag) {
    case "Refused":
      return "The address is not a public one any more, so nothing was sent"
    case "Unanswered":
      return result.reason
    case "Answered":
      return result.status >= 300 && result.status < 400
        ? `The endpoint answered ${result.status}, a redirect; redirects are not followed`
        : `The endpoint answered ${result.status}`
  }
}

/** Only a 2xx means that the endpoint has taken it. */
export const arrived = (result: AttemptResult) =>
  result._tag === "Answered" && result.status >= 200 && result.status < 300

const isFinal = (result: AttemptResult) =>
  result._tag === "Refused" || (result._tag === "Answered" && result.status >= 300 && result.status < 400)

/**
 * D1, "Webhook delivery status": 2xx has arrived; a redirect or a refused address is given up at once; anything else
 * waits for the next attempt, counted from the moment of this one, and is given up after the seventh.
 */
export const settle = (attemptsBefore: number, attemptAt: DateTime.Utc, result: AttemptResult): Settlement => {
  const attempts = attemptsBefore + 1
  const lastStatusCode = result._tag === "Answered" ? result.status : null
  if (arrived(result)) {
    return { status: "delivered", attempts, lastStatusCode, lastError: null, nextAttemptAt: null }
  }
  const wait = isFinal(result) ? undefined : waits[attempts - 1]
  return {
    status: wait === undefined ? "dead" : "failed",
    attempts,
    lastStatusCode,
    lastError: errorOf(result),
    nextAttemptAt: wait === undefined ? null : DateTime.addDuration(attemptAt, Duration.fromInputUnsafe(wait))
  }
}

export interface DeadRun {
  readonly consecutiveDead: number
  /** Whether the run was ever long enough to pause the endpoint. */
  readonly reached: boolean
}

/** The run of given-up deliveries after some more, in the order in which they ended; one that arrived begins it anew. */
export const countDead = (consecutiveDead: number, ends: ReadonlyArray<Settlement["status"]>): DeadRun =>
  ends.reduce<DeadRun>(
    (run, end) => {
      if (end === "failed") return run
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
 * Of several attempts of one delivery the newest: a lease that ran out under an attempt of the same process makes two, and
 * the earlier one holds nothing any more. The order stays.
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
