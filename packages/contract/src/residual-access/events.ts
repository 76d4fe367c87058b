import { Schema } from "effect"
import { OffboardingId } from "../kernel/ids.ts"

/** A revoked account can be used; not offered to webhooks. */
export const ResidualAccessFound = Schema.TaggedStruct("residual_access.found", {
  offboardingId: OffboardingId,
  employeeName: Schema.String,
  /** The app by its name. */
  service: Schema.String,
  /** True where the run itself saw it, right after the app had accepted the removal. */
  at_once: Schema.optionalKey(Schema.Boolean)
})
