import type { SiemTarget } from "@svc/contract/siem/schema"
import { Dialog, DialogActions } from "../design/Dialog.tsx"
import { useWords } from "../languages/words.ts"
import { useAction } from "../platform/atoms.ts"
import { Refusal } from "../platform/failures.tsx"
import { toast } from "../shell/toasts.tsx"
import { removeTarget } from "./data.ts"

export const RemoveTargetDialog = ({ of, onClose }: { readonly of: SiemTarget; readonly onClose: () => void }) => {
  const words = useWords().siem
  const removal = useAction(removeTarget, {
    onDone: () => {
      toast(words.deleted(of.name))
      onClose()
    }
  })
  return (
    <Dialog
      title={words.deleteTitle(of.name)}
      why={words.deleteText(of.queued_count)}
      onClose={onClose}
      onSubmit={() => removal.start(of.id)}
      actions={
        <DialogActions look="danger" busy={removal.busy} onDecline={onClose}>
          {words.delete}
        </DialogActions>
      }
    >
      <Refusal of={removal.result} />
    </Dialog>
  )
}
