import type { OrgId } from "@svc/contract/kernel/ids"
import { Cause, Clock, DateTime, Duration, Effect, Latch, Random } from "effect"
import { Wakeups } from "#platform/jobs/wakeups"
import { Randomness } from "#platform/crypto/random"
import { makeAttempts, settledOf } from "./attempts.ts"
import { type Ended, makeDeliveryRun } from "./delivery-run.ts"
import { type ClaimStep, type DrainLimits, makeDrainState } from "./drain-state.ts"
import { type Lease, makeDeliveryLeases } from "./leases-repo.ts"
import { makeOutcomeCounter } from "./outcome-counter.ts"
import { makePace } from "./pace.ts"
import type { ClaimedRow, DeliveryPolicy } from "./policy.ts"
import { type DueReceiver, makeDeliveryQueue, type Position } from "./queue-repo.ts"
import type { DeliverySender } from "./sender.ts"
import { type Figures, makeSettlement, type PauseReceiver } from "./settlement.ts"

/*
 * At-least-once delivery: a polling consumer of the delivery queues of one policy. It leases receivers' queues, claims due
 * deliveries by fair round-robin over receivers (`round.ts`), attempts them concurrently, and writes results in batches
 * while attempts run. Fencing: a result whose `lease_id` is no longer the queue's changes nothing (`results-repo.ts`). The
 * leases of a process that died expire after `lease`, and another node attempts its deliveries again. `drain-state.ts`
 * decides the next step, `attempts.ts` makes attempts, `attempt-rules.ts` decides backoff and dead letters. Bounded by
 * `limits`, and for one organization by `crowdedFrom`.
 */

/** Maximum deliveries in each state, and receivers per lookup. */
const limits: DrainLimits = {
  maxGoing: 448,
  maxUnderWay: 832,
  maxClaimed: 192,
  leastRoom: 16,
  maxLookedUp: 256,
  maxDropped: 1_000
}
/**
 * Concurrent attempts of one organization from which only its proven fast receivers get more, so that its hanging receivers
 * cannot take the capacity of all (outgoing-7).
 */
const crowdedFrom = 96
/**
 * Ended attempts that trigger a write of results and a new claim, or fewer after `gatherFor`; sending never waits for the
 * database (outgoing-8).
 */
const gathered = 192
const gatherFor = "20 millis"

/** Lease of a receiver's queue. A live node renews it and releases idle queues; those of a dead node expire. */
const lease = "8 seconds"
const renewEvery = "2 seconds"
const idleFor = Duration.toMillis("1 second")
/** How long shutdown waits for attempts in flight before it releases them. */
const grace = "3 seconds"
const lookEvery = "1 second"
/** Refill interval of a queue that is fed while it drains. */
const refillEvery = "250 millis"

const nilId = "00000000-0000-0000-0000-000000000000"

/** Sends the due deliveries of one policy. Any number of processes may do so concurrently. */
interface DeliveryEngine {
  /** Sends until nothing is due or in flight, of one organization or of all. Returns how the attempts ended. */
  drain(orgId: OrgId | undefined): Effect.Effect<Figures>
}

export interface EngineReactions {
  /** Called only if the policy pauses receivers. */
  readonly pause?: PauseReceiver
  /**
   * Queues one step of new deliveries; returns 0 once there are none. Runs concurrently with sending, at every signal and four
   * times a second, so that a long drain delays nothing (outgoing-15).
   */
  readonly refill?: (orgId: OrgId | undefined) => Effect.Effect<number>
}

