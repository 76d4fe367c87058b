import type { ExportCounts } from "@svc/contract/exports/schema"
import { ExportId, OrgId, UserId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Instant } from "#platform/database/statements"
import { type Made, makeBuildQueue } from "#platform/builds/build-queue-repo"
import type { Holder } from "#platform/jobs/lease-queue"

const ClaimedExport = Schema.Struct({
  org_id: OrgId,
  id: ExportId,
  requested_by: Schema.NullOr(UserId),
  created_at: Instant,
  attempts: Schema.Int,
  claims: Schema.Int,
  storage_key: Schema.String
})
export type ClaimedExport = typeof ClaimedExport.Type

/** Exports on their way from request to file to deletion, and the leases under which workers hold them. */
export class ExportBuildsRepo extends Context.Service<ExportBuildsRepo>()("svc/exports/ExportBuildsRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const queue = yield* makeBuildQueue(
      {
        builds: "organisation_exports",
        lease: "leased_by",
        storageKey: "export_storage_key",
        leftovers: "export_leftovers",
        folder: "org-exports/"
      },
      ClaimedExport,
      ExportId
    )
    return {
      ...queue,
      ready: (holder: Holder<ExportId>, { counts, ...made }: Made & { readonly counts: ExportCounts }) =>
        queue.ready(holder, made, sql`counts = ${JSON.stringify(counts)}::jsonb`)
    }
  })
}) {
  static readonly layer = Layer.effect(ExportBuildsRepo, ExportBuildsRepo.make)
}
