import { Effect, Layer } from "effect"
import { Jobs } from "#platform/jobs/jobs"
import { ExportBuilds } from "./builds.ts"
import { orgExports } from "./topic.ts"

export const ExportsLoops = Layer.effectDiscard(
  Effect.gen(function* () {
    const jobs = yield* Jobs
    const builds = yield* ExportBuilds
    yield* jobs.define({
      name: "org-exports",
      trigger: { _tag: "Work", topic: orgExports, poll: "5 seconds" },
      run: ({ orgId }) => Effect.map(builds.buildDue(orgId), (figures) => ({ ...figures }))
    })
    yield* jobs.define({
      name: "org-export-expiry",
      trigger: { _tag: "Cron", cron: "40 * * * *" },
      run: ({ orgId }) => builds.expireDue(orgId)
    })
  })
)
