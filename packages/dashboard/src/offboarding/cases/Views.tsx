import { AsyncResult } from "effect/reactivity"
import { useState } from "preact/hooks"
import { Button } from "#design/Button.tsx"
import { Tabs } from "#design/Tabs.tsx"
import { useWords } from "#languages/words.ts"
import { useQuery } from "#platform/atoms.ts"
import { useFormat } from "#platform/format.ts"
import { caseCount } from "#records/data.ts"
import { SavedViewMenu } from "./SavedViewMenu.tsx"
import { SaveViewDialog } from "./ViewDialog.tsx"
import { filtersToSave, hrefOf, hrefOfFilters, savedViewOf, type ViewName, viewNames } from "./views.ts"
import { savedViews } from "./views-data.ts"

const useSavedViews = (parameters: object) => {
  const result = useQuery(savedViews)
  const views = AsyncResult.isSuccess(result) ? result.value : []
  return { views, open: savedViewOf(views, filtersToSave(parameters)) }
}

/** Built-in views as tabs, failed removals with their count; then the saved ones. */
export const Views = ({
  current,
  parameters,
  shape
}: {
  readonly current: ViewName | undefined
  /** Those of the URL. */
  readonly parameters: object
  readonly shape: "board" | undefined
}) => {
  const words = useWords().cases
  const { number } = useFormat()
  const failed = useQuery(caseCount({ revocation_failed: true }))
  const count = AsyncResult.isSuccess(failed) ? failed.value : undefined
  const { open, views } = useSavedViews(parameters)
  return (
    <Tabs
      label={words.views.label}
      tabs={[
        ...viewNames.map((view) => ({
          name: words.views[view],
          href: hrefOf(view, shape),
          current: view === current,
          ...(view === "failed" && count !== undefined ? { count: number(count), bad: count > 0 } : {})
        })),
        ...views.map((view) => ({ name: view.name, href: hrefOfFilters(view.filters), current: view === open }))
      ]}
    />
  )
}

/** Saves the filters of the URL as a view; or the actions of the saved view that has them. */
export const ViewActions = ({
  isNarrowed,
  parameters
}: {
  readonly isNarrowed: boolean
  readonly parameters: object
}) => {
  const words = useWords().caseViews
  const { open } = useSavedViews(parameters)
  const [isSaving, setSaving] = useState(false)
  const filters = filtersToSave(parameters)
  if (open !== undefined) return open.can_change ? <SavedViewMenu of={open} /> : null
  if (!isNarrowed || Object.keys(filters).length === 0) return null
  return (
    <>
      <Button variant="tertiary" icon="plus" onClick={() => setSaving(true)}>
        {words.save}
      </Button>
      {isSaving && <SaveViewDialog filters={filters} onClose={() => setSaving(false)} />}
    </>
  )
}
