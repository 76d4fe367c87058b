import type { EvidenceDocuments } from "@svc/contract/evidence/schema"
import type { OffboardingId, OrgId } from "@svc/contract/kernel/ids"
import { Context, Effect } from "effect"

/** The documents of a case by their hashes. The domain that keeps documents is to give its own. */
export const CaseDocuments = Context.Reference("svc/evidence/CaseDocuments", {
  defaultValue:
    () =>
    (_of: { readonly orgId: OrgId; readonly offboardingId: OffboardingId }): Effect.Effect<EvidenceDocuments> =>
      Effect.succeed({
        documents: [],
        note: "This release of the service keeps no documents, so the list says nothing about documents kept elsewhere."
      })
})
