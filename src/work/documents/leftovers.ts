import type { OrgId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect } from "effect"
import { Files } from "#platform/files/files"
import { layerOf } from "#platform/services/layer-of"
import { LeftoversRepo } from "./leftovers-repo.ts"

const batch = 500

/** Deletes files that no document needs: of deleted documents and cases, and of uploads that were cut off (work-71). */
export class DocumentLeftovers extends Context.Service<
  DocumentLeftovers,
  {
    /** Returns the number of deleted files; failed deletions are retried. */
    clear(orgId: OrgId | undefined): Effect.Effect<{ readonly deleted: number }>
  }
>()("svc/documents/DocumentLeftovers") {
  static readonly layerNoDeps = layerOf(DocumentLeftovers, function* () {
    const repo = yield* LeftoversRepo
    const files = yield* Files

    const clear = Effect.fn("DocumentLeftovers.clear")(function* (orgId: OrgId | undefined) {
      if (!files.isConfigured) return { deleted: 0 }
      const now = yield* DateTime.now
      const settle = (key: string, needed: boolean) =>
        (needed ? Effect.void : files.delete(key)).pipe(
          Effect.andThen(repo.forget(key, now)),
          Effect.as(needed ? 0 : 1),
          Effect.catch((failure) =>
            Effect.as(Effect.logWarning("document file not deleted, will be retried", failure), 0)
          )
        )
      const due = yield* repo.due({ orgId, now, limit: batch })
      const deleted = yield* Effect.forEach(due, ({ needed, storage_key }) => settle(storage_key, needed), {
        concurrency: 4
      })
      return { deleted: deleted.filter((count) => count > 0).length }
    })

    return DocumentLeftovers.of({ clear })
  })
}
