import { Effect, Layer } from "effect"
import { Jobs } from "#platform/jobs/jobs"
import { DocumentLeftovers } from "./leftovers.ts"
import { documentFiles } from "./topic.ts"

export const DocumentsLoops = Layer.effectDiscard(
  Effect.gen(function* () {
    const jobs = yield* Jobs
    const leftovers = yield* DocumentLeftovers
    yield* jobs.define({
      name: "document-files",
      trigger: { _tag: "Work", topic: documentFiles, poll: "1 minute" },
      run: ({ orgId }) => Effect.map(leftovers.clear(orgId), (figures) => ({ ...figures }))
    })
  })
)
