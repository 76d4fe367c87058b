import type { WebhookId } from "@svc/contract/kernel/ids"
import type { Delivery } from "@svc/contract/webhooks/schema"
import { Button } from "#design/Button.tsx"
import { Row } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { toast } from "#frame/toasts.tsx"
import { redeliver } from "./data.ts"

/** Resend button with its own busy state, so that the other rows stay usable. */
export const SendAgain = ({ delivery, id }: { readonly delivery: Delivery; readonly id: WebhookId }) => {
  const words = useWords().webhooks
  const again = useAction(redeliver, { onDone: () => toast(words.redelivered) })
  if (delivery.status !== "failed" && delivery.status !== "dead") return null
  return (
    <Row end gap={1}>
      <Refusal of={again.result} />
      <Button
        size="small"
        icon="rotate-ccw"
        busy={again.busy}
        onClick={() => again.start({ id, deliveryId: delivery.delivery_id })}
      >
        {words.redeliver}
      </Button>
    </Row>
  )
}
