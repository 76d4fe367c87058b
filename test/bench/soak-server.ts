import "effect/schema/SchemaJITCompiler/enable"
import { NodeRuntime } from "@effect/platform-node"
import { Effect, Metric } from "effect"
import http from "node:http"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { serve } from "../../src/serve.ts"

/**
 * The service, counting its fibers, and on `PROBE_PORT` what it holds: a GET answers it, and begins the delays of the event
 * loop anew where its path is `/reset`.
 */

const resolution = 5
const delays = monitorEventLoopDelay({ resolution })
delays.enable()

const fibers = Effect.map(Metric.snapshot, (all) =>
  all.reduce(
    (sum, one) => (one.id === "child_fibers_active" && one.type === "Gauge" ? sum + Number(one.state.value) : sum),
    0
  )
)

const probe = Effect.gen(function* () {
  const context = yield* Effect.context()
  const counted = () => Effect.runSyncWith(context)(fibers)
  http
    .createServer((request, response) => {
      const { external, heapUsed, rss } = process.memoryUsage()
      const body = {
        rss,
        heapUsed,
        external,
        fibers: counted(),
        resources: process.getActiveResourcesInfo().length,
        // The timer that measures is late by its own interval.
        p99: Math.max(0, delays.percentile(99) / 1e6 - resolution),
        longest: Math.max(0, delays.max / 1e6 - resolution)
      }
      if (request.url === "/reset") delays.reset()
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body))
    })
    .listen(Number(process.env["PROBE_PORT"]), "127.0.0.1")
})

NodeRuntime.runMain(
  Effect.andThen(probe, serve).pipe(Effect.provideService(Metric.FiberRuntimeMetrics, Metric.FiberRuntimeMetricsImpl))
)
