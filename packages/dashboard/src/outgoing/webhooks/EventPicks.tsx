import { WebhookEventName } from "@svc/contract/events"
import { events } from "virtual:reference"
import { useSaid } from "#languages/said.ts"
import { useWords } from "#languages/words.ts"
import { EventList, EventPicker, type Selection } from "#outgoing/EventPicker.tsx"

/** Events that an endpoint receives. */
export const EventPicks = ({
  onChange,
  ...picked
}: {
  readonly chosen: Selection<WebhookEventName>
  readonly onChange: (chosen: Selection<WebhookEventName>) => void
  readonly wrong: string | undefined
}) => {
  const words = useWords().webhooks
  const say = useSaid()
  return (
    <EventPicker {...picked} onChange={onChange} words={words} some={words.chosen}>
      {(chosen) => (
        <EventList
          label={words.chosen}
          names={WebhookEventName.literals}
          besideOf={(event) => say(events.find(({ name }) => name === event)?.sentWhen ?? "")}
          chosen={chosen}
          onChange={onChange}
        />
      )}
    </EventPicker>
  )
}
