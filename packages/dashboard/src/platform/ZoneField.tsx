import { useId, useMemo, useState } from "preact/hooks"
import { described, Frame, SearchField } from "../design/Field.tsx"
import { useFirstWords } from "../languages/words.ts"
import { zonesAt, zonesFound } from "./zones.ts"

/** A time zone, by its present name and with its offset today; found by city, region, offset or former name. */
export const ZoneField = ({
  help,
  label,
  none,
  onInput,
  required,
  value,
  wrong
}: {
  readonly label: string
  readonly help?: string
  readonly wrong?: string | undefined
  readonly required?: boolean
  readonly value: string
  /** What the choice of none is called; without it a zone has to be chosen. */
  readonly none?: string
  readonly onInput: (zone: string) => void
}) => {
  const { findZone } = useFirstWords().common
  const id = useId()
  const [text, setText] = useState("")
  const [today] = useState(() => new Date())
  const zones = useMemo(() => zonesAt(today), [today])
  const offered = useMemo(() => zonesFound(zones, text, value, today), [zones, text, value])
  return (
    <Frame id={id} label={label} help={help} wrong={wrong} required={required}>
      <SearchField label={findZone} value="" onSearch={setText} />
      <select
        class="input"
        id={id}
        value={value}
        required={required}
        aria-invalid={wrong === undefined ? undefined : "true"}
        aria-describedby={described(id, { label, help, wrong })}
        onChange={(event) => onInput(event.currentTarget.value)}
      >
        {none !== undefined && <option value="">{none}</option>}
        {offered.map(({ name, words }) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </select>
    </Frame>
  )
}
