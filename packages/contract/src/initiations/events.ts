import { Schema } from "effect"
import { InitiationId, UserId } from "../kernel/ids.ts"

// Told to members in the app and by mail, never to webhooks; they name nobody, so nothing of them is to be erased.

/** Somebody's approval is waited for: of a new initiation, of the next step, or of one handed over. */
export const InitiationWaiting = Schema.TaggedStruct("initiation.waiting", {
  initiationId: InitiationId,
  userIds: Schema.Array(UserId),
  delegated: Schema.Boolean
})

/** The submitter's initiation was approved or rejected. */
export const InitiationDecided = Schema.TaggedStruct("initiation.decided", {
  initiationId: InitiationId,
  userIds: Schema.Array(UserId),
  outcome: Schema.Literals(["approved", "rejected"])
})
