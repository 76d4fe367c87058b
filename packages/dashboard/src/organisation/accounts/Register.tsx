import { fewestPasswordCharacters, Register as Form } from "@svc/contract/accounts/schema"
import { AsyncResult } from "effect/reactivity"
import { useState } from "preact/hooks"
import { Banner } from "#design/Banner.tsx"
import { Button, LinkButton } from "#design/Button.tsx"
import { Entry } from "#design/Entry.tsx"
import { TextField, CheckboxField } from "#design/Field.tsx"
import { SubmitForm } from "#design/SubmitForm.tsx"
import { Row, Text, Stack } from "#design/layout.tsx"
import { helpAt } from "#platform/help.ts"
import { useWords } from "#languages/words.ts"
import { signIn } from "#platform/pages.ts"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { useForm } from "#platform/form.ts"
import { useTitle } from "#frame/title.ts"
import { registerFirst } from "./ways-in-data.ts"

/** Registers the first organization of an instance and its first user. */
export const Register = () => {
  const { accounts: words, language } = useWords()
  useTitle(words.registerTitle)
  const [accepted, setAccepted] = useState(false)
  const form = useForm(Form, { fullName: "", email: "", password: "", orgName: "" }, { acceptPrivacy: accepted })
  const registering = useAction(registerFirst)
  return (
    <Entry help={helpAt("start", language)} title={words.registerTitle}>
      <SubmitForm onSubmit={() => form.submit(registering.start)}>
        <Stack>
          <Refusal of={registering.result} />
          {AsyncResult.isSuccess(registering.result) ? (
            <>
              <Banner tone="good" title={words.registered} />
              <Button type="submit" wide busy={registering.busy}>
                {words.sendAgain}
              </Button>
            </>
          ) : (
            <>
              <Text tone="2">{words.registerText}</Text>
              <TextField label={words.orgName} autoComplete="organization" autoFocus {...form.field("orgName")} />
              <TextField label={words.fullName} autoComplete="name" {...form.field("fullName")} />
              <TextField label={words.email} type="email" autoComplete="username" {...form.field("email")} />
              <TextField
                label={words.password}
                type="password"
                autoComplete="new-password"
                help={words.passwordRule(fewestPasswordCharacters)}
                {...form.field("password")}
              />
              <Row gap={2} whole>
                <CheckboxField label={words.acceptPrivacy} checked={accepted} onTick={setAccepted} />
                <Text size="table">
                  (
                  <a href={helpAt("privacy", language)} target="_blank">
                    {words.privacyNotice}
                  </a>
                  )
                </Text>
              </Row>
              {form.wrong("acceptPrivacy") !== undefined && <Banner tone="bad" title={words.privacyNeeded} />}
              <Button variant="primary" type="submit" wide busy={registering.busy}>
                {words.register}
              </Button>
            </>
          )}
          <LinkButton href={signIn()}>{words.backToSignIn}</LinkButton>
        </Stack>
      </SubmitForm>
    </Entry>
  )
}
