import "./entry.css"
import type { ComponentChildren } from "preact"
import { Icon } from "./Icon.tsx"

export const product = "Offboarding"

/** Our sign and name. */
export const Mark = () => (
  <span class="mark">
    <span class="sign">
      <Icon name="badge-check" />
    </span>
    {product}
  </span>
)

/** A page outside of the shell: one question in the middle. */
export const Entry = ({ children, title }: { readonly title: string; readonly children: ComponentChildren }) => (
  <div class="entry">
    <main>
      <Mark />
      <h1>{title}</h1>
      {children}
    </main>
  </div>
)
