import { Clock, type DateTime, Effect, FiberSet } from "effect"
import { inLinkedTrace } from "#platform/observability/trace-links"
import { settle } from "./attempt-rules.ts"
import type { Ended } from "./delivery-run.ts"
import type { ClaimedRow, DeliveryPolicy } from "./policy.ts"
import type { SettledDelivery } from "./results-repo.ts"
import { AttemptResult, type Claimed, type DeliverySender } from "./sender.ts"

const broken = AttemptResult.Unanswered({
  reason: "The delivery could not be sent because of an internal error"
})

/** The recorded result of an ended attempt; `drawn`, from 0 to 1, is its jitter. */
export const settledOf = <Row extends ClaimedRow>(
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

type Send<Row> = (delivery: Claimed<Row>) => Effect.Effect<AttemptResult>

/**
 * Attempts the deliveries of claims concurrently, each once; `onEnd` gets each result, and whether the receiver was proven
 * fast when it was claimed. A defect is a failed attempt. The end of the scope interrupts those that run.
 */
export const makeAttempts = Effect.fnUntraced(function* <Row extends ClaimedRow>(
  policy: DeliveryPolicy<Row>,
  sender: DeliverySender<Row>,
  onEnd: (end: Ended<Row>, proven: boolean) => void
) {
  const attempts = yield* FiberSet.make<void>()

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
          Effect.as(
            Effect.logError("delivery attempt failed", { queue: policy.name, deliveryId: delivery.id }, defect),
            broken
          )
        ),
        Effect.map((result) =>
          onEnd({ delivery, result, milliseconds: clock.currentTimeMillisUnsafe() - begun }, proven)
        )
      )
    })

  const attemptAll = Effect.fnUntraced(function* (claimed: ReadonlyArray<Claimed<Row>>, fast: ReadonlySet<string>) {
    const send = yield* Effect.suspend(() => sender.prepare(claimed)).pipe(
      Effect.catchDefect((defect) =>
        Effect.as(Effect.logError("deliveries not prepared", { queue: policy.name }, defect), () =>
          Effect.succeed(broken)
        )
      )
    )
    for (const delivery of claimed)
      yield* FiberSet.run(attempts, attempt(delivery, send, fast.has(delivery.receiver_id)))
  })

  return {
    /** Concurrent with everything else: what one claim needs to read delays neither results nor attempts of others. */
    start: (claimed: ReadonlyArray<Claimed<Row>>, fast: ReadonlySet<string>) =>
      FiberSet.run(attempts, attemptAll(claimed, fast)),
    awaitAll: FiberSet.awaitEmpty(attempts),
    interruptAll: FiberSet.clear(attempts)
  }
})
