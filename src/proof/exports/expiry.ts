import type { ExportId, OrgId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Layer } from "effect"
import { eachDue } from "#access/each-due"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { Db } from "#platform/database/db"
import { Files } from "#platform/files/files"
import { ExportBuildsRepo } from "./builds-repo.ts"

const batch = 1000

/** Deletes exports 7 days after they were ready, and files that nobody needs (organisation-exports-14). */
export class ExportExpiry extends Context.Service<
  ExportExpiry,
  {
    /** Answers how many exports expired and how many files were deleted; what the storage did not do is tried again. */
    expireDue(orgId: OrgId | undefined): Effect.Effect<{ readonly expired: number; readonly deleted: number }>
  }
>()("svc/exports/ExportExpiry") {
  static readonly layerNoDeps = Layer.effect(
    ExportExpiry,
    Effect.gen(function* () {
      const db = yield* Db
      const repo = yield* ExportBuildsRepo
      const audit = yield* Audit
      const files = yield* Files

      const expire = Effect.fnUntraced(function* (orgId: OrgId, id: ExportId) {
        if (!(yield* repo.expire(orgId, id))) return false
        yield* repo.leaveFiles(orgId, id, "all")
        yield* audit.record({
          action: "org_export_expired",
          target: auditText`Organisation export`,
          details: auditText`id: ${id}`
        })
        return true
      }, db.transact)

      const deleteFile = (key: string) =>
        files.delete(key).pipe(
          Effect.andThen(repo.forgetLeftover(key)),
          Effect.as(true),
          Effect.catch((failure) =>
            Effect.as(Effect.logWarning("a file of an export could not be deleted, it is tried again", failure), false)
          )
        )

      const expireDue = Effect.fn("ExportExpiry.expireDue")(function* (orgId: OrgId | undefined) {
        const now = yield* DateTime.now
        const { expired } = yield* eachDue({
          due: () => repo.findExpired(orgId, now),
          work: ({ id, org_id }) => Effect.map(expire(org_id, id), (done) => ({ expired: done ? 1 : 0 })),
          says: ({ id }) => `export ${id} could not be expired, it is tried again`,
          none: { expired: 0 }
        })
        const keys = files.isConfigured ? yield* repo.leftovers(batch) : []
        const deleted = yield* Effect.forEach(keys, deleteFile, { concurrency: 4 })
        return { expired, deleted: deleted.filter(Boolean).length }
      })

      return ExportExpiry.of({ expireDue })
    })
  )
}
