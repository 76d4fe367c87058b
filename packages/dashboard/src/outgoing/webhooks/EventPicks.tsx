import { WebhookEventName } from "@svc/contract/events"
import { events } from "virtual:reference"
import { AllOrSome } from "#design/AllOrSome.tsx"
import { Pick, Picks } from "#design/Pick.tsx"
import { useWords } from "#languages/words.ts"

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
    <AllOrSome
      label={words.events}
      all={words.all}
      allText={words.allText}
      some={words.chosen}
      isAll={chosen === null}
      onAll={() => onChange(null)}
      onSome={() => onChange(chosen ?? [])}
      wrong={wrong}
    >
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
    </AllOrSome>
  )
}
