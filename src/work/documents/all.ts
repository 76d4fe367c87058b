import type { DocumentPage, ListDocuments } from "@svc/contract/documents/schema"
import { Caller } from "@svc/contract/kernel/access"
import { Context, DateTime, Effect } from "effect"
import { Db } from "#platform/database/db"
import { layerOf } from "#platform/services/layer-of"
import { AllDocumentsRepo } from "./all-repo.ts"

/** The papers of all cases that the caller sees (work-114). */
export class AllDocuments extends Context.Service<
  AllDocuments,
  {
    list(filters: ListDocuments): Effect.Effect<DocumentPage, never, Caller>
  }
>()("svc/documents/AllDocuments") {
  static readonly layerNoDeps = layerOf(AllDocuments, function* () {
    const db = yield* Db
    const repo = yield* AllDocumentsRepo

    const list = Effect.fn("AllDocuments.list")(function* (filters: ListDocuments) {
      const { orgId, records } = yield* Caller
      const page = yield* repo.page({ orgId, records, filters, now: yield* DateTime.now })
      return { ...page, limit: filters.limit, offset: filters.offset }
    }, db.transact)

    return AllDocuments.of({ list })
  })
}
