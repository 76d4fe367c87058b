import { Schema } from "effect"
import { described } from "../kernel/described.ts"
import { OffboardingId } from "../kernel/ids.ts"

/** A change closed the last open task of an offboarding. */
export const ChecklistCompleted = Schema.TaggedStruct("checklist.completed", {
  offboardingId: described(OffboardingId, "The offboarding"),
  employeeName: described(Schema.String, "Name of the departing person", { example: "Ada Lovelace" }),
  source: described(Schema.Literals(["app", "linked", "it_ticket"]), "What completed the last task")
})

/** The deadline of an open task has passed; not offered to webhooks. */
export const ChecklistSlaBreached = Schema.TaggedStruct("checklist.sla_breached", {
  offboardingId: OffboardingId,
  employeeName: Schema.String,
  task: Schema.String,
  assignedTo: Schema.String
})
