import type { ComponentChildren } from "preact"
import { AllOrSome } from "#design/AllOrSome.tsx"
import { OptionCard, OptionCards } from "#design/OptionCard.tsx"

/** Subscribed events; null means all, including later ones. */
export type Selection<Name extends string> = ReadonlyArray<Name> | null

/** Checkboxes of events; the result keeps the catalog's order. */
export const EventList = <Name extends string>({
  besideOf,
  chosen,
  label,
  names,
  onChange,
  shown = names
}: {
  readonly label: string
  readonly names: ReadonlyArray<Name>
  /** Events that match the search. */
  readonly shown?: ReadonlyArray<Name> | undefined
  readonly besideOf: (name: Name) => string | undefined
  readonly chosen: ReadonlyArray<Name>
  readonly onChange: (chosen: ReadonlyArray<Name>) => void
}) => (
  <OptionCards label={label}>
    {shown.map((event) => (
      <OptionCard
        name={event}
        beside={besideOf(event)}
        chosen={chosen.includes(event)}
        onPick={(picked) => onChange(names.filter((one) => (one === event ? picked : chosen.includes(one))))}
      />
    ))}
  </OptionCards>
)

/** All events, or selected ones. */
export const EventPicker = <Name extends string>({
  children,
  chosen,
  onChange,
  some,
  words: { all, allText, events },
  wrong
}: {
  readonly words: { readonly events: string; readonly all: string; readonly allText: string }
  readonly some: string
  readonly chosen: Selection<Name>
  readonly onChange: (chosen: Selection<Name>) => void
  readonly wrong: string | undefined
  readonly children: (chosen: ReadonlyArray<Name>) => ComponentChildren
}) => (
  <AllOrSome
    label={events}
    all={all}
    allText={allText}
    some={some}
    isAll={chosen === null}
    onAll={() => onChange(null)}
    onSome={() => onChange(chosen ?? [])}
    wrong={wrong}
  >
    {chosen !== null && children(chosen)}
  </AllOrSome>
)
