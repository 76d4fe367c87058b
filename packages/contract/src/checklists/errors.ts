import { Schema } from "effect"
import { Refusal } from "../kernel/refusal.ts"

/** Unknown, another organization's, or of a case outside the caller's record scope: one response. */
export class ChecklistItemNotFound extends Refusal<ChecklistItemNotFound>()("ChecklistItemNotFound", 404, {
  error: Schema.tag("Task not found")
}) {}

/** The task completes itself from a record that is not settled yet (tasks-9). */
export class LinkedItemOpen extends Refusal<LinkedItemOpen>()("LinkedItemOpen", 409, {
  error: Schema.tag(
    "This task is linked to a record that is still open, and completes automatically with it. Complete that record first, or mark the task as not needed"
  ),
  code: Schema.tag("linked_item_open")
}) {}

/** Deleting a task that is still open is an Admin's decision. */
export class OpenTaskDelete extends Refusal<OpenTaskDelete>()("OpenTaskDelete", 403, {
  error: Schema.tag(
    "This task is open, and only a Super Admin or an Admin can delete an open task. Complete it first, or mark it as not needed"
  ),
  code: Schema.tag("open_task_delete")
}) {}

/** `notNeeded: true` without a reason, or with one of another length. */
export class NotNeededReasonRequired extends Refusal<NotNeededReasonRequired>()("NotNeededReasonRequired", 400, {
  error: Schema.tag("reason: explain in 3 to 500 characters why the task is not needed"),
  code: Schema.tag("reason_required")
}) {}

/** No member with this id, or one who cannot see the offboarding of the task: one response. */
export class TaskOwnerUnknown extends Refusal<TaskOwnerUnknown>()("TaskOwnerUnknown", 400, {
  error: Schema.tag(
    "owner_id: this member does not exist or cannot see the offboarding of this task. Choose another member"
  ),
  code: Schema.tag("task_owner_unknown")
}) {}
