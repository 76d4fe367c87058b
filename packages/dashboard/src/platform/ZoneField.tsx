import { useMemo, useState } from "preact/hooks"
import { SelectField } from "#design/Field.tsx"
import { useFirstWords } from "#languages/words.ts"
import { zonesAt, zonesFound } from "./zones.ts"

/** Time zone with today's offset; found by city, region, offset, or former name. */
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
  /** Label of the empty choice; without it a zone is required. */
  readonly none?: string
  readonly onInput: (zone: string) => void
}) => {
  const { findZone } = useFirstWords().common
  const [text, setText] = useState("")
  const [today] = useState(() => new Date())
  const zones = useMemo(() => zonesAt(today), [today])
  const offered = useMemo(() => zonesFound(zones, text, value, today), [zones, text, value])
  return (
    <SelectField
      label={label}
      help={help}
      wrong={wrong}
      required={required}
      value={value}
      search={{ label: findZone, onSearch: setText }}
      choices={[
        ...(none === undefined ? [] : [["", none] as const]),
        ...offered.map(({ name, words }) => [name, words] as const)
      ]}
      onInput={onInput}
    />
  )
}
