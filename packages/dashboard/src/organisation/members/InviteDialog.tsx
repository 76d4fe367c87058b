import { CreateInvite, type OrganisationRole } from "@svc/contract/members/schema"
import { TextField } from "#design/Field.tsx"
import { ActionDialog, useDialogAction } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { useForm } from "#platform/form.ts"
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
  // Default: the least privileged role the user can grant.
  const least = ["built-in manager", "built-in hr"].find((role) => grantable.includes(role)) ?? grantable[0] ?? ""
  const holding = useHolding({ role: least, scope: "", departments: [] })
  const form = useForm(CreateInvite, { email: "" }, holding.given)
  const inviting = useDialogAction(invite, ({ email }) => words.invited(email), onClose)
  return (
    <ActionDialog
      title={words.invite}
      why={words.inviteText}
      onClose={onClose}
      onSubmit={() => form.submit(inviting.start)}
      act={inviting}
      confirm={words.inviteIt}
      refusals={{ AlreadyMember: () => words.alreadyMember }}
    >
      <TextField label={words.email} type="email" autoComplete="off" autoFocus {...form.field("email")} />
      <HoldingFields of={holding} roles={roles} wrong={form.wrong("departments")} />
    </ActionDialog>
  )
}
