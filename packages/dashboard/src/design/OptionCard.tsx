import "./option-card.css"
import type { ComponentChildren } from "preact"

/** Group of option cards. The label is for screen readers, with `legend` for all. `row`: side by side where there is room. */
export const OptionCards = ({
  children,
  label,
  legend,
  row
}: {
  readonly label: string
  readonly legend?: true
  readonly row?: true
  readonly children: ComponentChildren
}) => (
  <fieldset class="option-cards" data-row={row} aria-label={legend ? undefined : label}>
    {legend && <legend>{label}</legend>}
    {children}
  </fieldset>
)

/** Option card: checkbox, or radio button with `group`, with details. */
export const OptionCard = ({
  beside,
  chosen,
  disabled,
  group,
  mark,
  name,
  onPick,
  tone
}: {
  readonly name: string
  readonly chosen: boolean
  readonly onPick: (chosen: boolean) => void
  readonly beside?: ComponentChildren
  /** Logo in front of the name. */
  readonly mark?: ComponentChildren
  readonly disabled?: boolean
  /** `bad`: the choice has an effect that can't be undone. */
  readonly tone?: "bad"
  readonly group?: string
}) => (
  <label class="option-card" data-tone={tone}>
    <input
      type={group === undefined ? "checkbox" : "radio"}
      name={group}
      checked={chosen}
      disabled={disabled}
      onChange={(event) => onPick(event.currentTarget.checked)}
    />
    {mark}
    <span class="option">
      {name}
      {beside !== undefined && <span class="beside">{beside}</span>}
    </span>
  </label>
)
