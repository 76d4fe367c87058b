import { Schema } from "effect"
import { OffboardingId } from "../kernel/ids.ts"

/** A change closed the last open task of an offboarding. */
export const ChecklistCompleted = Schema.TaggedStruct("checklist.completed", {
  offboardingId: OffboardingId,
  employeeName: Schema.String,
  source: Schema.Literals(["app", "linked", "it_ticket"])
})
