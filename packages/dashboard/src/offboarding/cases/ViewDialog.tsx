import { ChangeView, type SavedView, SaveView, type ViewFilters } from "@svc/contract/saved-views/schema"
import { useState } from "preact/hooks"
import { useLocation } from "preact-iso/router"
import { CheckboxField, TextField } from "#design/Field.tsx"
import { Text } from "#design/layout.tsx"
import { ActionDialog, useDialogAction } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { useForm } from "#platform/form.ts"
import { hrefOfFilters } from "./views.ts"
import { changeView, saveView } from "./views-data.ts"

const Fields = ({
  form,
  onShare,
  shared
}: {
  readonly form: Pick<ReturnType<typeof useForm<unknown, "name">>, "field">
  readonly shared: boolean
  readonly onShare: (shared: boolean) => void
}) => {
  const words = useWords().caseViews
  return (
    <>
      <TextField label={words.name} autoFocus {...form.field("name")} />
      <CheckboxField label={words.share} checked={shared} onTick={onShare} />
      <Text size="small" tone="3">
        {words.shareHelp}
      </Text>
    </>
  )
}

/** Saves the current filters under a name. */
export const SaveViewDialog = ({
  filters,
  onClose
}: {
  readonly filters: ViewFilters
  readonly onClose: () => void
}) => {
  const words = useWords().caseViews
  const { route } = useLocation()
  const [shared, setShared] = useState(false)
  const form = useForm(SaveView, { name: "" }, { filters, shared })
  const act = useDialogAction(
    saveView,
    ({ name }) => words.saved(name),
    () => {
      onClose()
      // Without the search text, which is not part of the view.
      route(hrefOfFilters(filters))
    }
  )
  return (
    <ActionDialog
      title={words.saveTitle}
      why={words.saveText}
      onClose={onClose}
      onSubmit={() => form.submit(act.start)}
      act={act}
      confirm={words.save}
    >
      <Fields form={form} shared={shared} onShare={setShared} />
    </ActionDialog>
  )
}

/** Renames a view, shares it, or makes it private. */
export const EditViewDialog = ({ of, onClose }: { readonly of: SavedView; readonly onClose: () => void }) => {
  const words = useWords()
  const [shared, setShared] = useState(of.shared)
  const form = useForm(ChangeView, { name: of.name }, { shared }, ["name"])
  const act = useDialogAction(changeView, ({ name }) => words.caseViews.changed(name), onClose)
  return (
    <ActionDialog
      title={words.caseViews.edit}
      onClose={onClose}
      onSubmit={() => form.submit((changes) => act.start({ viewId: of.id, ...changes }))}
      act={act}
      confirm={words.caseDetail.save}
    >
      <Fields form={form} shared={shared} onShare={setShared} />
    </ActionDialog>
  )
}
