import type { Case, CaseDetails } from "@svc/contract/cases/schema"
import { useState } from "preact/hooks"
import { type Owner, OwnerField, ownerOf } from "#access/OwnerField.tsx"
import { ActionDialog, useDialogAction } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import type { Moves } from "./moves.tsx"
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

/** Sets or removes the owner of the selected offboardings. */
export const OwnersDialog = ({
  chosen: cases,
  moves,
  onClose
}: {
  readonly chosen: ReadonlyArray<Case>
  readonly moves: Moves
  readonly onClose: () => void
}) => {
  const { caseDetail, caseViews: words } = useWords()
  const [chosen, choose] = useState<Owner>()
  return (
    <ActionDialog
      title={words.assignTitle(cases.length)}
      why={words.assignText}
      onClose={onClose}
      onSubmit={() => moves.assign(cases, chosen?.user_id ?? null)}
      act={moves.owners}
      confirm={caseDetail.save}
    >
      <OwnerField chosen={chosen} onChoose={choose} />
    </ActionDialog>
  )
}
