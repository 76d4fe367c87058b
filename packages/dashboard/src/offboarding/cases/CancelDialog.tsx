import type { CaseDetails } from "@svc/contract/cases/schema"
import { useDialogAction } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { Refusal } from "#platform/failures.tsx"
import { changeStage } from "./changes-data.ts"
import { ReasonDialog } from "#records/ReasonDialog.tsx"

/** Cancels an offboarding: the person stays, or it was started by mistake. */
export const CancelDialog = ({
  onClose,
  of: { employee_name, id }
}: {
  readonly of: CaseDetails
  readonly onClose: () => void
}) => {
  const words = useWords().caseDetail
  const cancellation = useDialogAction(changeStage, words.cancelled(employee_name), onClose)
  return (
    <ReasonDialog
      title={words.cancelTitle(employee_name)}
      why={words.cancelText}
      ends={words.cancelEnds}
      stays={words.cancelStays}
      confirm={words.cancel}
      decline={words.keep}
      danger
      busy={cancellation.busy}
      onClose={onClose}
      onConfirm={(reason) => cancellation.start({ id, status: "cancelled", reason })}
    >
      <Refusal of={cancellation.result} />
    </ReasonDialog>
  )
}
