import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { CaseCompleted } from "../kernel/errors.ts"
import { ChecklistTemplateId, OffboardingId } from "../kernel/ids.ts"
import { OffsetParams } from "../kernel/paging.ts"
import { group, route } from "../kernel/route.ts"
import { OffboardingCancelled, OffboardingNotFound } from "../offboardings/errors.ts"
import { ChecklistTemplateNotFound } from "./errors.ts"
import {
  AppliedTemplate,
  ChecklistTemplate,
  ChecklistTemplatePage,
  CreateChecklistTemplate,
  StandardChecklists,
  UpdateChecklistTemplate
} from "./schema.ts"

const read = { anyPermission: ["checklists_manage", "offboardings_edit"] } as const
const write = { permission: "checklists_manage", feature: "checklistTemplates" } as const

const template = { id: described(ChecklistTemplateId, "The template") }

/** The organization's own checklists (task-templates-1). */
export class ChecklistTemplatesApi extends HttpApiGroup.make("checklist-templates")
  .add(
    HttpApiEndpoint.get("list", "/", {
      query: OffsetParams({ default: 100, maximum: 500 }),
      success: ChecklistTemplatePage
    }).annotateMerge(route(read, "List checklist templates", "By name.")),
    HttpApiEndpoint.post("create", "/", {
      payload: CreateChecklistTemplate,
      success: ChecklistTemplate.pipe(HttpApiSchema.status(201))
    }).annotateMerge(
      route(
        write,
        "Create a checklist template",
        "At most 100 tasks. A new offboarding gets the recommended checklist: the template for its job title, " +
          "then for its separation type, then for the worker type; among equals the oldest. A template with none " +
          "of these is used only when chosen explicitly."
      )
    ),
    HttpApiEndpoint.get("standard", "/standard", { success: StandardChecklists }).annotateMerge(
      route(
        read,
        "View the standard checklists",
        "The tasks of new offboardings that have neither a selected nor a recommended template."
      )
    ),
    HttpApiEndpoint.get("get", "/:id", {
      params: template,
      success: ChecklistTemplate,
      error: ChecklistTemplateNotFound
    }).annotateMerge(route(read, "View a checklist template", "With its tasks.")),
    HttpApiEndpoint.post("duplicate", "/:id/duplicate", {
      params: template,
      success: ChecklistTemplate.pipe(HttpApiSchema.status(201)),
      error: ChecklistTemplateNotFound
    }).annotateMerge(
      route(
        write,
        "Duplicate a checklist template",
        "Named `Copy of …`, in the language of the organization. The copy is inactive: no new offboarding uses it " +
          "until it is turned on."
      )
    ),
    HttpApiEndpoint.patch("update", "/:id", {
      params: template,
      payload: UpdateChecklistTemplate,
      success: ChecklistTemplate,
      error: ChecklistTemplateNotFound
    }).annotateMerge(
      route(
        write,
        "Change a checklist template",
        "Only sent fields change; `items` is replaced as a whole. Existing offboardings keep their tasks."
      )
    ),
    HttpApiEndpoint.delete("remove", "/:id", {
      params: template,
      success: Schema.Struct({ success: Schema.tag(true) }),
      error: ChecklistTemplateNotFound
    }).annotateMerge(route(write, "Delete a checklist template", "Offboardings created from it keep their tasks.")),
    HttpApiEndpoint.post("apply", "/:id/apply/:offboardingId", {
      params: { ...template, offboardingId: described(OffboardingId, "The offboarding") },
      success: AppliedTemplate,
      error: [ChecklistTemplateNotFound, OffboardingNotFound, CaseCompleted, OffboardingCancelled]
    }).annotateMerge(
      route(
        {
          anyPermission: ["offboardings_edit", "checklists_manage"],
          feature: "checklistTemplates"
        },
        "Apply a template to an offboarding",
        "Adds its tasks, except those whose text is already in the checklist (ignoring case and extra spaces)."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/checklist-templates")
  .annotateMerge(group("Checklist templates", "Task lists for new offboardings")) {}
