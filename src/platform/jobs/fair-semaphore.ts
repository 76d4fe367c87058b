import type { OrgId } from "@svc/contract/kernel/ids"
import { Effect, PartitionedSemaphore, RcMap, Scope, Semaphore } from "effect"

/**
 * Heavy work that at most `atOnce` do at a time in this process, one of an organisation: others wait, and whose turn
 * it is goes round the organisations.
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
