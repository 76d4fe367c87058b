import { TwoFactorProof } from "@svc/contract/accounts/two-factor-schema"
import type { ComponentChildren } from "preact"
import { useUser } from "#access/data.ts"
import { Dialog, DialogActions } from "#design/Dialog.tsx"
import { TextField } from "#design/Field.tsx"
import { useDialogAction } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { useForm } from "#platform/form.ts"
import { disableSecondFactor, renewRecoveryCodes } from "./data.ts"

/** Asks for password and code again: a stolen session alone must not change 2FA. */
const ProofDialog = ({
  busy,
  danger = false,
  onClose,
  onProof,
  refusal,
  submit,
  title,
  why
}: {
  readonly title: string
  readonly why: string
  readonly submit: string
  readonly danger?: boolean
  readonly busy: boolean
  readonly refusal: ComponentChildren
  readonly onProof: (proof: TwoFactorProof) => void
  readonly onClose: () => void
}) => {
  const { ownAccount } = useWords()
  const words = ownAccount.second
  const { email } = useUser()
  const form = useForm(TwoFactorProof, { password: "", code: "" })
  return (
    <Dialog
      title={title}
      why={why}
      onClose={onClose}
      onSubmit={() => form.submit(onProof)}
      actions={
        <DialogActions variant={danger ? "danger" : "primary"} busy={busy} onDecline={onClose}>
          {submit}
        </DialogActions>
      }
    >
      {refusal}
      <input type="text" autocomplete="username" value={email} readOnly hidden />
      <TextField
        label={words.password}
        type="password"
        autoComplete="current-password"
        autoFocus
        {...form.field("password")}
      />
      <TextField label={words.code} help={words.codeHelp} autoComplete="one-time-code" code {...form.field("code")} />
    </Dialog>
  )
}

export const DisableDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const words = useWords().ownAccount.second
  const disabling = useDialogAction(disableSecondFactor, words.disabled, onClose)
  return (
    <ProofDialog
      title={words.disableTitle}
      why={words.disableText}
      submit={words.disable}
      danger
      busy={disabling.busy}
      onProof={disabling.start}
      onClose={onClose}
      refusal={<Refusal of={disabling.result} />}
    />
  )
}

export const RenewDialog = ({
  onClose,
  onCodes
}: {
  readonly onClose: () => void
  readonly onCodes: (codes: ReadonlyArray<string>) => void
}) => {
  const words = useWords().ownAccount.second
  const renewal = useAction(renewRecoveryCodes, { onDone: ({ recovery_codes }) => onCodes(recovery_codes) })
  return (
    <ProofDialog
      title={words.renewTitle}
      why={words.renewText}
      submit={words.make}
      busy={renewal.busy}
      onProof={renewal.start}
      onClose={onClose}
      refusal={<Refusal of={renewal.result} />}
    />
  )
}
