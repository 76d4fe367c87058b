import { type ChecklistItem, NotNeededReason } from "@svc/contract/checklists/schema"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { Schema } from "effect"
import { TextField } from "#design/Field.tsx"
import { ActionDialog } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { useForm } from "#platform/form.ts"
import { toast } from "#frame/toasts.tsx"
import { changeTask } from "./data.ts"

const Given = Schema.Struct({ reason: NotNeededReason })

/** Marks a task as not needed: it counts as done and shows the reason. */
export const NotNeededDialog = ({
  id,
  item: { id: itemId, task },
  onClose,
  onUndo
}: {
  readonly id: OffboardingId
  readonly item: ChecklistItem
  readonly onClose: () => void
  readonly onUndo: () => void
}) => {
  const { caseDetail, checklists: words } = useWords()
  const form = useForm(Given, { reason: "" })
  const mark = useAction(changeTask, {
    onDone: () => {
      toast(words.markedNotNeeded(task), { undo: onUndo })
      onClose()
    }
  })
  return (
    <ActionDialog
      title={words.notNeededTitle}
      why={task}
      onClose={onClose}
      onSubmit={() => form.submit(({ reason }) => mark.start({ id, itemId, changes: { notNeeded: true, reason } }))}
      act={mark}
      confirm={words.markNotNeeded}
    >
      <TextField label={caseDetail.why} help={words.notNeededHelp} autoFocus {...form.field("reason")} />
    </ActionDialog>
  )
}
