import { Deferred, Effect, Redacted } from "effect"
import { useState } from "preact/hooks"
import { Button, Submit } from "#design/Button.tsx"
import { Dialog } from "#design/Dialog.tsx"
import { TextField } from "#design/Field.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { registry } from "#state/registry.ts"
import { asked, type Asked } from "#platform/step-up.ts"
import { stepUp, useUser } from "#access/data.ts"

/** Step-up: asks for the password after any action that returned 428, then retries it. */
export const StepUp = ({ proven, totpRequired }: Asked) => {
  const { accounts, common } = useWords()
  const { email } = useUser()
  const [password, setPassword] = useState("")
  const [code, setCode] = useState("")
  const end = (outcome: Effect.Effect<void>) => {
    registry.set(asked, null)
    Deferred.doneUnsafe(proven, outcome)
  }
  const proof = useAction(stepUp, { onDone: () => end(Effect.void) })
  return (
    <Dialog
      title={accounts.stepUpTitle}
      why={accounts.stepUpText}
      onClose={() => end(Effect.interrupt)}
      onSubmit={() =>
        proof.start({
          password: Redacted.make(password),
          ...(totpRequired ? { code: Redacted.make(code) } : {})
        })
      }
      actions={
        <>
          <Button onClick={() => end(Effect.interrupt)}>{common.cancel}</Button>
          <Submit busy={proof.busy}>{accounts.confirm}</Submit>
        </>
      }
    >
      <Refusal of={proof.result} />
      {/* Password managers need the account name. */}
      <input type="text" autocomplete="username" value={email} readOnly hidden />
      <TextField
        label={accounts.password}
        type="password"
        autoComplete="current-password"
        autoFocus
        value={password}
        onInput={setPassword}
      />
      {totpRequired && (
        <TextField
          label={accounts.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          code
          value={code}
          onInput={setCode}
        />
      )}
    </Dialog>
  )
}
