import { type OrganisationMember, type OrganisationRole, UpdateMember } from "@svc/contract/members/schema"
import { ActionDialog, useDialogAction } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { useForm } from "#platform/form.ts"
import { changeMember } from "./data.ts"
import { HoldingFields, useHolding } from "./HoldingFields.tsx"
import { choiceOf, scopeSaid } from "./scope.ts"

/** Changes role or record access; the API refuses to demote the last Super Admin. */
export const ChangeMemberDialog = ({
  member,
  onClose,
  roles
}: {
  readonly member: OrganisationMember
  readonly roles: ReadonlyArray<OrganisationRole>
  readonly onClose: () => void
}) => {
  const words = useWords().members
  const role = choiceOf({ id: member.role_id, name: member.role })
  const held = roles.find((one) => choiceOf(one) === role)
  // Record access equal to the role's is not stored for the member.
  const isRoles = held !== undefined && scopeSaid(held, words) === scopeSaid(member, words)
  const holding = useHolding({
    role,
    scope: isRoles ? "" : member.scope,
    departments: member.departments ?? []
  })
  const form = useForm(UpdateMember, {}, holding.given)
  const changing = useDialogAction(changeMember, ({ full_name }) => words.changed(full_name), onClose)
  return (
    <ActionDialog
      title={words.changeTitle(member.full_name)}
      why={words.changeText}
      onClose={onClose}
      onSubmit={() => form.submit((changes) => changing.start({ userId: member.user_id, changes }))}
      act={changing}
      confirm={words.save}
      refusals={{ LastSuperadmin: () => words.lastSuperAdmin }}
    >
      <HoldingFields of={holding} roles={roles} wrong={form.wrong("departments")} />
    </ActionDialog>
  )
}
