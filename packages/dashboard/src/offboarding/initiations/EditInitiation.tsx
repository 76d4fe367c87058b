import { type InitiationDetails, InitiationSeparation, UpdateInitiation } from "@svc/contract/initiations/schema"
import { Struct } from "effect"
import { useState } from "preact/hooks"
import { SelectField, TextField } from "#design/Field.tsx"
import { Columns } from "#design/layout.tsx"
import { AppPicks } from "#connections/integrations/AppPicks.tsx"
import { ActionDialog, useDialogAction } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { useForm } from "#platform/form.ts"
import { editInitiation } from "./data.ts"

const textOf = (details: InitiationDetails) => ({
  employee_name: details.employee_name,
  employee_email: details.employee_email ?? "",
  employee_role: details.employee_role,
  employee_department: details.employee_department,
  exit_date: details.exit_date,
  separation_type: details.separation_type
})

/** Edits a request; another person, last day, or choice of apps resets its approvals. */
export const EditInitiation = ({ of, onClose }: { readonly of: InitiationDetails; readonly onClose: () => void }) => {
  const { cases, initiations: words, newCase } = useWords()
  const [apps, setApps] = useState(of.apps_to_revoke)
  const [before] = useState(() => textOf(of))
  const same = apps.length === of.apps_to_revoke.length && apps.every((app) => of.apps_to_revoke.includes(app))
  const form = useForm(UpdateInitiation, before, same ? {} : { apps_to_revoke: apps }, ["employee_name", "exit_date"])
  const edit = useDialogAction(editInitiation, words.saved, onClose)
  const kept = Struct.keys(before).filter((name) => form.text[name] === before[name])
  return (
    <ActionDialog
      title={words.editTitle}
      why={words.editText}
      onClose={onClose}
      onSubmit={() =>
        form.submit((whole) => {
          const changes: UpdateInitiation = Struct.omit(whole, kept)
          if (Object.keys(changes).length === 0) onClose()
          else edit.start({ id: of.id, changes })
        })
      }
      act={edit}
      confirm={words.save}
      refusals={{ AppsChoiceRequired: () => words.chooseApps }}
    >
      <Columns>
        <TextField label={newCase.name} {...form.field("employee_name")} />
        <TextField label={newCase.email} type="email" {...form.field("employee_email")} />
        <TextField label={cases.plainTexts.employee_role} {...form.field("employee_role")} />
        <TextField label={cases.plainTexts.employee_department} {...form.field("employee_department")} />
        <TextField label={newCase.lastDay} type="date" {...form.field("exit_date")} />
        <SelectField
          label={newCase.reason}
          choices={InitiationSeparation.literals.map((type) => [type, cases.separations[type]])}
          {...form.field("separation_type")}
        />
      </Columns>
      <AppPicks apps={apps} onChange={setApps} />
    </ActionDialog>
  )
}
