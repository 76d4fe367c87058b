import { AddTask } from "@svc/contract/checklists/schema"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { Dialog, DialogActions } from "#design/Dialog.tsx"
import { TextField } from "#design/Field.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { useForm } from "#platform/form.ts"
import { addTask } from "./data.ts"

/** A task more. */
export const AddTaskDialog = ({
  assignees,
  id,
  onClose
}: {
  readonly id: OffboardingId
  readonly assignees: ReadonlyArray<string>
  readonly onClose: () => void
}) => {
  const words = useWords().checklists
  const form = useForm(AddTask, { task: "", assignedTo: "" })
  const adding = useAction(addTask, { onDone: onClose })
  return (
    <Dialog
      title={words.addTitle}
      onClose={onClose}
      onSubmit={() => form.submit((task) => adding.start({ id, ...task }))}
      actions={
        <DialogActions busy={adding.busy} onDecline={onClose}>
          {words.add}
        </DialogActions>
      }
    >
      <Refusal of={adding.result} />
      <TextField label={words.task} autoFocus {...form.field("task")} />
      <TextField
        label={words.assignee}
        help={words.assigneeHelp}
        suggestions={assignees}
        {...form.field("assignedTo")}
      />
    </Dialog>
  )
}
