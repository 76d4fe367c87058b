import { Effect, Layer } from "effect"
import { Jobs } from "#platform/jobs/jobs"
import { Outbox } from "./service.ts"
import { outboxRows } from "./topic.ts"

/** Under load, events within this time are dispatched in one transaction. */
const gather = "20 millis"

export const OutboxLoops = Layer.effectDiscard(
  Effect.gen(function* () {
    const jobs = yield* Jobs
    const outbox = yield* Outbox
    yield* jobs.define({
      name: "outbox",
      role: "deliveries",
      trigger: { _tag: "Work", topic: outboxRows, poll: "2 seconds" },
      run: ({ orgId }) =>
        outbox.dispatch(orgId).pipe(
          Effect.delay(gather),
          Effect.map((dispatched) => ({ dispatched }))
        )
    })
  })
)
