import type { SavedView } from "@svc/contract/saved-views/schema"
import { useState } from "preact/hooks"
import { useLocation } from "preact-iso/router"
import { IconButton } from "#design/Button.tsx"
import { Menu, MenuItem } from "#design/Menu.tsx"
import { ConfirmDialog } from "#frame/ConfirmDialog.tsx"
import { useWords } from "#languages/words.ts"
import { offboardings } from "#platform/pages.ts"
import { EditViewDialog } from "./ViewDialog.tsx"
import { removeView } from "./views-data.ts"

/** Actions of the open saved view, for members who can change it. */
export const SavedViewMenu = ({ of }: { readonly of: SavedView }) => {
  const words = useWords().caseViews
  const { route } = useLocation()
  const [open, setOpen] = useState<"edit" | "delete">()
  const close = () => setOpen(undefined)
  return (
    <>
      <IconButton icon="ellipsis" label={words.menu(of.name)} popover="view-menu" />
      <Menu id="view-menu" label={words.menu(of.name)}>
        <MenuItem icon="pencil" onClick={() => setOpen("edit")}>
          {words.edit}
        </MenuItem>
        <MenuItem icon="trash" danger onClick={() => setOpen("delete")}>
          {words.delete}
        </MenuItem>
      </Menu>
      {open === "edit" && <EditViewDialog of={of} onClose={close} />}
      {open === "delete" && (
        <ConfirmDialog
          action={removeView}
          arg={of.id}
          title={words.deleteTitle(of.name)}
          why={of.shared ? words.deleteShared : words.deleteText}
          confirm={words.delete}
          done={words.deleted}
          onClose={close}
          onDone={() => {
            close()
            route(offboardings())
          }}
        />
      )}
    </>
  )
}
