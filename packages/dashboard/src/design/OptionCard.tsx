import "./option-card.css"
import type { ComponentChildren } from "preact"

/** Group of option cards with a label for screen readers. */
export const OptionCards = ({ children, label }: { readonly label: string; readonly children: ComponentChildren }) => (
  <fieldset class="option-cards" aria-label={label}>
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
  onPick
}: {
  readonly name: string
  readonly chosen: boolean
  readonly onPick: (chosen: boolean) => void
  readonly beside?: ComponentChildren
  /** Logo in front of the name. */
  readonly mark?: ComponentChildren
  readonly disabled?: boolean
  readonly group?: string
}) => (
  <label class="option-card">
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
