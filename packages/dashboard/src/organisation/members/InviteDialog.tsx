import { CreateInvite, type OrganisationRole } from "@svc/contract/members/schema"
import { Dialog, DialogActions } from "#design/Dialog.tsx"
import { TextField } from "#design/Field.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { useForm } from "#platform/form.ts"
import { toast } from "#frame/toasts.tsx"
import { invite } from "./data.ts"
import { HoldingFields, useHolding } from "./HoldingFields.tsx"
import { useGrantable } from "./scope.ts"

export const InviteDialog = ({
  onClose,
  roles
}: {
  readonly roles: ReadonlyArray<OrganisationRole>
  readonly onClose: () => void
}) => {
  const words = useWords().members
  const grantable = useGrantable(roles).map(([choice]) => choice)
  // The least of what can be given.
  const least = ["built-in manager", "built-in hr"].find((role) => grantable.includes(role)) ?? grantable[0] ?? ""
  const holding = useHolding({ role: least, scope: "", departments: [] })
  const form = useForm(CreateInvite, { email: "" }, holding.given)
  const inviting = useAction(invite, {
    onDone: ({ email }) => {
      toast(words.invited(email))
      onClose()
    }
  })
  return (
    <Dialog
      title={words.invite}
      why={words.inviteText}
      onClose={onClose}
      onSubmit={() => form.submit(inviting.start)}
      actions={
        <DialogActions busy={inviting.busy} onDecline={onClose}>
          {words.inviteIt}
        </DialogActions>
      }
    >
      <Refusal of={inviting.result} refusals={{ AlreadyMember: () => words.alreadyMember }} />
      <TextField label={words.email} type="email" autoComplete="off" autoFocus {...form.field("email")} />
      <HoldingFields of={holding} roles={roles} wrong={form.wrong("departments")} />
    </Dialog>
  )
}
