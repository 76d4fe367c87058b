import { Data, type DateTime, type Effect } from "effect"

/** How one attempt ended. Nothing that the other side sent is in it but the status. */
export type AttemptResult = Data.TaggedEnum<{
  /**
   * `accepted: false`: whatever the status, the receiver has not taken the delivery. `detail` is a sentence of ours that
   * tells why, without the full stop, where the status alone does not.
   */
  Answered: { readonly status: number; readonly accepted?: boolean; readonly detail?: string }
  /** The address is not one that may be called any more. */
  Refused: {}
  /** No complete answer; `reason` is a fixed sentence of ours. */
  Unanswered: { readonly reason: string }
  /** There is nothing to send any more: the delivery is removed, and counts as dropped. */
  Gone: {}
}>
export const AttemptResult = Data.taggedEnum<AttemptResult>()

/** A delivery that this process holds, at the moment of its attempt. */
export type Claimed<Row> = Row & { readonly attempt_at: DateTime.Utc }

/** What a domain sends, and how. */
export interface DeliverySender<Row> {
  /**
   * Reads at once what the attempts of one claim need, and answers how each of them is made. Neither fails; a defect
   * counts as an attempt that failed because of this service (outgoing-14).
   */
  prepare(claimed: ReadonlyArray<Claimed<Row>>): Effect.Effect<(delivery: Claimed<Row>) => Effect.Effect<AttemptResult>>
}
