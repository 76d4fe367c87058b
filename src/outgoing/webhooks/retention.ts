import type { OrgId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect } from "effect"
import { Partitions } from "#platform/database/partitions"
import { layerOf } from "#platform/services/layer-of"
import { type Ended, RetentionRepo } from "./retention-repo.ts"

const keptDays = { delivered: 30, dead: 90 } as const
const batch = 5_000

/** How long the delivery log is kept (deliveries-9). */
export class DeliveryRetention extends Context.Service<
  DeliveryRetention,
  {
    /**
     * Removes what was delivered 30 days ago and dead letters of 90 days ago, to the day; returns the number of each.
     * Over all organizations partitions are dropped, and the rest is removed row by row.
     */
    purge(orgId: OrgId | undefined): Effect.Effect<{ readonly delivered: number; readonly dead: number }>
  }
>()("svc/webhooks/DeliveryRetention") {
  static readonly layerNoDeps = layerOf(DeliveryRetention, function* () {
    const repo = yield* RetentionRepo
    const partitions = yield* Partitions

    const purgeStatus = Effect.fnUntraced(function* (orgId: OrgId | undefined, status: Ended) {
      // Of a day that is not over everything stays, so that its partition goes as a whole.
      const before = DateTime.startOf(DateTime.subtract(yield* DateTime.now, { days: keptDays[status] }), "day")
      let removed = orgId === undefined ? yield* partitions.dropBefore(`webhook_deliveries_${status}`, before) : 0
      for (const partition of yield* repo.partitions(status, before)) {
        let count = batch
        while (count === batch) {
          count = yield* repo.purge(partition, { orgId, status, before, limit: batch })
          removed += count
        }
      }
      return removed
    })

    const purge = Effect.fn("DeliveryRetention.purge")(function* (orgId: OrgId | undefined) {
      const removed = { delivered: yield* purgeStatus(orgId, "delivered"), dead: yield* purgeStatus(orgId, "dead") }
      if (orgId === undefined) yield* repo.emptyFormer(yield* DateTime.now)
      return removed
    })

    return DeliveryRetention.of({ purge })
  })
}
