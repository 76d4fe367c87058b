import { type ESignatureProvider, SignatureSettings } from "@svc/contract/esignature/schema"
import { Schema } from "effect"
import { useMay } from "#access/data.ts"
import { Button } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Copy } from "#design/Copy.tsx"
import { TextField } from "#design/Field.tsx"
import { Columns, Facts, Row, Text, Stack } from "#design/layout.tsx"
import { Skeleton } from "#design/Placeholder.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { useForm } from "#platform/form.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { toast } from "#frame/toasts.tsx"
import { signingProviders, signingSettings } from "./data.ts"
import { changeSigningSettings } from "./settings-data.ts"

const { expiry_days, reminder_days } = SignatureSettings.fields

/** The settings as typed texts. */
const Typed = Schema.Struct({
  reminder_days: Schema.optionalKey(Schema.NumberFromString.pipe(Schema.decodeTo(reminder_days))),
  expiry_days: Schema.NumberFromString.pipe(Schema.decodeTo(expiry_days))
})

const Form = ({ of }: { readonly of: SignatureSettings }) => {
  const words = useWords().integrations
  const form = useForm(Typed, {
    reminder_days: of.reminder_days === null ? "" : String(of.reminder_days),
    expiry_days: String(of.expiry_days)
  })
  const saving = useAction(changeSigningSettings, { onDone: () => toast(words.saved) })
  return (
    <Stack>
      <Refusal of={saving.result} />
      <Columns>
        <TextField
          label={words.reminderDays}
          help={words.reminderHelp}
          inputMode="numeric"
          {...form.field("reminder_days")}
        />
        <TextField label={words.expiryDays} inputMode="numeric" {...form.field("expiry_days")} />
      </Columns>
      <Row end>
        <Button
          busy={saving.busy}
          onClick={() =>
            form.submit(({ expiry_days, reminder_days = null }) => saving.start({ expiry_days, reminder_days }))
          }
        >
          {words.save}
        </Button>
      </Row>
    </Stack>
  )
}

/** Callback URL, reminders, and expiry. */
export const SigningSettings = ({ of }: { readonly of: ESignatureProvider }) => {
  const words = useWords().integrations
  const { may } = useMay()
  if (!may("compliance_view")) return null
  return (
    <>
      <Loaded of={signingProviders} skeleton={<Skeleton width={62} />}>
        {(all) => {
          const one = all.find(({ provider }) => provider === of)
          if (one === undefined || one.callback_url === null) return null
          return (
            <Card title={words.callbacks}>
              <Stack gap={2}>
                <Text tone="2">{of === "docusign" ? words.callbacksSent : words.callbacksText}</Text>
                <Copy text={one.callback_url} />
                {!one.callbacks_verifiable && <Text tone="watch">{words.unverifiable}</Text>}
              </Stack>
            </Card>
          )
        }}
      </Loaded>
      <Card title={words.signing}>
        <Loaded of={signingSettings} skeleton={<Skeleton width={62} />}>
          {(settings) =>
            may("settings_manage") ? (
              <Form of={settings} />
            ) : (
              <Facts
                facts={[
                  [words.reminderDays, settings.reminder_days ?? "–"],
                  [words.expiryDays, settings.expiry_days]
                ]}
              />
            )
          }
        </Loaded>
      </Card>
    </>
  )
}
