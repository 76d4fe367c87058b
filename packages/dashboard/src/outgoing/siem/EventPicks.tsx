import { SiemEventName, severityOf } from "@svc/contract/siem/events"
import { useState } from "preact/hooks"
import { AllOrSome } from "#design/AllOrSome.tsx"
import { Button } from "#design/Button.tsx"
import { SearchField } from "#design/Field.tsx"
import { Line, Said } from "#design/layout.tsx"
import { Pick, Picks } from "#design/Pick.tsx"
import { useWords } from "#languages/words.ts"

/** Which events a target receives; null is all of them, those added later included. */
export type Selection = ReadonlyArray<SiemEventName> | null

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
      <Line gap={2}>
        <Said tone="2" size="table">
          {words.someEvents(chosen.length)}
        </Said>
        <Button
          size="small"
          onClick={() => onChange(names.filter((name) => high.includes(name) || chosen.includes(name)))}
        >
          {words.addHigh}
        </Button>
        {chosen.length > 0 && (
          <Button size="small" look="quiet" onClick={() => onChange([])}>
            {words.chooseNone}
          </Button>
        )}
      </Line>
      <Picks label={words.some}>
        {shown.map((event) => (
          <Pick
            name={event}
            chosen={chosen.includes(event)}
            onPick={(picked) => onChange(names.filter((one) => (one === event ? picked : chosen.includes(one))))}
            {...(high.includes(event) ? { beside: words.severities.high } : {})}
          />
        ))}
      </Picks>
      {shown.length === 0 && <Said tone="2">{words.noSuchEvent}</Said>}
    </>
  )
}

export const EventPicks = ({
  chosen,
  onChange,
  wrong
}: {
  readonly chosen: Selection
  readonly onChange: (chosen: Selection) => void
  readonly wrong: string | undefined
}) => {
  const words = useWords().siem
  return (
    <AllOrSome
      label={words.events}
      all={words.all}
      allText={words.allText}
      some={words.some}
      isAll={chosen === null}
      onAll={() => onChange(null)}
      onSome={() => onChange(chosen ?? [])}
      wrong={wrong}
    >
      {chosen !== null && <Some chosen={chosen} onChange={onChange} />}
    </AllOrSome>
  )
}
