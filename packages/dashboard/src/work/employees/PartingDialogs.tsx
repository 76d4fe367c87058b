import type { DirectoryEmployee } from "@svc/contract/employees/schema"
import { useWords } from "#languages/words.ts"
import { ConfirmDialog } from "#frame/ConfirmDialog.tsx"
import { removePerson } from "./data.ts"

interface Parting {
  readonly person: DirectoryEmployee
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Deletes a record created by mistake. */
export const RemovePersonDialog = ({ onClose, onDone, person }: Parting) => {
  const words = useWords().employees
  return (
    <ConfirmDialog
      action={removePerson}
      arg={person.id}
      title={words.removeTitle(person.full_name)}
      why={words.removeText}
      confirm={words.remove}
      done={words.removed(person.full_name)}
      onClose={onClose}
      onDone={onDone}
    />
  )
}
