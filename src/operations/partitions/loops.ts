import { Effect, Layer } from "effect"
import { Partitions } from "#platform/database/partitions"
import { Jobs } from "#platform/jobs/jobs"

/** Every hour: a partition that could not be made has days to come. */
export const PartitionsLoops = Layer.effectDiscard(
  Effect.gen(function* () {
    const jobs = yield* Jobs
    const partitions = yield* Partitions
    yield* jobs.define({
      name: "partitions",
      trigger: { _tag: "Cron", cron: "7 * * * *" },
      whileHeld: "runs",
      run: () => partitions.make
    })
  })
)
