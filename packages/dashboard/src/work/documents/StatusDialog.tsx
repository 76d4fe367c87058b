import { ChangeDocument, DocumentStatus, type ListedDocument } from "@svc/contract/documents/schema"
import { DateTime } from "effect"
import { SelectField, TextField } from "#design/Field.tsx"
import { ActionDialog } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { useForm } from "#platform/form.ts"
import { changeDocument } from "./data.ts"

/** Manual status change: signer, reference, expiry date. */
export const StatusDialog = ({
  document,
  onClose
}: {
  readonly document: ListedDocument
  readonly onClose: () => void
}) => {
  const words = useWords().documents
  const isVerified = document.esignature_status === "signed"
  const form = useForm(ChangeDocument, {
    status: document.status,
    signed_by: document.signed_by ?? "",
    signed_at: document.signed_at === null ? "" : DateTime.formatIsoDateUtc(document.signed_at),
    signature_reference: document.signature_reference ?? "",
    expires_on: document.expires_on ?? "",
    reason: ""
  })
  const changing = useAction(changeDocument, { onDone: onClose })
  return (
    <ActionDialog
      title={words.changeTitle(document.name)}
      onClose={onClose}
      onSubmit={() =>
        form.submit(({ signed_at, ...given }) =>
          changing.start({
            ...given,
            // The field has days only: an unchanged day keeps the exact time.
            ...(signed_at === undefined || form.unchanged.includes("signed_at") ? {} : { signed_at }),
            docId: document.id,
            inCase: document.offboarding_id
          })
        )
      }
      act={changing}
      confirm={words.save}
      refusals={{ ReferenceRequired: () => words.referenceNeeded, SignerRequired: () => words.signerNeeded }}
    >
      <SelectField
        label={words.state}
        choices={DocumentStatus.literals.map((status) => [status, words.states[status]] as const)}
        {...form.field("status")}
      />
      <TextField label={words.signedBy} {...form.field("signed_by")} />
      <TextField label={words.signedAt} type="date" help={words.signedAtHelp} {...form.field("signed_at")} />
      <TextField label={words.reference} help={words.referenceHelp} {...form.field("signature_reference")} />
      <TextField label={words.expiresOn} type="date" {...form.field("expires_on")} />
      {isVerified && <TextField label={words.reason} help={words.verifiedHelp} {...form.field("reason")} />}
    </ActionDialog>
  )
}
