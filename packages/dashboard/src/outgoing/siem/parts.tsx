import type { SiemTarget } from "@svc/contract/siem/schema"
import { Badge } from "#design/Badge.tsx"
import { Code, Text } from "#design/layout.tsx"
import { useSaid } from "#languages/said.ts"
import { useWords } from "#languages/words.ts"
import { Ago } from "#platform/Ago.tsx"
import { useFormat } from "#platform/format.ts"
import { useCollectorName } from "./collectors.ts"

export const TargetName = ({ of: { endpoint_url, name, type } }: { readonly of: SiemTarget }) => {
  const collectorName = useCollectorName()
  return (
    <Text as="div">
      <Text strong>{name}</Text> <Text tone="2">{collectorName(type)}</Text>
      <Text as="div" size="small" tone="3" oneLine>
        <Code>{endpoint_url}</Code>
      </Text>
    </Text>
  )
}

const tones = { delivered: "good", failed: "watch", dead: "bad" } as const

/** Result of the latest attempt, and its error. */
export const TargetState = ({ of }: { readonly of: SiemTarget }) => {
  const words = useWords().siem
  const say = useSaid()
  const { active, last_delivery_at, last_delivery_status: status, last_error, last_status_code } = of
  return (
    <Text as="div">
      {!active ? (
        <Badge>{words.paused}</Badge>
      ) : status === null ? (
        <Badge>{words.nothingYet}</Badge>
      ) : (
        <Badge tone={tones[status]}>{words.states[status]}</Badge>
      )}{" "}
      {last_status_code !== null && (
        <Text tone="2" size="small">
          <Code>{last_status_code}</Code>
        </Text>
      )}{" "}
      {last_delivery_at !== null && (
        <Text tone="2" size="small">
          <Ago at={last_delivery_at} />
        </Text>
      )}
      {status !== "delivered" && last_error !== null && (
        <Text as="div" size="small" tone="bad">
          {say(last_error)}
        </Text>
      )}
    </Text>
  )
}

export const Counts = ({ of: { delivery_count, given_up_count, queued_count } }: { readonly of: SiemTarget }) => {
  const words = useWords().siem
  const { number } = useFormat()
  return (
    <Text as="div" numbers>
      {words.delivered(number(delivery_count))}
      <Text as="div" size="small" tone={given_up_count > 0 ? "bad" : "2"}>
        {words.givenUp(number(given_up_count))}
      </Text>
      {queued_count > 0 && (
        <Text as="div" size="small" tone="2">
          {words.waiting(number(queued_count))}
        </Text>
      )}
    </Text>
  )
}
