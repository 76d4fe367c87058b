import { release } from "@svc/contract/kernel/openapi"
import { Clock, Effect, Layer, Metric } from "effect"
import { monitorEventLoopDelay } from "node:perf_hooks"

const sampleEvery = "10 seconds"

const cpu = Metric.gauge("process_cpu_seconds_total", { description: "Seconds of CPU used since the start" })
const resident = Metric.gauge("process_resident_memory_bytes", { description: "Memory held by the process" })
const heap = Metric.gauge("nodejs_heap_size_used_bytes", { description: "Of it, what JavaScript uses" })
const lag = Metric.gauge("nodejs_eventloop_lag_p99_seconds", {
  description: "How late the event loop was lately, but for the worst hundredth"
})
const started = Metric.gauge("process_start_time_seconds", { description: "When the process started, since 1970" })
const build = Metric.gauge("svc_build_info", { description: "Always 1; which release runs" })

/** What every exporter tells of its process, sampled now and then. */
export const ProcessMetricsLayer = Layer.effectDiscard(
  Effect.gen(function* () {
    const delays = yield* Effect.acquireRelease(
      Effect.sync(() => {
        const monitor = monitorEventLoopDelay({ resolution: 20 })
        monitor.enable()
        return monitor
      }),
      (monitor) => Effect.sync(() => monitor.disable())
    )
    const sample = Effect.gen(function* () {
      const { system, user } = process.cpuUsage()
      const { heapUsed, rss } = process.memoryUsage()
      yield* Metric.update(cpu, (system + user) / 1e6)
      yield* Metric.update(resident, rss)
      yield* Metric.update(heap, heapUsed)
      yield* Metric.update(lag, delays.count === 0 ? 0 : delays.percentile(99) / 1e9)
      delays.reset()
    })
    const now = yield* Clock.currentTimeMillis
    yield* Metric.update(started, now / 1000 - process.uptime())
    yield* Metric.update(Metric.withAttributes(build, { version: release, node: process.version }), 1)
    yield* Effect.forkScoped(Effect.forever(Effect.andThen(sample, Effect.sleep(sampleEvery))))
  })
)
