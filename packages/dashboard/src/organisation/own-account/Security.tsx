import { ChangePassword } from "@svc/contract/accounts/schema"
import { useState } from "preact/hooks"
import { useUser } from "#access/data.ts"
import { Button } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { TextField } from "#design/Field.tsx"
import { SubmitForm } from "#design/SubmitForm.tsx"
import { Row, Text, Split, Stack } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { useForm } from "#platform/form.ts"
import { toast } from "#frame/toasts.tsx"
import { changePassword } from "./data.ts"
import { SecondFactor } from "./SecondFactor.tsx"

const PasswordForm = ({ onChanged }: { readonly onChanged: () => void }) => {
  const words = useWords().ownAccount.password
  const { email } = useUser()
  const form = useForm(ChangePassword, { currentPassword: "", newPassword: "" })
  const change = useAction(changePassword, {
    onDone: () => {
      toast(words.changed)
      onChanged()
    }
  })
  return (
    <SubmitForm onSubmit={() => form.submit(change.start)}>
      <Stack>
        <Text tone="2">{words.text}</Text>
        <Refusal of={change.result} />
        {/* Password managers need the account name. */}
        <input type="text" autocomplete="username" value={email} readOnly hidden />
        <TextField
          label={words.current}
          type="password"
          autoComplete="current-password"
          {...form.field("currentPassword")}
        />
        <TextField
          label={words.next}
          help={words.nextHelp}
          type="password"
          autoComplete="new-password"
          {...form.field("newPassword")}
        />
        <Row end>
          <Button type="submit" busy={change.busy}>
            {words.change}
          </Button>
        </Row>
      </Stack>
    </SubmitForm>
  )
}

/** Two-factor authentication and password. */
export const Security = () => {
  const words = useWords().ownAccount.password
  const [changes, setChanges] = useState(0)
  return (
    <Split even>
      <SecondFactor />
      <Card title={words.title}>
        {/* Keyed: emptied after a change. */}
        <PasswordForm key={changes} onChanged={() => setChanges(changes + 1)} />
      </Card>
    </Split>
  )
}
