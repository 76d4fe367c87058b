import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { Icon } from "./Icon.tsx"
import { Unseen } from "./layout.tsx"

/** Moves something up or down among its like. The focus goes with it, and its new place is read out. */
export const MoveButtons = ({
  onMove,
  place,
  places,
  words
}: {
  /** From 0. */
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
    // What is moved in the document loses the focus; at the end of the way the other one takes it.
    const [pressed, other] = moved === -1 ? [up.current, down.current] : [down.current, up.current]
    if (pressed?.disabled === false) pressed.focus()
    else other?.focus()
  }, [place])
  const button = (step: -1 | 1) => (
    <button
      class="button"
      type="button"
      data-look="quiet"
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
      <Unseen>
        <span role="status">{moved !== undefined && words.now(place + 1, places)}</span>
      </Unseen>
    </>
  )
}
