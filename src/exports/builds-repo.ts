import type { ExportCounts } from "@svc/contract/exports/schema"
import { ExportId, OrgId, UserId } from "@svc/contract/kernel/ids"
import { Context, type DateTime, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { Transaction } from "#platform/database/db"
import { Instant } from "#platform/database/statements"
import type { BuildQueue, EndingBuilds, Holder } from "#platform/builds/build-queue"
import { makeBuildQueue } from "#platform/builds/build-queue-repo"

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
export class ExportBuildsRepo extends Context.Service<
  ExportBuildsRepo,
  BuildQueue<ClaimedExport> &
    EndingBuilds<ExportId> & {
      /** Answers false, and changes nothing, when the export is the worker's no more. */
      ready(
        holder: Holder<ExportId>,
        result: {
          readonly size: number
          readonly sha256: string
          readonly counts: ExportCounts
          readonly completedAt: DateTime.Utc
          readonly expiresAt: DateTime.Utc
        }
      ): Effect.Effect<boolean, never, Transaction>
      /** The address of the user while they are a member of the organisation. */
      addressOf(orgId: OrgId, userId: UserId): Effect.Effect<Option.Option<string>, never, Transaction>
    }
>()("svc/exports/ExportBuildsRepo") {
  static readonly layer = Layer.effect(
    ExportBuildsRepo,
    Effect.gen(function* () {
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
      return ExportBuildsRepo.of({
        ...queue,
        ready: (holder, { counts, ...made }) =>
          queue.ready(holder, made, sql`counts = ${JSON.stringify(counts)}::jsonb`)
      })
    })
  )
}
