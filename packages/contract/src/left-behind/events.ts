import { Schema } from "effect"
import { OffboardingId, UserId } from "../kernel/ids.ts"

/** A scan found what blocks an app's revocation; not offered to webhooks. */
export const LeftBehindStops = Schema.TaggedStruct("left_behind.stops_the_cut", {
  offboardingId: OffboardingId,
  employeeName: Schema.String,
  /** The app by its name. */
  service: Schema.String
})

/** A new owner was named and has not accepted; not offered to webhooks. */
export const LeftBehindOffered = Schema.TaggedStruct("left_behind.offered", {
  offboardingId: OffboardingId,
  employeeName: Schema.String,
  /** The app by its name. */
  service: Schema.String,
  /** The new owner, as the member that they are. */
  userIds: Schema.Array(UserId)
})
