import type { ChecklistTemplate } from "@svc/contract/checklist-templates/schema"
import { useLocation } from "preact-iso/router"
import { useWords } from "#languages/words.ts"
import { templatesOf } from "#platform/pages.ts"
import { ConfirmDialog } from "#frame/ConfirmDialog.tsx"
import { removeTemplate } from "./data.ts"

export const DeleteTemplateDialog = ({
  of: { id, name },
  onClose
}: {
  readonly of: ChecklistTemplate
  readonly onClose: () => void
}) => {
  const words = useWords().checklistTemplates
  const { route } = useLocation()
  return (
    <ConfirmDialog
      action={removeTemplate}
      arg={id}
      title={words.deleteTitle(name)}
      why={words.deleteText}
      confirm={words.delete}
      done={words.deleted(name)}
      onClose={onClose}
      onDone={() => route(templatesOf({ kind: "checklists" }))}
    />
  )
}
