import type { CaseDetails } from "@svc/contract/cases/schema"
import { useDialogAction } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { Refusal } from "#platform/failures.tsx"
import { setLegalHold } from "./changes-data.ts"
import { ReasonDialog } from "#records/ReasonDialog.tsx"

/** Sets or releases a legal hold. */
export const HoldDialog = ({
  onClose,
  of: { id, legal_hold }
}: {
  readonly of: CaseDetails
  readonly onClose: () => void
}) => {
  const words = useWords().caseDetail
  const hold = useDialogAction(setLegalHold, legal_hold ? words.holdReleased : words.holdSetDone, onClose)
  return (
    <ReasonDialog
      title={legal_hold ? words.holdReleaseTitle : words.holdSetTitle}
      why={legal_hold ? words.holdReleaseText : words.holdSetText}
      confirm={legal_hold ? words.holdRelease : words.holdSet}
      busy={hold.busy}
      onClose={onClose}
      onConfirm={(reason) => hold.start({ id, held: !legal_hold, reason })}
    >
      <Refusal of={hold.result} />
    </ReasonDialog>
  )
}
