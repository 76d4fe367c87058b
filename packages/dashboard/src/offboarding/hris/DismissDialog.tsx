import { DismissHrisReview, type HrisReview } from "@svc/contract/hris/schema"
import { Dialog, DialogActions } from "#design/Dialog.tsx"
import { AreaField } from "#design/Field.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { useForm } from "#platform/form.ts"
import { toast } from "#frame/toasts.tsx"
import { dismissReview } from "./data.ts"

export const DismissDialog = ({
  of: { employee_name, id },
  onClose
}: {
  readonly of: HrisReview
  readonly onClose: () => void
}) => {
  const words = useWords().hris
  const form = useForm(DismissHrisReview, { reason: "" })
  const dismissing = useAction(dismissReview, {
    onDone: () => {
      toast(words.dismissed(employee_name))
      onClose()
    }
  })
  return (
    <Dialog
      title={words.dismissTitle(employee_name)}
      why={words.dismissText}
      onClose={onClose}
      onSubmit={() => form.submit((given) => dismissing.start({ ...given, id }))}
      actions={
        <DialogActions busy={dismissing.busy} onDecline={onClose}>
          {words.dismiss}
        </DialogActions>
      }
    >
      <Refusal of={dismissing.result} />
      <AreaField label={words.dismissReason} help={words.dismissReasonHelp} {...form.field("reason")} />
    </Dialog>
  )
}
