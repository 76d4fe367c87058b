import { WebhookEventName } from "@svc/contract/events"
import { events } from "virtual:reference"
import { Pick, Picks } from "../design/Pick.tsx"
import { Said, Stack } from "../design/layout.tsx"
import { useWords } from "../languages/words.ts"

/** Which events an address receives; null is all of them, those added later included. */
export type Selection = ReadonlyArray<WebhookEventName> | null

export const EventPicks = ({
  chosen,
  onChange,
  wrong
}: {
  readonly chosen: Selection
  readonly onChange: (chosen: Selection) => void
  readonly wrong: string | undefined
}) => {
  const words = useWords().webhooks
  return (
    <Stack gap={2}>
      <Picks label={words.events}>
        <Pick
          group="selection"
          name={words.all}
          beside={words.allText}
          chosen={chosen === null}
          onPick={() => onChange(null)}
        />
        <Pick group="selection" name={words.chosen} chosen={chosen !== null} onPick={() => onChange(chosen ?? [])} />
      </Picks>
      {chosen !== null && (
        <Picks label={words.chosen}>
          {WebhookEventName.literals.map((event) => (
            <Pick
              name={event}
              beside={events.find(({ name }) => name === event)?.sentWhen}
              chosen={chosen.includes(event)}
              onPick={(picked) =>
                onChange(WebhookEventName.literals.filter((one) => (one === event ? picked : chosen.includes(one))))
              }
            />
          ))}
        </Picks>
      )}
      {wrong !== undefined && (
        <Said tone="bad" size="small">
          {wrong}
        </Said>
      )}
    </Stack>
  )
}
