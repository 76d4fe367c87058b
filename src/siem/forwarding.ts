import type { OrgId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { Db } from "#platform/db"
import { Wakeups } from "#platform/wakeups"
import { ForwardingRepo } from "./forwarding-repo.ts"

/** Entries in one transaction; with fifty targets a hundred thousand rows. */
const sliceSize = 2000

/** Organisations at a time, so that the one with much to forward does not hold up the others. */
const organisationsAtOnce = 4

/**
 * Every audit entry on its way to the targets (D2, SIEM streaming): the chain is the list of what is to be sent, so
 * whoever writes an entry writes nothing for it.
 */
export class SiemForwarding extends Context.Service<
  SiemForwarding,
  {
    /**
     * Queues what was written since the last time, of one organisation or of all; answers how many deliveries. Several
     * nodes at once share the organisations among them, and each entry is queued once.
     */
    forward(orgId: OrgId | undefined): Effect.Effect<number>
  }
>()("svc/siem/SiemForwarding") {
  static readonly layerNoDeps = Layer.effect(
    SiemForwarding,
    Effect.gen(function* () {
      const db = yield* Db
      const repo = yield* ForwardingRepo
      const wakeups = yield* Wakeups

      const slice = Effect.fnUntraced(function* (orgId: OrgId) {
        const sliced = yield* repo.slice({ orgId, size: sliceSize, now: yield* DateTime.now })
        if (Option.isSome(sliced) && sliced.value.queued > 0) yield* wakeups.signal("siem-deliveries")
        return sliced
      }, db.transactSystem)

      const forwardAll = Effect.fnUntraced(
        function* (orgId: OrgId) {
          let queued = 0
          while (true) {
            const sliced = yield* slice(orgId)
            if (Option.isNone(sliced)) return queued
            queued += sliced.value.queued
            if (!sliced.value.more) return queued
          }
        },
        // What fails for one organisation is tried by the next round, and holds up no other.
        (effect, orgId) =>
          Effect.catchDefect(effect, (defect) =>
            Effect.as(Effect.logError(`the log of ${orgId} was not forwarded to its SIEM targets`, defect), 0)
          )
      )

      const forward = Effect.fn("SiemForwarding.forward")(function* (orgId: OrgId | undefined) {
        const counts = yield* Effect.forEach(yield* repo.behind(orgId), forwardAll, {
          concurrency: organisationsAtOnce
        })
        return counts.reduce((sum, queued) => sum + queued, 0)
      })

      return SiemForwarding.of({ forward })
    })
  )
}
