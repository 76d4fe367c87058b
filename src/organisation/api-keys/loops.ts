import { Effect, Layer } from "effect"
import { Jobs } from "#platform/jobs/jobs"
import { KeyAnswers } from "./idempotency.ts"
import { ApiKeys } from "./service.ts"

/** Every night: usage that is kept for 30 days (keys-23), and answers that are kept for 24 hours (access-35). */
export const UsagePurge = Layer.effectDiscard(
  Effect.gen(function* () {
    const jobs = yield* Jobs
    const apiKeys = yield* ApiKeys
    const answers = yield* KeyAnswers
    yield* jobs.define({
      name: "api-key-usage-purge",
      trigger: { _tag: "Cron", cron: "20 2 * * *" },
      run: Effect.fnUntraced(function* ({ orgId }) {
        return { ...(yield* apiKeys.purgeUsage(orgId)), answers: yield* answers.purge(orgId) }
      })
    })
  })
)
