import { Schema } from "effect"
import { CalendarDate, Timestamp } from "../kernel/dates.ts"
import { described } from "../kernel/described.ts"
import { ChecklistItemId, OffboardingId, UserId } from "../kernel/ids.ts"
import { UpTo } from "../kernel/paging.ts"
import { BoundedText, RequiredText, Text } from "../kernel/text.ts"

/** Links of a task, at most. */
export const maxLinks = 10

/** An absolute `https` URL. */
const LinkUrl = Text(2000).check(
  Schema.isPattern(/^https:\/\/[^\s/?#]\S*$/i, { message: "must be an https:// URL" }),
  Schema.makeFilter<string>((url) => (URL.canParse(url) ? undefined : "must be an https:// URL"), {
    toJsonSchema: () => ({})
  })
)

/** Where to find what the task needs. */
export const TaskLink = Schema.Struct({
  title: described(RequiredText(100), "What the link leads to", { example: "Handover guide" }),
  url: described(LinkUrl, "Absolute `https` URL", { example: "https://wiki.example.com/handover" })
}).annotate({ identifier: "TaskLink" })
export type TaskLink = typeof TaskLink.Type

/** Plain text; blank is stored as none. */
export const TaskDescription = Text(2000)

/** A task of an offboarding (tasks-1). */
export const ChecklistItem = Schema.Struct({
  id: ChecklistItemId,
  task: Schema.String,
  /** The member responsible for the task; null if unassigned. */
  owner_id: Schema.NullOr(UserId),
  owner_name: Schema.NullOr(Schema.String),
  description: Schema.NullOr(Schema.String),
  links: Schema.Array(TaskLink),
  /** Done, or marked not needed, which counts as done everywhere. */
  completed: Schema.Boolean,
  completed_at: Schema.NullOr(Timestamp),
  assigned_to: Schema.String,
  due_date: Schema.NullOr(CalendarDate),
  sla_hours: Schema.NullOr(Schema.Int),
  sla_deadline: Schema.NullOr(Timestamp),
  sla_breached: Schema.Boolean,
  not_needed_at: Schema.NullOr(Timestamp),
  not_needed_reason: Schema.NullOr(Schema.String)
}).annotate({ identifier: "ChecklistItem" })
export type ChecklistItem = typeof ChecklistItem.Type

/** What a task may follow: it completes itself from that record, and opens again with it. */
export const FollowedRecord = Schema.Literals(["revocation", "assets", "document"])
export type FollowedRecord = typeof FollowedRecord.Type

export const TaskText = RequiredText(500)

/** To whom a task falls, in free text; blank is stored as `HR`. */
export const Assignee = Text(100)

/** Blank or missing falls to HR (tasks-2). */
export const assigneeOf = (text: string | undefined): string => (text === undefined || text.trim() === "" ? "HR" : text)

export const SlaHours = Schema.Int.check(
  Schema.isBetween({ minimum: 1, maximum: 8760 }, { message: "must be a whole number from 1 to 8760" })
)

/** Fields that a task of a template does not have. */
const further = {
  owner_id: Schema.optionalKey(
    described(Schema.NullOr(UserId), "A member who can see the offboarding; null for unassigned")
  ),
  description: Schema.optionalKey(described(Schema.NullOr(TaskDescription), "Plain text; null or blank for none")),
  links: Schema.optionalKey(
    described(
      Schema.Array(TaskLink).check(Schema.isMaxLength(maxLinks, { message: `must have at most ${maxLinks} links` })),
      `All links of the task, at most ${maxLinks}`
    )
  )
}

export const AddTask = Schema.Struct({
  task: TaskText,
  assignedTo: Schema.optionalKey(Assignee),
  ...further
})
export type AddTask = typeof AddTask.Type

/** Why a case does not need a task. */
export const NotNeededReason = BoundedText(3, 500)

/** Omitted fields are unchanged. */
export const UpdateTask = Schema.Struct({
  completed: Schema.optionalKey(Schema.Boolean),
  notNeeded: Schema.optionalKey(Schema.Boolean),
  /** `NotNeededReason` when `notNeeded` is true; whatever it is otherwise, it is ignored. */
  reason: Schema.optionalKey(Schema.Json),
  task: Schema.optionalKey(TaskText),
  assigned_to: Schema.optionalKey(Assignee),
  due_date: Schema.optionalKey(Schema.NullOr(CalendarDate)),
  sla_hours: Schema.optionalKey(Schema.NullOr(SlaHours)),
  ...further
}).check(
  Schema.makeFilter((body) =>
    body.notNeeded === true && body.completed === false
      ? "notNeeded and completed contradict each other, because a task that is not needed counts as completed. Send only one of them"
      : undefined
  )
)
export type UpdateTask = typeof UpdateTask.Type

/** A task after a change (tasks-5, tasks-8). */
export const UpdatedTask = Schema.Struct({
  success: Schema.tag(true),
  completed: Schema.Boolean,
  slaHours: Schema.NullOr(Schema.Int),
  slaDeadline: Schema.NullOr(Timestamp),
  slaBreached: Schema.Boolean,
  notNeededAt: Schema.NullOr(Timestamp),
  notNeededReason: Schema.NullOr(Schema.String)
})
export type UpdatedTask = typeof UpdatedTask.Type

/** A task that was done already was ticked. */
export const UnchangedTask = Schema.Struct({
  success: Schema.tag(true),
  completed: Schema.tag(true),
  unchanged: Schema.tag(true)
})
export type UnchangedTask = typeof UnchangedTask.Type

/** How an open task stands to its deadline. */
export const SlaStatus = Schema.Literals(["breached", "at_risk", "on_track"])
export type SlaStatus = typeof SlaStatus.Type

/** The earliest deadlines, which are those that are missed first. */
export const ListSlaTasks = {
  limit: Schema.optionalKey(UpTo({ maximum: 200, description: "Maximum number of rows; default: all" }))
}

/** An open task with a deadline (tasks-13). */
export const SlaTask = Schema.Struct({
  id: ChecklistItemId,
  task: Schema.String,
  assignedTo: Schema.String,
  slaHours: Schema.Int,
  slaDeadline: Timestamp,
  slaBreached: Schema.Boolean,
  completed: Schema.Boolean,
  dueDate: Schema.NullOr(CalendarDate),
  createdAt: Timestamp,
  offboardingId: OffboardingId,
  employeeName: Schema.String,
  employeeDepartment: Schema.String,
  exitDate: CalendarDate,
  /** Hours since the deadline, to a tenth; 0 before it. */
  hoursOverdue: Schema.Finite,
  /** Hours until the deadline, to a tenth; 0 after it. */
  hoursRemaining: Schema.Finite,
  status: SlaStatus
}).annotate({ identifier: "SlaTask" })
export type SlaTask = typeof SlaTask.Type
