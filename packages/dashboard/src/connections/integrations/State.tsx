import type { Integration } from "@svc/contract/integrations/schema"
import { Badge } from "#design/Badge.tsx"
import { useWords } from "#languages/words.ts"
import { useRefusedAt } from "./data.ts"

/** State badge of a connection. */
export const State = ({ of }: { readonly of: Integration }) => {
  const words = useWords().integrations
  const refusedAt = useRefusedAt(of)
  if (refusedAt !== null) return <Badge tone="bad">{words.refused}</Badge>
  return of.connection_status ? <Badge tone="good">{words.connected}</Badge> : <Badge>{words.switchedOff}</Badge>
}
