import { Effect, Layer } from "effect"
import { Jobs } from "#platform/jobs"
import { Outbox } from "./service.ts"

export const OutboxLoops = Layer.effectDiscard(
  Effect.gen(function* () {
    const jobs = yield* Jobs
    const outbox = yield* Outbox
    yield* jobs.define({
      name: "outbox",
      trigger: { _tag: "Work", topic: "outbox", poll: "2 seconds" },
      run: ({ orgId }) => Effect.map(outbox.dispatch(orgId), (dispatched) => ({ dispatched }))
    })
  })
)
