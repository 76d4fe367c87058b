import { AddTask } from "@svc/contract/checklists/schema"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { TextField } from "#design/Field.tsx"
import { ActionDialog } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { useAssigneeNames } from "#records/assignees.ts"
import { useAction } from "#platform/atoms.ts"
import { useForm } from "#platform/form.ts"
import { addTask } from "./data.ts"

/** Adds a task. */
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
  const { storedOf } = useAssigneeNames()
  const form = useForm(AddTask, { task: "", assignedTo: "" })
  const adding = useAction(addTask, { onDone: onClose })
  return (
    <ActionDialog
      title={words.addTitle}
      onClose={onClose}
      onSubmit={() =>
        form.submit(({ assignedTo, task }) =>
          adding.start({ id, task, ...(assignedTo === undefined ? {} : { assignedTo: storedOf(assignedTo) }) })
        )
      }
      act={adding}
      confirm={words.add}
    >
      <TextField label={words.task} autoFocus {...form.field("task")} />
      <TextField
        label={words.assignee}
        help={words.assigneeHelp}
        suggestions={assignees}
        {...form.field("assignedTo")}
      />
    </ActionDialog>
  )
}
