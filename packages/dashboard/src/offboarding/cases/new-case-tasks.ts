import type { CaseDetails } from "@svc/contract/cases/schema"
import type { ChecklistTemplate, GivenTemplateItem, StandardChecklists } from "@svc/contract/checklist-templates/schema"

/** Whether the service may recommend it for a new offboarding. */
const isRecommended = ({ is_active, role, separation_type, worker_type }: ChecklistTemplate) =>
  is_active && (role !== null || separation_type !== null || worker_type !== null)

/**
 * The tasks that a new offboarding gets; undefined while that is not certain. Which template is recommended the service
 * decides: without any that could be, it is the standard checklist of the person's employment type.
 */
export const tasksOfNew = ({
  chosen,
  isContractor,
  source,
  standard,
  templates
}: {
  /** Id of the chosen template; empty for the recommended one. */
  readonly chosen: string
  readonly source: Pick<CaseDetails, "checklist_items"> | undefined
  readonly templates: { readonly rows: ReadonlyArray<ChecklistTemplate>; readonly total: number } | undefined
  readonly standard: StandardChecklists | undefined
  /** Undefined if the directory may know the person by another record. */
  readonly isContractor: boolean | undefined
}): ReadonlyArray<GivenTemplateItem> | undefined => {
  if (chosen !== "") return templates?.rows.find(({ id }) => id === chosen)?.items
  if (source !== undefined) return source.checklist_items.map(({ assigned_to, task }) => ({ assigned_to, task }))
  if (templates === undefined || templates.total > templates.rows.length || templates.rows.some(isRecommended))
    return undefined
  return isContractor === undefined ? undefined : isContractor ? standard?.contractor : standard?.general
}
