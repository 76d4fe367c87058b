import { Schema } from "effect"

/** A sync found people of whom somebody has to decide. Told to members, never to webhooks; it names nobody. */
export const HrisReviewWaiting = Schema.TaggedStruct("hris.review_waiting", {
  /** How many are new: of each it is told once. */
  items: Schema.Int
})
