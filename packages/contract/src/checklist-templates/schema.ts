import { Schema } from "effect"
import { Assignee, SlaHours, TaskText } from "../checklists/schema.ts"
import { WorkerType } from "../employees/schema.ts"
import { Timestamp } from "../kernel/dates.ts"
import { ChecklistTemplateId, OrgId } from "../kernel/ids.ts"
import { OffsetPage } from "../kernel/paging.ts"
import { RequiredText, Text } from "../kernel/text.ts"
import { SeparationType } from "../offboardings/schema.ts"

/** A record of the case that a task of a template may follow. */
export const FollowedByTemplate = Schema.Literals(["revocation", "assets"])

export const TemplateItem = Schema.Struct({
  task: Schema.String,
  assigned_to: Schema.String,
  sla_hours: Schema.NullOr(Schema.Int),
  /** Days before the last working day at which the task is due. */
  due_days_before_exit: Schema.NullOr(Schema.Int),
  /** Completes itself from what the case has of this. */
  follows: Schema.NullOr(FollowedByTemplate)
})
export type TemplateItem = typeof TemplateItem.Type

/**
 * A custom checklist. `role`, `separation_type`, and `worker_type` select the new cases it is chosen for automatically;
 * null matches any, and with all three null it is only chosen manually.
 */
export const ChecklistTemplate = Schema.Struct({
  id: ChecklistTemplateId,
  org_id: OrgId,
  name: Schema.String,
  description: Schema.String,
  role: Schema.NullOr(Schema.String),
  separation_type: Schema.NullOr(SeparationType),
  worker_type: Schema.NullOr(WorkerType),
  is_active: Schema.Boolean,
  items: Schema.Array(TemplateItem),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "ChecklistTemplate" })
export type ChecklistTemplate = typeof ChecklistTemplate.Type

export const ChecklistTemplatePage = OffsetPage(ChecklistTemplate)

/** Tasks of new offboardings without a template (tasks-3), in the language of the organization. */
export const StandardChecklists = Schema.Struct({
  /** For people of every other employment type, and people who are not in the directory. */
  general: Schema.Array(TemplateItem),
  contractor: Schema.Array(TemplateItem)
}).annotate({ identifier: "StandardChecklists" })
export type StandardChecklists = typeof StandardChecklists.Type

/** A task as it is given. */
export const GivenTemplateItem = Schema.Struct({
  task: TaskText,
  /** Blank or missing: `HR`. */
  assigned_to: Schema.optionalKey(Assignee),
  sla_hours: Schema.optionalKey(Schema.NullOr(SlaHours)),
  due_days_before_exit: Schema.optionalKey(
    Schema.NullOr(
      Schema.Int.check(
        Schema.isBetween({ minimum: 0, maximum: 365 }, { message: "must be a whole number from 0 to 365" })
      )
    )
  ),
  follows: Schema.optionalKey(Schema.NullOr(FollowedByTemplate))
})
export type GivenTemplateItem = typeof GivenTemplateItem.Type

/** Characters of a template's name. */
export const maxNameLength = 200

const Items = Schema.Array(GivenTemplateItem).check(Schema.isMaxLength(100, { message: "must have at most 100 tasks" }))

const optional = {
  description: Schema.optionalKey(Text(2000)),
  /** A job title, compared without case; blank or null fits any. */
  role: Schema.optionalKey(Schema.NullOr(Text(100))),
  separation_type: Schema.optionalKey(Schema.NullOr(SeparationType)),
  worker_type: Schema.optionalKey(Schema.NullOr(WorkerType)),
  is_active: Schema.optionalKey(Schema.Boolean)
}

export const CreateChecklistTemplate = Schema.Struct({ name: RequiredText(maxNameLength), ...optional, items: Items })
export type CreateChecklistTemplate = typeof CreateChecklistTemplate.Type

/** Omitted fields are unchanged; `items` are replaced as a whole. */
export const UpdateChecklistTemplate = Schema.Struct({
  name: Schema.optionalKey(RequiredText(maxNameLength)),
  ...optional,
  items: Schema.optionalKey(Items)
})
export type UpdateChecklistTemplate = typeof UpdateChecklistTemplate.Type

export const AppliedTemplate = Schema.Struct({
  success: Schema.tag(true),
  itemsAdded: Schema.Int,
  /** Those whose text the checklist, or the template itself, had already. */
  itemsSkipped: Schema.Int
})
