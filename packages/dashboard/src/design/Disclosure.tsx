import "./disclosure.css"
import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { Icon } from "./Icon.tsx"

/** Collapsible details below a summary line. */
export const Disclosure = ({
  children,
  summary
}: {
  readonly summary: ComponentChildren
  readonly children: () => ComponentChildren
}) => {
  const [open, setOpen] = useState(false)
  return (
    <details class="disclosure" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Icon name="chevron-right" size="small" tone="3" />
        {summary}
      </summary>
      {open && <div class="unfolded">{children()}</div>}
    </details>
  )
}
