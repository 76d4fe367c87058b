import { ProviderName } from "@svc/contract/integrations/schema"
import type { UnsignedDocuments } from "@svc/contract/revocations/schema"
import { Schema } from "effect"
import { cards } from "#connections/vendors/cards"

const isProvider = Schema.is(ProviderName)

/** Whether the person's mail is read with this app: it has the mailbox itself, or is the identity provider that lets them in. */
export const holdsMailbox = (serviceName: string): boolean => {
  const name = serviceName.toLowerCase()
  if (!isProvider(name)) return false
  const { service } = cards[name]
  return service._tag === "Revocable" && (service.turn === "mail" || service.turn === "identity")
}

/** What is still with the person to be signed, as the preview of a run says it. */
export const unsignedIn = (documents: UnsignedDocuments["documents"], mailboxGoes: boolean): UnsignedDocuments => ({
  documents,
  mailbox_goes: mailboxGoes,
  warning:
    documents.length === 0
      ? null
      : `${documents.length} ${documents.length === 1 ? "document is" : "documents are"} still unsigned${mailboxGoes ? ", and this run removes the mailbox" : ""}`
})
