import { Schema } from "effect"
import { CalendarDate, Timestamp } from "../kernel/dates.ts"
import { ChecklistItemId } from "../kernel/ids.ts"

/** A task of an offboarding (D3, "Checklist item"). */
export const ChecklistItem = Schema.Struct({
  id: ChecklistItemId,
  task: Schema.String,
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
