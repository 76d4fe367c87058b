import type { OrgId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect } from "effect"
import { eachDue } from "#platform/jobs/each-due"
import { Db } from "#platform/database/db"
import { Files, type StorageFailed } from "#platform/files/files"
import { layerOf } from "#platform/services/layer-of"
import { DeletionRepo } from "./deletion-repo.ts"
import { removalOrder } from "./deletion-rules.ts"

const batch = 5_000

/** Carries out the deletions whose 30 days are over. */
export class OrganisationDeletion extends Context.Service<
  OrganisationDeletion,
  {
    /**
     * Deletes what is due, one organization after the other, each in bounded steps; the next call continues an
     * interrupted or failed one. Returns how many are gone.
     */
    deleteDue(orgId: OrgId | undefined): Effect.Effect<{ readonly deleted: number }>
  }
>()("svc/organisations/OrganisationDeletion") {
  static readonly layerNoDeps = layerOf(OrganisationDeletion, function* () {
    const db = yield* Db
    const repo = yield* DeletionRepo
    const files = yield* Files

    const emptyTable = Effect.fnUntraced(function* (orgId: OrgId, table: string) {
      while ((yield* db.transactSystem(repo.removeRows({ orgId, table, limit: batch }))) === batch);
    })

    const removeFiles = (orgId: OrgId): Effect.Effect<void, StorageFailed> =>
      files.deleteOwned(orgId).pipe(
        Effect.asVoid,
        Effect.catchTag(["StorageNotConfigured", "FileKeyInvalid"], () => Effect.void)
      )

    const deleteOne = Effect.fn("OrganisationDeletion.deleteOne")(function* (orgId: OrgId) {
      if (!(yield* db.transactSystem(repo.start(orgId, yield* DateTime.now)))) return 0
      const order = removalOrder(yield* repo.tables)
      yield* Effect.forEach(order, (table) => emptyTable(orgId, table), { discard: true })
      // Before the row: if the storage were down, the files would be orphaned.
      yield* removeFiles(orgId)
      if (!(yield* db.transactSystem(repo.finish(orgId)))) return 0
      yield* Effect.logInfo("organization deleted", { orgId })
      return 1
    })

    const deleteDue = Effect.fn("OrganisationDeletion.deleteDue")(function* (orgId: OrgId | undefined) {
      const now = yield* DateTime.now
      return yield* eachDue({
        due: () => Effect.map(repo.due({ orgId, now }), (ids) => ids.map((org_id) => ({ org_id }))),
        work: ({ org_id }) => Effect.map(deleteOne(org_id), (deleted) => ({ deleted })),
        says: "organization not deleted, will be retried",
        none: { deleted: 0 }
      })
    })

    return OrganisationDeletion.of({ deleteDue })
  })
}
