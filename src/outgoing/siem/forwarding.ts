import type { OrgId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Option } from "effect"
import { survive } from "#platform/jobs/survive"
import { Db } from "#platform/database/db"
import { Wakeups } from "#platform/jobs/wakeups"
import { layerOf } from "#platform/services/layer-of"
import { ForwardingRepo } from "./forwarding-repo.ts"
import { siemDeliveries } from "./delivery-policy.ts"

/** Maximum entries, and approximate deliveries, per organization and transaction. */
const sliceSize = { entries: 2000, deliveries: 10_000 }

/** Concurrent organizations. */
const organisationsAtOnce = 4

/**
 * Log tailing by cursor (change stream): audit entries are queued for SIEM destinations from the chain itself, behind a
 * cursor per organization, so appending an entry writes nothing for them (siem-events-1). Cursor and deliveries move in one
 * transaction: after a crash each entry is still queued exactly once. Bounded by `sliceSize`.
 */
export class SiemForwarding extends Context.Service<
  SiemForwarding,
  {
    /**
     * Queues a slice of new entries per organization, or of one, so that one long backlog delays no other. Returns the number
     * of deliveries, 0 when none are left. Concurrent nodes share the organizations, and each entry is queued once.
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
        // A failure of one organization is retried in the next round and delays no other.
        survive("audit log not forwarded to siem destinations", none, { orgId })
      )

    const forward = Effect.fn("SiemForwarding.forward")(function* (orgId: OrgId | undefined) {
      while (true) {
        const slices = yield* Effect.forEach(yield* repo.behind(orgId), sliceOf, { concurrency: organisationsAtOnce })
        const queued = slices.reduce((sum, one) => sum + one.queued, 0)
        // A slice may have no entry that any destination selects.
        if (queued > 0 || !slices.some(({ more }) => more)) return queued
      }
    })

    return SiemForwarding.of({ forward })
  })
}
