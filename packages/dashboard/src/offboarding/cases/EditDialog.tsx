import { type CaseDetails, EditCase } from "@svc/contract/cases/schema"
import { plainTextNames } from "@svc/contract/offboardings/schema"
import { DateTime, Struct } from "effect"
import { SelectField, TextField } from "#design/Field.tsx"
import { Columns } from "#design/layout.tsx"
import { ActionDialog } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { CountryField } from "#platform/CountryField.tsx"
import { useForm } from "#platform/form.ts"
import { ZoneField } from "#platform/ZoneField.tsx"
import { zone as organisationZone } from "#platform/zone.ts"
import { toast } from "#frame/toasts.tsx"
import { editCase } from "#records/changes-data.ts"
import { useAtomValue } from "#state/registry.ts"
import { fromClock, onClock } from "./zone.ts"

const textOf = (details: CaseDetails) => ({
  employee_name: details.employee_name,
  employee_email: details.employee_email ?? "",
  employee_personal_email: details.employee_personal_email ?? "",
  ...Struct.pick(details, plainTextNames),
  exit_date: details.exit_date,
  separation_type: details.separation_type,
  employment_ends_on: details.employment_ends_on ?? "",
  access_ends_at: details.access_ends_at === null ? "" : DateTime.formatIso(details.access_ends_at),
  timezone: details.timezone ?? "",
  jurisdiction: details.jurisdiction ?? "",
  manager_email: details.manager_email ?? ""
})

/** Edits an offboarding. Sends changed fields only, because permissions apply per field. */
export const EditDialog = ({ of, onClose }: { readonly of: CaseDetails; readonly onClose: () => void }) => {
  const { caseDetail: words, cases, places } = useWords()
  const form = useForm(EditCase, textOf(of), {}, ["employee_name", "exit_date"])
  const edit = useAction(editCase, {
    onDone: ({ person_changed: changed }) => {
      toast(
        changed === undefined ? words.saved : words.savedForAnother(changed.reopened_apps, changed.portal_link_ended),
        {
          tone: changed === undefined ? "good" : "watch"
        }
      )
      onClose()
    }
  })
  const { value: typedZone } = form.field("timezone")
  const home = useAtomValue(organisationZone)
  const zone = typedZone === "" ? home : typedZone
  const cutOff = form.field("access_ends_at")
  const isClosed = of.status === "completed"
  const save = () =>
    form.submit((whole) => {
      const changes: EditCase = Struct.omit(whole, form.unchanged)
      if (Object.keys(changes).length === 0) onClose()
      else edit.start({ id: of.id, changes })
    })
  return (
    <ActionDialog
      title={words.editTitle}
      {...(isClosed ? { why: words.editClosed } : {})}
      wide
      onClose={onClose}
      onSubmit={save}
      act={edit}
      confirm={words.save}
    >
      <Columns>
        <TextField label={cases.name} autoFocus {...form.field("employee_name")} />
        <TextField
          label={cases.email}
          type="email"
          help={of.legal_hold ? words.emailHeld : undefined}
          {...form.field("employee_email")}
        />
        {plainTextNames.map((name) => (
          <TextField key={name} label={cases.plainTexts[name]} {...form.field(name)} />
        ))}
        <TextField
          label={words.personalEmail}
          type="email"
          help={words.personalEmailHelp}
          {...form.field("employee_personal_email")}
        />
        {!isClosed && (
          <>
            <TextField label={cases.manager} type="email" {...form.field("manager_email")} />
            <TextField label={cases.lastDay} type="date" {...form.field("exit_date")} />
            <SelectField
              label={cases.reason}
              choices={Object.entries(cases.separations)}
              {...form.field("separation_type")}
            />
            <TextField
              label={words.accessEnds}
              type="datetime-local"
              help={words.accessEndsHelp(zone)}
              {...cutOff}
              value={onClock(cutOff.value, zone)}
              onInput={(shown) => cutOff.onInput(fromClock(shown, zone))}
            />
            <TextField
              label={words.employmentEnds}
              type="date"
              help={words.employmentEndsHelp}
              {...form.field("employment_ends_on")}
            />
            <ZoneField label={words.zone} none={words.ownZone(home)} {...form.field("timezone")} />
            <CountryField
              label={words.jurisdiction}
              help={words.jurisdictionHelp}
              none={places.none}
              {...form.field("jurisdiction")}
            />
          </>
        )}
      </Columns>
    </ActionDialog>
  )
}
