import type { CalendarDate } from "@svc/contract/kernel/dates"
import { Badge } from "#design/Badge.tsx"
import { Code, Text } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { daysUntil, useFormat } from "#platform/format.ts"
import type { Item } from "./data.ts"

const isLate = ({ return_deadline, status }: Pick<Item, "return_deadline" | "status">) =>
  status === "deployed" && return_deadline !== null && daysUntil(return_deadline) < 0

/** Status of an item, or that it is overdue. */
export const AssetState = (item: Pick<Item, "return_deadline" | "status" | "shipment">) => {
  const words = useWords().assets
  if (item.shipment !== undefined && item.shipment !== null) return <Badge tone="watch">{words.onItsWay}</Badge>
  if (isLate(item)) return <Badge tone="bad">{words.late}</Badge>
  const tones = { deployed: "accent", returned: "good", lost: "bad" } as const
  return <Badge tone={tones[item.status]}>{words.states[item.status]}</Badge>
}

export const AssetName = ({ item_name, model, serial_number }: Pick<Item, "item_name" | "model" | "serial_number">) => (
  <Text as="div" oneLine>
    {item_name}
    <Text as="div" size="small" tone="3" oneLine>
      <Code>{serial_number}</Code>
      {model !== "" && ` · ${model}`}
    </Text>
  </Text>
)

export const DueBack = ({ item }: { readonly item: Pick<Item, "return_deadline" | "status"> }) => {
  const { day } = useFormat()
  const due: CalendarDate | null = item.return_deadline
  return (
    <Text tone={isLate(item) ? "bad" : "2"} oneLine numbers>
      {due === null ? "–" : day(due)}
    </Text>
  )
}
