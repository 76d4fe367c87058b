import type { RevocationOutcome } from "@svc/contract/revocations/schema"
import { DateTime, type Duration } from "effect"

/** Backoff schedule of an app whose run failed, each counted from the end of the run before. */
const backoff: ReadonlyArray<Duration.Input> = [
  "1 minute",
  "5 minutes",
  "30 minutes",
  "2 hours",
  "6 hours",
  "12 hours",
  "24 hours"
]

export const maxRetries = backoff.length

/** What a run that ended means for the retries of one of its apps. */
type AfterRun =
  | { readonly _tag: "Again"; readonly at: DateTime.Utc }
  /** Out of retries, or a retry met something that needs a person. */
  | { readonly _tag: "GivenUp" }
  /** Done, or never to be retried. */
  | { readonly _tag: "Over" }

/** `retry`: which of the retries the run was, 0 for a run that was none. */
export const afterRun = (
  { outcome, transient }: { readonly outcome: RevocationOutcome; readonly transient: boolean },
  retry: number,
  now: DateTime.Utc
): AfterRun => {
  if (outcome === "revoked" || outcome === "skipped") return { _tag: "Over" }
  const wait = transient ? backoff[retry] : undefined
  if (wait !== undefined) return { _tag: "Again", at: DateTime.addDuration(now, wait) }
  return retry > 0 ? { _tag: "GivenUp" } : { _tag: "Over" }
}

/** The apps of the next retry of a case: those due that had equally many, the longest due first. */
export const dueTogether = <Row extends { readonly attempts: number; readonly next_attempt_at: DateTime.Utc }>(
  due: ReadonlyArray<Row>
): ReadonlyArray<Row> => {
  const [first] = due.toSorted((a, b) => a.next_attempt_at.epochMilliseconds - b.next_attempt_at.epochMilliseconds)
  return first === undefined ? [] : due.filter(({ attempts }) => attempts === first.attempts)
}

/** Why a retry is, as the audit log says it first. */
export const retryOccasion = (retry: number): string => `Automatic retry ${retry} of ${maxRetries}`
