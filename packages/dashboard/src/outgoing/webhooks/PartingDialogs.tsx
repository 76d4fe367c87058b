import type { RotatedWebhookSecret, WebhookEndpoint } from "@svc/contract/webhooks/schema"
import { useLocation } from "preact-iso/router"
import { ActionDialog } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { webhooks } from "#platform/pages.ts"
import { useAction } from "#platform/atoms.ts"
import { ConfirmDialog } from "#frame/ConfirmDialog.tsx"
import { removeWebhook, rotateSecret } from "./data.ts"

interface Asked {
  readonly of: WebhookEndpoint
  readonly onClose: () => void
}

/** Rotates the signing secret, without a grace period. */
export const RotateSecretDialog = ({
  of,
  onClose,
  onRotated
}: Asked & { readonly onRotated: (rotated: RotatedWebhookSecret) => void }) => {
  const words = useWords().webhooks
  const rotation = useAction(rotateSecret, {
    onDone: (rotated) => {
      onClose()
      onRotated(rotated)
    }
  })
  return (
    <ActionDialog
      title={words.rotateTitle}
      why={words.rotateText}
      onClose={onClose}
      onSubmit={() => rotation.start(of.id)}
      act={rotation}
      confirm={words.rotate}
    />
  )
}

export const RemoveWebhookDialog = ({ of, onClose }: Asked) => {
  const words = useWords().webhooks
  const { route } = useLocation()
  return (
    <ConfirmDialog
      action={removeWebhook}
      arg={of.id}
      title={words.deleteTitle(new URL(of.url).host)}
      why={words.deleteText}
      confirm={words.delete}
      done={words.deleted}
      onClose={onClose}
      onDone={() => route(webhooks())}
    />
  )
}
