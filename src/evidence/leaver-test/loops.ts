import { Effect, Layer } from "effect"
import { Jobs } from "#platform/jobs/jobs"
import { LeaverTestBuilds } from "./builds.ts"
import { leaverTests } from "./topic.ts"

export const LeaverTestLoops = Layer.effectDiscard(
  Effect.gen(function* () {
    const jobs = yield* Jobs
    const builds = yield* LeaverTestBuilds
    yield* jobs.define({
      name: "leaver-tests",
      trigger: { _tag: "Work", topic: leaverTests, poll: "5 seconds" },
      run: ({ orgId }) => builds.buildDue(orgId)
    })
    yield* jobs.define({
      name: "leaver-test-expiry",
      trigger: { _tag: "Cron", cron: "50 * * * *" },
      run: ({ orgId }) => builds.expireDue(orgId)
    })
  })
)
