import { Login, type LoginAnswer, SwitchOrg } from "@svc/contract/accounts/schema"
import { Option, Redacted, Schema } from "effect"
import { AsyncResult } from "effect/reactivity"
import { useState } from "preact/hooks"
import { Banner } from "#design/Banner.tsx"
import { Button, LinkButton } from "#design/Button.tsx"
import { Entry } from "#design/Entry.tsx"
import { TextField } from "#design/Field.tsx"
import { SubmitForm } from "#design/SubmitForm.tsx"
import { Text, Stack } from "#design/layout.tsx"
import { helpAt } from "#platform/help.ts"
import { useWords } from "#languages/words.ts"
import { forgotPassword, register } from "#platform/pages.ts"
import { useAction, useQuery } from "#platform/atoms.ts"
import { failureOf, Refusal } from "#platform/failures.tsx"
import { useForm } from "#platform/form.ts"
import { useTitle } from "#frame/title.ts"
import { logIn, registrationState, verifyCode } from "./ways-in-data.ts"
import { next } from "./next.ts"
import { GoogleWay, OrganisationWay, SsoForm, whyElsewhereFailed } from "./OtherWays.tsx"

/** 2FA challenge after a Google sign-in, passed in the URL fragment, which is never sent to a server. */
const challengeInAddress = () => new URLSearchParams(location.hash.slice(1)).get("challenge") ?? undefined

// Full page load: drops the state of a previous session.
const enter = () => location.replace(next())

const Password = ({
  onChallenge,
  second
}: {
  /** Secondary, when SSO is offered first. */
  readonly second: boolean
  readonly onChallenge: (token: string) => void
}) => {
  const words = useWords().accounts
  const form = useForm(Login, { email: "", password: "" })
  const login = useAction(logIn, {
    onDone: (answer: LoginAnswer) => ("require2fa" in answer ? onChallenge(answer.challengeToken) : enter())
  })
  const failure = failureOf(login.result)
  const redirect =
    failure?._tag === "SsoRequired" ? `${failure.redirectUrl}?${new URLSearchParams({ returnTo: next() })}` : undefined
  return (
    <SubmitForm onSubmit={() => form.submit(login.start)}>
      <Stack>
        {redirect === undefined ? (
          <Refusal of={login.result} />
        ) : (
          <Banner tone="accent" title={words.ssoTitle}>
            {words.ssoText}
            <span>
              <LinkButton href={redirect} size="small">
                {words.ssoGo}
              </LinkButton>
            </span>
          </Banner>
        )}
        <TextField label={words.email} type="email" autoComplete="username" autoFocus {...form.field("email")} />
        <TextField label={words.password} type="password" autoComplete="current-password" {...form.field("password")} />
        <Button
          variant={second ? "secondary" : "primary"}
          type="submit"
          wide
          busy={login.busy || AsyncResult.isSuccess(login.result)}
        >
          {words.signIn}
        </Button>
        <LinkButton variant="tertiary" wide href={forgotPassword()}>
          {words.forgot}
        </LinkButton>
      </Stack>
    </SubmitForm>
  )
}

/** 2FA code, or a recovery code. */
export const Code = ({ onBack, token }: { readonly token: string; readonly onBack: () => void }) => {
  const words = useWords().accounts
  const [code, setCode] = useState("")
  const [recovers, setRecovers] = useState(false)
  const verify = useAction(verifyCode, { onDone: enter })
  return (
    <SubmitForm onSubmit={() => verify.start({ challengeToken: Redacted.make(token), code: Redacted.make(code) })}>
      <Stack>
        <Text tone="2">{recovers ? words.recoveryText : words.codeText}</Text>
        <Refusal of={verify.result} />
        <TextField
          label={recovers ? words.recoveryCode : words.code}
          value={code}
          onInput={setCode}
          {...(recovers ? { autoComplete: "off" } : { autoComplete: "one-time-code", inputMode: "numeric" as const })}
          autoFocus
          code
        />
        <Button variant="primary" type="submit" wide busy={verify.busy || AsyncResult.isSuccess(verify.result)}>
          {words.verify}
        </Button>
        <Button
          wide
          onClick={() => {
            setRecovers(!recovers)
            setCode("")
          }}
        >
          {recovers ? words.useApp : words.useRecovery}
        </Button>
        <Button variant="tertiary" wide onClick={onBack}>
          {words.otherAccount}
        </Button>
      </Stack>
    </SubmitForm>
  )
}

/** Only before the first registration: later members are invited. */
const RegisterWay = () => {
  const words = useWords().accounts
  const known = useQuery(registrationState)
  return AsyncResult.isSuccess(known) && known.value.open ? (
    <LinkButton variant="tertiary" wide href={register()}>
      {words.createOrganisation}
    </LinkButton>
  ) : null
}

type Way = "password" | "sso"

/** Sign-in by password (with 2FA if on), Google, or SSO. */
export const SignIn = () => {
  const { accounts: words, language } = useWords()
  const [challenge, setChallenge] = useState(challengeInAddress)
  const [way, setWay] = useState<Way>("password")
  const query = new URLSearchParams(location.search)
  const error = query.get("error")
  const organisation = Schema.decodeUnknownOption(SwitchOrg)({ orgId: query.get("org") })
  const title = challenge !== undefined ? words.codeTitle : way === "sso" ? words.ssoFormTitle : words.signInTitle
  useTitle(title)
  if (challenge !== undefined) {
    return (
      <Entry title={title}>
        <Code token={challenge} onBack={() => setChallenge(undefined)} />
      </Entry>
    )
  }
  if (way === "sso") {
    return (
      <Entry title={title}>
        <SsoForm onBack={() => setWay("password")} />
      </Entry>
    )
  }
  return (
    <Entry help={helpAt("start", language)} title={title}>
      {error !== null && <Banner tone="bad" title={whyElsewhereFailed(error, words)} />}
      {Option.isSome(organisation) && <OrganisationWay {...organisation.value} />}
      <Password onChallenge={setChallenge} second={Option.isSome(organisation)} />
      <Stack gap={2}>
        <GoogleWay />
        {Option.isNone(organisation) && (
          <Button wide icon="building-complex" onClick={() => setWay("sso")}>
            {words.ssoWay}
          </Button>
        )}
        <RegisterWay />
      </Stack>
    </Entry>
  )
}
