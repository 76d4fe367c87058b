import type { ComponentChildren } from "preact"

/** A form that this page checks and sends: the browser does neither. */
export const SubmitForm = ({
  children,
  onSubmit
}: {
  readonly onSubmit: () => void
  readonly children: ComponentChildren
}) => (
  <form
    noValidate
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit()
    }}
  >
    {children}
  </form>
)
