import type { OrgId } from "@svc/contract/kernel/ids"
import { Data, Duration, Effect } from "effect"
import { makeFairSemaphore } from "#platform/jobs/fair-semaphore"

/** Maximum documents of one organization in the queue, the one that is being set included. */
export const maxQueuedPerOrganisation = 20

/** Maximum documents of all organizations in the queue of this process. */
export const maxQueued = 200

/** How long a document waits for its turn before it is refused. */
const patience = Duration.seconds(30)

/** The queue is full, or the wait exceeded its limit. Retry after the given seconds. */
export class TypesettingBusy extends Data.TaggedError("TypesettingBusy")<{
  /** The organization's own documents fill its part of the queue. */
  readonly ofOrganisation: boolean
  readonly retryAfterSeconds: number
}> {}

const retryAfterSeconds = 10

/**
 * Bounded queue with fair round-robin scheduling: one document at a time, one of an organization, in turn. A full queue
 * refuses immediately (load shedding), so no caller waits without an end; what waits in a process that ends is gone with
 * the request that asked for it. `most` is how long a document may take once it has its turn.
 */
export const makeTypesettingQueue = Effect.fnUntraced(function* (most: Duration.Duration) {
  const turns = yield* makeFairSemaphore(1)
  const queued = new Map<OrgId, number>()
  let all = 0

  const enter = (orgId: OrgId) =>
    Effect.suspend(() => {
      const own = queued.get(orgId) ?? 0
      const ofOrganisation = own >= maxQueuedPerOrganisation
      if (ofOrganisation || all >= maxQueued)
        return Effect.fail(new TypesettingBusy({ ofOrganisation, retryAfterSeconds }))
      queued.set(orgId, own + 1)
      all += 1
      return Effect.void
    })

  const leave = (orgId: OrgId) =>
    Effect.sync(() => {
      const own = (queued.get(orgId) ?? 1) - 1
      if (own === 0) queued.delete(orgId)
      else queued.set(orgId, own)
      all -= 1
    })

  return <A, E, R>(orgId: OrgId, work: Effect.Effect<A, E, R>): Effect.Effect<A, E | TypesettingBusy, R> =>
    Effect.acquireUseRelease(
      enter(orgId),
      () =>
        turns(orgId, work).pipe(
          Effect.timeoutOrElse({
            duration: Duration.sum(patience, most),
            orElse: () => Effect.fail(new TypesettingBusy({ ofOrganisation: false, retryAfterSeconds }))
          })
        ),
      () => leave(orgId)
    )
})
