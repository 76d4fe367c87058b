import { type LeftBehindItem, TransferLeftBehind } from "@svc/contract/left-behind/schema"
import { AsyncResult } from "effect/reactivity"
import { useEffect, useState } from "preact/hooks"
import { useUser } from "#access/data.ts"
import { AppName } from "#connections/integrations/AppName.tsx"
import { Dialog, DialogActions } from "#design/Dialog.tsx"
import { TextField } from "#design/Field.tsx"
import { Facts } from "#design/layout.tsx"
import { ActionDialog, useDialogAction } from "#frame/ActionDialog.tsx"
import { directoryNamed } from "#work/employees/data.ts"
import { useWords } from "#languages/words.ts"
import { useAction, useQuery } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { useForm } from "#platform/form.ts"
import { toast } from "#frame/toasts.tsx"
import { nameOwner, takeOver } from "./data.ts"
import { isOfferedTo } from "./state.ts"

interface Asked {
  readonly item: LeftBehindItem
  readonly onClose: () => void
}

/** Debounce in ms. */
const typingPauses = 250

/** Directory emails that match the typed text, debounced. */
const useAddresses = (typed: string) => {
  const [wanted, setWanted] = useState(typed)
  useEffect(() => {
    const pause = setTimeout(() => setWanted(typed), typingPauses)
    return () => clearTimeout(pause)
  }, [typed])
  const found = useQuery(directoryNamed(wanted))
  return AsyncResult.isSuccess(found) ? found.value.rows.map(({ email }) => email) : []
}

/** Assigns a new owner, who is asked and has to accept. */
export const NameOwnerDialog = ({
  item,
  onClose,
  suggested
}: Asked & {
  /** Email prefilled if no owner is assigned yet, for example the manager's. */
  readonly suggested: string
}) => {
  const words = useWords().leftBehind
  const form = useForm(TransferLeftBehind, { email: item.new_owner?.email ?? suggested, name: "" })
  const email = form.field("email")
  const addresses = useAddresses(email.value)
  const naming = useAction(nameOwner, {
    onDone: ({ new_owner }) => {
      if (new_owner !== null) {
        toast((new_owner.accepted_at === null ? words.askedNow : words.takesOver)(new_owner.name))
      }
      onClose()
    }
  })
  return (
    <ActionDialog
      title={words.nameTitle(item.label)}
      why={words.nameText}
      onClose={onClose}
      onSubmit={() => form.submit((body) => naming.start({ item, ...body }))}
      act={naming}
      confirm={words.name}
    >
      <TextField label={words.email} type="email" autoComplete="off" autoFocus suggestions={addresses} {...email} />
      <TextField label={words.ownerName} help={words.ownerNameHelp} autoComplete="off" {...form.field("name")} />
    </ActionDialog>
  )
}

/** The new owner accepts, or a member accepts for a non-member. */
export const TakeOverDialog = ({ item, onClose }: Asked) => {
  const words = useWords().leftBehind
  const { email } = useUser()
  const isOwn = isOfferedTo(item, email)
  const name = item.new_owner?.name ?? ""
  const taking = useDialogAction(takeOver, words.takesOver(name), onClose)
  return (
    <Dialog
      title={isOwn ? words.takeTitle(item.label) : words.takeForTitle(name)}
      why={isOwn ? words.takeText : words.takeForText(name)}
      onClose={onClose}
      onSubmit={() => taking.start({ item })}
      actions={
        <DialogActions busy={taking.busy} onDecline={onClose}>
          {isOwn ? words.take : words.takeFor}
        </DialogActions>
      }
    >
      <Facts
        facts={[
          [words.what, `${words.kinds[item.kind].one}: ${item.label}`],
          [words.app, <AppName of={item.service} />]
        ]}
      />
      <Refusal of={taking.result} />
    </Dialog>
  )
}