/** An engine that sends rows by this policy (deliveries-5, siem-15). */
export const makeDeliveryEngine = Effect.fnUntraced(function* <Row extends ClaimedRow>(
  policy: DeliveryPolicy<Row>,
  sender: DeliverySender<Row>,
  { pause = () => Effect.void, refill }: EngineReactions = {}
) {
  const queue = yield* makeDeliveryQueue(policy)
  const queues = yield* makeDeliveryLeases(policy)
  const settlement = yield* makeSettlement(policy, pause)
  const wakeups = yield* Wakeups
  const randomness = yield* Randomness
  const pace = makePace()
  const countOutcomes = makeOutcomeCounter(policy.name)
  const surviving =
    (says: string) =>
    <A, R>(self: Effect.Effect<A, never, R>) =>
      Effect.catchCause(self, (cause) =>
        Cause.hasInterruptsOnly(cause)
          ? Effect.failCause(cause)
          : Effect.logWarning(says, { queue: policy.name }, cause)
      )
  const drops = policy.whileInactive === "drop" || policy.feature !== null

  const drain = Effect.fn("DeliveryEngine.drain")(function* (orgId: OrgId | undefined) {
    const begin = { orgId: orgId ?? nilId, receiverId: nilId }
    const state = makeDrainState({ begin, drops, limits, refills: refill !== undefined })
    const run = makeDeliveryRun<Row>(crowdedFrom)
    const [toSettle, work] = [yield* Latch.make(), yield* Latch.make()]
    const signals = yield* wakeups.subscribe(policy.name)
    const random = yield* Random.Random
    const attempts = yield* makeAttempts(policy, sender, (end, proven) => {
      run.attempted(end, proven)
      if (run.endedCount() >= Math.min(gathered, run.going())) toSettle.openUnsafe()
    })

    const settleBatch = Effect.fnUntraced(function* (batch: ReadonlyArray<Ended<Row>>) {
      const now = yield* DateTime.now
      const results = batch.map((end) => settledOf(policy, end, { now, drawn: random.nextDoubleUnsafe() }))
      const recorded = yield* Effect.onError(settlement(results), () => Effect.sync(() => run.putBack(batch)))
      state.settled()
      run.settled(batch, recorded, DateTime.toEpochMillis(now))
      batch.forEach(({ delivery, milliseconds }, index) =>
        pace.note(delivery.receiver_id, { milliseconds, arrived: results[index]?.status === "delivered" })
      )
      yield* countOutcomes(recorded)
    }, Effect.uninterruptible)
    const settleEnded = Effect.suspend(() => {
      const batch = run.takeEnded()
      return batch.length === 0 ? Effect.void : settleBatch(batch)
    })

    const handBack = Effect.fnUntraced(function* (leases: ReadonlyArray<Lease>) {
      if (leases.length === 0) return
      yield* queues.release(leases)
      run.handedBack(leases)
    }, Effect.uninterruptible)
    const windDown = Effect.gen(function* () {
      yield* Effect.timeoutOption(Effect.interruptible(attempts.awaitAll), grace)
      yield* attempts.interruptAll
      yield* settleEnded
      yield* handBack(run.owned().leases)
    }).pipe(
      Effect.catchCause((cause) => Effect.logError("deliveries in flight not released", { queue: policy.name }, cause))
    )
    // Added after the set of attempts, so it runs before that set interrupts them.
    yield* Effect.addFinalizer(() => (run.owned().leases.length === 0 ? Effect.void : windDown))

    const lookUp = Effect.fnUntraced(function* (after: Position) {
      const found = yield* queue.lookUp({ orgId, after, now: yield* DateTime.now, limit: limits.maxLookedUp })
      state.lookedUp(after, found)
    })
    const drop = Effect.fnUntraced(function* (receivers: ReadonlyArray<DueReceiver>) {
      const now = yield* DateTime.now
      const dropped = yield* queue.drop({ receivers, owned: run.owned(), now, limit: limits.maxDropped })
      run.dropped(dropped)
      state.dropped(dropped)
    })
    const claim = Effect.fnUntraced(function* ({ receivers, room, share }: ClaimStep) {
      const now = yield* DateTime.now
      const speeds = pace.now()
      const leaseId = yield* randomness.uuid
      const claimed = yield* queue.claim({
        receivers,
        // When one organization is drained alone, no other waits.
        crowded: orgId === undefined ? run.crowded() : [],
        limit: room,
        share,
        pace: speeds,
        owned: run.owned(),
        leaseId,
        now,
        leasedUntil: DateTime.addDuration(now, lease)
      })
      const fast = new Set(speeds.fast.ids)
      run.claimed(claimed, fast, DateTime.toEpochMillis(now))
      const ids = claimed.map(({ receiver_id }) => receiver_id)
      state.claimed(ids, claimed[0]?.limited ?? false)
      if (claimed.length > 0) yield* attempts.start(claimed, fast)
    }, Effect.uninterruptible)
    const handBackIdle = Effect.flatMap(Clock.currentTimeMillis, (now) => handBack(run.idleSince(now - idleFor)))

    const renewLeases = Effect.gen(function* () {
      const { leases } = run.owned()
      if (leases.length > 0) yield* queues.renew(leases, DateTime.addDuration(yield* DateTime.now, lease))
    }).pipe(surviving("delivery leases not renewed"))
    yield* Effect.forkScoped(Effect.forever(Effect.delay(renewLeases, renewEvery)))
    const look = Effect.sync(() => {
      state.signalled()
      work.openUnsafe()
    })
    const refillAll = Effect.suspend(() => refill?.(orgId) ?? Effect.succeed(0)).pipe(
      Effect.tap((queued) => (queued > 0 ? look : Effect.void)),
      Effect.repeat({ until: (queued) => queued === 0 }),
      surviving("deliveries not queued"),
      Effect.andThen(
        Effect.sync(() => {
          state.refilled()
          work.openUnsafe()
        })
      )
    )
    if (refill !== undefined) {
      const toForward = yield* wakeups.subscribe(policy.name)
      yield* Effect.forkScoped(Effect.forever(Effect.andThen(refillAll, toForward.wait(refillEvery))))
    }
    // Concurrent with the refilling: what one step of it has queued does not wait for the others.
    const lookAgain = Effect.andThen(signals.wait(refill === undefined ? lookEvery : refillEvery), look)
    yield* Effect.forkScoped(Effect.forever(lookAgain))
    const gather = Effect.sync(() => run.endedCount() > 0 && toSettle.openUnsafe())
    yield* Effect.forkScoped(Effect.forever(Effect.delay(gather, gatherFor)))

    // Concurrent with the claims: capacity of ended attempts is reused while their results are written.
    const settleAll = Effect.gen(function* () {
      yield* toSettle.await
      toSettle.closeUnsafe()
      work.openUnsafe()
      yield* settleEnded
      work.openUnsafe()
    })
    const obey = Effect.gen(function* () {
      while (true) {
        const step = state.next({ going: run.going(), underWay: run.underWayCount() })
        switch (step._tag) {
          case "LookUp":
            yield* lookUp(step.after)
            break
          case "Drop":
            yield* drop(step.receivers)
            break
          case "Claim":
            yield* claim(step)
            break
          case "HandBack":
            yield* handBackIdle
            break
          case "Wait":
            // Closed in the same tick as the decision, so that what ends after it opens the latch again.
            work.closeUnsafe()
            yield* work.await
            break
          case "Done":
            yield* handBack(run.owned().leases)
            return run.figures()
        }
      }
    })
    return yield* Effect.raceFirst(obey, Effect.forever(settleAll))
  }, Effect.scoped)

  const engine: DeliveryEngine = { drain }
  return engine
})
