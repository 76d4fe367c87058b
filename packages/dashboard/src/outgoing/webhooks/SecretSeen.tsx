import type { WebhookId } from "@svc/contract/kernel/ids"
import { Redacted } from "effect"
import { Submit } from "#design/Button.tsx"
import { Copy } from "#design/Copy.tsx"
import { Dialog } from "#design/Dialog.tsx"
import { Text } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"

/** Props that open the dialog. */
export interface Secret {
  readonly id: WebhookId
  readonly secret: Redacted.Redacted
}

/** Shows the signing secret once, so Escape does not close it. */
export const SecretSeen = ({
  onClose,
  secret
}: {
  readonly secret: Redacted.Redacted
  readonly onClose: () => void
}) => {
  const words = useWords().webhooks
  return (
    <Dialog
      title={words.secretTitle}
      why={words.secretText}
      onClose={() => {}}
      onSubmit={onClose}
      actions={<Submit>{words.secretCopied}</Submit>}
    >
      <Copy text={Redacted.value(secret)} />
      <Text as="p" tone="2" size="table">
        {words.secretNext}
      </Text>
    </Dialog>
  )
}
