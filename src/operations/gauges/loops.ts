import { Clock, DateTime, Effect, Exit, Layer, Metric, Option } from "effect"
import { Partitions } from "#platform/database/partitions"
import { Jobs } from "#platform/jobs/jobs"
import { Topic } from "#platform/jobs/wakeups"
import { gauge } from "#platform/metrics/instruments"
import { Gauges } from "./service.ts"

const depth = gauge({
  name: "svc.queue.depth",
  description: "Due items of the queue that no worker has; counted up to 10000"
})
const oldest = gauge({
  name: "svc.queue.oldest_due.age",
  unit: "s",
  description: "Time the oldest of them has been due; 0 if none is"
})
const lag = gauge({
  name: "svc.job.lag",
  unit: "s",
  description: "Age of the job's first unfinished period; 0 if all are finished"
})
const headAge = gauge({
  name: "svc.audit.head.age",
  unit: "s",
  description: "Age of the newest entry of all audit logs"
})
const unanchoredAge = gauge({
  name: "svc.audit.unanchored.age",
  unit: "s",
  description: "Age of the oldest entry without an anchor; 0 if there is none"
})
const missing = gauge({
  name: "svc.audit.anchors.missing",
  description: "Organizations with an entry that has had no anchor for two hours"
})
const unpublished = gauge({
  name: "svc.audit.anchors.unpublished",
  description: "Anchors not yet published outside the database"
})
const partitionsAhead = gauge({
  name: "svc.partitions.ahead",
  unit: "s",
  description: "How far ahead every partitioned table has partitions; 0 if one has none for now"
})
const up = gauge({ name: "svc.database.up", description: "1 if the gauges could be read at the last try, else 0" })

const sampleEvery = "30 seconds"
/** Each chain is read, which takes longer than the queues. */
const chainsEvery = 300_000

const seconds = (now: DateTime.Utc, since: DateTime.Utc | null) =>
  since === null ? 0 : Math.max(0, (now.epochMilliseconds - since.epochMilliseconds) / 1000)

/**
 * Reads what waits twice a minute and what has no anchor every five minutes. Every node with jobs does so, and all see
 * the same: a rule or a panel takes the greatest.
 */
export const GaugesLoops = Layer.effectDiscard(
  Effect.gen(function* () {
    const jobs = yield* Jobs
    const gauges = yield* Gauges
    const partitions = yield* Partitions
    let chainsRead = -Infinity

    const queues = Effect.gen(function* () {
      const now = yield* DateTime.now
      for (const { depth: waiting, oldest_due, queue } of yield* gauges.backlogs) {
        yield* Metric.update(Metric.withAttributes(depth, { queue }), waiting)
        yield* Metric.update(Metric.withAttributes(oldest, { queue, unit: "s" }), seconds(now, oldest_due))
      }
      for (const { job, seconds: late } of yield* jobs.lags) {
        yield* Metric.update(Metric.withAttributes(lag, { job, unit: "s" }), late)
      }
    })

    const chains = Effect.gen(function* () {
      const millis = yield* Clock.currentTimeMillis
      if (millis - chainsRead < chainsEvery) return
      const now = yield* DateTime.now
      const state = yield* gauges.chains
      yield* Metric.update(headAge, seconds(now, state.newest))
      yield* Metric.update(unanchoredAge, seconds(now, state.unanchored_since))
      yield* Metric.update(missing, state.unanchored)
      yield* Metric.update(unpublished, state.unpublished)
      const through = yield* partitions.through
      if (Option.isSome(through)) yield* Metric.update(partitionsAhead, seconds(through.value, now))
      chainsRead = millis
    })

    yield* jobs.define({
      name: "gauges",
      // No signal: it is read periodically.
      trigger: { _tag: "Work", topic: Topic("gauges"), poll: sampleEvery },
      run: () =>
        Effect.andThen(queues, chains).pipe(
          Effect.onExit((exit) => Metric.update(up, Exit.isSuccess(exit) ? 1 : 0)),
          Effect.as({})
        )
    })
  })
)
