import { Data, type DateTime, type Effect } from "effect"

/** How one attempt ended. Nothing that the other side sent is in it but the status. */
export type AttemptResult = Data.TaggedEnum<{
  /**
   * `accepted: false`: whatever the status, the receiver has not accepted the delivery. `detail` is our own sentence
   * with the reason, without the period, if the status alone does not say it.
   */
  Answered: { readonly status: number; readonly accepted?: boolean; readonly detail?: string }
  /** The address may no longer be called. */
  Refused: {}
  /** No complete response; `reason` is a fixed sentence of the service. */
  Unanswered: { readonly reason: string }
  /** There is nothing left to send: the delivery is removed, and counts as dropped. */
  Gone: {}
}>
export const AttemptResult = Data.taggedEnum<AttemptResult>()

/** A delivery that this process holds, at the moment of its attempt. */
export type Claimed<Row> = Row & { readonly attempt_at: DateTime.Utc }

/** What a domain sends, and how. */
export interface DeliverySender<Row> {
  /**
   * Reads in one batch what the attempts of a claim need, and returns how to make each. Neither fails; a defect counts
   * as an attempt that failed because of this service (outgoing-14).
   */
  prepare(claimed: ReadonlyArray<Claimed<Row>>): Effect.Effect<(delivery: Claimed<Row>) => Effect.Effect<AttemptResult>>
}
