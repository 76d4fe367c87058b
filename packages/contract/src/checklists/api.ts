import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { CaseCompleted, LegalHoldInForce, PermissionDenied, ReasonRequired } from "../kernel/errors.ts"
import { ChecklistItemId, OffboardingId } from "../kernel/ids.ts"
import { ReasonBody, ReasonQuery } from "../kernel/reasons.ts"
import { group, route } from "../kernel/route.ts"
import { OffboardingCancelled, OffboardingNotFound } from "../offboardings/errors.ts"
import {
  ChecklistItemNotFound,
  LinkedItemOpen,
  NotNeededReasonRequired,
  OpenTaskDelete,
  TaskOwnerUnknown
} from "./errors.ts"
import { AddTask, ChecklistItem, ListSlaTasks, SlaTask, UnchangedTask, UpdatedTask, UpdateTask } from "./schema.ts"

const manage = { anyPermission: ["offboardings_edit", "checklists_manage"] } as const

const item = { itemId: described(ChecklistItemId, "The task") }

/** Tasks of an offboarding (tasks-1 to tasks-14). */
export class ChecklistsApi extends HttpApiGroup.make("checklists")
  .add(
    HttpApiEndpoint.get("slaBreaches", "/sla-breaches", {
      query: ListSlaTasks,
      success: Schema.Array(SlaTask)
    }).annotateMerge(
      route(
        { permission: "offboardings_view" },
        "List tasks with a deadline",
        "Open tasks with a deadline in open offboardings that the caller sees, earliest deadline first: " +
          "`breached` after the deadline, `at_risk` with less than 25% of its hours left, else `on_track`."
      )
    ),
    HttpApiEndpoint.post("add", "/:id/checklist", {
      params: { id: described(OffboardingId, "The offboarding") },
      payload: AddTask,
      success: ChecklistItem.pipe(HttpApiSchema.status(201)),
      error: [TaskOwnerUnknown, OffboardingNotFound, CaseCompleted, OffboardingCancelled]
    }).annotateMerge(
      route(
        manage,
        "Add a task",
        "Added at the end of the checklist. Default for `assignedTo`: `HR`. `owner_id`, `description` and `links` are " +
          "optional; another member who becomes the owner is notified."
      )
    ),
    HttpApiEndpoint.patch("update", "/checklist/:itemId", {
      params: item,
      payload: UpdateTask,
      success: [UpdatedTask, UnchangedTask],
      error: [
        NotNeededReasonRequired,
        TaskOwnerUnknown,
        PermissionDenied,
        ChecklistItemNotFound,
        CaseCompleted,
        LinkedItemOpen,
        OffboardingCancelled
      ]
    }).annotateMerge(
      route(
        manage,
        "Change a task",
        "Completes the task, marks it not needed (with `reason`), or changes its text, assignee, owner, " +
          "description, links, due date or hours. Another member who becomes the owner is notified. A task linked to another record cannot be completed while that record is open. The deadline " +
          "counts from when `sla_hours` is set. Completing, marking and setting `sla_hours` need " +
          "`offboardings_edit`."
      )
    ),
    HttpApiEndpoint.delete("remove", "/checklist/:itemId", {
      params: item,
      query: ReasonQuery,
      payload: ReasonBody,
      success: Schema.Struct({ success: Schema.tag(true) }),
      error: [
        ReasonRequired,
        OpenTaskDelete,
        ChecklistItemNotFound,
        CaseCompleted,
        LegalHoldInForce,
        OffboardingCancelled
      ]
    }).annotateMerge(
      route(
        manage,
        "Delete a task",
        "Needs a reason of 5 to 500 characters. Only Super Admins and Admins can delete an open task."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/employees")
  .annotateMerge(group("Checklists", "Tasks of an offboarding")) {}
