import { type ChecklistItem, UpdateTask } from "@svc/contract/checklists/schema"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { Struct } from "effect"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { AreaField, TextField } from "#design/Field.tsx"
import { Columns } from "#design/layout.tsx"
import { ActionDialog } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { useAssigneeNames } from "#records/assignees.ts"
import { OwnerField, ownerOf } from "#access/OwnerField.tsx"
import { useAction } from "#platform/atoms.ts"
import { useForm } from "#platform/form.ts"
import { changeTask } from "./data.ts"
import { draftsOf, LinkFields, linksOf } from "./LinkFields.tsx"

/** Edits a task: text, assignee, owner, due date, deadline, description, links. */
export const EditTaskDialog = ({
  assignees,
  id,
  item,
  onClose
}: {
  readonly id: OffboardingId
  readonly item: ChecklistItem
  readonly assignees: ReadonlyArray<string>
  readonly onClose: () => void
}) => {
  const words = useWords().checklists
  const { nameOf, storedOf } = useAssigneeNames()
  const { may } = useMay()
  const [before] = useState(item.sla_hours === null ? "" : String(item.sla_hours))
  const [hours, setHours] = useState(before)
  const [ownerBefore] = useState(item.owner_id)
  const [owner, setOwner] = useState(ownerOf(item))
  const [linksBefore] = useState(draftsOf(item.links))
  const [drafts, setDrafts] = useState(linksBefore)
  const ownerId = owner?.user_id ?? null
  const form = useForm(
    UpdateTask,
    {
      task: item.task,
      assigned_to: nameOf(item.assigned_to),
      due_date: item.due_date ?? "",
      description: item.description ?? ""
    },
    {
      ...(hours === before ? {} : { sla_hours: hours === "" ? null : Number(hours) }),
      ...(ownerId === ownerBefore ? {} : { owner_id: ownerId }),
      ...(drafts === linksBefore ? {} : { links: linksOf(drafts) })
    },
    ["task", "assigned_to"]
  )
  const change = useAction(changeTask, { onDone: onClose })
  return (
    <ActionDialog
      title={words.editTitle}
      onClose={onClose}
      onSubmit={() =>
        form.submit((whole) => {
          const given: UpdateTask = Struct.omit(whole, form.unchanged)
          const { assigned_to } = given
          const changes: UpdateTask =
            assigned_to === undefined ? given : { ...given, assigned_to: storedOf(assigned_to) }
          if (Object.keys(changes).length === 0) onClose()
          else change.start({ id, itemId: item.id, changes })
        })
      }
      act={change}
      confirm={words.save}
    >
      <TextField label={words.task} autoFocus {...form.field("task")} />
      <TextField label={words.assignee} suggestions={assignees} {...form.field("assigned_to")} />
      <OwnerField id={id} chosen={owner} onChoose={setOwner} />
      <Columns>
        <TextField label={words.due} type="date" {...form.field("due_date")} />
        {may("offboardings_edit") && (
          <TextField
            label={words.hours}
            help={words.hoursHelp}
            inputMode="numeric"
            value={hours}
            wrong={form.wrong("sla_hours")}
            onInput={setHours}
          />
        )}
      </Columns>
      <AreaField label={words.description} {...form.field("description")} />
      <LinkFields drafts={drafts} onChange={setDrafts} wrong={form.wrong("links") !== undefined} />
    </ActionDialog>
  )
}
