import type { OrgId } from "@svc/contract/kernel/ids"
import { Context, type Effect } from "effect"
import { makeBuildExpiry } from "#platform/builds/build-expiry"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { layerOf } from "#platform/services/layer-of"
import { LeaverTestBuildsRepo } from "./builds-repo.ts"

/** Deletes the ZIPs of tests whose time is up, and files that nobody needs. */
export class LeaverTestExpiry extends Context.Service<
  LeaverTestExpiry,
  {
    /** Answers how many tests expired and how many files were deleted; what the storage did not do is tried again. */
    expireDue(orgId: OrgId | undefined): Effect.Effect<{ readonly expired: number; readonly deleted: number }>
  }
>()("svc/leaver-test/LeaverTestExpiry") {
  static readonly layerNoDeps = layerOf(LeaverTestExpiry, function* () {
    const audit = yield* Audit
    const expireDue = yield* makeBuildExpiry({
      what: "leaver test",
      queue: yield* LeaverTestBuildsRepo,
      record: (id) =>
        audit.record({
          action: "leaver_test_expired",
          target: auditText`Leaver test`,
          details: auditText`id: ${id}`
        })
    })
    return LeaverTestExpiry.of({ expireDue })
  })
}
