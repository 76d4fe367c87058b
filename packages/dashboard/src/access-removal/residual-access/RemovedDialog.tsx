import type { OffboardingId } from "@svc/contract/kernel/ids"
import { ConfirmRemoval } from "@svc/contract/revocations/schema"
import { useNames } from "#connections/integrations/providers.ts"
import { TextField } from "#design/Field.tsx"
import { ActionDialog } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { useForm } from "#platform/form.ts"
import { confirmRemoved } from "./removed-data.ts"

/** Records that a member removed the access manually. */
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
  const nameOf = useNames()
  const form = useForm(ConfirmRemoval, { reason: "" })
  const confirmation = useAction(confirmRemoved, { onDone: onClose })
  return (
    <ActionDialog
      title={words.removedTitle(nameOf(service))}
      why={words.removedText}
      onClose={onClose}
      onSubmit={() => form.submit(({ reason = "" }) => confirmation.start({ id, service, reason }))}
      act={confirmation}
      confirm={words.removed}
    >
      <TextField label={words.reason} help={words.reasonHelp} autoFocus {...form.field("reason")} />
    </ActionDialog>
  )
}
