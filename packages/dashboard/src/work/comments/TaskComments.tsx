import type { ChecklistItem } from "@svc/contract/checklists/schema"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { ActionDialog } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { CommentList } from "./CommentList.tsx"
import { Composer, useComposer } from "./Composer.tsx"

/** Comments on one task, and a form to add one. */
export const TaskComments = ({
  id,
  item,
  onClose
}: {
  readonly id: OffboardingId
  readonly item: ChecklistItem
  readonly onClose: () => void
}) => {
  const words = useWords().comments
  const composer = useComposer(id, item.id)
  return (
    <ActionDialog
      title={words.ofTask(item.task)}
      onClose={onClose}
      onSubmit={composer.submit}
      act={composer.add}
      confirm={words.add}
    >
      <CommentList id={id} taskId={item.id} />
      <Composer of={composer} />
    </ActionDialog>
  )
}
