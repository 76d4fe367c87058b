import "./bar.css"
import type { ComponentChildren } from "preact"

/** Actions for the selection; sticky while the list scrolls. */
export const Bar = ({ children, label }: { readonly label: string; readonly children: ComponentChildren }) => (
  <div class="bar" role="toolbar" aria-label={label}>
    {children}
  </div>
)
