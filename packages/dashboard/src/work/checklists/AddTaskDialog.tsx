import { AddTask } from "@svc/contract/checklists/schema"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { useState } from "preact/hooks"
import { AreaField, TextField } from "#design/Field.tsx"
import { ActionDialog } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { useAssigneeNames } from "#records/assignees.ts"
import { type Owner, OwnerField } from "#access/OwnerField.tsx"
import { useAction } from "#platform/atoms.ts"
import { useForm } from "#platform/form.ts"
import { addTask } from "./data.ts"
import { type LinkDraft, LinkFields, linksOf } from "./LinkFields.tsx"

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
  const [owner, setOwner] = useState<Owner>()
  const [drafts, setDrafts] = useState<ReadonlyArray<LinkDraft>>([])
  const links = linksOf(drafts)
  const form = useForm(
    AddTask,
    { task: "", assignedTo: "", description: "" },
    {
      ...(owner === undefined ? {} : { owner_id: owner.user_id }),
      ...(links.length === 0 ? {} : { links })
    }
  )
  const adding = useAction(addTask, { onDone: onClose })
  return (
    <ActionDialog
      title={words.addTitle}
      onClose={onClose}
      onSubmit={() =>
        form.submit(({ assignedTo, ...task }) =>
          adding.start({ id, ...task, ...(assignedTo === undefined ? {} : { assignedTo: storedOf(assignedTo) }) })
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
      <OwnerField id={id} chosen={owner} onChoose={setOwner} />
      <AreaField label={words.description} {...form.field("description")} />
      <LinkFields drafts={drafts} onChange={setDrafts} wrong={form.wrong("links") !== undefined} />
    </ActionDialog>
  )
}
