import { Effect, Layer } from "effect"
import { Jobs } from "#platform/jobs/jobs"
import { RevocationRuns } from "./runs.ts"
import { Revocations } from "./service.ts"
import { revocationRuns } from "./topic.ts"

/**
 * `revocation-runs` starts runs and does not wait for them, so that a slow run delays no other; `scheduled-revocations`
 * is the operator's: it waits until everything due is done.
 */
export const RevocationsLoops = Layer.effectDiscard(
  Effect.gen(function* () {
    const jobs = yield* Jobs
    const revocations = yield* Revocations
    const runs = yield* RevocationRuns
    yield* jobs.define({
      name: "revocation-runs",
      role: "revocations",
      trigger: { _tag: "Work", topic: revocationRuns, poll: "5 seconds" },
      run: ({ orgId }) =>
        Effect.gen(function* () {
          const queued = yield* revocations.queueDue(orgId)
          return { queued, taken_up: yield* runs.takeUp(orgId) }
        })
    })
    yield* jobs.define({
      name: "scheduled-revocations",
      role: "revocations",
      trigger: { _tag: "Work", topic: revocationRuns, poll: "1 minute" },
      run: ({ orgId }) =>
        Effect.gen(function* () {
          const queued = yield* revocations.queueDue(orgId)
          return { queued, taken_up: yield* runs.settleScheduled(orgId) }
        })
    })
  })
)
