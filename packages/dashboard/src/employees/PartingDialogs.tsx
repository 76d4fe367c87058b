import type { DirectoryEmployee } from "@svc/contract/employees/schema"
import { Dialog, DialogActions } from "../design/Dialog.tsx"
import { useWords } from "../languages/words.ts"
import { useAction } from "../platform/atoms.ts"
import { Refusal } from "../platform/failures.tsx"
import { toast } from "../shell/toasts.tsx"
import { removePerson } from "./data.ts"

interface Parting {
  readonly person: DirectoryEmployee
  readonly onClose: () => void
  readonly onDone: () => void
}

/** For a record made by mistake. */
export const RemovePersonDialog = ({ onClose, onDone, person }: Parting) => {
  const words = useWords().employees
  const removal = useAction(removePerson, {
    onDone: () => {
      toast(words.removed(person.full_name))
      onDone()
    }
  })
  return (
    <Dialog
      title={words.removeTitle(person.full_name)}
      why={words.removeText}
      onClose={onClose}
      onSubmit={() => removal.start(person.id)}
      actions={
        <DialogActions look="danger" busy={removal.busy} onDecline={onClose}>
          {words.remove}
        </DialogActions>
      }
    >
      <Refusal of={removal.result} />
    </Dialog>
  )
}
