import "./form-page.css"
import type { ComponentChildren } from "preact"
import { useId } from "preact/hooks"
import { Icon } from "./Icon.tsx"
import { VisuallyHidden } from "./layout.tsx"

/** Long form with its review and its main action next to it; on narrow screens the action stays at the bottom edge. */
export const FormPage = ({
  acts,
  beside,
  children
}: {
  readonly children: ComponentChildren
  readonly beside: ComponentChildren
  readonly acts: ComponentChildren
}) => (
  <div class="form-page">
    <div>{children}</div>
    <div class="beside">
      {beside}
      <div class="form-acts">{acts}</div>
    </div>
  </div>
)

/** Numbered part of a long form. */
export const FormPart = ({
  children,
  number,
  said,
  state,
  title
}: {
  readonly number: number
  readonly title: string
  readonly state: "done" | "wrong" | undefined
  /** State for screen readers. */
  readonly said: string | undefined
  readonly children: ComponentChildren
}) => {
  const id = useId()
  return (
    <section class="form-part" data-state={state} aria-labelledby={id}>
      <span class="number" aria-hidden="true">
        {state === "done" ? <Icon name="check" size="small" /> : number}
      </span>
      <h2 id={id} tabIndex={-1}>
        {title}
        {said !== undefined && <VisuallyHidden> ({said})</VisuallyHidden>}
      </h2>
      <div class="inside">{children}</div>
    </section>
  )
}
