import type { OrgId } from "@svc/contract/kernel/ids"
import { Effect, PartitionedSemaphore, RcMap, Scope, Semaphore } from "effect"

/**
 * Fair scheduling of heavy work: at most `atOnce` concurrent in this process, one per organization; others wait, and
 * turns rotate over the organizations. In memory only.
 */
export const makeFairSemaphore = Effect.fnUntraced(function* (atOnce: number) {
  const places = yield* PartitionedSemaphore.make<OrgId>({ permits: atOnce })
  const own = yield* RcMap.make({ lookup: (_orgId: OrgId) => Semaphore.make(1) })
  return <A, E, R>(orgId: OrgId, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    // What the work leaves open belongs to its own scope, which outlives its turn.
    Effect.scopedWith((scope) =>
      RcMap.get(own, orgId).pipe(
        Effect.provideService(Scope.Scope, scope),
        Effect.flatMap((one) => one.withPermit(places.withPermit(orgId)(work)))
      )
    )
})
