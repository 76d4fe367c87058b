import "./board.css"
import type { ComponentChildren } from "preact"

/** Board columns; stacked on narrow screens. */
export const Board = ({ children, label }: { readonly label: string; readonly children: ComponentChildren }) => (
  // Focusable, so that the keyboard can scroll it when it overflows.
  <div class="board" role="region" aria-label={label} tabIndex={0}>
    {children}
  </div>
)

/** A column with its cards. `onTake` receives dropped cards; the card's menu does the same by keyboard. */
export const BoardStage = ({
  children,
  count,
  name,
  onTake
}: {
  readonly name: string
  readonly count?: string | undefined
  readonly onTake?: (() => void) | undefined
  readonly children: ComponentChildren
}) => (
  <section
    aria-label={name}
    onDragOver={(event) => onTake !== undefined && event.preventDefault()}
    onDrop={(event) => {
      event.preventDefault()
      onTake?.()
    }}
  >
    <h2>
      {name}
      {count !== undefined && <span class="count">{count}</span>}
    </h2>
    {children}
  </section>
)

export const BoardCard = ({
  children,
  onDrag
}: {
  readonly onDrag?: (() => void) | undefined
  readonly children: ComponentChildren
}) => (
  <article class="board-card" draggable={onDrag !== undefined} onDragStart={() => onDrag?.()}>
    {children}
  </article>
)
