import type { LoginAnswer } from "@svc/contract/accounts/schema"
import { Deferred, Effect, Redacted } from "effect"
import { useLocation } from "preact-iso/router"
import { useState } from "preact/hooks"
import { Button, Submit } from "#design/Button.tsx"
import { Dialog } from "#design/Dialog.tsx"
import { TextField } from "#design/Field.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { registry } from "#state/registry.ts"
import { sessionEnded, type Ended } from "#platform/session.ts"
import { switchOrganisation, useUser } from "#access/data.ts"
import { logIn, verifyCode } from "./ways-in-data.ts"
import { signInAndBack } from "./next.ts"

/** Signs the same user in again over the current page: typed text stays, and the interrupted action continues. */
export const SignInAgain = ({ back }: Ended) => {
  const words = useWords().accounts
  const { email, orgId } = useUser()
  const { url } = useLocation()
  const [password, setPassword] = useState("")
  const [code, setCode] = useState("")
  const [challenge, setChallenge] = useState<string>()
  const end = () => {
    registry.set(sessionEnded, null)
    Deferred.doneUnsafe(back, Effect.void)
  }
  const switching = useAction(switchOrganisation, { onDone: end })
  // The interrupted action belongs to this organization; a sign-in opens the one used last, possibly another.
  const enter = (opened: string | null) => (opened === orgId || orgId === null ? end() : switching.start(orgId))
  const login = useAction(logIn, {
    onDone: (answer: LoginAnswer) =>
      "require2fa" in answer
        ? setChallenge(answer.challengeToken)
        : enter("user" in answer ? answer.user.orgId : answer.orgId)
  })
  const verifying = useAction(verifyCode, { onDone: ({ user }) => enter(user.orgId) })
  return (
    <Dialog
      title={words.againTitle}
      why={words.againText}
      // Not closable: nothing works until the user is signed in.
      onClose={() => {}}
      onSubmit={() =>
        challenge === undefined
          ? login.start({ email, password: Redacted.make(password) })
          : verifying.start({ challengeToken: Redacted.make(challenge), code: Redacted.make(code) })
      }
      actions={
        <>
          <Button variant="tertiary" onClick={() => location.assign(signInAndBack(url))}>
            {words.otherAccount}
          </Button>
          <Submit busy={login.busy || verifying.busy || switching.busy}>{words.signIn}</Submit>
        </>
      }
    >
      <Refusal
        of={login.result}
        refusals={{ LoginFailed: () => words.passwordWrong, SsoRequired: () => words.ssoAgain }}
      />
      <Refusal of={verifying.result} />
      <Refusal of={switching.result} refusals={{ SsoRequired: () => words.ssoAgain }} />
      <input type="text" autocomplete="username" value={email} readOnly hidden />
      <TextField
        label={words.passwordOf(email)}
        type="password"
        autoComplete="current-password"
        autoFocus
        value={password}
        onInput={setPassword}
      />
      {challenge !== undefined && (
        <TextField
          label={words.code}
          help={words.codeOrRecovery}
          autoComplete="one-time-code"
          autoFocus
          code
          value={code}
          onInput={setCode}
        />
      )}
    </Dialog>
  )
}
