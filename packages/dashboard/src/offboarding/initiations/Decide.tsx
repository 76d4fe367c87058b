import { DelegateStep, type InitiationDetails, RejectInitiation } from "@svc/contract/initiations/schema"
import { Schema } from "effect"
import { AsyncResult } from "effect/reactivity"
import { SelectField, TextField } from "#design/Field.tsx"
import { ActionDialog, useDialogAction } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { useQuery } from "#platform/atoms.ts"
import { ConfirmDialog } from "#frame/ConfirmDialog.tsx"
import { useForm } from "#platform/form.ts"
import { approveInitiation, delegateStep, initiationProposal, rejectInitiation, withdrawInitiation } from "./data.ts"

interface Props {
  readonly of: InitiationDetails
  readonly onClose: () => void
}

/** The last approval creates the offboarding, or starts the revocation an assistant proposed; the dialog says which. */
export const ApproveDialog = ({ of, onClose }: Props) => {
  const words = useWords().initiations
  const form = useForm(Schema.Struct({ notes: RejectInitiation.fields.notes }), { notes: "" })
  const asked = useQuery(initiationProposal(of.id))
  const revokes = AsyncResult.isSuccess(asked) && asked.value.proposal?.kind === "revocation"
  const { approveText, approveTitle, approved } = revokes ? words.proposal.revocation : words
  const approval = useDialogAction(
    approveInitiation,
    ({ status }) => (status === "approved" ? approved(of.employee_name) : words.stepApproved),
    onClose
  )
  const last = of.step_count === 0 || of.current_step === of.step_count
  return (
    <ActionDialog
      title={approveTitle(of.employee_name)}
      why={last ? approveText : words.approveStepText}
      onClose={onClose}
      onSubmit={() => form.submit((given) => approval.start({ ...given, id: of.id, updated_at: of.updated_at }))}
      act={approval}
      confirm={words.approveIt}
      refusals={{ AppsChoiceRequired: () => words.chooseAppsFirst }}
    >
      <TextField label={words.note} help={words.noteHelp} {...form.field("notes")} />
    </ActionDialog>
  )
}

export const RejectDialog = ({ of, onClose }: Props) => {
  const words = useWords().initiations
  const form = useForm(RejectInitiation, { rejection_reason: "" })
  const rejection = useDialogAction(rejectInitiation, words.rejected, onClose)
  return (
    <ActionDialog
      title={words.rejectTitle(of.employee_name)}
      why={words.rejectText}
      onClose={onClose}
      onSubmit={() => form.submit((given) => rejection.start({ ...given, id: of.id }))}
      act={rejection}
      confirm={words.rejectIt}
      variant="danger"
    >
      <TextField label={words.reason} help={words.reasonHelp} {...form.field("rejection_reason")} />
    </ActionDialog>
  )
}

/** Delegates the current step; the delegating approver can still decide. */
export const DelegateDialog = ({ of, onClose }: Props) => {
  const words = useWords().initiations
  const form = useForm(DelegateStep, { delegate_id: "", notes: "" })
  const delegation = useDialogAction(
    delegateStep,
    ({ delegate_id }) => words.delegated(of.delegates.find(({ user_id }) => user_id === delegate_id)?.full_name ?? ""),
    onClose
  )
  return (
    <ActionDialog
      title={words.delegateTitle}
      why={words.delegateText}
      onClose={onClose}
      onSubmit={() => form.submit((given) => delegation.start({ ...given, id: of.id }))}
      act={delegation}
      confirm={words.delegate}
    >
      <SelectField
        label={words.delegateTo}
        choices={[
          ["", words.choose],
          ...of.delegates.map(({ full_name, user_id }): readonly [string, string] => [user_id, full_name])
        ]}
        {...form.field("delegate_id")}
      />
      <TextField label={words.note} {...form.field("notes")} />
    </ActionDialog>
  )
}

export const WithdrawDialog = ({ of, onClose, onGone }: Props & { readonly onGone: () => void }) => {
  const words = useWords().initiations
  return (
    <ConfirmDialog
      action={withdrawInitiation}
      arg={of.id}
      title={words.withdrawTitle(of.employee_name)}
      why={words.withdrawText}
      confirm={words.withdrawIt}
      done={words.withdrawn}
      onClose={onClose}
      onDone={onGone}
    />
  )
}
