import { Effect, Layer } from "effect"
import { Jobs } from "#platform/jobs/jobs"
import { OverdueAssets } from "./overdue.ts"

/** Every hour, because each organization has its own midnight: deadlines that passed with the last day. */
export const AssetsLoops = Layer.effectDiscard(
  Effect.gen(function* () {
    const jobs = yield* Jobs
    const overdue = yield* OverdueAssets
    yield* jobs.define({
      name: "asset-overdue",
      trigger: { _tag: "Cron", cron: "5 * * * *" },
      run: ({ orgId }) => overdue.tellDue(orgId)
    })
  })
)
