import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Requires } from "../kernel/access.ts"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { CaseCompleted } from "../kernel/errors.ts"
import { ChecklistTemplateId, OffboardingId } from "../kernel/ids.ts"
import { OffsetParams } from "../kernel/paging.ts"
import { says } from "../kernel/says.ts"
import { OffboardingCancelled, OffboardingNotFound } from "../offboardings/errors.ts"
import { ChecklistTemplateNotFound } from "./errors.ts"
import {
  AppliedTemplate,
  ChecklistTemplate,
  ChecklistTemplatePage,
  CreateChecklistTemplate,
  UpdateChecklistTemplate
} from "./schema.ts"

const read = { anyPermission: ["checklists_manage", "offboardings_edit"] } as const
const write = { permission: "checklists_manage", feature: "checklistTemplates" } as const

const template = { id: described(ChecklistTemplateId, "The template") }

/** Lists of tasks of the organisation's own (task-templates-1). */
export class ChecklistTemplatesApi extends HttpApiGroup.make("checklist-templates")
  .add(
    HttpApiEndpoint.get("list", "/", {
      query: OffsetParams({ default: 100, maximum: 500 }),
      success: ChecklistTemplatePage
    })
      .annotateMerge(says("List checklist templates", "By name."))
      .annotate(Requires, read),
    HttpApiEndpoint.post("create", "/", {
      payload: CreateChecklistTemplate,
      success: ChecklistTemplate.pipe(HttpApiSchema.status(201))
    })
      .annotateMerge(
        says(
          "Create a checklist template",
          "At most 100 tasks. A new offboarding takes its tasks from the template that fits it best: one for its job " +
            "title before one for its separation type before one for the worker type, of equal ones the oldest. A " +
            "template for nothing in particular is only used when it is chosen."
        )
      )
      .annotate(Requires, write),
    HttpApiEndpoint.get("get", "/:id", {
      params: template,
      success: ChecklistTemplate,
      error: ChecklistTemplateNotFound
    })
      .annotateMerge(says("View a checklist template", "With its tasks."))
      .annotate(Requires, read),
    HttpApiEndpoint.patch("update", "/:id", {
      params: template,
      payload: UpdateChecklistTemplate,
      success: ChecklistTemplate,
      error: ChecklistTemplateNotFound
    })
      .annotateMerge(
        says(
          "Change a checklist template",
          "Only what is sent changes; `items` as a whole. Offboardings that there are keep their tasks."
        )
      )
      .annotate(Requires, write),
    HttpApiEndpoint.delete("remove", "/:id", {
      params: template,
      success: Schema.Struct({ success: Schema.tag(true) }),
      error: ChecklistTemplateNotFound
    })
      .annotateMerge(says("Delete a checklist template", "Offboardings that took their tasks from it keep them."))
      .annotate(Requires, write),
    HttpApiEndpoint.post("apply", "/:id/apply/:offboardingId", {
      params: { ...template, offboardingId: described(OffboardingId, "The offboarding") },
      success: AppliedTemplate,
      error: [ChecklistTemplateNotFound, OffboardingNotFound, CaseCompleted, OffboardingCancelled]
    })
      .annotateMerge(
        says(
          "Apply a template to an offboarding",
          "Adds its tasks, but for those whose text is there already, compared without case and extra spaces."
        )
      )
      .annotate(Requires, {
        anyPermission: ["offboardings_edit", "checklists_manage"],
        feature: "checklistTemplates"
      })
  )
  .pipe(behindSession)
  .prefix("/api/checklist-templates")
  .annotateMerge(
    OpenApi.annotations({ title: "Checklist templates", description: "Lists of tasks of the organisation's own" })
  ) {}
