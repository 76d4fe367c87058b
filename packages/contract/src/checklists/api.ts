import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { CaseCompleted, LegalHoldInForce, PermissionDenied, ReasonRequired } from "../kernel/errors.ts"
import { ChecklistItemId, OffboardingId } from "../kernel/ids.ts"
import { ReasonBody, ReasonQuery } from "../kernel/reasons.ts"
import { group, route } from "../kernel/route.ts"
import { OffboardingCancelled, OffboardingNotFound } from "../offboardings/errors.ts"
import { ChecklistItemNotFound, LinkedItemOpen, NotNeededReasonRequired, OpenTaskDelete } from "./errors.ts"
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
        "Every open task with a deadline of an open offboarding that you see, the earliest deadline first: " +
          "`breached` once it has passed, `at_risk` with less than 25 % of its hours left, else `on_track`."
      )
    ),
    HttpApiEndpoint.post("add", "/:id/checklist", {
      params: { id: described(OffboardingId, "The offboarding") },
      payload: AddTask,
      success: ChecklistItem.pipe(HttpApiSchema.status(201)),
      error: [OffboardingNotFound, CaseCompleted, OffboardingCancelled]
    }).annotateMerge(
      route(manage, "Add a task", "At the end of the offboarding's checklist; without `assignedTo` it falls to `HR`.")
    ),
    HttpApiEndpoint.patch("update", "/checklist/:itemId", {
      params: item,
      payload: UpdateTask,
      success: [UpdatedTask, UnchangedTask],
      error: [
        NotNeededReasonRequired,
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
        "Ticks it, marks it not needed (with `reason`), or changes its text, assignee, due date or hours. A task that " +
          "follows another record cannot be ticked while that is open. The deadline counts from the moment at which " +
          "`sla_hours` are set. Ticking, marking and setting `sla_hours` need `offboardings_edit`."
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
        "With a reason of 5 to 500 characters. Deleting a task that is open is for Super Admins and Admins."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/employees")
  .annotateMerge(group("Checklists", "The tasks of an offboarding")) {}
