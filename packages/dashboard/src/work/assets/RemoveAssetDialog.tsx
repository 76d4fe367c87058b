import type { OffboardingId } from "@svc/contract/kernel/ids"
import { useWords } from "#languages/words.ts"
import { ConfirmDialog } from "#frame/ConfirmDialog.tsx"
import { type Item, removeAsset } from "./data.ts"

/** Deletes an item added by mistake. */
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
  return (
    <ConfirmDialog
      action={removeAsset}
      arg={{ id: item.id, inCase }}
      title={words.removeTitle(item.item_name)}
      why={words.removeText}
      confirm={words.remove}
      done={words.removed(item.item_name)}
      onClose={onClose}
    />
  )
}
