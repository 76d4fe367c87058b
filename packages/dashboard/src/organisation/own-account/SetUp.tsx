import { EnableTwoFactor } from "@svc/contract/accounts/two-factor-schema"
import lazy from "preact-iso/lazy"
import { Button, Submit } from "#design/Button.tsx"
import { Copy } from "#design/Copy.tsx"
import { TextField } from "#design/Field.tsx"
import { SubmitForm } from "#design/SubmitForm.tsx"
import { Row, Text, Stack } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { useForm } from "#platform/form.ts"
import { Boundary } from "#frame/Boundary.tsx"
import { enableSecondFactor } from "./data.ts"

const QrCode = lazy(() => import("#design/QrCode.tsx").then(({ QrCode }) => QrCode))

/** TOTP enrollment: the secret as QR code and text, and a first code as proof. */
export const SetUp = ({
  of: { otpauth_url, secret },
  onCancel,
  onCodes
}: {
  readonly of: { readonly secret: string; readonly otpauth_url: string }
  readonly onCodes: (codes: ReadonlyArray<string>) => void
  readonly onCancel: () => void
}) => {
  const { common, ownAccount } = useWords()
  const words = ownAccount.second
  const form = useForm(EnableTwoFactor, { code: "" })
  const enabling = useAction(enableSecondFactor, { onDone: ({ recovery_codes }) => onCodes(recovery_codes) })
  return (
    <SubmitForm onSubmit={() => form.submit(enabling.start)}>
      <Stack>
        <Text tone="2">{words.scan}</Text>
        <Boundary>
          <QrCode label={words.picture} text={otpauth_url} />
        </Boundary>
        <Stack gap={1}>
          <Text size="small" tone="3">
            {words.byHand}
          </Text>
          <Copy text={secret} />
        </Stack>
        <Refusal of={enabling.result} />
        <TextField
          label={words.code}
          autoComplete="one-time-code"
          inputMode="numeric"
          autoFocus
          code
          {...form.field("code")}
        />
        <Row end>
          <Button onClick={onCancel}>{common.cancel}</Button>
          <Submit busy={enabling.busy}>{words.enable}</Submit>
        </Row>
      </Stack>
    </SubmitForm>
  )
}
