import { Caller } from "@svc/contract/kernel/access"
import type { OrgId } from "@svc/contract/kernel/ids"
import { OffboardingsMoved } from "@svc/contract/offboardings/events"
import { Context, DateTime, Effect, Option } from "effect"
import { eachDue } from "#platform/jobs/each-due"
import { systemCaller } from "#platform/jobs/system-caller"
import { Outbox } from "#outgoing/outbox/service"
import { Db } from "#platform/database/db"
import { survive } from "#platform/jobs/survive"
import { layerOf } from "#platform/services/layer-of"
import { batchSize } from "./rules.ts"
import { Offboardings } from "./service.ts"
import { type DueMove, StageAutomationRepo } from "./stage-automation-repo.ts"

/** Moves that one notification lists and counts. */
const maxMovesTogether = 2000

/** Refusals of a condition that is not met yet: the case shows what is missing, and the next round tries again. */
const unmetConditions: ReadonlySet<string> = new Set<string>(["StageGateClosed", "MemberHandover"])

/** Logs what refused a due move, unless a condition of the stage is not met yet. */
export const noteRefusal = ({ id, org_id, source, target }: Omit<DueMove, "previous">, refusal: string) =>
  unmetConditions.has(refusal)
    ? Effect.void
    : Effect.logWarning("automatic stage change refused", { orgId: org_id, offboardingId: id, target, source, refusal })

/**
 * Stage changes without a person: by the setting `advance_when_ready` (source `automation`) and by
 * `begin_revocation_on_last_day` (source `schedule`). Each is an ordinary move in a transaction of its own, so gates, audit
 * entry, event and SIEM trigger are those of a person's; members are notified of all moves of a run together. Every move happens at most once: a stage that a
 * case has left is left to people.
 */
export class StageAutomation extends Context.Service<
  StageAutomation,
  {
    /** Skips what a gate refuses, and what has changed; the next round retries. */
    moveDue(
      orgId: OrgId | undefined
    ): Effect.Effect<{ readonly moved: number; readonly skipped: number; readonly failed: number }>
  }
>()("svc/offboardings/StageAutomation") {
  static readonly layerNoDeps = layerOf(StageAutomation, function* () {
    const db = yield* Db
    const repo = yield* StageAutomationRepo
    const offboardings = yield* Offboardings
    const outbox = yield* Outbox

    const moveOne = Effect.fn("StageAutomation.moveOne")(function* (one: DueMove) {
      const due = yield* repo.lockDue(one, yield* DateTime.now)
      if (Option.isNone(due)) return undefined
      const { id, source, target } = due.value
      yield* offboardings.update(id, { status: target }, { source })
      return due.value
    }, db.transact)

    /** What moved in an organization since members were notified last. */
    const announce = (moved: Array<DueMove>) =>
      Effect.suspend(() => {
        const [first] = moved
        if (first === undefined) return Effect.void
        const moves = moved.splice(0).map(({ id, previous, source, target }) => ({
          offboardingId: id,
          status: target,
          previousStatus: previous,
          source
        }))
        return outbox
          .append(first.org_id, OffboardingsMoved.make({ moves }))
          .pipe(db.transact, Effect.provideService(Caller, systemCaller(first.org_id)))
      }).pipe(survive("automatic stage changes not announced", undefined))

    const moveDue = Effect.fn("StageAutomation.moveDue")(function* (orgId: OrgId | undefined) {
      const now = yield* DateTime.now
      const moved: Array<DueMove> = []
      return yield* eachDue({
        due: (after: DueMove | undefined) => repo.due({ orgId, now, after, limit: batchSize }),
        pageSize: batchSize,
        work: (one) =>
          Effect.gen(function* () {
            // One organization after the other.
            if (moved[0]?.org_id !== one.org_id || moved.length >= maxMovesTogether) yield* announce(moved)
            const done = yield* moveOne(one)
            if (done === undefined) return { skipped: 1 }
            moved.push(done)
            return { moved: 1 }
          }).pipe(Effect.catch((refusal) => Effect.as(noteRefusal(one, refusal._tag), { skipped: 1 }))),
        says: "automatic stage change failed",
        about: (one) => ({ offboardingId: one.id, target: one.target }),
        none: { moved: 0, skipped: 0, failed: 0 }
      }).pipe(Effect.ensuring(announce(moved)))
    })

    return StageAutomation.of({ moveDue })
  })
}
