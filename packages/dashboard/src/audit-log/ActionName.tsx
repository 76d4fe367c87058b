import { Code, Said } from "../design/layout.tsx"
import { Bone } from "../design/Placeholder.tsx"
import { useActionNames } from "../languages/audit-actions.ts"

/** What an entry tells of, in words; the code alone of one that a newer or older release wrote. */
export const ActionName = ({ code }: { readonly code: string }) => {
  const names = useActionNames()
  return names === undefined ? <Bone width={40} /> : <>{names[code] ?? <Code>{code}</Code>}</>
}

/** The code by which programs know it. */
export const ActionCode = ({ code }: { readonly code: string }) => (
  <Said size="small" tone="3">
    <Code>{code}</Code>
  </Said>
)
