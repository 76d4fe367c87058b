import { Effect, Layer } from "effect"
import { AppConfig } from "#platform/config/config"
import { Jobs } from "#platform/jobs/jobs"
import { ErasureLedger } from "./ledger.ts"
import { erasures } from "./topic.ts"

/** The ledger is replayed at start, since that is when a restored database comes into service, and every night. */
export const ErasureLoops = Layer.effectDiscard(
  Effect.gen(function* () {
    const jobs = yield* Jobs
    const ledger = yield* ErasureLedger
    const { roles } = yield* AppConfig
    yield* jobs.define({
      name: "audit-erasure-ledger",
      trigger: { _tag: "Work", topic: erasures, poll: "1 minute" },
      whileHeld: "runs",
      run: ({ orgId }) => Effect.map(ledger.write(orgId), (figures) => ({ ...figures }))
    })
    yield* jobs.define({
      name: "audit-erasure-replay",
      trigger: { _tag: "Cron", cron: "15 1 * * *" },
      whileHeld: "runs",
      run: ({ orgId }) => Effect.map(ledger.replay(orgId), (figures) => ({ ...figures }))
    })
    if (!roles.includes("jobs")) return
    yield* ledger.replay(undefined).pipe(
      Effect.catchCause((cause) => Effect.logError("erasure ledger not replayed at start", cause)),
      Effect.forkScoped
    )
  })
)
