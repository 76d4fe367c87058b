import { CreateEmployee, type DirectoryEmployee, EmployeeStatus, WorkerType } from "@svc/contract/employees/schema"
import type { EmployeeId } from "@svc/contract/kernel/ids"
import { SelectField, TextField } from "#design/Field.tsx"
import { Columns } from "#design/layout.tsx"
import { ActionDialog } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { useForm } from "#platform/form.ts"
import { ZoneField } from "#platform/ZoneField.tsx"
import { toast } from "#frame/toasts.tsx"
import { addPerson, changePerson } from "./data.ts"

const textsOf = (person: DirectoryEmployee | undefined) => ({
  full_name: person?.full_name ?? "",
  email: person?.email ?? "",
  role: person?.role ?? "",
  department: person?.department ?? "",
  manager_email: person?.manager_email ?? "",
  worker_type: person?.worker_type ?? "employee",
  status: person?.status ?? "active",
  employee_id: person?.employee_id ?? "",
  phone: person?.phone ?? "",
  timezone: person?.timezone ?? "",
  contract_end_date: person?.contract_end_date ?? "",
  source_control_username: person?.source_control_username ?? ""
})

/** Adds or edits a person. */
export const PersonDialog = ({
  onClose,
  onDone,
  person
}: {
  readonly person?: DirectoryEmployee
  readonly onClose: () => void
  readonly onDone?: (id: EmployeeId) => void
}) => {
  const words = useWords().employees
  const form = useForm(CreateEmployee, textsOf(person))
  const done = ({ full_name, id }: DirectoryEmployee) => {
    toast((person === undefined ? words.added : words.saved)(full_name))
    onClose()
    onDone?.(id)
  }
  const adding = useAction(addPerson, { onDone: done })
  const changing = useAction(changePerson, { onDone: done })
  return (
    <ActionDialog
      wide
      title={person === undefined ? words.add : words.editTitle(person.full_name)}
      onClose={onClose}
      onSubmit={() =>
        form.submit((given) =>
          person === undefined ? adding.start(given) : changing.start({ ...given, id: person.id })
        )
      }
      act={adding}
      also={changing}
      confirm={person === undefined ? words.add : words.save}
    >
      <Columns>
        <TextField label={words.name} autoFocus {...form.field("full_name")} />
        <TextField label={words.email} type="email" {...form.field("email")} />
        <TextField label={words.role} {...form.field("role")} />
        <TextField label={words.department} {...form.field("department")} />
        <TextField label={words.managerAddress} type="email" {...form.field("manager_email")} />
        <TextField label={words.number} {...form.field("employee_id")} />
        <SelectField
          label={words.workerType}
          choices={WorkerType.literals.map((type) => [type, words.workerTypes[type]] as const)}
          {...form.field("worker_type")}
        />
        <SelectField
          label={words.status}
          choices={EmployeeStatus.literals.map((status) => [status, words.statuses[status]] as const)}
          {...form.field("status")}
        />
        <TextField label={words.contractEnd} type="date" {...form.field("contract_end_date")} />
        <ZoneField label={words.timezone} none={words.ownTimezone} {...form.field("timezone")} />
        <TextField label={words.phone} {...form.field("phone")} />
        <TextField label={words.sourceControl} {...form.field("source_control_username")} />
      </Columns>
    </ActionDialog>
  )
}
