import type { ChecklistTemplate } from "@svc/contract/checklist-templates/schema"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { useState } from "preact/hooks"
import { useDialogAction } from "#frame/ActionDialog.tsx"
import { applyTemplate, checklistTemplates } from "#work/checklist-templates/data.ts"
import { Button, Submit } from "#design/Button.tsx"
import { Dialog } from "#design/Dialog.tsx"
import { SelectField } from "#design/Field.tsx"
import { Text } from "#design/layout.tsx"
import { Skeleton } from "#design/Placeholder.tsx"
import { useWords } from "#languages/words.ts"
import { Refusal } from "#platform/failures.tsx"
import { Loaded } from "#platform/Loaded.tsx"

interface Asked {
  readonly id: OffboardingId
  readonly onClose: () => void
}

const Chosen = ({ id, onClose, rows }: Asked & { readonly rows: ReadonlyArray<ChecklistTemplate> }) => {
  const { checklists: words, common } = useWords()
  const [chosen, setChosen] = useState(rows[0])
  const application = useDialogAction(applyTemplate, ({ itemsAdded }) => words.applied(itemsAdded), onClose)
  return (
    <Dialog
      title={words.applyTitle}
      why={words.applyText}
      onClose={onClose}
      onSubmit={() => chosen !== undefined && application.start({ id: chosen.id, offboardingId: id })}
      actions={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          {chosen !== undefined && <Submit busy={application.busy}>{words.apply}</Submit>}
        </>
      }
    >
      <Refusal of={application.result} />
      {chosen === undefined ? (
        <Text tone="2">{words.noTemplates}</Text>
      ) : (
        <>
          <SelectField
            label={words.template}
            value={chosen.id}
            choices={rows.map(({ id, name }) => [id, name] as const)}
            onInput={(wanted) => setChosen(rows.find(({ id }) => id === wanted))}
          />
          <Text tone="3" size="small">
            {chosen.items.map(({ task }) => task).join(" · ")}
          </Text>
        </>
      )}
    </Dialog>
  )
}

/** Applies a checklist template. */
export const TemplateDialog = (asked: Asked) => (
  <Loaded of={checklistTemplates} skeleton={<Skeleton width={40} />}>
    {({ rows }) => <Chosen {...asked} rows={rows.filter(({ is_active }) => is_active)} />}
  </Loaded>
)
