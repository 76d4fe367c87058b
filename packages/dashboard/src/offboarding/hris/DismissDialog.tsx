import { DismissHrisReview, type HrisReview } from "@svc/contract/hris/schema"
import { AreaField } from "#design/Field.tsx"
import { ActionDialog, useDialogAction } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { useForm } from "#platform/form.ts"
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
  const dismissing = useDialogAction(dismissReview, words.dismissed(employee_name), onClose)
  return (
    <ActionDialog
      title={words.dismissTitle(employee_name)}
      why={words.dismissText}
      onClose={onClose}
      onSubmit={() => form.submit((given) => dismissing.start({ ...given, id }))}
      act={dismissing}
      confirm={words.dismiss}
    >
      <AreaField label={words.dismissReason} help={words.dismissReasonHelp} {...form.field("reason")} />
    </ActionDialog>
  )
}
