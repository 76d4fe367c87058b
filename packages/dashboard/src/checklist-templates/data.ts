import { ChecklistTemplatesApi } from "@svc/contract/checklist-templates/api"
import type { ChecklistTemplateId, OffboardingId } from "@svc/contract/kernel/ids"
import { clientOf } from "../platform/api.ts"
import { action, queryOne } from "../platform/atoms.ts"

const templates = clientOf(ChecklistTemplatesApi)

/** The lists of tasks that the organisation made, by name. */
export const checklistTemplates = queryOne(
  () => templates.list({ query: { limit: 500, offset: 0 } }),
  ["checklist templates"]
)

export const applyTemplate = action(
  (params: { readonly id: ChecklistTemplateId; readonly offboardingId: OffboardingId }) => templates.apply({ params }),
  ({ offboardingId }) => [`case ${offboardingId}`, "cases"]
)
