import "./app-row.css"
import type { ComponentChildren } from "preact"
import { useId } from "preact/hooks"
import { Icon } from "./Icon.tsx"

export const AppRows = ({ children }: { readonly children: ComponentChildren }) => <ul class="app-rows">{children}</ul>

/** Amber line of a row: what remains, or what blocks it. */
export const AppRemainder = ({ children }: { readonly children: ComponentChildren }) => (
  <span class="remainder">
    <Icon name="clock" size="small" />
    <span>{children}</span>
  </span>
)

/** What a row is chosen with: its words are the label. */
interface Choice {
  readonly chosen: boolean
  readonly disabled: boolean
  readonly onChoose: (chosen: boolean) => void
}

/** One app with sentences about it: chosen by a checkbox, or with an icon for its state. */
export const AppRow = ({
  account,
  below,
  children,
  choice,
  mark,
  name,
  side,
  state
}: {
  readonly name: string
  readonly mark: ComponentChildren
  readonly account?: string | null
  readonly choice?: Choice
  readonly state?: ComponentChildren
  readonly side?: ComponentChildren
  /** Below the sentences, outside the label: links and disclosures. */
  readonly below?: ComponentChildren
  readonly children?: ComponentChildren
}) => {
  const id = useId()
  const words = (
    <>
      <span class="head">
        <strong id={`${id}-name`}>{name}</strong>
        {typeof account === "string" && <span class="account">{account}</span>}
      </span>
      <span class="says" id={`${id}-says`}>
        {children}
      </span>
    </>
  )
  return (
    <li data-off={(choice !== undefined && !choice.chosen) || undefined}>
      {choice === undefined ? (
        <>
          <span class="state">{state}</span>
          {mark}
          <div class="app">{words}</div>
        </>
      ) : (
        <>
          <input
            class="checkbox"
            type="checkbox"
            id={id}
            data-tone="accent"
            aria-labelledby={`${id}-name`}
            aria-describedby={`${id}-says`}
            checked={choice.chosen}
            disabled={choice.disabled}
            onChange={(event) => choice.onChoose(event.currentTarget.checked)}
          />
          {mark}
          <label class="app" for={id}>
            {words}
          </label>
        </>
      )}
      <div class="side">{side}</div>
      {below && <div class="below">{below}</div>}
    </li>
  )
}
