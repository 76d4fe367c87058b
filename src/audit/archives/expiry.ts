import type { ArchiveId, OrgId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Option } from "effect"
import { eachDue } from "#platform/jobs/each-due"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { Db } from "#platform/database/db"
import { layerOf } from "#platform/services/layer-of"
import { ArchiveExpiryRepo } from "./expiry-repo.ts"
import { LeftoversRepo } from "./leftovers-repo.ts"
import { ArchiveLeftovers } from "./leftovers.ts"

/** Deletes expired archives, unless a case of the organization is under legal hold (retention-7). */
export class ArchiveExpiry extends Context.Service<
  ArchiveExpiry,
  {
    /** Returns how many archives expired and how many files were deleted; failed deletions are retried. */
    expireDue(orgId: OrgId | undefined): Effect.Effect<{ readonly expired: number; readonly deleted: number }>
  }
>()("svc/audit-archives/ArchiveExpiry") {
  static readonly layerNoDeps = layerOf(ArchiveExpiry, function* () {
    const db = yield* Db
    const repo = yield* ArchiveExpiryRepo
    const leftoverRows = yield* LeftoversRepo
    const leftovers = yield* ArchiveLeftovers
    const audit = yield* Audit

    const expire = Effect.fnUntraced(function* (
      archive: { readonly org_id: OrgId; readonly id: ArchiveId },
      now: DateTime.Utc
    ) {
      const gone = yield* repo.remove(archive, now)
      if (Option.isNone(gone)) return 0
      const { object_name, row_count, sha256 } = gone.value
      yield* leftoverRows.leave(archive.org_id, object_name)
      yield* audit.record({
        action: "audit_archive_expired",
        target: auditText`Audit log`,
        details: auditText`id: ${archive.id}, object: ${object_name}, entries: ${row_count}, sha256: ${sha256}`
      })
      return 1
    }, db.transactSystem)

    const expireDue = Effect.fn("ArchiveExpiry.expireDue")(function* (orgId: OrgId | undefined) {
      const now = yield* DateTime.now
      const { expired } = yield* eachDue({
        due: () => repo.due(orgId, now),
        work: (archive) => Effect.map(expire(archive, now), (expired) => ({ expired })),
        says: "archive not expired, will be retried",
        about: ({ id }) => ({ archiveId: id }),
        none: { expired: 0 }
      })
      return {
        expired,
        deleted: yield* leftovers.sweepAll(orgId)
      }
    })

    return ArchiveExpiry.of({ expireDue })
  })
}
