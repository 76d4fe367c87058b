import type { ChecklistTemplate } from "@svc/contract/checklist-templates/schema"
import { useLocation } from "preact-iso/router"
import { Dialog, DialogActions } from "../design/Dialog.tsx"
import { useWords } from "../languages/words.ts"
import { templatesOf } from "../pages.ts"
import { useAction } from "../platform/atoms.ts"
import { Refusal } from "../platform/failures.tsx"
import { toast } from "../shell/toasts.tsx"
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
  const removal = useAction(removeTemplate, {
    onDone: () => {
      toast(words.deleted(name))
      route(templatesOf({ kind: "checklists" }))
    }
  })
  return (
    <Dialog
      title={words.deleteTitle(name)}
      why={words.deleteText}
      onClose={onClose}
      onSubmit={() => removal.start(id)}
      actions={
        <DialogActions look="danger" busy={removal.busy} onDecline={onClose}>
          {words.delete}
        </DialogActions>
      }
    >
      <Refusal of={removal.result} />
    </Dialog>
  )
}
