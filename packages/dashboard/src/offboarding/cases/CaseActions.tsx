import type { CaseDetails } from "@svc/contract/cases/schema"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { Button, IconButton } from "#design/Button.tsx"
import { Menu, MenuItem } from "#design/Menu.tsx"
import { useWords } from "#languages/words.ts"
import { newOffboarding } from "#platform/pages.ts"
import { CancelDialog } from "./CancelDialog.tsx"
import { nextStage, way } from "#records/data.ts"
import { DeleteDialog } from "./DeleteDialog.tsx"
import { EditDialog } from "./EditDialog.tsx"
import { HoldDialog } from "./HoldDialog.tsx"
import { OwnerDialog } from "./OwnerDialog.tsx"
import type { useDownloads } from "./downloads.tsx"
import type { useMove } from "./move.ts"

const dialogs = { edit: EditDialog, hold: HoldDialog, owner: OwnerDialog, cancel: CancelDialog, delete: DeleteDialog }

/** Actions on the offboarding: the next stage as a button, the rest in a menu. */
export const CaseActions = ({
  details,
  downloads,
  move
}: {
  readonly details: CaseDetails
  readonly downloads: ReturnType<typeof useDownloads>
  readonly move: ReturnType<typeof useMove>["move"]
}) => {
  const { caseDetail: words, cases } = useWords()
  const { may } = useMay()
  const [asked, setAsked] = useState<keyof typeof dialogs>()
  const { id, legal_hold, owner_name, status } = details
  const mayEdit = may("offboardings_edit") && status !== "cancelled"
  const next = nextStage(status)
  const others = mayEdit ? way.filter((stage) => stage !== status && stage !== next) : []
  const Asked = asked === undefined ? undefined : dialogs[asked]
  return (
    <>
      {may("offboardings_edit") && (
        <Button variant="tertiary" icon="user-round" onClick={() => setAsked("owner")}>
          {owner_name === null ? words.assignOwner : cases.ownedBy(owner_name)}
        </Button>
      )}
      {may("audit_export") && (
        <Button icon="shield-check" busy={downloads.evidence.busy} onClick={() => downloads.evidence.start(id)}>
          {words.evidence}
        </Button>
      )}
      {mayEdit && next !== undefined && (
        <Button variant="primary" icon="arrow-right" busy={move.busy} onClick={() => move.start({ id, status: next })}>
          {cases.moveTo(cases.stages[next])}
        </Button>
      )}
      <IconButton icon="ellipsis" label={words.more} popover="case-menu" />
      <Menu id="case-menu" label={words.more}>
        {mayEdit && (
          <MenuItem icon="pencil" onClick={() => setAsked("edit")}>
            {words.edit}
          </MenuItem>
        )}
        <MenuItem icon="download" onClick={() => downloads.pdf.start(id)}>
          {words.pdf}
        </MenuItem>
        {may("offboardings_create") && (
          <MenuItem icon="copy" href={`${newOffboarding()}?from=${id}`}>
            {words.copy}
          </MenuItem>
        )}
        {others.length > 0 && <hr />}
        {others.map((stage) => (
          <MenuItem icon="arrow-right" onClick={() => move.start({ id, status: stage })}>
            {cases.moveTo(cases.stages[stage])}
          </MenuItem>
        ))}
        {(may("legal_hold_manage") || may("offboardings_delete") || mayEdit) && <hr />}
        {may("legal_hold_manage") && (
          <MenuItem icon="scale" onClick={() => setAsked("hold")}>
            {legal_hold ? words.holdRelease : words.holdSet}
          </MenuItem>
        )}
        {mayEdit && status !== "completed" && (
          <MenuItem icon="ban" danger onClick={() => setAsked("cancel")}>
            {words.cancel}
          </MenuItem>
        )}
        {may("offboardings_delete") && (
          <MenuItem icon="trash" danger onClick={() => setAsked("delete")}>
            {words.delete}
          </MenuItem>
        )}
      </Menu>
      {Asked !== undefined && <Asked of={details} onClose={() => setAsked(undefined)} />}
    </>
  )
}
