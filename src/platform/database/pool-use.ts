import { Effect, Metric, type Scope } from "effect"
import { counter, gauge } from "#platform/metrics/instruments"

const connections = gauge({
  name: "db.client.connection.count",
  description: "Pool connections by state: in use, and available"
})
const most = gauge({ name: "db.client.connection.max", description: "Maximum connections of the pool" })
const pending = gauge({
  name: "db.client.connection.pending_requests",
  description: "Maximum requests waiting for a connection since the last sample"
})
const timeouts = counter({
  name: "db.client.connection.timeouts",
  description: "Requests that timed out without a connection"
})

const sampleEvery = "5 seconds"

/** How a pool is used, told by the conventions of OpenTelemetry. What it costs a checkout is a few additions. */
export const makePoolUse = Effect.fnUntraced(function* (pool: string, maxConnections: number) {
  const named = { "db.client.connection.pool.name": pool }
  const used = Metric.withAttributes(connections, { ...named, "db.client.connection.state": "used" })
  const idle = Metric.withAttributes(connections, { ...named, "db.client.connection.state": "idle" })
  const waitingGauge = Metric.withAttributes(pending, named)
  const timedOutCounter = Metric.withAttributes(timeouts, named)
  let lent = 0
  let waiting = 0
  let mostWaiting = 0

  const sample = Effect.gen(function* () {
    yield* Metric.update(used, lent)
    yield* Metric.update(idle, maxConnections - lent)
    yield* Metric.update(waitingGauge, mostWaiting)
    mostWaiting = waiting
  })
  yield* Metric.update(Metric.withAttributes(most, named), maxConnections)
  yield* Metric.update(timedOutCounter, 0)
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(sample, Effect.sleep(sampleEvery))))

  return {
    /** A checkout that lasts as long as its scope. */
    counted: <A, E, R>(checkout: Effect.Effect<A, E, R | Scope.Scope>): Effect.Effect<A, E, R | Scope.Scope> =>
      Effect.uninterruptibleMask((restore) =>
        Effect.suspend(() => {
          waiting += 1
          mostWaiting = Math.max(mostWaiting, waiting)
          return restore(checkout)
        }).pipe(
          Effect.onExit(() => Effect.sync(() => void (waiting -= 1))),
          Effect.tap(() => {
            lent += 1
            return Effect.addFinalizer(() => Effect.sync(() => void (lent -= 1)))
          })
        )
      ),
    timedOut: Metric.update(timedOutCounter, 1)
  }
})
