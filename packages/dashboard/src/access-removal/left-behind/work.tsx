import type { LeftBehindItem } from "@svc/contract/left-behind/schema"
import { useState } from "preact/hooks"
import { useMay, useUser } from "#access/data.ts"
import { Button, IconButton } from "#design/Button.tsx"
import { Row, Text } from "#design/layout.tsx"
import { Menu, MenuItem } from "#design/Menu.tsx"
import { useWords } from "#languages/words.ts"
import { NameOwnerDialog, TakeOverDialog } from "./OwnerDialogs.tsx"
import { DoneDialog, GoDialog, StayDialog } from "./SettleDialogs.tsx"
import { isOffered, isOfferedTo, isStopping, needsNaming } from "./state.ts"

interface Asked {
  readonly act: "name" | "take" | "stay" | "done" | "go"
  readonly item: LeftBehindItem
}

/** Actions on orphaned items, in the list and on an offboarding: row buttons and their dialogs. */
export const useLeftBehindWork = (suggested = "") => {
  const words = useWords().leftBehind
  const { isSuperAdmin, may } = useMay()
  const { email, id: readerId } = useUser()
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const mayAct = may("access_revoke")
  const ask = (act: Asked["act"], item: LeftBehindItem) => () => setAsked({ act, item })
  const menu = (item: LeftBehindItem) => {
    const isPending = item.disposition === "pending"
    if (!mayAct || (!isPending && item.disposition !== "accepted")) return null
    const id = `left-behind-${item.id}`
    const isTaken = item.new_owner !== null && item.new_owner.accepted_at !== null
    return (
      <>
        <IconButton icon="ellipsis" label={words.actionsFor(item.label)} popover={id} />
        <Menu id={id} label={words.actionsFor(item.label)}>
          {isOffered(item) && !isOfferedTo(item, email) && !needsNaming(item, readerId) && (
            <MenuItem icon="check" onClick={ask("take", item)}>
              {words.takeFor}
            </MenuItem>
          )}
          {isPending && !item.former_identity && (
            <MenuItem icon="user-plus" onClick={ask("name", item)}>
              {item.new_owner === null ? words.name : words.nameOther}
            </MenuItem>
          )}
          <MenuItem icon="circle-check" onClick={ask("done", item)}>
            {isTaken && isPending ? words.handed : words.done}
          </MenuItem>
          {isPending && (
            <MenuItem icon="pause" onClick={ask("stay", item)}>
              {words.stay}
            </MenuItem>
          )}
          {isSuperAdmin && isStopping(item) && (
            <MenuItem icon="play" danger onClick={ask("go", item)}>
              {words.go}
            </MenuItem>
          )}
        </Menu>
      </>
    )
  }
  /** The asked owner gets a button; members who can revoke access get the menu. */
  const actions = (item: LeftBehindItem) => (
    <Row gap={1} end whole>
      {isOfferedTo(item, email) && needsNaming(item, readerId) && (
        <Text size="small" tone="2">
          {words.namedFirst}
        </Text>
      )}
      {isOfferedTo(item, email) && !needsNaming(item, readerId) && (
        <Button size="small" label={`${words.take}: ${item.label}`} onClick={ask("take", item)}>
          {words.take}
        </Button>
      )}
      {menu(item)}
    </Row>
  )
  /** The two ways to resolve a block: assign an owner, or override. */
  const waysOn = (item: LeftBehindItem) => (
    <Row gap={2}>
      {mayAct && (
        <Button size="small" icon="user-plus" label={`${words.somebody}: ${item.label}`} onClick={ask("name", item)}>
          {words.somebody}
        </Button>
      )}
      {isSuperAdmin && (
        <Button size="small" variant="danger" label={`${words.go}: ${item.label}`} onClick={ask("go", item)}>
          {words.go}
        </Button>
      )}
    </Row>
  )
  return {
    actions,
    waysOn,
    dialogs: (
      <>
        {asked?.act === "name" && <NameOwnerDialog item={asked.item} suggested={suggested} onClose={close} />}
        {asked?.act === "take" && <TakeOverDialog item={asked.item} onClose={close} />}
        {asked?.act === "stay" && <StayDialog item={asked.item} onClose={close} />}
        {asked?.act === "done" && <DoneDialog item={asked.item} onClose={close} />}
        {asked?.act === "go" && <GoDialog item={asked.item} onClose={close} />}
      </>
    )
  }
}
