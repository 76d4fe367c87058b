import type { ListedDocument } from "@svc/contract/documents/schema"
import { Badge } from "../design/Badge.tsx"
import { Said } from "../design/layout.tsx"
import { useWords } from "../languages/words.ts"
import { daysUntil, useFormat } from "../platform/format.ts"
import { isExpiring, isOut, isRejected } from "./states.ts"

export const DocumentState = (document: ListedDocument) => {
  const words = useWords().documents
  const { esignature_status, status } = document
  if (isRejected(document)) return <Badge tone="bad">{words.signing[esignature_status]}</Badge>
  if (status === "pending" && isOut(document)) return <Badge tone="accent">{words.signing[esignature_status]}</Badge>
  return <Badge tone={status === "pending" ? "watch" : "good"}>{words.states[status]}</Badge>
}

export const Expiry = ({ document }: { readonly document: ListedDocument }) => {
  const words = useWords().documents
  const { day } = useFormat()
  const { expires_on } = document
  if (expires_on === null) return <Said tone="3">–</Said>
  return (
    <Said tone={isExpiring(document) ? "watch" : "2"} oneLine numbers>
      {daysUntil(expires_on) < 0 ? words.expired(day(expires_on)) : day(expires_on)}
    </Said>
  )
}
