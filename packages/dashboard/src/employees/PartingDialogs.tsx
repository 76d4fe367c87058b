import type { DirectoryEmployee } from "@svc/contract/employees/schema"
import { useState } from "preact/hooks"
import { Dialog, DialogActions } from "../design/Dialog.tsx"
import { TextField } from "../design/Field.tsx"
import { Said, Stack } from "../design/layout.tsx"
import { useWords } from "../languages/words.ts"
import { useAction } from "../platform/atoms.ts"
import { Refusal } from "../platform/failures.tsx"
import { toast } from "../shell/toasts.tsx"
import { erasePerson, removePerson } from "./data.ts"

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
      <Refusal
        of={removal.result}
        refusals={{
          EmployeeErased: ({ error }) => error,
          EmployeeInUse: ({ error }) => error,
          EmployeeNotFound: ({ error }) => error
        }}
      />
    </Dialog>
  )
}

/** Forgets somebody for good, which nothing brings back: the name is typed, so that it is not somebody else's. */
export const EraseDialog = ({ onClose, onDone, person }: Parting) => {
  const words = useWords().employees
  const [typed, setTyped] = useState("")
  const [wrong, setWrong] = useState<string>()
  const erasure = useAction(erasePerson, {
    onDone: ({ offboardings }) => {
      toast(words.erased(offboardings))
      onDone()
    }
  })
  return (
    <Dialog
      title={words.eraseTitle(person.full_name)}
      why={words.eraseText}
      onClose={onClose}
      onSubmit={() =>
        typed.trim() === person.full_name ? erasure.start(person.id) : setWrong(words.nameDiffers(person.full_name))
      }
      actions={
        <DialogActions look="danger" busy={erasure.busy} onDecline={onClose}>
          {words.erase}
        </DialogActions>
      }
    >
      <Refusal
        of={erasure.result}
        refusals={{
          EmployeeIsMember: ({ error }) => error,
          EmployeeNotFound: ({ error }) => error,
          EmployeeUnderLegalHold: ({ error }) => error,
          RevocationOutstanding: ({ error }) => error
        }}
      />
      <Stack gap={2}>
        <Said size="table">
          <Said strong>{words.goes}</Said> {words.goesText}
        </Said>
        <Said size="table">
          <Said strong>{words.stays}</Said> {words.staysText}
        </Said>
      </Stack>
      <TextField
        label={words.typeName(person.full_name)}
        value={typed}
        wrong={wrong}
        autoComplete="off"
        autoFocus
        required
        onInput={(text) => {
          setTyped(text)
          setWrong(undefined)
        }}
      />
    </Dialog>
  )
}
