import "./dialog.css"
import type { ComponentChildren } from "preact"
import { useId, useLayoutEffect, useRef } from "preact/hooks"
import { useModal } from "./Dialog.tsx"

/** Modal dialog with a long list: the list scrolls, title and buttons stay. It has no form, so Enter confirms nothing. */
export const ListDialog = ({
  actions,
  beside,
  children,
  end,
  label,
  onClose,
  picture,
  title,
  under,
  why
}: {
  readonly title: string
  readonly why: string
  /** Left of the title. */
  readonly picture: ComponentChildren
  /** Right of the title. */
  readonly end?: ComponentChildren
  /** Below the title. */
  readonly under?: ComponentChildren
  /** Name of the list for screen readers. */
  readonly label: string
  /** Left of the buttons. */
  readonly beside?: ComponentChildren
  readonly actions: ComponentChildren
  readonly onClose: () => void
  readonly children: ComponentChildren
}) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  const modal = useModal(dialog, onClose)
  // Read first on opening, and again when the title changes under the reader.
  useLayoutEffect(() => heading.current?.focus(), [title])
  return (
    <dialog class="dialog" ref={dialog} data-list aria-labelledby={id} {...modal}>
      <header>
        {picture}
        <div>
          <h2 id={id} ref={heading} tabIndex={-1}>
            {title}
          </h2>
          <p class="why">{why}</p>
        </div>
        {end}
      </header>
      {under}
      <div class="scroll" role="region" aria-label={label} tabIndex={0}>
        {children}
      </div>
      <footer>
        {beside !== undefined && <span class="beside">{beside}</span>}
        {actions}
      </footer>
    </dialog>
  )
}
