import type { OrgId } from "@svc/contract/kernel/ids"
import { Context, type Effect } from "effect"
import { makeBuildExpiry } from "#platform/builds/build-expiry"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { layerOf } from "#platform/services/layer-of"
import { ExportBuildsRepo } from "./builds-repo.ts"

/** Deletes exports 7 days after they were ready, and files that nobody needs (organisation-exports-14). */
export class ExportExpiry extends Context.Service<
  ExportExpiry,
  {
    /** Answers how many exports expired and how many files were deleted; what the storage did not do is tried again. */
    expireDue(orgId: OrgId | undefined): Effect.Effect<{ readonly expired: number; readonly deleted: number }>
  }
>()("svc/exports/ExportExpiry") {
  static readonly layerNoDeps = layerOf(ExportExpiry, function* () {
    const audit = yield* Audit
    const expireDue = yield* makeBuildExpiry({
      what: "export",
      queue: yield* ExportBuildsRepo,
      record: (id) =>
        audit.record({
          action: "org_export_expired",
          target: auditText`Organisation export`,
          details: auditText`id: ${id}`
        })
    })
    return ExportExpiry.of({ expireDue })
  })
}
