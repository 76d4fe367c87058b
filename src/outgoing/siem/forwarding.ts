import type { OrgId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Option } from "effect"
import { survive } from "#platform/jobs/survive"
import { Db } from "#platform/database/db"
import { Wakeups } from "#platform/jobs/wakeups"
import { layerOf } from "#platform/services/layer-of"
import { ForwardingRepo } from "./forwarding-repo.ts"
import { siemDeliveries } from "./delivery-policy.ts"

/**
 * Of one organisation in one transaction: entries at most, and about so many deliveries, since there may be many
 * targets.
 */
const sliceSize = { entries: 2000, deliveries: 10_000 }

/** Organisations at a time. */
const organisationsAtOnce = 4

/**
 * Every audit entry on its way to the targets (siem-events-1): the chain is the list of what is to be sent, so
 * whoever writes an entry writes nothing for it.
 */
export class SiemForwarding extends Context.Service<
  SiemForwarding,
  {
    /**
     * Queues of each organisation, or of one, a slice of what was written since the last time, so that a long backlog
     * of one holds up no other; answers how many deliveries, 0 once there are none left to make. Several nodes at once
     * share the organisations among them, and each entry is queued once.
     */
    forward(orgId: OrgId | undefined): Effect.Effect<number>
  }
>()("svc/siem/SiemForwarding") {
  static readonly layerNoDeps = layerOf(SiemForwarding, function* () {
    const db = yield* Db
    const repo = yield* ForwardingRepo
    const wakeups = yield* Wakeups

    const slice = Effect.fnUntraced(function* (orgId: OrgId) {
      const sliced = yield* repo.slice({ orgId, ...sliceSize, now: yield* DateTime.now })
      if (Option.isSome(sliced) && sliced.value.queued > 0) yield* wakeups.signal(siemDeliveries.name)
      return sliced
    }, db.transactSystem)

    const none = { queued: 0, more: false }
    const sliceOf = (orgId: OrgId) =>
      slice(orgId).pipe(
        Effect.map(Option.getOrElse(() => none)),
        // What fails for one organisation is tried by the next round, and holds up no other.
        survive(`the log of ${orgId} was not forwarded to its SIEM targets`, none)
      )

    const forward = Effect.fn("SiemForwarding.forward")(function* (orgId: OrgId | undefined) {
      while (true) {
        const slices = yield* Effect.forEach(yield* repo.behind(orgId), sliceOf, { concurrency: organisationsAtOnce })
        const queued = slices.reduce((sum, one) => sum + one.queued, 0)
        // A slice may hold nothing that a target wants.
        if (queued > 0 || !slices.some(({ more }) => more)) return queued
      }
    })

    return SiemForwarding.of({ forward })
  })
}
