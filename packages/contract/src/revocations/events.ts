import { Schema } from "effect"
import { described } from "../kernel/described.ts"
import { OffboardingId } from "../kernel/ids.ts"
import { RevocationCounts, RevocationResult, RevocationTrigger } from "./schema.ts"

/** After every run; sent as `revocation.failed` where that is subscribed and an app was left. */
export const RevocationCompleted = Schema.TaggedStruct("revocation.completed", {
  offboardingId: described(OffboardingId, "The offboarding"),
  employeeName: described(Schema.String, "Name of the departing person", { example: "Ada Lovelace" }),
  source: described(
    RevocationTrigger,
    "Started by a member, or when access ends: at the end of the last day unless the offboarding sets a moment"
  ),
  counts: RevocationCounts,
  results: described(Schema.Array(RevocationResult), "One per app")
})

/** A case by API key whose access has ended, beyond the day's number: an administrator starts its run. */
export const RevocationWaiting = Schema.TaggedStruct("revocation.waiting", {
  offboardingId: OffboardingId,
  employeeName: Schema.String
})

/** What a run means for the automatic retries of its apps. */
export const RunRetries = Schema.Struct({
  /** Which of the retries the run was; 0 for a run that was none. */
  number: Schema.Int,
  /** Apps that are retried. */
  again: Schema.Int,
  /** When the first of them is, in ISO 8601; null without any. */
  next_try_at: Schema.NullOr(Schema.String),
  /** Failed apps that are not retried. */
  given_up: Schema.Int
})
export type RunRetries = typeof RunRetries.Type

/** The same as the service tells itself: it notifies people of the first failure and of the last, not of each retry. */
export const RevocationEnded = Schema.Struct({
  ...RevocationCompleted.fields,
  retries: Schema.optionalKey(RunRetries)
})
