import type { ComponentChildren } from "preact"

/** Form validated and sent by the page, not by the browser. */
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
