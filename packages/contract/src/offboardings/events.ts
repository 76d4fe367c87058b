import { Schema } from "effect"
import { OffboardingId } from "../kernel/ids.ts"
import { OffboardingSource, OffboardingStatus, StageChangeSource } from "./schema.ts"

/** One per offboarding, by whatever route it is created. */
export const OffboardingCreated = Schema.TaggedStruct("offboarding.created", {
  offboardingId: OffboardingId,
  employeeName: Schema.String,
  source: OffboardingSource
})

/** One per effective change of status; sent as `offboarding.completed` where that is subscribed and true. */
export const OffboardingStageChanged = Schema.TaggedStruct("offboarding.stage_changed", {
  offboardingId: OffboardingId,
  employeeName: Schema.String,
  status: OffboardingStatus,
  previousStatus: OffboardingStatus,
  source: StageChangeSource
})

/** Names nobody: the record is gone. */
export const OffboardingDeleted = Schema.TaggedStruct("offboarding.deleted", {
  offboardingId: OffboardingId,
  source: Schema.Literals(["app", "bulk", "retention"])
})
