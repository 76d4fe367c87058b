import type { OffboardingId } from "@svc/contract/kernel/ids"
import { Dialog, DialogActions } from "../design/Dialog.tsx"
import { useWords } from "../languages/words.ts"
import { useAction } from "../platform/atoms.ts"
import { Refusal } from "../platform/failures.tsx"
import { toast } from "../shell/toasts.tsx"
import { type Item, removeAsset } from "./data.ts"

/** For what was entered by mistake. */
export const RemoveAssetDialog = ({
  inCase,
  item,
  onClose
}: {
  readonly item: Item
  readonly inCase?: OffboardingId | undefined
  readonly onClose: () => void
}) => {
  const words = useWords().assets
  const removal = useAction(removeAsset, {
    onDone: () => {
      toast(words.removed(item.item_name))
      onClose()
    }
  })
  return (
    <Dialog
      title={words.removeTitle(item.item_name)}
      why={words.removeText}
      onClose={onClose}
      onSubmit={() => removal.start({ id: item.id, inCase })}
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
