import { Effect, Layer } from "effect"
import { Jobs } from "#platform/jobs/jobs"
import { Hris } from "./service.ts"
import { hrisRequests } from "./topic.ts"

export const HrisLoops = Layer.effectDiscard(
  Effect.gen(function* () {
    const jobs = yield* Jobs
    const hris = yield* Hris
    yield* jobs.define({
      name: "hris-sync",
      trigger: { _tag: "Cron", cron: "10 * * * *" },
      run: ({ orgId }) => Effect.andThen(hris.expireLeavings(orgId), hris.syncAll(orgId))
    })
    yield* jobs.define({
      name: "hris-asked-syncs",
      trigger: { _tag: "Work", topic: hrisRequests, poll: "30 seconds" },
      run: ({ orgId }) => hris.syncAsked(orgId)
    })
  })
)
