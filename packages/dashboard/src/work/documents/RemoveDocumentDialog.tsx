import type { ListedDocument } from "@svc/contract/documents/schema"
import { BoundedText } from "@svc/contract/kernel/text"
import { Schema } from "effect"
import { Dialog, DialogActions } from "#design/Dialog.tsx"
import { TextField } from "#design/Field.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { useForm } from "#platform/form.ts"
import { toast } from "#frame/toasts.tsx"
import { removeDocument } from "./data.ts"

const WithReason = Schema.Struct({ reason: BoundedText(5, 500) })

/** The record and its file go; why stays in the audit log. */
export const RemoveDocumentDialog = ({
  document,
  onClose
}: {
  readonly document: ListedDocument
  readonly onClose: () => void
}) => {
  const words = useWords().documents
  const form = useForm(WithReason, { reason: "" })
  const removal = useAction(removeDocument, {
    onDone: () => {
      toast(words.removed(document.name))
      onClose()
    }
  })
  return (
    <Dialog
      title={words.removeTitle(document.name)}
      why={words.removeText}
      onClose={onClose}
      onSubmit={() =>
        form.submit(({ reason }) => removal.start({ docId: document.id, inCase: document.offboarding_id, reason }))
      }
      actions={
        <DialogActions look="danger" busy={removal.busy} onDecline={onClose}>
          {words.remove}
        </DialogActions>
      }
    >
      <Refusal of={removal.result} />
      <TextField label={words.reason} help={words.reasonHelp} autoFocus {...form.field("reason")} />
    </Dialog>
  )
}
