import { Schema } from "effect"
import { OffboardingId, UserId } from "../kernel/ids.ts"

/** A look found what stops the cut of an app; nobody outside subscribes to it. */
export const LeftBehindStops = Schema.TaggedStruct("left_behind.stops_the_cut", {
  offboardingId: OffboardingId,
  employeeName: Schema.String,
  /** The app by its name. */
  service: Schema.String
})

/** Somebody was named who takes over and has not said yes; nobody outside subscribes to it. */
export const LeftBehindOffered = Schema.TaggedStruct("left_behind.offered", {
  offboardingId: OffboardingId,
  employeeName: Schema.String,
  /** The app by its name. */
  service: Schema.String,
  /** The new owner, as the member that they are. */
  userIds: Schema.Array(UserId)
})
