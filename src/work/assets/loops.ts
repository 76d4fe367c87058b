import { Effect, Layer } from "effect"
import { Jobs } from "#platform/jobs/jobs"
import { OverdueAssets } from "./overdue.ts"

/** Every hour, because midnight comes to each organisation at its own: what passed its deadline with the last day. */
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
