import { useMemo, useState } from "preact/hooks"
import { SelectField } from "#design/Field.tsx"
import { useWords } from "#languages/words.ts"
import { countriesIn } from "./countries.ts"

/** Countries and regions in the reader's language. */
export const useCountries = () => {
  const { language, places } = useWords()
  return useMemo(() => countriesIn(language, places.regions), [language, places])
}

/** Country or region by name or ISO 3166 code; unlisted regions are found by their full code. */
export const CountryField = ({
  help,
  label,
  none,
  onInput,
  value,
  wrong
}: {
  readonly label: string
  readonly help?: string
  readonly wrong?: string | undefined
  readonly value: string
  /** Label of the empty choice. */
  readonly none: string
  readonly onInput: (code: string) => void
}) => {
  const { places } = useWords()
  const countries = useCountries()
  const [text, setText] = useState("")
  const offered = useMemo(() => countries.found(text, value), [countries, text, value])
  return (
    <SelectField
      label={label}
      help={help}
      wrong={wrong}
      value={value}
      search={{ label: places.find, onSearch: setText }}
      choices={[["", none], ...offered.map(({ code, words }) => [code, words] as const)]}
      onInput={onInput}
    />
  )
}
