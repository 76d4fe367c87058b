import "./field.css"
import type { ComponentChildren } from "preact"
import { useEffect, useId, useMemo, useRef } from "preact/hooks"
import { Icon } from "./Icon.tsx"

/** Props of all fields. */
interface Common {
  readonly label: string
  readonly help?: string | undefined
  readonly wrong?: string | undefined
}

/** Memoized options: a list of members can have thousands. */
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
  /** Suggestions; other values are allowed. */
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

/** Select with a required choice. */
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
  /** Filter for a long list of choices. */
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

/** Search field; searches after a pause in typing. `wrong`: id of the error, if a choice is missing. */
export const SearchField = ({
  label,
  onSearch,
  value,
  wrong
}: {
  readonly wrong?: string | undefined
  readonly label: string
  readonly value: string
  readonly onSearch: (text: string) => void
}) => {
  const id = useId()
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Clearing or leaving the field cancels the pending search.
  useEffect(() => () => clearTimeout(pause.current), [])
  return (
    <div class="search">
      <Icon name="search" size="small" />
      <label class="visually-hidden" for={id}>
        {label}
      </label>
      <input
        class="input"
        id={id}
        type="search"
        defaultValue={value}
        placeholder={label}
        autocomplete="off"
        aria-invalid={wrong === undefined ? undefined : "true"}
        aria-describedby={wrong}
        onInput={(event) => {
          const text = event.currentTarget.value
          clearTimeout(pause.current)
          pause.current = setTimeout(() => onSearch(text), 250)
        }}
      />
    </div>
  )
}

/** Filter select. The first choice means no filter. */
export const FilterSelect = <Value extends string>({
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
    <div class="filter-select">
      <label class="visually-hidden" for={id}>
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
    class="checkbox"
    type="checkbox"
    aria-label={name}
    checked={checked}
    disabled={disabled}
    onChange={(event) => onTick(event.currentTarget.checked)}
  />
)

/** Checkbox in a table, with a label for screen readers only. */
export const Checkbox = ({ label, ...box }: Ticked) => <Box name={label} {...box} />

/** Checkbox with a visible label. */
export const CheckboxField = ({ label, ...box }: Ticked) => (
  <label class="checkbox-field">
    <Box {...box} />
    <span>{label}</span>
  </label>
)

/** Multi-line text field. */
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
  /** Cursor position on blur, to insert text there. */
  readonly onLeave?: (from: number, to: number) => void
  readonly required?: boolean
  readonly code?: boolean
  /** For the main text of a page. */
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

/** Native file field. */
export const FileField = ({
  accept,
  onFile,
  ...words
}: Common & {
  /** Accepted file types, such as `.csv`. */
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
