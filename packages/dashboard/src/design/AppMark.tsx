import "./app-mark.css"
import type { ComponentChildren } from "preact"
import named from "./app-marks-named.svg"
import provider from "./app-marks-provider.svg"
import { lettersOf, markOf } from "./app-marks.ts"

const sprites = { named, provider }

/** Tile with an app's logo or letters; always next to the name. */
export const AppMark = ({
  name,
  of,
  size
}: {
  /** Service name. */
  readonly of: string
  /** Display name. */
  readonly name: string
  readonly size?: "small" | "large"
}) => {
  const mark = markOf(of)
  const letters = lettersOf(name)
  return (
    <span class="app-mark" data-size={size} data-long={letters.length > 2 || undefined} aria-hidden="true">
      {mark === undefined ? (
        letters
      ) : (
        <svg>
          <use href={`${sprites[mark.sprite]}#${mark.name}`} />
        </svg>
      )}
    </span>
  )
}

/** A logo in front of text, which may have more lines. */
export const WithMark = ({
  children,
  mark
}: {
  readonly mark: ComponentChildren
  readonly children: ComponentChildren
}) => (
  <div class="with-mark">
    {mark}
    <div>{children}</div>
  </div>
)
