import { Schema } from "effect"
import { described } from "../kernel/described.ts"
import { OffboardingId } from "../kernel/ids.ts"
import { RevocationCounts, RevocationResult, RevocationTrigger } from "./schema.ts"

/** After every run; sent as `revocation.failed` where that is subscribed and an app was left. */
export const RevocationCompleted = Schema.TaggedStruct("revocation.completed", {
  offboardingId: described(OffboardingId, "The offboarding"),
  employeeName: described(Schema.String, "Who leaves", { example: "Ada Lovelace" }),
  source: described(
    RevocationTrigger,
    "By hand, or when access ends: at the end of the last day unless the case names a moment"
  ),
  counts: RevocationCounts,
  results: described(Schema.Array(RevocationResult), "One per app")
})
