import "./pick.css"
import type { ComponentChildren } from "preact"

/** Group of option cards with a label for screen readers. */
export const Picks = ({ children, label }: { readonly label: string; readonly children: ComponentChildren }) => (
  <fieldset class="picks" aria-label={label}>
    {children}
  </fieldset>
)

/** Option card: checkbox, or radio button with `group`, with details. */
export const Pick = ({
  beside,
  chosen,
  disabled,
  group,
  name,
  onPick
}: {
  readonly name: string
  readonly chosen: boolean
  readonly onPick: (chosen: boolean) => void
  readonly beside?: ComponentChildren
  readonly disabled?: boolean
  readonly group?: string
}) => (
  <label class="pick">
    <input
      type={group === undefined ? "checkbox" : "radio"}
      name={group}
      checked={chosen}
      disabled={disabled}
      onChange={(event) => onPick(event.currentTarget.checked)}
    />
    <span class="picked">
      {name}
      {beside !== undefined && <span class="beside">{beside}</span>}
    </span>
  </label>
)
