import type { ChecklistItem } from "@svc/contract/checklists/schema"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { ReasonDialog } from "#records/ReasonDialog.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { removeTask } from "./data.ts"

/** Deletes a task permanently. */
export const RemoveTaskDialog = ({
  id,
  item: { id: itemId, task },
  onClose
}: {
  readonly id: OffboardingId
  readonly item: ChecklistItem
  readonly onClose: () => void
}) => {
  const words = useWords().checklists
  const removal = useAction(removeTask, { onDone: onClose })
  return (
    <ReasonDialog
      title={words.deleteTitle}
      why={task}
      ends={words.deleteEnds}
      stays={words.deleteStays}
      confirm={words.delete}
      danger
      busy={removal.busy}
      onClose={onClose}
      onConfirm={(reason) => removal.start({ id, itemId, reason })}
    >
      <Refusal of={removal.result} />
    </ReasonDialog>
  )
}
