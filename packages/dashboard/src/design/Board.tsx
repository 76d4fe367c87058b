import "./board.css"
import type { ComponentChildren } from "preact"

/** Stages beside each other; under each other where there is no room. */
export const Board = ({ children, label }: { readonly label: string; readonly children: ComponentChildren }) => (
  // Wider than its place it is scrolled, which a keyboard can do only where the focus can be.
  <div class="board" role="region" aria-label={label} tabIndex={0}>
    {children}
  </div>
)

/** A stage with its cards. What is dragged here is `onTake`n; whoever has no pointer uses the card's own menu. */
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
