import type { ComponentProps } from "preact"
import { useMemo, useState } from "preact/hooks"
import { Choice, SearchField } from "./Field.tsx"

const offeredAtOnce = 100

/**
 * A choice of as many as there are: where they are more than anybody looks through, those are offered whose words hold
 * what was typed. The browser would keep a thousand options in every layout of the page.
 */
export const LongChoice = <Value extends string>({
  choices,
  find,
  value,
  ...choice
}: ComponentProps<typeof Choice<Value>> & {
  /** What the field is called that finds among them. */
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
      <Choice {...choice} value={value} choices={offered} />
    </>
  )
}
