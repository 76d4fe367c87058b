import "./field.css"
import type { ComponentChildren } from "preact"
import { useEffect, useId, useMemo, useRef } from "preact/hooks"
import { Icon } from "./Icon.tsx"

/** What every field knows: its words, what is wrong with it, and where its text goes. */
interface Common {
  readonly label: string
  readonly help?: string | undefined
  readonly wrong?: string | undefined
}

/** The same list is not gone through again with every letter: one of members may have thousands. */
const Options = ({ of }: { readonly of: ReadonlyArray<string | readonly [value: string, words: string]> }) =>
  useMemo(
    () => (
      <>
        {of.map((one) => (typeof one === "string" ? <option value={one} /> : <option value={one[0]}>{one[1]}</option>))}
      </>
    ),
    [of]
  )

export const Frame = ({
  children,
  help,
  id,
  label,
  required,
  wrong
}: Common & { readonly id: string; readonly required?: boolean | undefined; readonly children: ComponentChildren }) => (
  <div class="field">
    <label for={id} data-required={required || undefined}>
      {label}
    </label>
    {children}
    {help !== undefined && wrong === undefined && (
      <span class="help" id={`${id}-help`}>
        {help}
      </span>
    )}
    {wrong !== undefined && (
      <span class="wrong" id={`${id}-wrong`}>
        <Icon name="circle-alert" size="small" />
        {wrong}
      </span>
    )}
  </div>
)

export const described = (id: string, { help, wrong }: Common) =>
  wrong === undefined ? (help === undefined ? undefined : `${id}-help`) : `${id}-wrong`

export const TextField = ({
  autoComplete,
  autoFocus,
  code,
  inputMode,
  onInput,
  required,
  suggestions = [],
  type = "text",
  value,
  ...words
}: Common & {
  readonly value: string
  readonly onInput: (text: string) => void
  readonly type?: "text" | "email" | "password" | "date" | "datetime-local"
  readonly autoComplete?: string
  readonly inputMode?: "decimal" | "numeric"
  readonly autoFocus?: boolean
  readonly required?: boolean
  readonly code?: boolean
  /** What others wrote here; anything else may be typed. */
  readonly suggestions?: ReadonlyArray<string>
}) => {
  const id = useId()
  return (
    <Frame id={id} required={required} {...words}>
      <input
        class="input"
        id={id}
        {...({ type } as { readonly type: "text" })}
        value={value}
        inputmode={inputMode}
        autocomplete={autoComplete}
        autofocus={autoFocus}
        required={required}
        data-code={code || undefined}
        list={suggestions.length > 0 ? `${id}-list` : undefined}
        aria-invalid={words.wrong === undefined ? undefined : "true"}
        aria-describedby={described(id, words)}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      {suggestions.length > 0 && (
        <datalist id={`${id}-list`}>
          <Options of={suggestions} />
        </datalist>
      )}
    </Frame>
  )
}

/** One of some, where something has to be chosen. */
export const SelectField = ({
  choices,
  onInput,
  required,
  search,
  value,
  ...words
}: Common & {
  readonly value: string
  readonly choices: ReadonlyArray<readonly [string, string]>
  readonly onInput: (value: string) => void
  readonly required?: boolean | undefined
  /** Of a long list: narrows the choices. */
  readonly search?: { readonly label: string; readonly onSearch: (text: string) => void }
}) => {
  const id = useId()
  return (
    <Frame id={id} required={required} {...words}>
      {search !== undefined && <SearchField value="" {...search} />}
      <select
        class="input"
        id={id}
        value={value}
        required={required}
        aria-invalid={words.wrong === undefined ? undefined : "true"}
        aria-describedby={described(id, words)}
        onChange={(event) => onInput(event.currentTarget.value)}
      >
        <Options of={choices} />
      </select>
    </Frame>
  )
}

