import { Clock, Effect, Layer, Metric } from "effect"
import { monitorEventLoopDelay, performance } from "node:perf_hooks"
import { counter, gauge } from "#platform/metrics/instruments"
import { build } from "#platform/process/build"

const sampleEvery = "10 seconds"

const cpu = counter({ name: "process_cpu_seconds_total", description: "Seconds of CPU used since the start" })
const resident = gauge({ name: "process_resident_memory_bytes", description: "Memory held by the process" })
const heap = gauge({ name: "nodejs_heap_size_used_bytes", description: "Of it, what JavaScript uses" })
const lag = gauge({
  name: "nodejs_eventloop_lag_p99_seconds",
  description: "How late the event loop was lately, but for the worst hundredth"
})
const delay = (name: string, description: string) =>
  gauge({ name: `nodejs.eventloop.delay.${name}`, unit: "s", description })
const shortest = delay("min", "The least delay of the event loop lately")
const longest = delay("max", "The greatest delay of the event loop lately")
const mean = delay("mean", "The mean delay of the event loop lately")
const p50 = delay("p50", "The delay of the event loop that half stayed below lately")
const p90 = delay("p90", "The delay of the event loop that nine in ten stayed below lately")
const p99 = delay("p99", "The delay of the event loop that all but the worst hundredth stayed below lately")
const utilization = gauge({
  name: "nodejs.eventloop.utilization",
  unit: "1",
  description: "The share of the time in which the event loop was busy lately"
})
const memory = gauge({ name: "process.memory.usage", unit: "By", description: "Memory held by the process" })
const uptime = gauge({ name: "process.uptime", unit: "s", description: "How long the process has been running" })
const started = gauge({ name: "process_start_time_seconds", description: "When the process started, since 1970" })
const buildInfo = gauge({ name: "svc_build_info", description: "Always 1; which release and commit runs" })

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
