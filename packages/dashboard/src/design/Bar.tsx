import "./bar.css"
import type { ComponentChildren } from "preact"

/** What can be done with what was chosen; it stays in sight while the list is scrolled. */
export const Bar = ({ children, label }: { readonly label: string; readonly children: ComponentChildren }) => (
  <div class="bar" role="toolbar" aria-label={label}>
    {children}
  </div>
)
