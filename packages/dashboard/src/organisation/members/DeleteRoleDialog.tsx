import type { RoleId } from "@svc/contract/kernel/ids"
import { useLocation } from "preact-iso/router"
import { Banner } from "#design/Banner.tsx"
import { LinkButton } from "#design/Button.tsx"
import { Dialog, DialogActions } from "#design/Dialog.tsx"
import { useWords } from "#languages/words.ts"
import { members, roles } from "#platform/pages.ts"
import { useAction } from "#platform/atoms.ts"
import { failureOf, Refusal } from "#platform/failures.tsx"
import { toast } from "#frame/toasts.tsx"
import { removeRole } from "./data.ts"
import { choiceOf } from "./scope.ts"

/** Deletes an unused role; otherwise links to its members. */
export const DeleteRoleDialog = ({
  id,
  name,
  onClose
}: {
  readonly id: RoleId
  readonly name: string
  readonly onClose: () => void
}) => {
  const words = useWords().members
  const { route } = useLocation()
  const removal = useAction(removeRole, {
    onDone: () => {
      toast(words.roleDeleted(name))
      route(roles())
    }
  })
  const failure = failureOf(removal.result)
  return (
    <Dialog
      title={words.deleteRoleTitle(name)}
      why={words.deleteRoleText}
      onClose={onClose}
      onSubmit={() => removal.start(id)}
      actions={
        <DialogActions variant="danger" busy={removal.busy} onDecline={onClose}>
          {words.deleteRole}
        </DialogActions>
      }
    >
      {failure?._tag === "RoleInUse" ? (
        <Banner tone="bad" title={`${words.roleInUse}: ${words.heldBy(failure.members, failure.invites)}`}>
          {words.heldByText}
          <span>
            <LinkButton href={`${members()}?role=${encodeURIComponent(choiceOf({ id, name }))}`} size="small">
              {words.openHolders}
            </LinkButton>
          </span>
        </Banner>
      ) : (
        <Refusal of={removal.result} />
      )}
    </Dialog>
  )
}
