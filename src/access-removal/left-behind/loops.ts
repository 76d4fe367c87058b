import { Effect, Layer } from "effect"
import { Jobs } from "#platform/jobs/jobs"
import { LeftBehindLooks } from "./looks.ts"
import { leftBehindLooks } from "./topic.ts"

/** Looks that are due, and at night those at cases whose access was cut, a few every ten minutes. */
export const LeftBehindLoops = Layer.effectDiscard(
  Effect.gen(function* () {
    const jobs = yield* Jobs
    const looks = yield* LeftBehindLooks
    yield* jobs.define({
      name: "left-behind-looks",
      trigger: { _tag: "Work", topic: leftBehindLooks, poll: "30 seconds" },
      run: ({ orgId }) => looks.lookDue(orgId)
    })
    yield* jobs.define({
      name: "left-behind-nightly",
      trigger: { _tag: "Cron", cron: "*/10 1-5 * * *" },
      run: ({ orgId }) => Effect.map(looks.queueNightly(orgId), (queued) => ({ queued }))
    })
  })
)
