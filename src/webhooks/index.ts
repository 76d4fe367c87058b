import { Layer } from "effect"
import { DeliveryEngine } from "./engine.ts"
import { PublicWebhooksHttp } from "./http.ts"
import { WebhooksLoops } from "./loops.ts"
import { DeliveryQueueRepo } from "./queue-repo.ts"
import { WebhooksReactions } from "./reactions.ts"
import { WebhooksRepo } from "./repo.ts"
import { RetentionRepo } from "./retention-repo.ts"
import { DeliveryRetention } from "./retention.ts"
import { DeliverySender } from "./sender.ts"
import { Webhooks } from "./service.ts"
import { DeliverySettlement } from "./settlement.ts"

const engine = DeliveryEngine.layerNoDeps.pipe(
  Layer.provide([DeliverySender.layerNoDeps, DeliverySettlement.layerNoDeps])
)

export const services = Layer.mergeAll(Webhooks.layerNoDeps, engine, DeliveryRetention.layerNoDeps).pipe(
  Layer.provide([WebhooksRepo.layer, DeliveryQueueRepo.layer, RetentionRepo.layer])
)
export const http = PublicWebhooksHttp
export const reactions = WebhooksReactions
export const loops = WebhooksLoops
