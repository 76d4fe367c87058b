import type { LoginAnswer } from "@svc/contract/accounts/schema"
import { AcceptInvite as Form } from "@svc/contract/members/schema"
import { AsyncResult } from "effect/reactivity"
import { useState } from "preact/hooks"
import { mailedToken } from "./mailed-token.ts"
import { Code } from "./SignIn.tsx"
import { Banner } from "#design/Banner.tsx"
import { Button, LinkButton } from "#design/Button.tsx"
import { Entry } from "#design/Entry.tsx"
import { TextField } from "#design/Field.tsx"
import { SubmitForm } from "#design/SubmitForm.tsx"
import { Text, Stack } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { home } from "#platform/pages.ts"
import { useAction } from "#platform/atoms.ts"
import { failureOf, Refusal } from "#platform/failures.tsx"
import { useForm } from "#platform/form.ts"
import { useTitle } from "#frame/title.ts"
import { joinOrganisation } from "#organisation/members/data.ts"

const Joining = ({ onChallenge }: { readonly onChallenge: (token: string) => void }) => {
  const words = useWords().accounts
  const form = useForm(Form, { token: mailedToken(), fullName: "", password: "" })
  const joining = useAction(joinOrganisation, {
    onDone: (answer: LoginAnswer) =>
      "require2fa" in answer ? onChallenge(answer.challengeToken) : location.replace(home())
  })
  const failure = failureOf(joining.result)
  return (
    <SubmitForm onSubmit={() => form.submit(joining.start)}>
      <Stack>
        <Text tone="2">{words.joinText}</Text>
        {failure?._tag === "SsoRequired" ? (
          <Banner tone="accent" title={words.ssoTitle}>
            {words.ssoText}
            <span>
              <LinkButton href={failure.redirectUrl} size="small">
                {words.ssoGo}
              </LinkButton>
            </span>
          </Banner>
        ) : (
          <Refusal of={joining.result} />
        )}
        <TextField
          label={words.fullName}
          help={words.joinNameHelp}
          autoComplete="name"
          autoFocus
          {...form.field("fullName")}
        />
        <TextField label={words.password} type="password" autoComplete="current-password" {...form.field("password")} />
        <Button variant="primary" type="submit" wide busy={joining.busy || AsyncResult.isSuccess(joining.result)}>
          {words.join}
        </Button>
      </Stack>
    </SubmitForm>
  )
}

/** Accepts an invitation by its emailed link. */
export const AcceptInvite = () => {
  const words = useWords().accounts
  const [challenge, setChallenge] = useState<string>()
  useTitle(words.joinTitle)
  return (
    <Entry title={challenge === undefined ? words.joinTitle : words.codeTitle}>
      {challenge === undefined ? (
        <Joining onChallenge={setChallenge} />
      ) : (
        <Code token={challenge} onBack={() => setChallenge(undefined)} />
      )}
    </Entry>
  )
}