/** Looked for while it is typed, once the typing pauses. */
export const SearchField = ({
  label,
  onSearch,
  value
}: {
  readonly label: string
  readonly value: string
  readonly onSearch: (text: string) => void
}) => {
  const id = useId()
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  // A field that is cleared, or left, looks for nothing any more.
  useEffect(() => () => clearTimeout(pause.current), [])
  return (
    <div class="search">
      <Icon name="search" size="small" />
      <label class="unseen" for={id}>
        {label}
      </label>
      <input
        class="input"
        id={id}
        type="search"
        defaultValue={value}
        placeholder={label}
        autocomplete="off"
        onInput={(event) => {
          const text = event.currentTarget.value
          clearTimeout(pause.current)
          pause.current = setTimeout(() => onSearch(text), 250)
        }}
      />
    </div>
  )
}

/** One of a few. The first choice stands for none. */
export const Choice = <Value extends string>({
  choices,
  label,
  none,
  onChoose,
  value
}: {
  readonly label: string
  readonly none: string
  readonly choices: ReadonlyArray<readonly [Value, string]>
  readonly value: Value | undefined
  readonly onChoose: (value: Value | undefined) => void
}) => {
  const id = useId()
  return (
    <div class="choice">
      <label class="unseen" for={id}>
        {label}
      </label>
      <select
        class="input"
        id={id}
        value={value ?? ""}
        onChange={(event) => {
          const chosen = event.currentTarget.value
          onChoose(choices.find(([choice]) => choice === chosen)?.[0])
        }}
      >
        <option value="">{none}</option>
        <Options of={choices} />
      </select>
    </div>
  )
}

interface Ticked {
  readonly label: string
  readonly checked: boolean
  readonly disabled?: boolean
  readonly onTick: (checked: boolean) => void
}

const Box = ({ checked, disabled, name, onTick }: Omit<Ticked, "label"> & { readonly name?: string }) => (
  <input
    class="tick"
    type="checkbox"
    aria-label={name}
    checked={checked}
    disabled={disabled}
    onChange={(event) => onTick(event.currentTarget.checked)}
  />
)

/** A box to tick in a table, whose row or column says what it is; its words are only heard. */
export const Tick = ({ label, ...box }: Ticked) => <Box name={label} {...box} />

/** A box to tick with its words beside it: a press on them ticks it as well. */
export const TickField = ({ label, ...box }: Ticked) => (
  <label class="tick-field">
    <Box {...box} />
    <span>{label}</span>
  </label>
)

/** A text of several lines. */
export const AreaField = ({
  code,
  onInput,
  onLeave,
  required,
  tall,
  value,
  ...words
}: Common & {
  readonly value: string
  readonly onInput: (text: string) => void
  /** Where the cursor was, for whoever puts something in there. */
  readonly onLeave?: (from: number, to: number) => void
  readonly required?: boolean
  readonly code?: boolean
  /** For a text that the page is about. */
  readonly tall?: boolean
}) => {
  const id = useId()
  return (
    <Frame id={id} required={required} {...words}>
      <textarea
        class="input"
        id={id}
        rows={tall ? 18 : 5}
        value={value}
        required={required}
        data-code={code || undefined}
        aria-invalid={words.wrong === undefined ? undefined : "true"}
        aria-describedby={described(id, words)}
        onInput={(event) => onInput(event.currentTarget.value)}
        onBlur={({ currentTarget }) => onLeave?.(currentTarget.selectionStart, currentTarget.selectionEnd)}
      />
    </Frame>
  )
}

/** A file of one's own. */
export const FileField = ({
  accept,
  onFile,
  ...words
}: Common & {
  /** Kinds of file, as the browser's dialog names them: `.csv`. */
  readonly accept: string
  readonly onFile: (file: File) => void
}) => {
  const id = useId()
  return (
    <Frame id={id} {...words}>
      <input
        class="input"
        id={id}
        type="file"
        accept={accept}
        aria-describedby={described(id, words)}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          if (file !== undefined) onFile(file)
        }}
      />
    </Frame>
  )
}
