import type {
  ChecklistTemplate,
  CreateChecklistTemplate,
  TemplateItem,
  UpdateChecklistTemplate
} from "@svc/contract/checklist-templates/schema"
import { maxNameLength } from "@svc/contract/checklist-templates/schema"
import { assigneeOf } from "@svc/contract/checklists/schema"

/** The editable fields of a template. */
type TemplateContent = Omit<ChecklistTemplate, "id" | "org_id" | "created_at" | "updated_at">

const itemsOf = (items: CreateChecklistTemplate["items"]): ReadonlyArray<TemplateItem> =>
  items.map(({ assigned_to, due_days_before_exit = null, follows = null, sla_hours = null, task }) => ({
    task,
    assigned_to: assigneeOf(assigned_to),
    sla_hours,
    due_days_before_exit,
    follows
  }))

const orAny = (role: string | null): string | null => (role === "" ? null : role)

export const newContent = (input: CreateChecklistTemplate): TemplateContent => ({
  name: input.name,
  description: input.description ?? "",
  role: orAny(input.role ?? null),
  separation_type: input.separation_type ?? null,
  worker_type: input.worker_type ?? null,
  is_active: input.is_active ?? true,
  items: itemsOf(input.items)
})

export const changedContent = (before: TemplateContent, input: UpdateChecklistTemplate): TemplateContent => ({
  name: input.name ?? before.name,
  description: input.description ?? before.description,
  role: input.role === undefined ? before.role : orAny(input.role),
  separation_type: input.separation_type === undefined ? before.separation_type : input.separation_type,
  worker_type: input.worker_type === undefined ? before.worker_type : input.worker_type,
  is_active: input.is_active ?? before.is_active,
  items: input.items === undefined ? before.items : itemsOf(input.items)
})

/** The name of a copy, cut to the length of a name. */
export const copyName = (copyOf: string, name: string): string =>
  [...`${copyOf} ${name}`].slice(0, maxNameLength).join("").trimEnd()

/** What differs, as an audit entry tells it; empty when nothing does. */
export const describeChanges = (before: TemplateContent, after: TemplateContent): string => {
  const said = (["name", "role", "separation_type", "worker_type", "is_active"] as const).flatMap((field) =>
    before[field] === after[field] ? [] : [`${field}: ${before[field] ?? "any"} -> ${after[field] ?? "any"}`]
  )
  if (before.description !== after.description) said.push("description")
  if (JSON.stringify(before.items) !== JSON.stringify(after.items)) {
    said.push(`tasks: ${before.items.length} -> ${after.items.length}`)
  }
  return said.join(", ")
}
