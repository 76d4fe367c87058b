import type { ChecklistItem } from "@svc/contract/checklists/schema"
import type { ItTicket } from "@svc/contract/it-tickets/schema"
import { useMay, useUser } from "#access/data.ts"
import { IconButton } from "#design/Button.tsx"
import { Menu, MenuItem } from "#design/Menu.tsx"
import { useWords } from "#languages/words.ts"

/** Actions of the task menu. */
export type TaskAct = "comment" | "edit" | "notNeeded" | "needed" | "ticket" | "remove"

/** Menu of a task, by its state and the member's permissions. */
export const TaskMenu = ({
  hasTickets,
  item,
  onAct,
  ticket
}: {
  readonly item: ChecklistItem
  readonly ticket: ItTicket | undefined
  readonly hasTickets: boolean
  readonly onAct: (act: TaskAct) => void
}) => {
  const { checklists: words, comments } = useWords()
  const { may } = useMay()
  const { role } = useUser()
  const menu = `task-${item.id}`
  const mayDelete = item.completed || role === "superadmin" || role === "admin"
  const mayTicket = hasTickets && !item.completed && (ticket === undefined || ticket.status === "failed")
  return (
    <>
      <IconButton icon="ellipsis" label={words.menu(item.task)} popover={menu} />
      <Menu id={menu} label={words.menu(item.task)}>
        <MenuItem icon="message-square" onClick={() => onAct("comment")}>
          {comments.comment}
        </MenuItem>
        <MenuItem icon="pencil" onClick={() => onAct("edit")}>
          {words.edit}
        </MenuItem>
        {may("offboardings_edit") && !item.completed && (
          <MenuItem icon="circle-slash" onClick={() => onAct("notNeeded")}>
            {words.markNotNeeded}
          </MenuItem>
        )}
        {may("offboardings_edit") && item.not_needed_at !== null && (
          <MenuItem icon="undo-2" onClick={() => onAct("needed")}>
            {words.needed}
          </MenuItem>
        )}
        {may("offboardings_edit") && mayTicket && (
          <MenuItem icon="ticket" onClick={() => onAct("ticket")}>
            {ticket === undefined ? words.makeTicket : words.retryTicket}
          </MenuItem>
        )}
        {mayDelete && (
          <MenuItem icon="trash" danger onClick={() => onAct("remove")}>
            {words.delete}
          </MenuItem>
        )}
      </Menu>
    </>
  )
}
