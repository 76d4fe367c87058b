import { Clock, Effect, Layer, Metric } from "effect"
import { monitorEventLoopDelay, performance } from "node:perf_hooks"
import { counter, gauge } from "#platform/metrics/instruments"
import { build } from "#platform/process/build"

const sampleEvery = "10 seconds"

const cpu = counter({ name: "process_cpu_seconds_total", description: "CPU seconds used since the start" })
const resident = gauge({ name: "process_resident_memory_bytes", description: "Resident memory of the process" })
const heap = gauge({ name: "nodejs_heap_size_used_bytes", description: "Memory used by the JavaScript heap" })
const lag = gauge({
  name: "nodejs_eventloop_lag_p99_seconds",
  description: "99th percentile of the event loop delay since the last sample"
})
const delay = (name: string, description: string) =>
  gauge({ name: `nodejs.eventloop.delay.${name}`, unit: "s", description })
const shortest = delay("min", "Minimum event loop delay since the last sample")
const longest = delay("max", "Maximum event loop delay since the last sample")
const mean = delay("mean", "Mean event loop delay since the last sample")
const p50 = delay("p50", "Median event loop delay since the last sample")
const p90 = delay("p90", "90th percentile of the event loop delay since the last sample")
const p99 = delay("p99", "99th percentile of the event loop delay since the last sample")
const utilization = gauge({
  name: "nodejs.eventloop.utilization",
  unit: "1",
  description: "Share of time the event loop was busy since the last sample"
})
const memory = gauge({ name: "process.memory.usage", unit: "By", description: "Resident memory of the process" })
const uptime = gauge({ name: "process.uptime", unit: "s", description: "Uptime of the process" })
const started = gauge({ name: "process_start_time_seconds", description: "Unix time of the process start" })
const buildInfo = gauge({ name: "svc_build_info", description: "Always 1; which release and commit runs" })

/** Process metrics of every exporter, sampled periodically. */
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
    let usedBefore = 0
    let looked = performance.eventLoopUtilization()
    const sample = Effect.gen(function* () {
      const { system, user } = process.cpuUsage()
      const { heapUsed, rss } = process.memoryUsage()
      const used = (system + user) / 1e6
      yield* Metric.update(cpu, used - usedBefore)
      usedBefore = used
      yield* Metric.update(resident, rss)
      yield* Metric.update(heap, heapUsed)
      yield* Metric.update(lag, delays.count === 0 ? 0 : delays.percentile(99) / 1e9)
      if (delays.count > 0) {
        yield* Metric.update(shortest, delays.min / 1e9)
        yield* Metric.update(longest, delays.max / 1e9)
        yield* Metric.update(mean, delays.mean / 1e9)
        yield* Metric.update(p50, delays.percentile(50) / 1e9)
        yield* Metric.update(p90, delays.percentile(90) / 1e9)
        yield* Metric.update(p99, delays.percentile(99) / 1e9)
      }
      delays.reset()
      const now = performance.eventLoopUtilization()
      yield* Metric.update(utilization, performance.eventLoopUtilization(now, looked).utilization)
      looked = now
      yield* Metric.update(memory, rss)
      yield* Metric.update(uptime, process.uptime())
    })
    const now = yield* Clock.currentTimeMillis
    yield* Metric.update(started, now / 1000 - process.uptime())
    const { commit = "unknown", commit_date = "unknown", version } = build
    yield* Metric.update(Metric.withAttributes(buildInfo, { version, commit, commit_date, node: process.version }), 1)
    yield* Effect.forkScoped(Effect.forever(Effect.andThen(sample, Effect.sleep(sampleEvery))))
  })
)
