import type { OrgId } from "@svc/contract/kernel/ids"
import { Cause, Context, DateTime, Effect, FiberSet, Latch, Layer } from "effect"
import { Wakeups } from "#platform/wakeups"
import { pauseAfter, settle } from "./attempt-rules.ts"
import { makePace } from "./pace.ts"
import { type ClaimedDelivery, DeliveryQueueRepo, type Position, type SettledDelivery } from "./queue-repo.ts"
import { type Attempt, DeliverySender } from "./sender.ts"
import { DeliverySettlement, type Figures } from "./settlement.ts"

/** Attempts of one process going on at once. */
const maxGoing = 448
/**
 * Results are written down, and new deliveries claimed, when so many attempts have ended, or as many as still go on;
 * those go on meanwhile, so sending never waits for the database. What there is after a moment is written anyway.
 */
const gathered = 192
const gatherFor = "20 millis"

/** What a dead node held is due again after this. Renewed while attempts are under way. */
const lease = "8 seconds"
const renewEvery = "2 seconds"
/** How long the end of the process waits for attempts under way before it gives them back. */
const grace = "3 seconds"
const lookEvery = "1 second"

const start: Position = {
  orgId: "00000000-0000-0000-0000-000000000000",
  endpointId: "00000000-0000-0000-0000-000000000000"
}

interface Ended {
  readonly delivery: ClaimedDelivery
  readonly attempt: Attempt
}

const settledOf = ({ attempt, delivery }: Ended, now: DateTime.Utc): SettledDelivery => {
  const settlement = settle(delivery.attempts, delivery.attempt_at, attempt.result)
  return {
    org_id: delivery.org_id,
    endpoint_id: delivery.endpoint_id,
    id: delivery.id,
    attempt_at: delivery.attempt_at,
    status: settlement.status,
    attempts: settlement.attempts,
    last_status_code: settlement.lastStatusCode,
    last_error: settlement.lastError,
    next_attempt_at: settlement.nextAttemptAt,
    delivered_at: settlement.status === "delivered" ? now : null
  }
}

/** The last of the endpoints in the order in which a claim walks them. */
const lastPosition = (claimed: ReadonlyArray<ClaimedDelivery>, after: Position): Position =>
  claimed.reduce<Position>((last, { endpoint_id, org_id }) => {
    const further = org_id > last.orgId || (org_id === last.orgId && endpoint_id > last.endpointId)
    return further ? { orgId: org_id, endpointId: endpoint_id } : last
  }, after)

/** Sends what is due (D1, Retry policy and log). Any number of processes may do so at once. */
export class DeliveryEngine extends Context.Service<
  DeliveryEngine,
  {
    /** Sends until nothing is due and nothing under way, of one organisation or of all. Answers how the attempts ended. */
    drain(orgId: OrgId | undefined): Effect.Effect<Figures>
  }
