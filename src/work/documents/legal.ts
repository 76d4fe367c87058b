import { Caller } from "@svc/contract/kernel/access"
import { DocumentId, type OffboardingId } from "@svc/contract/kernel/ids"
import { DateTime, Effect } from "effect"
import { Checklists } from "#work/checklists/service"
import { Randomness } from "#platform/crypto/random"
import { legalDocuments } from "./legal-documents.ts"
import { DocumentsRepo } from "./repo.ts"

/** The verb `Documents.requireLegal`. */
export const makeRequireLegal = Effect.gen(function* () {
  const repo = yield* DocumentsRepo
  const checklists = yield* Checklists
  const randomness = yield* Randomness

  return Effect.fn("Documents.requireLegal")(function* (offboarding: {
    readonly id: OffboardingId
    readonly jurisdiction: string | null
  }) {
    const { orgId } = yield* Caller
    const now = yield* DateTime.now
    for (const { assignedTo, law, name } of legalDocuments(offboarding.jurisdiction)) {
      const id = DocumentId.make(yield* randomness.uuid)
      yield* repo.insert({
        org_id: orgId,
        id,
        offboarding_id: offboarding.id,
        name: `${name} (${law})`,
        doc_type: "Legal",
        status: "pending",
        file_url: null,
        file_is_stored: false,
        content_type: null,
        byte_size: null,
        sha256: null,
        template_id: null,
        created_by: null,
        created_at: now,
        updated_at: now
      })
      yield* checklists.addFollowing({
        offboardingId: offboarding.id,
        documentId: id,
        task: `Prepare the ${name}`,
        assignedTo
      })
    }
  })
})
