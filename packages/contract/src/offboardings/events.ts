import { Schema } from "effect"
import { described } from "../kernel/described.ts"
import { OffboardingId, UserId } from "../kernel/ids.ts"
import { OffboardingSource, OffboardingStatus, StageChangeSource } from "./schema.ts"

/** One per offboarding, by whatever route it is created. */
export const OffboardingCreated = Schema.TaggedStruct("offboarding.created", {
  offboardingId: described(OffboardingId, "The offboarding"),
  employeeName: described(Schema.String, "Name of the departing person", { example: "Ada Lovelace" }),
  source: described(OffboardingSource, "How it was created", { example: "api" })
})

/** One per effective change of status; sent as `offboarding.completed` where that is subscribed and true. */
export const OffboardingStageChanged = Schema.TaggedStruct("offboarding.stage_changed", {
  offboardingId: described(OffboardingId, "The offboarding"),
  employeeName: described(Schema.String, "Name of the departing person", { example: "Ada Lovelace" }),
  status: described(OffboardingStatus, "The stage now", { example: "completed" }),
  previousStatus: described(OffboardingStatus, "The stage before", { example: "asset_recovery" }),
  source: described(StageChangeSource, "What changed it", { example: "api" })
})

/** Names no one: the record is gone. */
export const OffboardingDeleted = Schema.TaggedStruct("offboarding.deleted", {
  offboardingId: described(OffboardingId, "The offboarding"),
  source: described(Schema.Literals(["app", "bulk", "retention"]), "How it was deleted")
})

/** Several were created in one request; each has its own `offboarding.created` besides. Members are notified once. */
export const OffboardingsImported = Schema.TaggedStruct("offboardings.imported", {
  source: Schema.Literals(["csv", "bulk"]),
  /** At most as many as a request takes. */
  offboardingIds: Schema.Array(OffboardingId)
})

const OneMoved = Schema.Struct({
  offboardingId: OffboardingId,
  status: OffboardingStatus,
  previousStatus: OffboardingStatus,
  source: StageChangeSource
})

/** Settings moved these in one run; each has its own `offboarding.stage_changed` besides. Members are notified once. */
export const OffboardingsMoved = Schema.TaggedStruct("offboardings.moved", {
  /** At most 2,000. */
  moves: Schema.Array(OneMoved)
})

/** A member was made the owner of these by another one. The new owner is notified once, and webhooks are not. */
export const OffboardingsAssigned = Schema.TaggedStruct("offboardings.assigned", {
  ownerId: UserId,
  /** At most as many as a request takes. */
  offboardingIds: Schema.Array(OffboardingId)
})
