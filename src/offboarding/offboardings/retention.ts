import type { OrgId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Option } from "effect"
import { eachDue } from "#platform/jobs/each-due"
import { Erasure } from "#audit/record/erasure"
import { Audit } from "#audit/record/service"
import { auditText, erasedText, personal } from "#audit/record/text"
import { Db } from "#platform/database/db"
import { layerOf } from "#platform/services/layer-of"
import { makeRemoval } from "./delete-case.ts"
import { OffboardingsRepo } from "./repo.ts"
import { type DueCase, RetentionRepo } from "./retention-repo.ts"
import { batchSize } from "./rules.ts"

/** Deletes closed cases past their organization's retention. */
export class OffboardingRetention extends Context.Service<
  OffboardingRetention,
  {
    /**
     * Each case in its own transaction, so that the next call continues an interrupted one. Skips what has changed and
     * what is being revoked. If nothing else of a person is left, their key is destroyed, and the audit log reads
     * `[erased]` (entries-4).
     */
    deleteDue(
      orgId: OrgId | undefined
    ): Effect.Effect<{ readonly deleted: number; readonly skipped: number; readonly failed: number }>
  }
>()("svc/offboardings/OffboardingRetention") {
  static readonly layerNoDeps = layerOf(OffboardingRetention, function* () {
    const db = yield* Db
    const cases = yield* OffboardingsRepo
    const repo = yield* RetentionRepo
    const audit = yield* Audit
    const erasure = yield* Erasure
    const removeCase = yield* makeRemoval

    const deleteOne = Effect.fn("OffboardingRetention.deleteOne")(function* (one: DueCase) {
      const { id, org_id: orgId } = one
      const locked = yield* cases.lock({ org_id: orgId, id }, { _tag: "All" })
      if (Option.isNone(locked) || !(yield* repo.isDue(one, yield* DateTime.now))) return false
      const row = locked.value
      yield* removeCase(row, "retention")
      yield* repo.forgetName(one)
      const erased = yield* erasure.destroyUnused(
        { orgId, id: row.person_key_id },
        repo.isKnownElsewhere({ orgId, personKeyId: row.person_key_id, email: row.employee_email })
      )
      const name = erased ? erasedText : personal(row.person_key_id, row.employee_name)
      yield* audit.record({
        action: "offboarding_deleted",
        target: auditText`Offboarding of ${name}`,
        details: auditText`status: ${row.status}, source: retention${erased ? ", key of the person destroyed" : ""}`,
        offboardingId: id,
        orgEmployeeId: row.directory_id
      })
      return true
    }, db.transact)

    const deleteDue = Effect.fn("OffboardingRetention.deleteDue")(function* (orgId: OrgId | undefined) {
      const now = yield* DateTime.now
      return yield* eachDue({
        due: (after: DueCase | undefined) => repo.due({ orgId, now, after, limit: batchSize }),
        pageSize: batchSize,
        work: (one) =>
          deleteOne(one).pipe(
            Effect.map((deleted) => (deleted ? { deleted: 1 } : { skipped: 1 })),
            Effect.catchTag(["LegalHoldInForce", "OffboardingBeingRevoked"], () => Effect.succeed({ skipped: 1 }))
          ),
        says: "expired offboarding not deleted",
        about: ({ id }) => ({ offboardingId: id }),
        none: { deleted: 0, skipped: 0, failed: 0 }
      })
    })

    return OffboardingRetention.of({ deleteDue })
  })
}
