import type { OrganisationMember } from "@svc/contract/members/schema"
import { Facts } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { ConfirmDialog } from "#frame/ConfirmDialog.tsx"
import { removeMember } from "./data.ts"

/** Removes a member; lists what stops and what is kept. */
export const RemoveMemberDialog = ({
  member: { full_name, user_id },
  onClose
}: {
  readonly member: OrganisationMember
  readonly onClose: () => void
}) => {
  const words = useWords().members
  return (
    <ConfirmDialog
      action={removeMember}
      arg={user_id}
      title={words.removeTitle(full_name)}
      why={words.removeText(full_name)}
      confirm={words.remove}
      done={words.removed(full_name)}
      refusals={{ SelfRemoval: () => words.leaveInstead }}
      onClose={onClose}
    >
      <Facts
        facts={[
          [words.goes, words.goesText],
          [words.stays, words.staysText]
        ]}
      />
    </ConfirmDialog>
  )
}
