import { type LeftBehindItem, TransferLeftBehind } from "@svc/contract/left-behind/schema"
import { Dialog, DialogActions } from "../design/Dialog.tsx"
import { TextField } from "../design/Field.tsx"
import { useWords } from "../languages/words.ts"
import { useAction } from "../platform/atoms.ts"
import { Refusal } from "../platform/failures.tsx"
import { useForm } from "../platform/form.ts"
import { offerIt } from "./data.ts"

/** Who takes it over; they are told, and accept it. */
export const OfferDialog = ({ of, onClose }: { readonly of: LeftBehindItem; readonly onClose: () => void }) => {
  const words = useWords().leftBehind
  const form = useForm(TransferLeftBehind, { email: of.new_owner?.email ?? "" })
  const offer = useAction(offerIt, { onDone: onClose })
  return (
    <Dialog
      title={words.offerTitle(of.label)}
      why={words.offerText}
      onClose={onClose}
      onSubmit={() => form.submit((body) => offer.start({ of, ...body }))}
      actions={
        <DialogActions busy={offer.busy} onDecline={onClose}>
          {words.offer}
        </DialogActions>
      }
    >
      <Refusal
        of={offer.result}
        refusals={{
          LeftBehindCaseCancelled: ({ error }) => error,
          LeftBehindNotFound: ({ error }) => error,
          LeftBehindSettled: ({ error }) => error,
          NewOwnerIsLeaver: ({ error }) => error
        }}
      />
      <TextField label={words.newOwner} autoFocus {...form.field("email")} />
    </Dialog>
  )
}
