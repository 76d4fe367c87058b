import { Schema } from "effect"
import { OffboardingId } from "../kernel/ids.ts"
import { RevocationCounts, RevocationResult, RevocationTrigger } from "./schema.ts"

/** After every run; sent as `revocation.failed` where that is subscribed and an app was left. */
export const RevocationCompleted = Schema.TaggedStruct("revocation.completed", {
  offboardingId: OffboardingId,
  employeeName: Schema.String,
  source: RevocationTrigger,
  counts: RevocationCounts,
  results: Schema.Array(RevocationResult)
})
