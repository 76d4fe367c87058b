import { AssetCategory, CreateAsset } from "@svc/contract/assets/schema"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { SelectField, TextField } from "#design/Field.tsx"
import { Columns } from "#design/layout.tsx"
import { ActionDialog } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { useForm } from "#platform/form.ts"
import { toast } from "#frame/toasts.tsx"
import { addAsset, editAsset, type Item } from "./data.ts"
import { type Holder, HolderField } from "./HolderField.tsx"

const textsOf = (item: Item | undefined, holder: Holder | undefined, condition: string) => ({
  itemName: item?.item_name ?? "",
  serialNumber: item?.serial_number ?? "",
  category: item?.category ?? "laptop",
  model: item?.model ?? "",
  condition: item?.condition ?? condition,
  orgEmployeeId: holder?.id ?? "",
  returnDeadline: item?.return_deadline ?? "",
  trackingNumber: item?.tracking_number ?? ""
})

/** Adds or edits an item. */
export const AssetDialog = ({
  holder,
  inCase,
  item,
  onClose
}: {
  readonly item?: Item | undefined
  readonly holder?: Holder | undefined
  readonly inCase?: OffboardingId | undefined
  readonly onClose: () => void
}) => {
  const words = useWords().assets
  const form = useForm(CreateAsset, textsOf(item, holder, words.conditions.good))
  const done = ({ item_name }: { readonly item_name: string }) => {
    toast((item === undefined ? words.added : words.saved)(item_name))
    onClose()
  }
  const adding = useAction(addAsset, { onDone: done })
  const editing = useAction(editAsset, { onDone: done })
  const conditions = Object.values(words.conditions)
  return (
    <ActionDialog
      wide
      title={item === undefined ? words.add : words.editTitle(item.item_name)}
      onClose={onClose}
      onSubmit={() =>
        form.submit((given) =>
          item === undefined ? adding.start({ ...given, inCase }) : editing.start({ ...given, id: item.id, inCase })
        )
      }
      act={adding}
      also={editing}
      confirm={item === undefined ? words.add : words.save}
    >
      <Columns>
        <TextField label={words.name} autoFocus {...form.field("itemName")} />
        <TextField label={words.serial} {...form.field("serialNumber")} />
        <SelectField
          label={words.kind}
          choices={AssetCategory.literals.map((kind) => [kind, words.kinds[kind]] as const)}
          {...form.field("category")}
        />
        <TextField label={words.model} {...form.field("model")} />
        <HolderField holder={holder} field={form.field("orgEmployeeId")} />
        <TextField label={words.condition} suggestions={conditions} {...form.field("condition")} />
        <TextField label={words.due} type="date" help={words.dueHelp} {...form.field("returnDeadline")} />
        <TextField label={words.tracking} {...form.field("trackingNumber")} />
      </Columns>
    </ActionDialog>
  )
}
