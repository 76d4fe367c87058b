import { Effect, Layer } from "effect"
import { Jobs } from "#platform/jobs/jobs"
import { DeliveryEngine } from "./engine.ts"
import { DeliveryRetention } from "./retention.ts"
import { webhookDeliveries } from "./delivery-policy.ts"

export const WebhooksLoops = Layer.effectDiscard(
  Effect.gen(function* () {
    const jobs = yield* Jobs
    const engine = yield* DeliveryEngine
    const retention = yield* DeliveryRetention
    yield* jobs.define({
      name: "webhook-deliveries",
      role: "deliveries",
      trigger: { _tag: "Work", topic: webhookDeliveries.name, poll: "1 second" },
      run: ({ orgId }) => Effect.map(engine.drain(orgId), (figures) => ({ ...figures }))
    })
    yield* jobs.define({
      name: "delivery-log-purge",
      trigger: { _tag: "Cron", cron: "20 3 * * *" },
      run: ({ orgId }) => retention.purge(orgId)
    })
  })
)
