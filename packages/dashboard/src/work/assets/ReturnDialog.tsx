import { EditAsset } from "@svc/contract/assets/schema"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { useMay } from "#access/data.ts"
import { TextField } from "#design/Field.tsx"
import { ActionDialog } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { useForm } from "#platform/form.ts"
import { returnAsset, type Item } from "./data.ts"

/** Marks an item as returned or found, with its condition. */
export const ReturnDialog = ({
  inCase,
  item,
  onClose,
  onReturned
}: {
  readonly item: Item
  readonly inCase?: OffboardingId | undefined
  readonly onClose: () => void
  readonly onReturned: (item: Item) => void
}) => {
  const words = useWords().assets
  const { may } = useMay()
  const isLost = item.status === "lost"
  const form = useForm(
    EditAsset,
    { condition: item.condition },
    { itemName: item.item_name, serialNumber: item.serial_number }
  )
  const returning = useAction(returnAsset, {
    onDone: () => {
      onReturned(item)
      onClose()
    }
  })
  return (
    <ActionDialog
      title={(isLost ? words.foundTitle : words.returnTitle)(item.item_name)}
      why={isLost ? words.foundText : words.returnText}
      onClose={onClose}
      onSubmit={() =>
        form.submit(({ condition }) =>
          returning.start({ item, inCase, ...(may("assets_manage") ? { condition } : {}) })
        )
      }
      act={returning}
      confirm={isLost ? words.found : words.isBack}
    >
      {may("assets_manage") && (
        <TextField
          label={words.condition}
          suggestions={Object.values(words.conditions)}
          autoFocus
          {...form.field("condition")}
        />
      )}
    </ActionDialog>
  )
}
