import { ForgotPassword as Form } from "@svc/contract/accounts/schema"
import { AsyncResult } from "effect/reactivity"
import { Banner } from "#design/Banner.tsx"
import { Button, LinkButton } from "#design/Button.tsx"
import { Entry } from "#design/Entry.tsx"
import { TextField } from "#design/Field.tsx"
import { SubmitForm } from "#design/SubmitForm.tsx"
import { Text, Stack } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { signIn } from "#platform/pages.ts"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { useForm } from "#platform/form.ts"
import { useTitle } from "#frame/title.ts"
import { askForLink } from "./ways-in-data.ts"

/** Requests an emailed password reset link. */
export const ForgotPassword = () => {
  const words = useWords().accounts
  useTitle(words.forgotTitle)
  const form = useForm(Form, { email: "" })
  const asking = useAction(askForLink)
  return (
    <Entry title={words.forgotTitle}>
      <SubmitForm onSubmit={() => form.submit(asking.start)}>
        <Stack>
          <Refusal of={asking.result} />
          {AsyncResult.isSuccess(asking.result) ? (
            <Banner tone="good" title={words.linkSent} />
          ) : (
            <>
              <Text tone="2">{words.forgotText}</Text>
              <TextField label={words.email} type="email" autoComplete="username" autoFocus {...form.field("email")} />
              <Button variant="primary" type="submit" wide busy={asking.busy}>
                {words.sendLink}
              </Button>
            </>
          )}
          <LinkButton href={signIn()}>{words.backToSignIn}</LinkButton>
        </Stack>
      </SubmitForm>
    </Entry>
  )
}
