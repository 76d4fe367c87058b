import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { Icon } from "./Icon.tsx"
import { VisuallyHidden } from "./layout.tsx"

/** Moves an item up or down. Focus moves with it, and the new position is announced. */
export const MoveButtons = ({
  onMove,
  place,
  places,
  words
}: {
  /** Zero-based. */
  readonly place: number
  readonly places: number
  readonly onMove: (to: number) => void
  readonly words: {
    readonly up: string
    readonly down: string
    readonly now: (place: number, places: number) => string
  }
}) => {
  const [up, down] = [useRef<HTMLButtonElement>(null), useRef<HTMLButtonElement>(null)]
  const [moved, setMoved] = useState<-1 | 1>()
  useLayoutEffect(() => {
    if (moved === undefined) return
    // Moving an element drops focus; at the end of the list the other button takes it.
    const [pressed, other] = moved === -1 ? [up.current, down.current] : [down.current, up.current]
    if (pressed?.disabled === false) pressed.focus()
    else other?.focus()
  }, [place])
  const button = (step: -1 | 1) => (
    <button
      class="button"
      type="button"
      data-variant="tertiary"
      data-square
      ref={step === -1 ? up : down}
      disabled={step === -1 ? place === 0 : place === places - 1}
      aria-label={step === -1 ? words.up : words.down}
      title={step === -1 ? words.up : words.down}
      onClick={() => {
        setMoved(step)
        onMove(place + step)
      }}
    >
      <Icon name={step === -1 ? "arrow-up" : "arrow-down"} size="small" />
    </button>
  )
  return (
    <>
      {button(-1)}
      {button(1)}
      <VisuallyHidden>
        <span role="status">{moved !== undefined && words.now(place + 1, places)}</span>
      </VisuallyHidden>
    </>
  )
}
