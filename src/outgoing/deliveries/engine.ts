import type { OrgId } from "@svc/contract/kernel/ids"
import { Cause, Clock, DateTime, Duration, Effect, FiberSet, Latch, Random } from "effect"
import { inLinkedTrace } from "#platform/observability/trace-links"
import { Wakeups } from "#platform/jobs/wakeups"
import { Randomness } from "#platform/crypto/random"
import { settle } from "./attempt-rules.ts"
import { makeOutcomeCounter } from "./outcome-counter.ts"
import { makePace } from "./pace.ts"
import type { ClaimedRow, DeliveryPolicy } from "./policy.ts"
import { type Lease, makeDeliveryLeases } from "./leases-repo.ts"
import { type DueReceiver, makeDeliveryQueue, type Position } from "./queue-repo.ts"
import { type Ended, makeDeliveryRun } from "./delivery-run.ts"
import type { SettledDelivery } from "./results-repo.ts"
import { makeRound } from "./round.ts"
import { AttemptResult, type Claimed, type DeliverySender } from "./sender.ts"
import { type Figures, makeSettlement, type PauseReceiver } from "./settlement.ts"

/** Attempts of one process and policy going on at once. */
const maxGoing = 448
/** With those that have ended and are not written down yet. */
const maxUnderWay = 832
/**
 * Of these, how many one claim takes, and from how many on an organisation's receivers that are not proven fast get no
 * more: one organisation with many receivers that hang must not hold the places of all (outgoing-7).
 */
const claimedAtOnce = 192
const crowdedFrom = 96
/**
 * Results are written down, and new deliveries claimed, when so many attempts have ended, or as many as still go on;
 * those go on meanwhile, so sending never waits for the database. What there is after a moment is written
 * anyway (outgoing-8).
 */
const gathered = 192
const gatherFor = "20 millis"

/** A dead node's queues have another owner after this; a living one renews, and hands back what it has no use for. */
const lease = "8 seconds"
const renewEvery = "2 seconds"
const idleFor = Duration.toMillis("1 second")
/**
 * A claim that is no larger begins with no new queue: whoever owns one must have the places for what is due of it, for
 * nobody else may send it.
 */
const leastRoom = 16
/** How long the end of the process waits for attempts under way before it gives them back. */
const grace = "3 seconds"
const lookEvery = "1 second"
/** Where the queue is fed meanwhile, this is how long something new waits at most. */
const refillEvery = "250 millis"

/** So many are dropped in one statement. */
const slice = 1_000

/** So many receivers with something due are looked up at once. */
const partSize = 256

const nobody = "00000000-0000-0000-0000-000000000000"

const broken = AttemptResult.Unanswered({
  reason: "The delivery could not be sent because of an error of this service"
})

type Send<Row> = (delivery: Claimed<Row>) => Effect.Effect<AttemptResult>

