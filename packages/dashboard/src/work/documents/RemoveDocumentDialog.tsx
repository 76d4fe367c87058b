import type { ListedDocument } from "@svc/contract/documents/schema"
import { BoundedText } from "@svc/contract/kernel/text"
import { Schema } from "effect"
import { TextField } from "#design/Field.tsx"
import { ActionDialog, useDialogAction } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { useForm } from "#platform/form.ts"
import { removeDocument } from "./data.ts"

const WithReason = Schema.Struct({ reason: BoundedText(5, 500) })

/** Deletes a document and its file; the reason stays in the audit log. */
export const RemoveDocumentDialog = ({
  document,
  onClose
}: {
  readonly document: ListedDocument
  readonly onClose: () => void
}) => {
  const words = useWords().documents
  const form = useForm(WithReason, { reason: "" })
  const removal = useDialogAction(removeDocument, words.removed(document.name), onClose)
  return (
    <ActionDialog
      title={words.removeTitle(document.name)}
      why={words.removeText}
      onClose={onClose}
      onSubmit={() =>
        form.submit(({ reason }) => removal.start({ docId: document.id, inCase: document.offboarding_id, reason }))
      }
      act={removal}
      confirm={words.remove}
      variant="danger"
    >
      <TextField label={words.reason} help={words.reasonHelp} autoFocus {...form.field("reason")} />
    </ActionDialog>
  )
}
