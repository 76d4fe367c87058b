import { Layer } from "effect"
import { DeliveryEngine } from "./engine.ts"
import { EndpointsRepo } from "./endpoints-repo.ts"
import { WebhookEndpoints } from "./endpoints.ts"
import { WebhooksHttp } from "./http.ts"
import { WebhooksLoops } from "./loops.ts"
import { WebhooksReactions } from "./reactions.ts"
import { WebhooksRepo } from "./repo.ts"
import { RetentionRepo } from "./retention-repo.ts"
import { DeliveryRetention } from "./retention.ts"
import { DeliverySender } from "./sender.ts"
import { Webhooks } from "./service.ts"

export const services = Layer.mergeAll(
  WebhookEndpoints.layerNoDeps,
  DeliveryEngine.layerNoDeps,
  DeliveryRetention.layerNoDeps
).pipe(
  Layer.provide(DeliverySender.layerNoDeps),
  Layer.provideMerge(Webhooks.layerNoDeps),
  Layer.provide([WebhooksRepo.layer, EndpointsRepo.layer, RetentionRepo.layer])
)
export const http = WebhooksHttp
export const reactions = WebhooksReactions
export const loops = WebhooksLoops
