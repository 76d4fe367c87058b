import { Effect, Layer } from "effect"
import { Jobs } from "#platform/jobs/jobs"
import { ResidualAccessChecks } from "./checks.ts"

/** A round every ten minutes at night, to spread the load on each vendor. */
export const ResidualAccessLoops = Layer.effectDiscard(
  Effect.gen(function* () {
    const jobs = yield* Jobs
    const checks = yield* ResidualAccessChecks
    yield* jobs.define({
      name: "residual-access",
      trigger: { _tag: "Cron", cron: "*/10 1-5 * * *" },
      run: ({ orgId }) => Effect.map(checks.look(orgId), ({ checked, found }) => ({ checked, found }))
    })
  })
)
