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
 * The delivery engine: a polling consumer of the delivery queues of one policy, at least once per delivery. It leases
 * receivers' queues (a dead process's leases run out), claims what is due fairly by round-robin over receivers
 * (`round.ts`), attempts it concurrently, and writes results down in batches while attempts run. What comes next is
 * decided by `drain-state.ts`; how attempts are made, by `attempts.ts`; backoff and dead letters, by `attempt-rules.ts`.
 * Bounded by `limits`, and for one organization by `crowdedFrom`.
 */

/** Numbers of deliveries, and of receivers that are looked up together. */
const limits: DrainLimits = {
  maxGoing: 448,
  maxUnderWay: 832,
  maxClaimed: 192,
  leastRoom: 16,
  maxLookedUp: 256,
  maxDropped: 1_000
}
/**
 * Attempts of an organization from which on its receivers that are not proven fast get no more: one organization with
 * many receivers that hang must not hold the places of all (outgoing-7).
 */
const crowdedFrom = 96
/**
 * Results are written down, and new deliveries claimed, when so many attempts have ended, or as many as still run; sending
 * never waits for the database. What has ended after a moment is written anyway (outgoing-8).
 */
const gathered = 192
const gatherFor = "20 millis"

/** A dead node's queues have another owner after this; a living one renews, and hands back what it has no use for. */
const lease = "8 seconds"
const renewEvery = "2 seconds"
const idleFor = Duration.toMillis("1 second")
/** How long the end of the process waits for attempts under way before it gives them back. */
const grace = "3 seconds"
const lookEvery = "1 second"
/** Where the queue is fed while it drains: the longest wait of something new. */
const refillEvery = "250 millis"

const nilId = "00000000-0000-0000-0000-000000000000"

/** Sends what is due of one policy's queue. Any number of processes may do so at once. */
interface DeliveryEngine {
  /**
   * Sends until nothing is due and nothing under way, of one organisation or of all. Answers how the attempts ended.
   */
  drain(orgId: OrgId | undefined): Effect.Effect<Figures>
}

export interface EngineReactions {
  /** Only asked for where the policy pauses. */
  readonly pause?: PauseReceiver
  /**
   * Queues what there is to be sent by now, a step at a time; answers 0 once there is nothing more. It runs beside the
   * sending, from the beginning, at every signal and four times a second, so that a long drain holds nothing
   * up (outgoing-15).
   */
  readonly refill?: (orgId: OrgId | undefined) => Effect.Effect<number>
}

/** Sends by this policy (deliveries-5, siem-15) what the sender makes of its rows. */
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
    (what: string) =>
    <A, R>(self: Effect.Effect<A, never, R>) =>
      Effect.catchCause(self, (cause) =>
        Cause.hasInterruptsOnly(cause) ? Effect.failCause(cause) : Effect.logWarning(`${policy.name}: ${what}`, cause)
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
      Effect.catchCause((cause) =>
        Effect.logError(`${policy.name}: deliveries under way could not be given back`, cause)
      )
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
        // Next to an organization that is drained alone, no other waits.
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
    }).pipe(surviving("leases could not be renewed"))
    yield* Effect.forkScoped(Effect.forever(Effect.delay(renewLeases, renewEvery)))
    const look = Effect.sync(() => {
      state.signalled()
      work.openUnsafe()
    })
    const refillAll = Effect.suspend(() => refill?.(orgId) ?? Effect.succeed(0)).pipe(
      Effect.tap((queued) => (queued > 0 ? look : Effect.void)),
      Effect.repeat({ until: (queued) => queued === 0 }),
      surviving("what there is to send could not be queued"),
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

    // Concurrent with the claims: the places of what has ended are taken while it is written down.
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
