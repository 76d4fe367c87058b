import { largestUpload, type ListedDocument, UploadTexts } from "@svc/contract/documents/schema"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { useState } from "preact/hooks"
import { Button } from "#design/Button.tsx"
import { Dialog } from "#design/Dialog.tsx"
import { TextField } from "#design/Field.tsx"
import { FileField } from "#design/FileField.tsx"
import { useDialogAction } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { Refusal } from "#platform/failures.tsx"
import { useForm } from "#platform/form.ts"
import { uploadDocument } from "./data.ts"

/** Uploads a new document, or the file of one without. */
export const UploadDialog = ({
  document,
  inCase,
  onClose
}: {
  readonly inCase: OffboardingId
  readonly document?: ListedDocument
  readonly onClose: () => void
}) => {
  const { common, documents: words } = useWords()
  const form = useForm(UploadTexts, { docType: "", name: "" })
  const [file, setFile] = useState<File>()
  const [wrong, setWrong] = useState<string>()
  const uploading = useDialogAction(uploadDocument, ({ name }) => words.uploaded(name), onClose)
  return (
    <Dialog
      title={document === undefined ? words.uploadTitle : words.attachTitle(document.name)}
      onClose={onClose}
      onSubmit={() => {
        if (file === undefined) setWrong(common.needed)
        // Too large files are refused before the upload.
        else if (file.size > largestUpload) setWrong(words.tooLarge)
        else form.submit((texts) => uploading.start({ ...texts, file, inCase, document: document?.id }))
      }}
      actions={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button variant="primary" type="submit" icon="upload" busy={uploading.busy}>
            {uploading.busy ? words.uploading : words.upload}
          </Button>
        </>
      }
    >
      <Refusal of={uploading.result} />
      <FileField
        label={words.file}
        help={words.fileHelp}
        accept=".pdf,.doc,.docx,.png,.jpg,.jpeg"
        wrong={wrong}
        onChoose={(chosen) => {
          setFile(chosen)
          setWrong(undefined)
          uploading.reset()
        }}
      />
      {document === undefined && (
        <>
          <TextField label={words.nameField} help={words.nameHelp} {...form.field("name")} />
          <TextField label={words.kind} suggestions={words.kinds} {...form.field("docType")} />
        </>
      )}
    </Dialog>
  )
}
