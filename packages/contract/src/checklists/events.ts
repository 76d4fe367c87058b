import { Schema } from "effect"
import { CalendarDate } from "../kernel/dates.ts"
import { described } from "../kernel/described.ts"
import { OffboardingId, UserId } from "../kernel/ids.ts"

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

const owned = {
  offboardingId: OffboardingId,
  employeeName: Schema.String,
  ownerId: UserId,
  task: Schema.String
}

/** A member was made the owner of a task by another one; not offered to webhooks. */
export const TaskAssigned = Schema.TaggedStruct("task.assigned", { ...owned, dueDate: Schema.NullOr(CalendarDate) })

/** An open task is due today, which its owner is reminded of once; not offered to webhooks. */
export const TaskDue = Schema.TaggedStruct("task.due", { ...owned, dueDate: CalendarDate })
