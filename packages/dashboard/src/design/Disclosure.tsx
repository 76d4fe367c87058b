import "./disclosure.css"
import type { ComponentChildren } from "preact"
import { useLayoutEffect, useState } from "preact/hooks"
import { Icon } from "./Icon.tsx"

/** Collapsible details below a summary line. `shown` opens them, such as for an error inside. */
export const Disclosure = ({
  children,
  plain,
  shown = false,
  summary
}: {
  readonly summary: ComponentChildren
  /** Outside a list: without lines and padding. */
  readonly plain?: true
  readonly shown?: boolean
  readonly children: () => ComponentChildren
}) => {
  const [open, setOpen] = useState(shown)
  useLayoutEffect(() => {
    if (shown) setOpen(true)
  }, [shown])
  return (
    <details class="disclosure" data-plain={plain} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Icon name="chevron-right" size="small" tone="3" />
        {summary}
      </summary>
      {open && <div class="unfolded">{children()}</div>}
    </details>
  )
}
