import type { DeliveryId, WebhookId } from "@svc/contract/kernel/ids"
import type { DeliveryDetail } from "@svc/contract/webhooks/schema"
import { Button, LinkButton } from "#design/Button.tsx"
import { Copy } from "#design/Copy.tsx"
import { Dialog } from "#design/Dialog.tsx"
import { Facts, Text, Stack } from "#design/layout.tsx"
import { Skeleton } from "#design/Placeholder.tsx"
import { useWords } from "#languages/words.ts"
import { webhookTab } from "#platform/pages.ts"
import { Ago } from "#platform/Ago.tsx"
import { useFormat } from "#platform/format.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { delivery } from "./data.ts"
import { Answer, DeliveryState } from "./parts.tsx"
import { SendAgain } from "./SendAgain.tsx"
import { sentHeaders } from "./sent-headers.ts"

const Details = ({ id, of }: { readonly id: WebhookId; readonly of: DeliveryDetail }) => {
  const words = useWords().webhooks
  const { exact } = useFormat()
  return (
    <>
      <Facts
        facts={[
          [words.status, <DeliveryState {...of} />],
          [words.answer, <Answer {...of} />],
          [words.attempts, of.attempts],
          [words.at, exact(of.created_at)],
          ...(of.last_attempt_at === null ? [] : [[words.lastAttempt, exact(of.last_attempt_at)] as const]),
          ...(of.next_attempt_at === null ? [] : [[words.next, <Ago at={of.next_attempt_at} />] as const])
        ]}
      />
      <SendAgain delivery={of} id={id} />
      <Stack gap={1}>
        <Text size="table" strong>
          {words.headers}
        </Text>
        <Copy lines text={sentHeaders(of)} />
        <Text size="small" tone="2">
          {words.headersText}
        </Text>
      </Stack>
      <Stack gap={1}>
        <Text size="table" strong>
          {words.payload}
        </Text>
        <Copy lines text={JSON.stringify(of.payload, null, 2)} />
      </Stack>
    </>
  )
}

/** Delivery dialog: state, response, headers, body. */
export const DeliveryDialog = ({
  deliveryId,
  id,
  onClose
}: {
  readonly id: WebhookId
  readonly deliveryId: DeliveryId
  readonly onClose: () => void
}) => {
  const words = useWords().webhooks
  return (
    <Dialog
      wide
      title={words.delivery}
      onClose={onClose}
      onSubmit={onClose}
      actions={
        <>
          <LinkButton href={`${webhookTab({ id, tab: "check" })}?delivery=${deliveryId}`} icon="shield-check">
            {words.checkThis}
          </LinkButton>
          <Button type="submit">{words.done}</Button>
        </>
      }
    >
      <Loaded of={delivery({ id, deliveryId })} skeleton={<Skeleton width={62} tall />}>
        {(found) => <Details id={id} of={found} />}
      </Loaded>
    </Dialog>
  )
}
