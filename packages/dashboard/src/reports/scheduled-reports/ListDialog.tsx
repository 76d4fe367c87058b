import { CreateDistributionList, type DistributionList } from "@svc/contract/scheduled-reports/schema"
import { useState } from "preact/hooks"
import { AreaField, TextField } from "#design/Field.tsx"
import { ActionDialog } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { useForm } from "#platform/form.ts"
import { addressesIn, asLines } from "./addresses.ts"
import { createList, updateList } from "./data.ts"

/** Create or edit a distribution list. */
export const ListDialog = ({
  list,
  onClose
}: {
  readonly list: DistributionList | undefined
  readonly onClose: () => void
}) => {
  const words = useWords().scheduledReports
  const [to, setTo] = useState(asLines(list?.recipients ?? []))
  const form = useForm(CreateDistributionList, { name: list?.name ?? "" }, { recipients: addressesIn(to) })
  const creating = useAction(createList, { onDone: onClose })
  const editing = useAction(updateList, { onDone: onClose })
  return (
    <ActionDialog
      title={list === undefined ? words.createList : words.editTitle(list.name)}
      why={words.listText}
      onClose={onClose}
      onSubmit={() =>
        form.submit((given) => (list === undefined ? creating.start(given) : editing.start({ ...given, id: list.id })))
      }
      act={creating}
      also={editing}
      confirm={list === undefined ? words.createList : words.save}
    >
      <TextField label={words.name} autoFocus {...form.field("name")} />
      <AreaField
        label={words.recipients}
        help={words.recipientsHelp}
        required
        value={to}
        wrong={form.wrong("recipients")}
        onInput={setTo}
      />
    </ActionDialog>
  )
}
