import { DocumentNotFound } from "@svc/contract/documents/errors"
import { Caller } from "@svc/contract/kernel/access"
import type { DocumentId, OffboardingId } from "@svc/contract/kernel/ids"
import { OffboardingNotFound } from "@svc/contract/offboardings/errors"
import { Effect, Option } from "effect"
import { DocumentsRepo } from "./repo.ts"

/** Cases and documents as far as the caller sees them; what is elsewhere is not found. */
export const makeCases = Effect.gen(function* () {
  const repo = yield* DocumentsRepo

  const caseWith = (read: typeof repo.lockCase) =>
    Effect.fnUntraced(function* (offboardingId: OffboardingId) {
      const { orgId, records } = yield* Caller
      const found = yield* read({ orgId, offboardingId }, records)
      if (Option.isNone(found)) return yield* new OffboardingNotFound()
      return found.value
    })

  return {
    find: caseWith(repo.findCase),
    /** Held to the end of the transaction. */
    lock: caseWith(repo.lockCase),
    /** The document with its case, as they are now. */
    findDocument: Effect.fnUntraced(function* (id: DocumentId) {
      const { orgId, records } = yield* Caller
      const document = yield* repo.find({ orgId, id })
      if (Option.isNone(document)) return yield* new DocumentNotFound()
      const offboarding = yield* repo.findCase({ orgId, offboardingId: document.value.offboarding_id }, records)
      if (Option.isNone(offboarding)) return yield* new DocumentNotFound()
      return { document: document.value, offboarding: offboarding.value }
    }),
    /** The document with its case, which is held. */
    lockDocument: Effect.fnUntraced(function* (id: DocumentId) {
      const { orgId, records } = yield* Caller
      const offboarding = yield* repo.lockCaseOf({ orgId, id }, records)
      if (Option.isNone(offboarding)) return yield* new DocumentNotFound()
      const document = yield* repo.find({ orgId, id })
      // Another deleted it while this waited for the case.
      if (Option.isNone(document)) return yield* new DocumentNotFound()
      return { document: document.value, offboarding: offboarding.value }
    })
  }
})
