import { Caller } from "@svc/contract/kernel/access"
import { type OrgId, WebhookId } from "@svc/contract/kernel/ids"
import { WebhookAutoDisabled } from "@svc/contract/webhooks/events"
import { Context, DateTime, Effect } from "effect"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { makeDeliveryEngine } from "#outgoing/deliveries/engine"
import { webhookDeliveries } from "./delivery-policy.ts"
import type { Figures, PausedReceiver } from "#outgoing/deliveries/settlement"
import { Outbox } from "#outgoing/outbox/service"
import { systemCaller } from "#platform/jobs/system-caller"
import { layerOf } from "#platform/services/layer-of"
import { EndpointsRepo } from "./endpoints-repo.ts"
import { hostOf } from "./rules.ts"
import { DeliverySender } from "./sender.ts"

/** Sends the due webhook deliveries (deliveries-1). Any number of processes may do so concurrently. */
export class DeliveryEngine extends Context.Service<
  DeliveryEngine,
  {
    /** Sends until nothing is due or in flight, of one organization or of all. Returns how the attempts ended. */
    drain(orgId: OrgId | undefined): Effect.Effect<Omit<Figures, "dropped">>
  }
>()("svc/webhooks/DeliveryEngine") {
  static readonly layerNoDeps = layerOf(DeliveryEngine, function* () {
    const repo = yield* EndpointsRepo
    const sender = yield* DeliverySender
    const audit = yield* Audit
    const outbox = yield* Outbox

    const pause = Effect.fn("Webhooks.autoPause")(function* ({ deadInARow, orgId, receiverId }: PausedReceiver) {
      const webhookId = WebhookId.make(receiverId)
      const { url } = yield* repo.autoPause({ orgId, id: webhookId }, yield* DateTime.now)
      const host = hostOf(url)
      yield* audit
        .record({
          action: "webhook.auto_disabled",
          target: auditText`${host}`,
          details: auditText`${deadInARow} consecutive deliveries failed`
        })
        .pipe(Effect.provideService(Caller, systemCaller(orgId)))
      yield* outbox.append(orgId, WebhookAutoDisabled.make({ webhookId, host }))
    })

    const engine = yield* makeDeliveryEngine(
      webhookDeliveries,
      { prepare: () => Effect.succeed(sender.attempt) },
      { pause }
    )
    return DeliveryEngine.of({
      // What is due to a paused endpoint waits (outgoing-22); on a plan without webhooks it is dropped, uncounted.
      drain: (orgId) => Effect.map(engine.drain(orgId), ({ dead, delivered, failed }) => ({ delivered, failed, dead }))
    })
  })
}
