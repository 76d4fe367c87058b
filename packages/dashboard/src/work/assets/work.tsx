import type { OffboardingId } from "@svc/contract/kernel/ids"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { IconButton } from "#design/Button.tsx"
import { Menu, MenuItem } from "#design/Menu.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { toast } from "#frame/toasts.tsx"
import { AssetDialog } from "./AssetDialog.tsx"
import { type Item, markLost, receiveAsset, takeOutAgain } from "./data.ts"
import type { Holder } from "./HolderField.tsx"
import { RemoveAssetDialog } from "./RemoveAssetDialog.tsx"
import { ReturnDialog } from "./ReturnDialog.tsx"

type Asked = { readonly item: Item; readonly holder?: Holder | undefined } & {
  readonly kind: "edit" | "return" | "remove"
}

/** Actions on equipment, in the list and in a case: row menu, its dialogs, and refusals. */
export const useAssetWork = (inCase?: OffboardingId) => {
  const words = useWords().assets
  const { may } = useMay()
  const [asked, setAsked] = useState<Asked>()
  const again = useAction(takeOutAgain)
  const close = () => setAsked(undefined)
  /** The undo is an edit, so it needs that permission. */
  const sayWithUndo = (text: string, items: ReadonlyArray<Item>) =>
    toast(text, may("assets_manage") ? { undo: () => again.start({ items, inCase }) } : {})
  const loss = useAction(markLost, {
    onDone: ({ item_name }, { item }) => sayWithUndo(words.isLost(item_name), [item])
  })
  const receipt = useAction(receiveAsset, {
    onDone: ({ item_name }, { item }) => sayWithUndo(words.returned(item_name), [item])
  })
  const actions = (item: Item, holder?: Holder) => {
    const mayReturn = may("offboardings_edit") && item.status !== "returned"
    if (!mayReturn && !may("assets_manage")) return null
    return (
      <>
        <IconButton icon="ellipsis" label={words.actionsFor(item.item_name)} popover={`asset-${item.id}`} />
        <Menu id={`asset-${item.id}`} label={words.actionsFor(item.item_name)}>
          {mayReturn && item.shipment !== undefined && item.shipment !== null && (
            <MenuItem icon="package-check" onClick={() => receipt.start({ item, inCase })}>
              {words.markReceived}
            </MenuItem>
          )}
          {mayReturn && (
            <MenuItem icon="package-check" onClick={() => setAsked({ kind: "return", item })}>
              {item.status === "lost" ? words.found : words.isBack}
            </MenuItem>
          )}
          {may("assets_manage") && (
            <>
              {item.status === "deployed" && (
                <MenuItem icon="package-x" onClick={() => loss.start({ item, inCase })}>
                  {words.markLost}
                </MenuItem>
              )}
              <MenuItem icon="pencil" onClick={() => setAsked({ kind: "edit", item, holder })}>
                {words.edit}
              </MenuItem>
              <MenuItem icon="trash" danger onClick={() => setAsked({ kind: "remove", item })}>
                {words.remove}
              </MenuItem>
            </>
          )}
        </Menu>
      </>
    )
  }
  return {
    actions,
    sayWithUndo,
    refused: (
      <>
        <Refusal of={loss.result} />
        <Refusal of={receipt.result} />
        <Refusal of={again.result} />
      </>
    ),
    dialogs: (
      <>
        {asked?.kind === "edit" && <AssetDialog {...asked} inCase={inCase} onClose={close} />}
        {asked?.kind === "remove" && <RemoveAssetDialog item={asked.item} inCase={inCase} onClose={close} />}
        {asked?.kind === "return" && (
          <ReturnDialog
            item={asked.item}
            inCase={inCase}
            onClose={close}
            onReturned={(item) => sayWithUndo(words.returned(item.item_name), [item])}
          />
        )}
      </>
    )
  }
}
