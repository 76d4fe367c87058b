import type { OrgId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { eachDue } from "#access/each-due"
import { Db } from "#platform/database/db"
import { batchSize } from "./rules.ts"
import { Offboardings } from "./service.ts"
import { type DueMove, StageAutomationRepo } from "./stage-automation-repo.ts"

/** Refusals of a condition that is not met yet: the case shows what is missing, and the next round tries again. */
const unmetConditions: ReadonlySet<string> = new Set<string>(["StageGateClosed", "MemberHandover"])

const noteRefusal = ({ id, org_id, source, target }: DueMove, refusal: string) =>
  unmetConditions.has(refusal)
    ? Effect.void
    : Effect.logWarning("automatic stage change refused", { orgId: org_id, offboardingId: id, target, source, refusal })

/**
 * Stage changes without a person: by the setting `advance_when_ready` (source `automation`) and by
 * `begin_revocation_on_last_day` (source `schedule`). Each is an ordinary move in a transaction of its own, so gates, audit
 * entry, event, notifications and SIEM trigger are those of a person's. Every move happens at most once: a stage that a
 * case has left is left to people.
 */
export class StageAutomation extends Context.Service<
  StageAutomation,
  {
    /** Skipped is what a gate refuses, and what changed meanwhile; the next round tries again. */
    moveDue(
      orgId: OrgId | undefined
    ): Effect.Effect<{ readonly moved: number; readonly skipped: number; readonly failed: number }>
  }
>()("svc/offboardings/StageAutomation") {
  static readonly layerNoDeps = Layer.effect(
    StageAutomation,
    Effect.gen(function* () {
      const db = yield* Db
      const repo = yield* StageAutomationRepo
      const offboardings = yield* Offboardings

      const moveOne = Effect.fn("StageAutomation.moveOne")(function* (one: DueMove) {
        const due = yield* repo.lockDue(one, yield* DateTime.now)
        if (Option.isNone(due)) return false
        yield* offboardings.update(one.id, { status: one.target }, { source: one.source })
        return true
      }, db.transact)

      const moveDue = Effect.fn("StageAutomation.moveDue")(function* (orgId: OrgId | undefined) {
        const now = yield* DateTime.now
        return yield* eachDue({
          due: (after: DueMove | undefined) => repo.due({ orgId, now, after, limit: batchSize }),
          pageSize: batchSize,
          work: (one) =>
            moveOne(one).pipe(
              Effect.map((moved) => (moved ? { moved: 1 } : { skipped: 1 })),
              Effect.catch((refusal) => Effect.as(noteRefusal(one, refusal._tag), { skipped: 1 }))
            ),
          says: (one) => `automatic stage change to ${one.target} failed: offboarding ${one.id}`,
          none: { moved: 0, skipped: 0, failed: 0 }
        })
      })

      return StageAutomation.of({ moveDue })
    })
  )
}
