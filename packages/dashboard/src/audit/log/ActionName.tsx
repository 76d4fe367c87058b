import { Code, Text, VisuallyHidden } from "#design/layout.tsx"
import { Skeleton } from "#design/Placeholder.tsx"
import { useActionNames } from "./action-names.ts"

/** Action name of an entry; the bare code if another release wrote an action unknown here. */
export const ActionName = ({ code }: { readonly code: string }) => {
  const names = useActionNames()
  if (names !== undefined) return <>{names[code] ?? <Code>{code}</Code>}</>
  // Accessible name of a surrounding link while the names load.
  return (
    <>
      <Skeleton width={40} />
      <VisuallyHidden>{code.replaceAll("_", " ")}</VisuallyHidden>
    </>
  )
}

/** Action code, as in the API. */
export const ActionCode = ({ code }: { readonly code: string }) => (
  <Text size="small" tone="3">
    <Code>{code}</Code>
  </Text>
)
