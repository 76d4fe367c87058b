import { Effect, Layer } from "effect"
import { Jobs } from "#platform/jobs/jobs"
import { ReportRounds } from "./rounds.ts"

export const ScheduledReportsLoops = Layer.effectDiscard(
  Effect.gen(function* () {
    const jobs = yield* Jobs
    const rounds = yield* ReportRounds
    yield* jobs.define({
      name: "scheduled-reports",
      trigger: { _tag: "Cron", cron: "0 * * * *" },
      run: ({ orgId }) => Effect.map(rounds.send(orgId), ({ failed, sent }) => ({ sent, failed }))
    })
  })
)
