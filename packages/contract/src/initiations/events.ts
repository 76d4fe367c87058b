import { Schema } from "effect"
import { InitiationId, UserId } from "../kernel/ids.ts"

// Sent to members in the app and by email, never to webhooks; they name no one, so nothing of them need be erased.

/** An approval is pending: of a new request, of the next step, or of a delegated one. */
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
