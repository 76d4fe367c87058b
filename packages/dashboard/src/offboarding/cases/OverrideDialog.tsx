import type { OffboardingId } from "@svc/contract/kernel/ids"
import { useDialogAction } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { Refusal } from "#platform/failures.tsx"
import { changeStage } from "./changes-data.ts"
import { ReasonDialog } from "#records/ReasonDialog.tsx"

/** Override: completes an offboarding with open tasks, with a reason. */
export const OverrideDialog = ({ id, onClose }: { readonly id: OffboardingId; readonly onClose: () => void }) => {
  const { caseDetail: words, cases } = useWords()
  const completion = useDialogAction(
    changeStage,
    ({ employee_name, status }) => cases.moved(employee_name, cases.stages[status]),
    onClose
  )
  return (
    <ReasonDialog
      title={words.overrideTitle}
      why={words.overrideText}
      confirm={words.override}
      danger
      busy={completion.busy}
      onClose={onClose}
      onConfirm={(reason) => completion.start({ id, status: "completed", override: true, reason })}
    >
      <Refusal of={completion.result} />
    </ReasonDialog>
  )
}
