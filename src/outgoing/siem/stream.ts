import type { OrgId } from "@svc/contract/kernel/ids"
import { Context, type Effect } from "effect"
import { makeDeliveryEngine } from "#outgoing/deliveries/engine"
import { siemDeliveries } from "./delivery-policy.ts"
import type { Figures } from "#outgoing/deliveries/settlement"
import { layerOf } from "#platform/services/layer-of"
import { SiemForwarding } from "./forwarding.ts"
import { makeSiemSender } from "./sender.ts"

/** From the audit log to the collectors (siem-events-1). Any number of processes may do so concurrently. */
export class SiemStream extends Context.Service<
  SiemStream,
  {
    /**
     * Forwards new entries and sends until nothing is due or in flight, of one organization or of all; entries written
     * in the meantime are included.
     */
    drain(orgId: OrgId | undefined): Effect.Effect<Figures>
  }
>()("svc/siem/SiemStream") {
  static readonly layerNoDeps = layerOf(SiemStream, function* () {
    const forwarding = yield* SiemForwarding
    const sender = yield* makeSiemSender
    const engine = yield* makeDeliveryEngine(siemDeliveries, sender, { refill: forwarding.forward })
    return SiemStream.of({ drain: engine.drain })
  })
}
