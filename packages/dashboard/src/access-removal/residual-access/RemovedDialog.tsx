import type { OffboardingId } from "@svc/contract/kernel/ids"
import { ConfirmRemoval } from "@svc/contract/revocations/schema"
import { Dialog, DialogActions } from "#design/Dialog.tsx"
import { TextField } from "#design/Field.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { useForm } from "#platform/form.ts"
import { confirmRemoved } from "./removed-data.ts"

/** Somebody removed the access by hand, and says so. */
export const RemovedDialog = ({
  id,
  onClose,
  service
}: {
  readonly id: OffboardingId
  readonly service: string
  readonly onClose: () => void
}) => {
  const words = useWords().revocations
  const form = useForm(ConfirmRemoval, { reason: "" })
  const confirmation = useAction(confirmRemoved, { onDone: onClose })
  return (
    <Dialog
      title={words.removedTitle(service)}
      why={words.removedText}
      onClose={onClose}
      onSubmit={() => form.submit(({ reason = "" }) => confirmation.start({ id, service, reason }))}
      actions={
        <DialogActions busy={confirmation.busy} onDecline={onClose}>
          {words.removed}
        </DialogActions>
      }
    >
      <Refusal of={confirmation.result} />
      <TextField label={words.reason} help={words.reasonHelp} autoFocus {...form.field("reason")} />
    </Dialog>
  )
}
