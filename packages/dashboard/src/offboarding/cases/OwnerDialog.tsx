import type { CaseDetails } from "@svc/contract/cases/schema"
import { useState } from "preact/hooks"
import { ActionDialog, useDialogAction } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { OwnerField, ownerOf } from "#access/OwnerField.tsx"
import { setOwner } from "./owners-data.ts"

/** Sets or removes the owner: a member who can see the offboarding. */
export const OwnerDialog = ({ of, onClose }: { readonly of: CaseDetails; readonly onClose: () => void }) => {
  const { caseDetail: words } = useWords()
  const { id } = of
  const [chosen, choose] = useState(ownerOf(of))
  const act = useDialogAction(
    setOwner,
    (answer) => (answer.owner_name === null ? words.ownerRemoved : words.ownerChanged(answer.owner_name)),
    onClose
  )
  return (
    <ActionDialog
      title={words.ownerTitle}
      why={words.ownerText}
      onClose={onClose}
      onSubmit={() => act.start({ id, owner_id: chosen?.user_id ?? null })}
      act={act}
      confirm={words.save}
    >
      <OwnerField id={id} chosen={chosen} onChoose={choose} />
    </ActionDialog>
  )
}
