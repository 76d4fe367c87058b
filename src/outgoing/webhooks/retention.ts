import type { OrgId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Layer } from "effect"
import { RetentionRepo } from "./retention-repo.ts"

const keptDays = { delivered: 30, dead: 90 } as const
const batch = 5_000

/** How long the delivery log is kept (deliveries-9). */
export class DeliveryRetention extends Context.Service<
  DeliveryRetention,
  {
    /** Removes what arrived 30 days ago and what was given up 90 days ago; answers how many of each. */
    purge(orgId: OrgId | undefined): Effect.Effect<{ readonly delivered: number; readonly dead: number }>
  }
>()("svc/webhooks/DeliveryRetention") {
  static readonly layerNoDeps = Layer.effect(
    DeliveryRetention,
    Effect.gen(function* () {
      const repo = yield* RetentionRepo

      const purgeStatus = Effect.fnUntraced(function* (orgId: OrgId | undefined, status: "delivered" | "dead") {
        const before = DateTime.subtract(yield* DateTime.now, { days: keptDays[status] })
        let removed = 0
        while (true) {
          const count = yield* repo.purge({ orgId, status, before, limit: batch })
          removed += count
          if (count < batch) return removed
        }
      })

      const purge = Effect.fn("DeliveryRetention.purge")(function* (orgId: OrgId | undefined) {
        return { delivered: yield* purgeStatus(orgId, "delivered"), dead: yield* purgeStatus(orgId, "dead") }
      })

      return DeliveryRetention.of({ purge })
    })
  )
}
