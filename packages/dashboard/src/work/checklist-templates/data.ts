import { ChecklistTemplatesApi } from "@svc/contract/checklist-templates/api"
import type { CreateChecklistTemplate, UpdateChecklistTemplate } from "@svc/contract/checklist-templates/schema"
import type { ChecklistTemplateId, OffboardingId } from "@svc/contract/kernel/ids"
import { clientOf } from "#platform/api.ts"
import { action, query, queryOne } from "#platform/atoms.ts"

const templates = clientOf(ChecklistTemplatesApi)

const keys = ["checklist templates"]

/** Checklist templates, by name. */
export const checklistTemplates = queryOne(() => templates.list({ query: { limit: 500, offset: 0 } }), keys)

export const checklistTemplate = query((id: ChecklistTemplateId) => templates.get({ params: { id } }), {
  keys: () => keys
})

/** Tasks of new offboardings without a template. */
export const standardChecklists = queryOne(() => templates.standard(), keys)

export const duplicateTemplate = action(
  (id: ChecklistTemplateId) => templates.duplicate({ params: { id } }),
  () => keys
)

export const createTemplate = action(
  (payload: CreateChecklistTemplate) => templates.create({ payload }),
  () => keys
)

export const changeTemplate = action(
  ({ changes, id }: { readonly id: ChecklistTemplateId; readonly changes: UpdateChecklistTemplate }) =>
    templates.update({ params: { id }, payload: changes }),
  () => keys
)

export const removeTemplate = action(
  (id: ChecklistTemplateId) => templates.remove({ params: { id } }),
  () => keys
)

export const applyTemplate = action(
  (params: { readonly id: ChecklistTemplateId; readonly offboardingId: OffboardingId }) => templates.apply({ params }),
  ({ offboardingId }) => [`case ${offboardingId}`, "cases"]
)
