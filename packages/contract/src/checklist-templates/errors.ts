import { Schema } from "effect"
import { Refusal } from "../kernel/refusal.ts"

export class ChecklistTemplateNotFound extends Refusal<ChecklistTemplateNotFound>()("ChecklistTemplateNotFound", 404, {
  error: Schema.tag("Checklist template not found")
}) {}

/** A body names another organization's template, or an unknown one. */
export class ChecklistTemplateUnknown extends Refusal<ChecklistTemplateUnknown>()("ChecklistTemplateUnknown", 400, {
  error: Schema.tag("checklistTemplateId: checklist template not found")
}) {}
