import { WebhookAutoDisabled } from "@svc/contract/webhooks/events"
import { Caller } from "@svc/contract/kernel/access"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { Audit } from "#audit/service"
import { auditText } from "#audit/text"
import { Outbox } from "#outbox/service"
import { Db } from "#platform/db"
import { systemCaller } from "#platform/system-caller"
import { countDead, newestAttempts, pauseAfter } from "./attempt-rules.ts"
import { DeliveryQueueRepo, type SettledDelivery } from "./queue-repo.ts"

export interface Figures {
  readonly delivered: number
  readonly failed: number
  readonly dead: number
}

const figuresOf = (results: ReadonlyArray<SettledDelivery>): Figures => ({
  delivered: results.filter(({ status }) => status === "delivered").length,
  failed: results.filter(({ status }) => status === "failed").length,
  dead: results.filter(({ status }) => status === "dead").length
})

const endpointOf = (result: SettledDelivery) => `${result.org_id} ${result.endpoint_id}`

const latestOf = (results: ReadonlyArray<SettledDelivery>) =>
  results
    .flatMap(({ delivered_at }) => (delivered_at === null ? [] : [delivered_at]))
    .reduce<DateTime.Utc | null>((latest, at) => (latest === null ? at : DateTime.max(latest, at)), null)

/** Writes results down, in the order in which the attempts ended, and pauses endpoints that have failed for too long. */
export class DeliverySettlement extends Context.Service<
  DeliverySettlement,
  {
    /** Results of deliveries that are no longer held are dropped; answers what was recorded. */
    settle(results: ReadonlyArray<SettledDelivery>): Effect.Effect<Figures>
  }
>()("svc/webhooks/DeliverySettlement") {
  static readonly layerNoDeps = Layer.effect(
    DeliverySettlement,
    Effect.gen(function* () {
      const db = yield* Db
      const queue = yield* DeliveryQueueRepo
      const audit = yield* Audit
      const outbox = yield* Outbox

      const pause = Effect.fnUntraced(function* (result: SettledDelivery, url: string) {
        const { host } = new URL(url)
        yield* audit
          .record({
            action: "webhook.auto_disabled",
            target: auditText`${host}`,
            details: auditText`${pauseAfter} deliveries in a row could not be delivered`
          })
          .pipe(Effect.provideService(Caller, systemCaller(result.org_id)))
        yield* outbox.append(result.org_id, WebhookAutoDisabled.make({ webhookId: result.endpoint_id, host }))
      })

      /** All results of one endpoint, of which some are dead: its row is locked first, so the count is exact. */
      const settleEndpoint = Effect.fn("DeliverySettlement.settleEndpoint")(function* (
        results: ReadonlyArray<SettledDelivery>
      ) {
        const [first] = results
        if (first === undefined) return []
        const health = yield* queue.lockHealth(first.org_id, first.endpoint_id)
        if (Option.isNone(health)) return []
        const held = new Set(yield* queue.record(results))
        const recorded = results.filter(({ id }) => held.has(id))
        const { consecutiveDead, reached } = countDead(
          health.value.consecutive_dead,
          recorded.map(({ status }) => status)
        )
        const paused = reached && health.value.active
        yield* queue.setHealth({
          orgId: first.org_id,
          id: first.endpoint_id,
          consecutiveDead,
          deliveredAt: latestOf(recorded),
          pausedAt: paused ? yield* DateTime.now : null
        })
        if (paused) yield* pause(first, health.value.url)
        return recorded
      }, db.transactSystem)

      const settle = Effect.fn("DeliverySettlement.settle")(function* (ended: ReadonlyArray<SettledDelivery>) {
        const results = newestAttempts(ended)
        const deadly = new Set(results.filter(({ status }) => status === "dead").map(endpointOf))
        const others = results.filter((result) => !deadly.has(endpointOf(result)))
        const held = new Set(others.length === 0 ? [] : yield* queue.settle(others))
        const recorded = others.filter(({ id }) => held.has(id))
        for (const endpoint of deadly) {
          recorded.push(...(yield* settleEndpoint(results.filter((result) => endpointOf(result) === endpoint))))
        }
        return figuresOf(recorded)
      })

      return DeliverySettlement.of({ settle })
    })
  )
}
