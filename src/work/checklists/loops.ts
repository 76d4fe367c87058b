import { Effect, Layer } from "effect"
import { Jobs } from "#platform/jobs/jobs"
import { SlaBreaches } from "./sla-breaches.ts"

/** Every five minutes: tasks whose deadline has passed. */
export const ChecklistsLoops = Layer.effectDiscard(
  Effect.gen(function* () {
    const jobs = yield* Jobs
    const breaches = yield* SlaBreaches
    yield* jobs.define({
      name: "sla-breaches",
      trigger: { _tag: "Cron", cron: "*/5 * * * *" },
      run: ({ orgId }) => Effect.map(breaches.markPassed(orgId), (breached) => ({ breached }))
    })
  })
)
