import {
  FollowedByTemplate,
  GivenTemplateItem,
  type GivenTemplateItem as Item
} from "@svc/contract/checklist-templates/schema"
import { useState } from "preact/hooks"
import { Dialog, DialogActions } from "#design/Dialog.tsx"
import { SelectField, TextField } from "#design/Field.tsx"
import { Columns } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { useAssigneeNames } from "#records/assignees.ts"
import { useForm } from "#platform/form.ts"

const textOf = (value: number | null | undefined) => (value === null || value === undefined ? "" : String(value))

const numberOf = (text: string) => (text.trim() === "" ? null : Number(text))

/** Edits a template task: text, assignee, due date, automatic completion. */
export const ItemDialog = ({
  assignees,
  item,
  onClose,
  onGive
}: {
  readonly item: Item | undefined
  readonly assignees: ReadonlyArray<string>
  readonly onGive: (item: Item) => void
  readonly onClose: () => void
}) => {
  const words = useWords().checklistTemplates
  const { nameOf, storedOf } = useAssigneeNames()
  const [days, setDays] = useState(textOf(item?.due_days_before_exit))
  const [hours, setHours] = useState(textOf(item?.sla_hours))
  const form = useForm(
    GivenTemplateItem,
    { task: item?.task ?? "", assigned_to: nameOf(item?.assigned_to ?? ""), follows: item?.follows ?? "" },
    { due_days_before_exit: numberOf(days), sla_hours: numberOf(hours) }
  )
  return (
    <Dialog
      wide
      title={item === undefined ? words.addTask : words.editTask}
      onClose={onClose}
      onSubmit={() =>
        form.submit(({ assigned_to, ...given }) =>
          onGive(assigned_to === undefined ? given : { ...given, assigned_to: storedOf(assigned_to) })
        )
      }
      actions={
        <DialogActions busy={false} onDecline={onClose}>
          {item === undefined ? words.addTask : words.takeOver}
        </DialogActions>
      }
    >
      <TextField label={words.task} autoFocus {...form.field("task")} />
      <Columns>
        <TextField
          label={words.assignee}
          help={words.assigneeHelp}
          suggestions={assignees}
          {...form.field("assigned_to")}
        />
        <SelectField
          label={words.follows}
          help={words.followsHelp}
          choices={[
            ["", words.followed.none],
            ...FollowedByTemplate.literals.map((one) => [one, words.followed[one]] as const)
          ]}
          {...form.field("follows")}
        />
        <TextField
          label={words.days}
          help={words.daysHelp}
          inputMode="numeric"
          value={days}
          wrong={form.wrong("due_days_before_exit")}
          onInput={setDays}
        />
        <TextField
          label={words.hours}
          help={words.hoursHelp}
          inputMode="numeric"
          value={hours}
          wrong={form.wrong("sla_hours")}
          onInput={setHours}
        />
      </Columns>
    </Dialog>
  )
}
