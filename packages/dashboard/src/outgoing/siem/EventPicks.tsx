import { SiemEventName, severityOf } from "@svc/contract/siem/events"
import { useState } from "preact/hooks"
import { Button } from "#design/Button.tsx"
import { SearchField } from "#design/Field.tsx"
import { Row, Text } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { EventList, EventPicker, type Selection } from "#outgoing/EventPicker.tsx"

const names = SiemEventName.literals.toSorted()
const high = names.filter((name) => severityOf(name) === "high")

const Some = ({
  chosen,
  onChange
}: {
  readonly chosen: ReadonlyArray<SiemEventName>
  readonly onChange: (chosen: ReadonlyArray<SiemEventName>) => void
}) => {
  const words = useWords().siem
  const [sought, setSought] = useState("")
  const shown = names.filter((name) => name.includes(sought.trim().toLowerCase().replaceAll(" ", "_")))
  return (
    <>
      <SearchField label={words.findEvent} value={sought} onSearch={setSought} />
      <Row gap={2}>
        <Text tone="2" size="table">
          {words.someEvents(chosen.length)}
        </Text>
        <Button
          size="small"
          onClick={() => onChange(names.filter((name) => high.includes(name) || chosen.includes(name)))}
        >
          {words.addHigh}
        </Button>
        {chosen.length > 0 && (
          <Button size="small" variant="tertiary" onClick={() => onChange([])}>
            {words.chooseNone}
          </Button>
        )}
      </Row>
      <EventList
        label={words.some}
        names={names}
        shown={shown}
        besideOf={(event) => (high.includes(event) ? words.severities.high : undefined)}
        chosen={chosen}
        onChange={onChange}
      />
      {shown.length === 0 && <Text tone="2">{words.noSuchEvent}</Text>}
    </>
  )
}

/** Events that a destination receives. */
export const EventPicks = ({
  onChange,
  ...picked
}: {
  readonly chosen: Selection<SiemEventName>
  readonly onChange: (chosen: Selection<SiemEventName>) => void
  readonly wrong: string | undefined
}) => {
  const words = useWords().siem
  return (
    <EventPicker {...picked} onChange={onChange} words={words} some={words.some}>
      {(chosen) => <Some chosen={chosen} onChange={onChange} />}
    </EventPicker>
  )
}