>()("svc/webhooks/DeliveryEngine") {
  static readonly layerNoDeps = Layer.effect(
    DeliveryEngine,
    Effect.gen(function* () {
      const queue = yield* DeliveryQueueRepo
      const sender = yield* DeliverySender
      const settlement = yield* DeliverySettlement
      const wakeups = yield* Wakeups
      const pace = makePace()

      const drain = Effect.fn("DeliveryEngine.drain")(function* (orgId: OrgId | undefined) {
        // Claimed and not yet settled; of these, those that go on. By claim, not by id: a delivery whose lease ran out
        // under a stalled database, or that was started over, is claimed again while its earlier attempt still goes on.
        const underWay = new Set<ClaimedDelivery>()
        let going = 0
        const ended: Array<Ended> = []
        let looking = false
        const work = yield* Latch.make()
        const figures = { delivered: 0, failed: 0, dead: 0 }
        const signals = yield* wakeups.subscribe("webhook-deliveries")

        const settleEnded = Effect.suspend(() => {
          const batch = ended.splice(0)
          return batch.length === 0 ? Effect.void : settleBatch(batch)
        })
        const settleBatch = Effect.fnUntraced(function* (batch: ReadonlyArray<Ended>) {
          const now = yield* DateTime.now
          const results = batch.map((end) => settledOf(end, now))
          // What could not be written is written with the last ones, so that it is not sent again.
          const putBack = Effect.sync(() => void ended.unshift(...batch))
          const recorded = yield* Effect.onError(settlement.settle(results), () => putBack)
          batch.forEach(({ attempt, delivery }, index) => {
            underWay.delete(delivery)
            pace.note(delivery.endpoint_id, {
              milliseconds: attempt.milliseconds,
              arrived: results[index]?.status === "delivered"
            })
          })
          figures.delivered += recorded.delivered
          figures.failed += recorded.failed
          figures.dead += recorded.dead
        }, Effect.uninterruptible)

        const isWork = () => looking || (ended.length > 0 && ended.length >= Math.min(gathered, going))
        const attempt = (delivery: ClaimedDelivery) =>
          Effect.map(sender.attempt(delivery), (made) => {
            going -= 1
            ended.push({ delivery, attempt: made })
            if (isWork()) work.openUnsafe()
          })

        const attempts = yield* FiberSet.make<void>()
        const windDown = Effect.gen(function* () {
          yield* Effect.timeoutOption(Effect.interruptible(FiberSet.awaitEmpty(attempts)), grace)
          yield* FiberSet.clear(attempts)
          yield* settleEnded
          if (underWay.size > 0) yield* queue.release([...underWay])
        }).pipe(
          Effect.catchCause((cause) => Effect.logError("webhook deliveries under way could not be given back", cause))
        )
        // Added after the set of attempts, so it runs before that set interrupts them.
        yield* Effect.addFinalizer(() => (underWay.size === 0 ? Effect.void : windDown))

        const begin: Position = { ...start, orgId: orgId ?? start.orgId }
        let after = begin
        // The endpoints that this round of claims has met, and how many the one before did.
        const met = new Set<string>()
        let spread = 1
        const claim = Effect.fnUntraced(function* (room: number) {
          const now = yield* DateTime.now
          const claimed = yield* queue.claim({
            orgId,
            after,
            limit: room,
            // A little less than an equal share, so that a claim reaches the last endpoint and knows that it is.
            share: Math.max(1, Math.floor(room / (spread + 1))),
            pace: pace.now(),
            pauseAfter,
            now,
            leasedUntil: DateTime.addDuration(now, lease)
          })
          claimed.forEach(({ endpoint_id }) => met.add(endpoint_id))
          after = claimed.length < room ? begin : lastPosition(claimed, after)
          if (after === begin) {
            spread = met.size
            met.clear()
          }
          for (const delivery of claimed) {
            underWay.add(delivery)
            going += 1
            yield* FiberSet.run(attempts, attempt(delivery))
          }
          return claimed.length
        }, Effect.uninterruptible)

        const renewLeases = Effect.gen(function* () {
          if (underWay.size === 0) return
          yield* queue.renew([...underWay], DateTime.addDuration(yield* DateTime.now, lease))
        }).pipe(
          Effect.catchCause((cause) =>
            Cause.hasInterruptsOnly(cause)
              ? Effect.failCause(cause)
              : Effect.logWarning("leases could not be renewed", cause)
          )
        )
        yield* Effect.forkScoped(Effect.forever(Effect.delay(renewLeases, renewEvery)))
        const look = Effect.map(signals.wait(lookEvery), () => {
          looking = true
          work.openUnsafe()
        })
        yield* Effect.forkScoped(Effect.forever(look))
        const gather = Effect.sync(() => ended.length > 0 && work.openUnsafe())
        yield* Effect.forkScoped(Effect.forever(Effect.delay(gather, gatherFor)))

        while (true) {
          looking = false
          yield* settleEnded
          const wholeRound = after === begin
          const room = maxGoing - going
          const claimed = room > 0 ? yield* claim(room) : 0
          // A claim that began in the middle saw only the endpoints behind it.
          if (claimed === 0 && room > 0 && !wholeRound) continue
          if (underWay.size === 0) return figures
          // Closed before it is asked, so that what ends in between opens it again.
          work.closeUnsafe()
          if (!isWork()) yield* work.await
        }
      }, Effect.scoped)

      return DeliveryEngine.of({ drain })
    })
  )
}
