import { OAuthService, OAuthStartQuery } from "@svc/contract/integrations/connect-bodies"
import type { Integration, ProviderName } from "@svc/contract/integrations/schema"
import { Schema } from "effect"
import { useState } from "preact/hooks"
import { Submit } from "#design/Button.tsx"
import { Copy } from "#design/Copy.tsx"
import { Dialog } from "#design/Dialog.tsx"
import { TextField } from "#design/Field.tsx"
import { Text, Stack } from "#design/layout.tsx"
import { ActionDialog } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { useForm } from "#platform/form.ts"
import { toast } from "#frame/toasts.tsx"
import { oauthStarts } from "./changes-data.ts"
import type { Connected } from "./connect-form.tsx"
import { type ByForm, forms } from "./forms.ts"
import { useNames } from "./providers.ts"

const isOAuth = Schema.is(OAuthService)
const OAuthStart = Schema.Struct(OAuthStartQuery)

/** OAuth redirect to the vendor; it returns to the list, which shows the result. */
const OAuthDialog = ({ onClose, of }: { readonly of: OAuthService; readonly onClose: () => void }) => {
  const words = useWords().connecting
  const nameOf = useNames()
  const form = useForm(OAuthStart, { org: "" })
  const start = useAction(oauthStarts[of], { onDone: (to) => to !== undefined && location.assign(to.url) })
  return (
    <ActionDialog
      title={words.title(nameOf(of))}
      why={words.where[of]}
      onClose={onClose}
      onSubmit={() => form.submit(({ org }) => start.start(org))}
      act={start}
      confirm={words.oauthTo[of]}
    >
      {of === "github" && (
        <TextField label={words.org} help={words.orgHelp} autoComplete="off" {...form.field("org")} />
      )}
    </ActionDialog>
  )
}

/** Webhook URL and secret for the vendor. The secret is shown once, so Escape does not close the dialog. */
const Callback = ({ of, onClose }: { readonly of: Connected; readonly onClose: () => void }) => {
  const words = useWords().connecting
  const nameOf = useNames()
  return (
    <Dialog
      title={words.callback}
      why={words.callbackText(nameOf(of.service_name))}
      onClose={() => {}}
      onSubmit={onClose}
      actions={<Submit>{words.kept}</Submit>}
    >
      {[
        [words.callbackUrl, of.webhook_url ?? ""] as const,
        [words.callbackSecret, of.webhook_secret ?? ""] as const
      ].map(([name, text]) => (
        <Stack gap={1}>
          <Text size="small" tone="2">
            {name}
          </Text>
          <Copy text={text} />
        </Stack>
      ))}
    </Dialog>
  )
}

const FormDialog = ({
  before,
  of,
  onClose
}: {
  readonly of: ByForm
  readonly before: Integration | undefined
  readonly onClose: () => void
}) => {
  const words = useWords().connecting
  const nameOf = useNames()
  const [connected, setConnected] = useState<Connected>()
  if (connected !== undefined) return <Callback of={connected} onClose={onClose} />
  const Form = forms[of]
  return (
    <Form
      title={
        before !== undefined
          ? words.titleAgain(nameOf(before.service_name))
          : of === "own"
            ? words.ownTitle
            : words.title(nameOf(of))
      }
      why={before === undefined ? words.where[of] : of === "own" ? words.again : `${words.where[of]} ${words.again}`}
      before={before === undefined ? null : { ...before.config, service_name: before.service_name }}
      onClose={onClose}
      onConnected={(made) => {
        toast(words.done(nameOf(made.service_name)))
        if (made.webhook_secret === undefined) onClose()
        else setConnected(made)
      }}
    />
  )
}

/** Connects an app by OAuth or form; `before` reconnects it. */
export const ConnectDialog = ({
  before,
  of,
  onClose
}: {
  readonly of: Exclude<ProviderName, "scim"> | "own"
  readonly before?: Integration | undefined
  readonly onClose: () => void
}) =>
  isOAuth(of) ? <OAuthDialog of={of} onClose={onClose} /> : <FormDialog of={of} before={before} onClose={onClose} />
