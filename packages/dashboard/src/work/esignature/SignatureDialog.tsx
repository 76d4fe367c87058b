import type { ListedDocument } from "@svc/contract/documents/schema"
import { RequestSignature, type SignatureConnections } from "@svc/contract/esignature/schema"
import { AsyncResult } from "effect/reactivity"
import { useState } from "preact/hooks"
import { Banner } from "#design/Banner.tsx"
import { Button, LinkButton } from "#design/Button.tsx"
import { Dialog } from "#design/Dialog.tsx"
import { SelectField, TextField, CheckboxField } from "#design/Field.tsx"
import { Text } from "#design/layout.tsx"
import { Skeleton } from "#design/Placeholder.tsx"
import { useDialogAction } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { integrations } from "#platform/pages.ts"
import { useQuery } from "#platform/atoms.ts"
import { failureOf, Refusal } from "#platform/failures.tsx"
import { useForm } from "#platform/form.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { requestSignature, signingProviders, signingSettings } from "./data.ts"

const usable = (connections: typeof SignatureConnections.Type) =>
  connections.filter(({ connected, fallback }) => connected || fallback)

const Reminders = () => {
  const words = useWords().documents
  const settings = useQuery(signingSettings)
  return AsyncResult.isSuccess(settings) ? (
    <Text size="small" tone="3">
      {words.reminders(settings.value.reminder_days, settings.value.expiry_days)}
    </Text>
  ) : null
}

/** Requests a signature from the employee, optionally with an access code or phone check. */
export const SignatureDialog = ({
  address,
  document,
  onClose
}: {
  readonly document: ListedDocument
  /** The person's work email; undefined if it was not read. */
  readonly address: string | null | undefined
  readonly onClose: () => void
}) => {
  const { common, documents: words } = useWords()
  const [acknowledged, setAcknowledged] = useState(false)
  const form = useForm(
    RequestSignature,
    { provider: "", signer_email: "", access_code: "", signer_phone: "" },
    acknowledged ? { acknowledge_mailbox_revoked: true } : {}
  )
  const request = useDialogAction(requestSignature, words.sent(document.name), onClose)
  const connections = useQuery(signingProviders)
  const providers = AsyncResult.isSuccess(connections) ? usable(connections.value) : []
  const isRevoked = failureOf(request.result)?._tag === "SignerMailboxRevoked"
  return (
    <Dialog
      title={words.signTitle(document.name)}
      onClose={onClose}
      onSubmit={() =>
        form.submit((given) => request.start({ ...given, documentId: document.id, inCase: document.offboarding_id }))
      }
      actions={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button variant="primary" type="submit" icon="send" disabled={providers.length === 0} busy={request.busy}>
            {words.send}
          </Button>
        </>
      }
    >
      <Loaded of={signingProviders} skeleton={<Skeleton width={62} tall />}>
        {(all) =>
          usable(all).length === 0 ? (
            <Banner tone="watch" title={words.noProvider}>
              <span>
                <LinkButton size="small" icon="plug" href={integrations()}>
                  {words.connect}
                </LinkButton>
              </span>
            </Banner>
          ) : (
            <>
              <Refusal
                of={request.result}
                refusals={{
                  SignerAddressMissing: () => words.addressNeeded,
                  SignerMailboxRevoked: () => words.mailboxRevoked
                }}
              />
              {(isRevoked || acknowledged) && (
                <CheckboxField label={words.acknowledge} checked={acknowledged} onTick={setAcknowledged} />
              )}
              <SelectField
                label={words.provider}
                choices={[
                  ["", words.anyProvider],
                  ...usable(all).map(({ provider }) => [provider, words.providers[provider]] as const)
                ]}
                {...form.field("provider")}
              />
              <TextField
                label={words.signerEmail}
                type="email"
                help={address === null ? words.addressNeeded : words.signerEmailHelp(address ?? words.workAddress)}
                {...form.field("signer_email")}
              />
              <TextField label={words.accessCode} help={words.accessCodeHelp} {...form.field("access_code")} />
              <TextField label={words.signerPhone} help={words.signerPhoneHelp} {...form.field("signer_phone")} />
              {form.wrong("") !== undefined && <Banner tone="bad" title={words.oneOfBoth} />}
              <Reminders />
            </>
          )
        }
      </Loaded>
    </Dialog>
  )
}
