import "./section.css"
import type { ComponentChildren } from "preact"
import { useEffect, useRef, useState } from "preact/hooks"
import { Icon } from "./Icon.tsx"

/** Part of a page with a heading, which folds it. `inView`: the page was opened for it. */
export const Section = ({
  children,
  folded = false,
  inView = false,
  title
}: {
  readonly title: string
  /** Folded at first, unless the page was opened for it. */
  readonly folded?: boolean
  readonly inView?: boolean
  /** Drawn once it is unfolded. */
  readonly children: () => ComponentChildren
}) => {
  const [open, setOpen] = useState(inView || !folded)
  const place = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (!inView) return
    setOpen(true)
    place.current?.scrollIntoView()
  }, [inView])
  return (
    <details class="section" ref={place} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Icon name="chevron-right" size="small" tone="3" />
        <h2>{title}</h2>
      </summary>
      {open && <div class="stack">{children()}</div>}
    </details>
  )
}
