import { Schema } from "effect"

/** A sync found people that a member must decide about. Sent to members, never to webhooks; it names no one. */
export const HrisReviewWaiting = Schema.TaggedStruct("hris.review_waiting", {
  /** Number of new ones: each is announced once. */
  items: Schema.Int
})
