import { Effect, Layer } from "effect"
import { Jobs } from "#platform/jobs/jobs"
import { SealedSearch } from "./sealed-search.ts"

/** Keeps the search's index near the end of every log, so that no search has much to do first. */
export const AuditLogLoops = Layer.effectDiscard(
  Effect.gen(function* () {
    const jobs = yield* Jobs
    const sealed = yield* SealedSearch
    yield* jobs.define({
      name: "audit-search-index",
      trigger: { _tag: "Cron", cron: "* * * * *" },
      whileHeld: "runs",
      run: ({ orgId }) => Effect.map(sealed.catchUpAll(orgId), (organisations) => ({ organisations }))
    })
  })
)
