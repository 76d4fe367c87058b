import type { ComponentProps } from "preact"
import { useMemo, useState } from "preact/hooks"
import { FilterSelect, SearchField } from "./Field.tsx"

const offeredAtOnce = 100

/** Select for long lists: offers the matches of a search, since a thousand options slow down every layout. */
export const LongFilterSelect = <Value extends string>({
  choices,
  find,
  value,
  ...choice
}: ComponentProps<typeof FilterSelect<Value>> & {
  /** Label of the search field. */
  readonly find: string
}) => {
  const [text, setText] = useState("")
  const offered = useMemo(() => {
    const wanted = text.trim().toLowerCase()
    const found = wanted === "" ? choices : choices.filter(([, words]) => words.toLowerCase().includes(wanted))
    const first = found.slice(0, offeredAtOnce)
    const chosen = choices.find(([one]) => one === value)
    return chosen === undefined || first.includes(chosen) ? first : [chosen, ...first]
  }, [choices, text, value])
  return (
    <>
      {choices.length > offeredAtOnce && <SearchField label={find} value="" onSearch={setText} />}
      <FilterSelect {...choice} value={value} choices={offered} />
    </>
  )
}
