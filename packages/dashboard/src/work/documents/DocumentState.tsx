import type { ListedDocument } from "@svc/contract/documents/schema"
import { AsyncResult } from "effect/reactivity"
import { Badge } from "#design/Badge.tsx"
import { Text } from "#design/layout.tsx"
import { signatureStatus } from "#work/esignature/data.ts"
import { useWords } from "#languages/words.ts"
import { useQuery } from "#platform/atoms.ts"
import { daysUntil, useFormat } from "#platform/format.ts"
import { isExpiring, isOut, isRejected, isWithoutFile } from "./states.ts"

export const DocumentState = (document: ListedDocument) => {
  const words = useWords().documents
  const { esignature_status, status } = document
  if (isRejected(document)) return <Badge tone="bad">{words.signing[esignature_status]}</Badge>
  if (status === "pending" && isOut(document)) return <Badge tone="accent">{words.signing[esignature_status]}</Badge>
  return <Badge tone={status === "pending" ? "watch" : "good"}>{words.states[status]}</Badge>
}

const Out = ({ document }: { readonly document: ListedDocument }) => {
  const words = useWords().documents
  const known = useQuery(signatureStatus({ documentId: document.id, inCase: document.offboarding_id }))
  const provider = AsyncResult.isSuccess(known) ? known.value.provider : undefined
  return <>{provider === undefined ? document.doc_type : words.outLine(document.doc_type, words.providers[provider])}</>
}

/** Type and signature details. */
export const DocumentLine = ({ document }: { readonly document: ListedDocument }) => {
  const words = useWords().documents
  const { moment } = useFormat()
  const { doc_type, signed_at, signed_by } = document
  if (isOut(document)) return <Out document={document} />
  if (isWithoutFile(document)) return <>{words.withoutFile(doc_type)}</>
  return (
    <>
      {signed_by === null
        ? doc_type
        : words.signedLine(doc_type, signed_by, signed_at === null ? "" : moment(signed_at))}
    </>
  )
}

export const Expiry = ({ document }: { readonly document: ListedDocument }) => {
  const words = useWords().documents
  const { day } = useFormat()
  const { expires_on } = document
  if (expires_on === null) return <Text tone="3">–</Text>
  return (
    <Text tone={isExpiring(document) ? "watch" : "2"} oneLine numbers>
      {daysUntil(expires_on) < 0 ? words.expired(day(expires_on)) : day(expires_on)}
    </Text>
  )
}
