import type { Integration } from "@svc/contract/integrations/schema"
import { Badge } from "../design/Badge.tsx"
import { useWords } from "../languages/words.ts"

/** How a connection stands. */
export const State = ({ of: { connection_status, credential_refused_at } }: { readonly of: Integration }) => {
  const words = useWords().integrations
  if (credential_refused_at !== null) return <Badge tone="bad">{words.refused}</Badge>
  return connection_status ? <Badge tone="good">{words.connected}</Badge> : <Badge>{words.switchedOff}</Badge>
}
