import { Code, Said, Unseen } from "#design/layout.tsx"
import { Bone } from "#design/Placeholder.tsx"
import { useActionNames } from "./action-names.ts"

/** What an entry tells of, in words; the code alone of one that a newer or older release wrote. */
export const ActionName = ({ code }: { readonly code: string }) => {
  const names = useActionNames()
  if (names !== undefined) return <>{names[code] ?? <Code>{code}</Code>}</>
  // A link around it has a name from the start.
  return (
    <>
      <Bone width={40} />
      <Unseen>{code.replaceAll("_", " ")}</Unseen>
    </>
  )
}

/** The code by which programs know it. */
export const ActionCode = ({ code }: { readonly code: string }) => (
  <Said size="small" tone="3">
    <Code>{code}</Code>
  </Said>
)
