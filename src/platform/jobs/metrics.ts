import { Clock, Effect, Metric } from "effect"
import { counter, gauge } from "#platform/metrics/instruments"

const runs = counter({ name: "job_runs_total", description: "Rounds of jobs that ended" })
const lastSuccess = gauge({
  name: "job_last_success_timestamp_seconds",
  description: "When a round of the job last ended well, since 1970"
})
const duration = gauge({ name: "job_last_duration_seconds", description: "How long its last round took" })

/** Counts and times the rounds of a job. */
export const measured = (job: string) => {
  const succeeded = Metric.withAttributes(runs, { job, outcome: "success" })
  const failed = Metric.withAttributes(runs, { job, outcome: "failure" })
  const last = Metric.withAttributes(lastSuccess, { job })
  const took = Metric.withAttributes(duration, { job })
  return <A, E, R>(round: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Clock.currentTimeMillis, (begun) =>
      Effect.onExit(round, (exit) =>
        Effect.gen(function* () {
          const now = yield* Clock.currentTimeMillis
          yield* Metric.update(exit._tag === "Success" ? succeeded : failed, 1)
          yield* Metric.update(took, (now - begun) / 1000)
          if (exit._tag === "Success") yield* Metric.update(last, now / 1000)
        })
      )
    )
}
