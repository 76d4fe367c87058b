import { Effect, Layer } from "effect"
import { Jobs } from "#platform/jobs/jobs"
import { ApiKeys } from "./service.ts"

/** Every night: what is kept for 30 days only (keys-23). */
export const UsagePurge = Layer.effectDiscard(
  Effect.gen(function* () {
    const jobs = yield* Jobs
    const apiKeys = yield* ApiKeys
    yield* jobs.define({
      name: "api-key-usage-purge",
      trigger: { _tag: "Cron", cron: "20 2 * * *" },
      run: ({ orgId }) => apiKeys.purgeUsage(orgId)
    })
  })
)
