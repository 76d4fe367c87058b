import { Effect, Layer } from "effect"
import { Jobs } from "#platform/jobs/jobs"
import { AnchorRounds } from "./rounds.ts"

/** Every hour when the head has moved, and every night (anchors-5). */
export const AuditAnchorsLoops = Layer.effectDiscard(
  Effect.gen(function* () {
    const jobs = yield* Jobs
    const rounds = yield* AnchorRounds
    yield* jobs.define({
      name: "audit-anchor-hourly",
      trigger: { _tag: "Cron", cron: "0 * * * *" },
      run: ({ orgId }) => Effect.map(rounds.run("hourly", orgId), (figures) => ({ ...figures }))
    })
    yield* jobs.define({
      name: "audit-anchor-nightly",
      trigger: { _tag: "Cron", cron: "30 0 * * *" },
      run: ({ orgId }) => Effect.map(rounds.run("nightly", orgId), (figures) => ({ ...figures }))
    })
  })
)
