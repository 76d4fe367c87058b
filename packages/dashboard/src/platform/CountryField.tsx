import { useMemo, useState } from "preact/hooks"
import { SelectField } from "#design/Field.tsx"
import { useWords } from "#languages/words.ts"
import { countriesIn } from "./countries.ts"

/** The countries and regions in the language of the page. */
export const useCountries = () => {
  const { language, places } = useWords()
  return useMemo(() => countriesIn(language, places.regions), [language, places])
}

/** A country or region by its name or ISO 3166 code; a region that the list does not name is found by its whole code. */
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
  /** What the choice of none is called. */
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
