import { CreatedArchive } from "@svc/contract/audit-archives/schema"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Context, Effect } from "effect"
import { eachDue } from "#platform/jobs/each-due"
import { layerOf } from "#platform/services/layer-of"
import { AuditArchives } from "./service.ts"

/** Nightly archives of every organization with the feature (archives-8). */
export class NightlyArchives extends Context.Service<
  NightlyArchives,
  {
    /** Skips organizations without new entries, and all of them if no storage is configured. */
    archiveAll(
      orgId: OrgId | undefined
    ): Effect.Effect<{ readonly archived: number; readonly skipped: number; readonly failed: number }>
  }
>()("svc/audit-archives/NightlyArchives") {
  static readonly layerNoDeps = layerOf(NightlyArchives, function* () {
    const archives = yield* AuditArchives

    const archiveAll = Effect.fn("NightlyArchives.archiveAll")((orgId: OrgId | undefined) =>
      eachDue({
        due: () => Effect.map(archives.organisations(orgId), (ids) => ids.map((org_id) => ({ org_id }))),
        work: () =>
          archives.create({ isAuto: true }).pipe(
            Effect.map((made) => (made instanceof CreatedArchive ? { archived: 1 } : { skipped: 1 })),
            Effect.catchTag("ArchiveStorageMissing", () => Effect.succeed({ skipped: 1 }))
          ),
        says: "audit log not archived, will be retried",
        none: { archived: 0, skipped: 0, failed: 0 }
      })
    )

    return NightlyArchives.of({ archiveAll })
  })
}
