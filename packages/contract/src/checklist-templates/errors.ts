import { Schema } from "effect"
import { Refusal } from "../kernel/refusal.ts"

export class ChecklistTemplateNotFound extends Refusal<ChecklistTemplateNotFound>("ChecklistTemplateNotFound")(
  { error: Schema.tag("Checklist template not found") },
  { httpApiStatus: 404 }
) {
  readonly _tag = "ChecklistTemplateNotFound"
}

/** A body names a template that is not the organisation's. */
export class ChecklistTemplateUnknown extends Refusal<ChecklistTemplateUnknown>("ChecklistTemplateUnknown")(
  { error: Schema.tag("checklistTemplateId: there is no such checklist template") },
  { httpApiStatus: 400 }
) {
  readonly _tag = "ChecklistTemplateUnknown"
}