const settledOf = <Row extends ClaimedRow>(
  policy: DeliveryPolicy<Row>,
  { delivery, result }: Ended<Row>,
  { drawn, now }: { readonly now: DateTime.Utc; readonly drawn: number }
): SettledDelivery => {
  const { attempt_at: attemptAt, attempts: attemptsBefore, due_at, id, lease_id, org_id, receiver_id } = delivery
  const settlement = settle(policy, { attemptAt, attemptsBefore }, result, drawn)
  return {
    org_id,
    receiver_id,
    id,
    attempt_at: attemptAt,
    lease_id,
    due_at,
    attempts_before: attemptsBefore,
    status: settlement.status,
    attempts: settlement.attempts,
    last_status_code: settlement.lastStatusCode,
    last_error: settlement.lastError,
    next_attempt_at: settlement.nextAttemptAt,
    delivered_at: settlement.status === "delivered" ? now : null
  }
}

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
    const run = makeDeliveryRun<Row>(crowdedFrom)
    const round = makeRound({ orgId: orgId ?? nobody, receiverId: nobody }, partSize)
    const [toSettle, work] = [yield* Latch.make(), yield* Latch.make()]
    const signals = yield* wakeups.subscribe(policy.name)
    const random = yield* Random.Random
    let looking = false
    /** Something was claimed or settled since it was looked up who has something due. */
    let movedSince = false
    /** To whom something is due that is still to be dropped. */
    let unwanted: ReadonlyArray<DueReceiver> = []
    let refilling = refill !== undefined

    const settleEnded = Effect.suspend(() => {
      const batch = run.takeEnded()
      return batch.length === 0 ? Effect.void : settleBatch(batch)
    })
    const settleBatch = Effect.fnUntraced(function* (batch: ReadonlyArray<Ended<Row>>) {
      const now = yield* DateTime.now
      const results = batch.map((end) => settledOf(policy, end, { now, drawn: random.nextDoubleUnsafe() }))
      const recorded = yield* Effect.onError(settlement(results), () => Effect.sync(() => run.putBack(batch)))
      movedSince = true
      run.settled(batch, recorded, DateTime.toEpochMillis(now))
      batch.forEach(({ delivery, milliseconds }, index) =>
        pace.note(delivery.receiver_id, { milliseconds, arrived: results[index]?.status === "delivered" })
      )
      yield* countOutcomes(recorded)
    }, Effect.uninterruptible)

    const isGathered = () => run.endedCount() > 0 && run.endedCount() >= Math.min(gathered, run.going())
    // Every delivery goes this way, so its steps are few and no generator goes through them.
    const attempt = (delivery: Claimed<Row>, send: Send<Row>, proven: boolean) =>
      Clock.clockWith((clock) => {
        const begun = clock.currentTimeMillisUnsafe()
        return Effect.suspend(() => send(delivery)).pipe(
          inLinkedTrace(`deliver ${policy.name}`, {
            causedBy: delivery.trace_parent ?? null,
            attributes: { "svc.delivery.id": delivery.id, "svc.org.id": delivery.org_id }
          }),
          Effect.catchDefect((defect) =>
            Effect.as(Effect.logError(`${policy.name}: ${delivery.id} could not be sent`, defect), broken)
          ),
          Effect.map((result) => {
            run.attempted({ delivery, result, milliseconds: clock.currentTimeMillisUnsafe() - begun }, proven)
            if (isGathered()) toSettle.openUnsafe()
          })
        )
      })

    const attempts = yield* FiberSet.make<void>()
    // Beside everything else: what one claim needs to read holds up neither the results nor the attempts of others.
    const attemptAll = Effect.fnUntraced(function* (claimed: ReadonlyArray<Claimed<Row>>, fast: ReadonlySet<string>) {
      const send = yield* Effect.suspend(() => sender.prepare(claimed)).pipe(
        Effect.catchDefect((defect) =>
          Effect.as(Effect.logError(`${policy.name}: a claim could not be prepared`, defect), () =>
            Effect.succeed(broken)
          )
        )
      )
      for (const delivery of claimed)
        yield* FiberSet.run(attempts, attempt(delivery, send, fast.has(delivery.receiver_id)))
    })

    const handBack = Effect.fnUntraced(function* (leases: ReadonlyArray<Lease>) {
      if (leases.length === 0) return
      yield* queues.release(leases)
      run.handedBack(leases)
    }, Effect.uninterruptible)
    const windDown = Effect.gen(function* () {
      yield* Effect.timeoutOption(Effect.interruptible(FiberSet.awaitEmpty(attempts)), grace)
      yield* FiberSet.clear(attempts)
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
      movedSince = false
      const found = yield* queue.lookUp({ orgId, after, now: yield* DateTime.now, limit: partSize })
      round.lookedUp(after, found)
      const again = new Set(found.map(({ receiver_id }) => receiver_id))
      const left = unwanted.filter(({ receiver_id }) => !again.has(receiver_id))
      unwanted = [...left, ...found.filter((receiver) => receiver.unwanted)]
    })
    const claimOf = Effect.fnUntraced(function* (receivers: ReadonlyArray<DueReceiver>, room: number) {
      const now = yield* DateTime.now
      const speeds = pace.now()
      const leaseId = yield* randomness.uuid
      const claimed = yield* queue.claim({
        receivers,
        // Beside an organisation that is drained alone nobody waits.
        crowded: orgId === undefined ? run.crowded() : [],
        limit: room,
        // A little less than an equal share, so that a claim reaches the last receiver and knows that it is.
        share: Math.max(1, Math.floor(room / (round.spread() + 1))),
        pace: speeds,
        owned: run.owned(),
        leaseId,
        now,
        leasedUntil: DateTime.addDuration(now, lease)
      })
      const fast = new Set(speeds.fast.ids)
      run.claimed(claimed, fast, DateTime.toEpochMillis(now))
      if (claimed.length > 0) {
        movedSince = true
        yield* FiberSet.run(attempts, attemptAll(claimed, fast))
      }
      return claimed
    }, Effect.uninterruptible)
    const claim = Effect.fnUntraced(function* (room: number) {
      const receivers = round.inTurn()
      const claimed = receivers.length === 0 ? [] : yield* claimOf(receivers, room)
      const limited = claimed[0]?.limited ?? false
      round.claimed(
        claimed.map(({ receiver_id }) => receiver_id),
        !limited
      )
      return { count: claimed.length, limited }
    })

    const dropDue = Effect.gen(function* () {
      const dropped = yield* queue.drop({
        receivers: unwanted,
        owned: run.owned(),
        now: yield* DateTime.now,
        limit: slice
      })
      run.dropped(dropped)
      if (dropped < slice) unwanted = []
    })

    const renewLeases = Effect.gen(function* () {
      const { leases } = run.owned()
      if (leases.length > 0) yield* queues.renew(leases, DateTime.addDuration(yield* DateTime.now, lease))
    }).pipe(surviving("leases could not be renewed"))
    yield* Effect.forkScoped(Effect.forever(Effect.delay(renewLeases, renewEvery)))
    const handBackIdle = Effect.flatMap(Clock.currentTimeMillis, (now) => handBack(run.idleSince(now - idleFor)))
    const look = Effect.sync(() => {
      looking = true
      work.openUnsafe()
    })
    const refillAll = Effect.suspend(() => refill?.(orgId) ?? Effect.succeed(0)).pipe(
      Effect.tap((queued) => (queued > 0 ? look : Effect.void)),
      Effect.repeat({ until: (queued) => queued === 0 }),
      surviving("what there is to send could not be queued"),
      Effect.andThen(
        Effect.sync(() => {
          refilling = false
          work.openUnsafe()
        })
      )
    )
    if (refill !== undefined) {
      const toForward = yield* wakeups.subscribe(policy.name)
      yield* Effect.forkScoped(Effect.forever(Effect.andThen(refillAll, toForward.wait(refillEvery))))
    }
    // Beside the refilling: what one step of it has queued does not wait for the others.
    const lookAgain = Effect.andThen(signals.wait(refill === undefined ? lookEvery : refillEvery), look)
    yield* Effect.forkScoped(Effect.forever(lookAgain))
    const gather = Effect.sync(() => run.endedCount() > 0 && toSettle.openUnsafe())
    yield* Effect.forkScoped(Effect.forever(Effect.delay(gather, gatherFor)))

    // Beside the claims: the places of what has ended are taken while it is written down.
    const settleAll = Effect.gen(function* () {
      yield* toSettle.await
      toSettle.closeUnsafe()
      work.openUnsafe()
      yield* settleEnded
      work.openUnsafe()
    })
    const claimAll = Effect.gen(function* () {
      while (true) {
        if (looking) round.refresh()
        looking = false
        const places = Math.min(maxGoing - run.going(), maxUnderWay - run.underWayCount(), claimedAtOnce)
        const room = places < leastRoom ? 0 : places
        const after = room > 0 || (drops && round.isStale()) ? round.lookUpBehind() : undefined
        if (after !== undefined) yield* lookUp(after)
        if (unwanted.length > 0) yield* dropDue
        const { count, limited } = room > 0 ? yield* claim(room) : { count: 0, limited: false }
        yield* handBackIdle
        if (limited && room === claimedAtOnce) continue
        // There are others to be asked, who may have something.
        if (count < room && !(count === 0 ? round.isOver() : round.hasEnded())) continue
        if (run.underWayCount() === 0 && !refilling && unwanted.length === 0 && !looking) {
          if (!movedSince) {
            yield* handBack(run.owned().leases)
            return run.figures()
          }
          looking = true
        }
        // Closed before it is asked, so that what ends in between opens it again.
        work.closeUnsafe()
        if (!looking && unwanted.length === 0) yield* work.await
      }
    })
    return yield* Effect.raceFirst(claimAll, Effect.forever(settleAll))
  }, Effect.scoped)

  const engine: DeliveryEngine = { drain }
  return engine
})
