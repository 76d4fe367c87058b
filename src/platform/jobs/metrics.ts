import { Clock, Effect, Metric } from "effect"
import { counter, gauge } from "#platform/metrics/instruments"

const runs = counter({ name: "job_runs_total", description: "Finished rounds of jobs" })
const lastSuccess = gauge({
  name: "job_last_success_timestamp_seconds",
  description: "Unix time of the job's last successful round"
})
const duration = gauge({ name: "job_last_duration_seconds", description: "Duration of the job's last round" })

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
