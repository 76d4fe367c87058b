import { fewestPasswordCharacters, ResetPassword as Form } from "@svc/contract/accounts/schema"
import { AsyncResult } from "effect/reactivity"
import { Banner } from "#design/Banner.tsx"
import { Button, LinkButton } from "#design/Button.tsx"
import { Entry } from "#design/Entry.tsx"
import { TextField } from "#design/Field.tsx"
import { SubmitForm } from "#design/SubmitForm.tsx"
import { Stack } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { forgotPassword, signIn } from "#platform/pages.ts"
import { useAction } from "#platform/atoms.ts"
import { failureOf, Refusal } from "#platform/failures.tsx"
import { useForm } from "#platform/form.ts"
import { useTitle } from "#frame/title.ts"
import { setPassword } from "./ways-in-data.ts"
import { mailedToken } from "./mailed-token.ts"

/** Sets a new password with an emailed link. */
export const ResetPassword = () => {
  const words = useWords().accounts
  useTitle(words.resetTitle)
  const form = useForm(Form, { token: mailedToken(), password: "" })
  const setting = useAction(setPassword)
  const gone = failureOf(setting.result)?._tag === "LinkInvalid"
  return (
    <Entry title={words.resetTitle}>
      <SubmitForm onSubmit={() => form.submit(setting.start)}>
        <Stack>
          <Refusal of={setting.result} />
          {AsyncResult.isSuccess(setting.result) ? (
            <>
              <Banner tone="good" title={words.passwordSet} />
              <LinkButton variant="primary" href={signIn()}>
                {words.signIn}
              </LinkButton>
            </>
          ) : (
            <>
              <TextField
                label={words.newPassword}
                type="password"
                autoComplete="new-password"
                autoFocus
                help={words.passwordRule(fewestPasswordCharacters)}
                {...form.field("password")}
              />
              <Button variant="primary" type="submit" wide busy={setting.busy}>
                {words.setPassword}
              </Button>
            </>
          )}
          {gone && <LinkButton href={forgotPassword()}>{words.newLink}</LinkButton>}
        </Stack>
      </SubmitForm>
    </Entry>
  )
}
