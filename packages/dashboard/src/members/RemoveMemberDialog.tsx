import type { OrganisationMember } from "@svc/contract/members/schema"
import { Dialog, DialogActions } from "../design/Dialog.tsx"
import { Facts } from "../design/layout.tsx"
import { useWords } from "../languages/words.ts"
import { useAction } from "../platform/atoms.ts"
import { Refusal } from "../platform/failures.tsx"
import { toast } from "../shell/toasts.tsx"
import { removeMember } from "./data.ts"

/** Removes somebody, and says what becomes of what they had. */
export const RemoveMemberDialog = ({
  member: { full_name, user_id },
  onClose
}: {
  readonly member: OrganisationMember
  readonly onClose: () => void
}) => {
  const words = useWords().members
  const removal = useAction(removeMember, {
    onDone: () => {
      toast(words.removed(full_name))
      onClose()
    }
  })
  return (
    <Dialog
      title={words.removeTitle(full_name)}
      why={words.removeText(full_name)}
      onClose={onClose}
      onSubmit={() => removal.start(user_id)}
      actions={
        <DialogActions look="danger" busy={removal.busy} onDecline={onClose}>
          {words.remove}
        </DialogActions>
      }
    >
      <Refusal of={removal.result} refusals={{ SelfRemoval: () => words.leaveInstead }} />
      <Facts
        facts={[
          [words.goes, words.goesText],
          [words.stays, words.staysText]
        ]}
      />
    </Dialog>
  )
}
