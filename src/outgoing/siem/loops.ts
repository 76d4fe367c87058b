import { Effect, Layer } from "effect"
import { Jobs } from "#platform/jobs/jobs"
import { SiemStream } from "./stream.ts"
import { siemDeliveries } from "./delivery-policy.ts"

export const SiemLoops = Layer.effectDiscard(
  Effect.gen(function* () {
    const jobs = yield* Jobs
    const stream = yield* SiemStream
    yield* jobs.define({
      name: "siem-deliveries",
      role: "deliveries",
      trigger: { _tag: "Work", topic: siemDeliveries.name, poll: "250 millis" },
      run: ({ orgId }) => Effect.map(stream.drain(orgId), (figures) => ({ ...figures }))
    })
  })
)
