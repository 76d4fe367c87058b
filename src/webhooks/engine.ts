import type { OrgId } from "@svc/contract/kernel/ids"
import { Cause, Context, DateTime, Effect, FiberSet, Layer, Queue } from "effect"
import { Wakeups } from "#platform/wakeups"
import { pauseAfter, settle } from "./attempt-rules.ts"
import { makePace } from "./pace.ts"
import { type ClaimedDelivery, DeliveryQueueRepo, type Position, type SettledDelivery } from "./queue-repo.ts"
import { type Attempt, DeliverySender } from "./sender.ts"
import { DeliverySettlement, type Figures } from "./settlement.ts"

/** Attempts of one process under way at once. */
const maxUnderWay = 256

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
        const underWay = new Map<string, ClaimedDelivery>()
        const figures = { delivered: 0, failed: 0, dead: 0 }
        const news = yield* Queue.unbounded<Ended | "look">()
        const signals = yield* wakeups.subscribe("webhook-deliveries")

        const settleEnded = Effect.fnUntraced(function* (items: ReadonlyArray<Ended | "look">) {
          const ended = items.filter((item) => item !== "look")
          if (ended.length === 0) return
          const now = yield* DateTime.now
          const results = ended.map((end) => settledOf(end, now))
          const recorded = yield* settlement.settle(results)
          ended.forEach(({ attempt, delivery }, index) =>
            pace.note(delivery.endpoint_id, {
              milliseconds: attempt.milliseconds,
              arrived: results[index]?.status === "delivered"
            })
          )
          ended.forEach(({ delivery }) => underWay.delete(delivery.id))
          figures.delivered += recorded.delivered
          figures.failed += recorded.failed
          figures.dead += recorded.dead
        }, Effect.uninterruptible)

        const attempts = yield* FiberSet.make<void>()
        const windDown = Effect.gen(function* () {
          yield* Effect.timeoutOption(Effect.interruptible(FiberSet.awaitEmpty(attempts)), grace)
          yield* FiberSet.clear(attempts)
          yield* settleEnded(yield* Queue.clear(news))
          if (underWay.size > 0) yield* queue.release([...underWay.values()])
        }).pipe(
          Effect.catchCause((cause) => Effect.logError("webhook deliveries under way could not be given back", cause))
        )
        // Added after the set of attempts, so it runs before that set interrupts them.
        yield* Effect.addFinalizer(() => (underWay.size === 0 ? Effect.void : windDown))

        const begin: Position = { ...start, orgId: orgId ?? start.orgId }
        let after = begin
        const claim = Effect.fnUntraced(function* (room: number) {
          const now = yield* DateTime.now
          const claimed = yield* queue.claim({
            orgId,
            after,
            limit: room,
            pace: pace.now(),
            pauseAfter,
            now,
            leasedUntil: DateTime.addDuration(now, lease)
          })
          after = claimed.length < room ? begin : lastPosition(claimed, after)
          for (const delivery of claimed) {
            underWay.set(delivery.id, delivery)
            yield* FiberSet.run(
              attempts,
              Effect.flatMap(sender.attempt(delivery), (attempt) =>
                Effect.asVoid(Queue.offer(news, { delivery, attempt }))
              )
            )
          }
          return claimed.length
        }, Effect.uninterruptible)

        const renewLeases = Effect.gen(function* () {
          if (underWay.size === 0) return
          yield* queue.renew([...underWay.values()], DateTime.addDuration(yield* DateTime.now, lease))
        }).pipe(
          Effect.catchCause((cause) =>
            Cause.hasInterruptsOnly(cause)
              ? Effect.failCause(cause)
              : Effect.logWarning("leases could not be renewed", cause)
          )
        )
        yield* Effect.forkScoped(Effect.forever(Effect.delay(renewLeases, renewEvery)))
        const look = Effect.andThen(signals.wait(lookEvery), Queue.offer(news, "look" as const))
        yield* Effect.forkScoped(Effect.forever(look))

        while (true) {
          const wholeRound = after === begin
          const room = maxUnderWay - underWay.size
          const claimed = room > 0 ? yield* claim(room) : 0
          // A claim that began in the middle saw only the endpoints behind it.
          if (claimed === 0 && room > 0 && !wholeRound) continue
          if (underWay.size === 0) return figures
          yield* settleEnded(yield* Queue.takeAll(news))
        }
      }, Effect.scoped)

      return DeliveryEngine.of({ drain })
    })
  )
}
