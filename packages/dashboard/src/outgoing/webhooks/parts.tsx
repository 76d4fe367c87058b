import { WebhookId } from "@svc/contract/kernel/ids"
import type { Delivery, DeliveryStatus, WebhookEndpoint } from "@svc/contract/webhooks/schema"
import { Schema } from "effect"
import { Badge, type Tone } from "#design/Badge.tsx"
import { LinkButton } from "#design/Button.tsx"
import { Code, Text } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { useSaid } from "#languages/said.ts"
import { useWords } from "#languages/words.ts"
import { webhooks } from "#platform/pages.ts"

export const readWebhookId = Schema.decodeUnknownOption(WebhookId)

export const Health = ({ active, failures_24h }: WebhookEndpoint) => {
  const words = useWords().webhooks
  if (!active) return <Badge tone="bad">{words.paused}</Badge>
  return failures_24h > 0 ? (
    <Badge tone="watch">{words.failing(failures_24h)}</Badge>
  ) : (
    <Badge tone="good">{words.healthy}</Badge>
  )
}

const tones: Readonly<Record<DeliveryStatus, Tone>> = {
  pending: "accent",
  failed: "watch",
  delivered: "good",
  dead: "bad"
}

export const DeliveryState = ({ status }: Pick<Delivery, "status">) => (
  <Badge tone={tones[status]}>{useWords().webhooks.states[status]}</Badge>
)

export const Answer = ({ last_error, last_status_code, status }: Delivery) => {
  const words = useWords().webhooks
  const say = useSaid()
  if (last_status_code === null && last_error === null) return <Text tone="3">–</Text>
  const tone = status === "delivered" ? "good" : "bad"
  return (
    <Text>
      <Text tone={tone}>
        <Code>{last_status_code ?? words.noAnswer}</Code>
      </Text>{" "}
      {status !== "delivered" && <Text tone="3">{last_error === null ? null : say(last_error)}</Text>}
    </Text>
  )
}

export const NotFound = () => {
  const { failures, webhooks: words } = useWords()
  return (
    <Placeholder icon="search" {...failures.notFound}>
      <LinkButton href={webhooks()}>{words.back}</LinkButton>
    </Placeholder>
  )
}
