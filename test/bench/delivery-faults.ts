import { Duration, Effect, Schedule } from "effect"
import { deliveryField } from "./delivery-field.ts"
import { BenchFailed } from "./opponents.ts"
import { atMost, information, ratio, whole } from "./report.ts"
import { figureOf, median, rounds } from "./rounds.ts"

const endpoints = 10
const backlog = 20_000
/** Received before the node is killed. */
const received = 4_000
/** Of each queue the oldest: claims begin there, so these were on their way. */
const onTheirWay = 20

/**
 * P7: a node under load is killed, and another that stood still goes on; seconds until the last delivery that the first
 * one held has arrived.
 */
const killed = Effect.fn("Bench.killed")(function* (run: number) {
  const field = yield* deliveryField(
    "kill",
    Array.from({ length: endpoints }, () => "/hooks")
  )
  const survivor = yield* field.startNode("service-survivor")
  const goOn = Effect.sync(() => process.kill(survivor.pid, "SIGCONT"))
  yield* Effect.addFinalizer(() => goOn)
  process.kill(survivor.pid, "SIGSTOP")
  const victim = yield* field.startNode("service-victim")
  yield* field.reset
  yield* field.enqueue("/hooks", backlog / endpoints)
  yield* field.arrived(received, "5 millis")
  process.kill(victim.pid, "SIGKILL")
  const killedAt = performance.now()
  const held = yield* field.owner<{ readonly id: string }>`
    SELECT d.id FROM webhook_endpoints e CROSS JOIN LATERAL (
      SELECT id FROM webhook_deliveries
      WHERE org_id = e.org_id AND endpoint_id = e.id AND status IN ('pending', 'failed')
      ORDER BY next_attempt_at, id LIMIT ${onTheirWay}
    ) d WHERE e.leased_until IS NOT NULL`
  const ids = held.map(({ id }) => id)
  if (ids.length === 0) return yield* new BenchFailed({ message: "The killed node held nothing" })
  yield* goOn
  const left = field.owner<{ readonly left: number }>`
    SELECT count(*)::int AS left FROM webhook_deliveries WHERE id = ANY(${ids}::uuid[]) AND status <> 'delivered'`
  yield* left.pipe(
    Effect.repeat({ until: ([row]) => row?.left === 0, schedule: Schedule.spaced("50 millis") }),
    Effect.timeoutOrElse({
      duration: "1 minute",
      orElse: () => Effect.fail(new BenchFailed({ message: "What the killed node held was not sent in a minute" }))
    })
  )
  const seconds = (performance.now() - killedAt) / 1000
  const figures = yield* field.arrived(backlog)
  const empty = (performance.now() - killedAt) / 1000
  yield* Effect.logInfo(`kill -9, run ${run}: ${ids.length} were held, ${figures.total - figures.distinct} sent twice`)
  return { seconds, empty, held: ids.length, twice: figures.total - figures.distinct }
}, Effect.scoped)

const healthy = 50
const each = 200

/** Healthy endpoints' deliveries, alone or beside one that answers after 5 seconds and one that never does. */
const healthyDelay = Effect.fn("Bench.healthyDelay")(function* (poisoned: boolean) {
  const field = yield* deliveryField("poison", ["/slow", "/hole", ...Array.from({ length: healthy }, () => "/hooks")])
  yield* field.startNode("service-poison")
  if (poisoned) {
    yield* field.enqueue("/hole", 20_000)
    yield* field.enqueue("/slow", 1_000)
    yield* Effect.sleep(Duration.seconds(1))
  }
  yield* field.reset
  yield* field.enqueue("/hooks", each)
  const { p99 } = yield* field.arrived(healthy * each)
  return p99
}, Effect.scoped)

/** What a dying node and endpoints that misbehave cost the others. */
export const deliveryFaults = Effect.fn("Bench.deliveryFaults")(function* () {
  const kills = yield* Effect.forEach(Array.from({ length: rounds }), (_, run) => killed(run + 1))
  const pairs = yield* Effect.forEach(
    Array.from({ length: rounds }),
    Effect.fnUntraced(function* (_, run) {
      const order = run % 2 === 0 ? [false, true] : [true, false]
      const delays = yield* Effect.forEach(order, (poisoned) =>
        Effect.map(healthyDelay(poisoned), (p99) => ({ poisoned, p99 }))
      )
      const of = (poisoned: boolean) => delays.find((delay) => delay.poisoned === poisoned)?.p99 ?? Number.NaN
      return { alone: of(false), beside: of(true) }
    })
  )
  const seconds = kills.map((kill) => kill.seconds)
  return [
    atMost("P7", "kill -9 under load: seconds until its last delivery arrived", figureOf(seconds), 10),
    information(
      "P7",
      "the longest; until its queues were empty; held by it; sent twice (medians)",
      `${ratio(Math.max(...seconds))} s; ${ratio(median(kills.map(({ empty }) => empty)))} s; ${whole(median(kills.map(({ held }) => held)))}; ${whole(median(kills.map(({ twice }) => twice)))}`
    ),
    atMost(
      "2.1",
      "50 healthy endpoints with one slow and one dead / alone: p99 of the delay",
      figureOf(pairs.map(({ alone, beside }) => beside / alone)),
      1.5
    ),
    information(
      "",
      "their p99 alone, beside",
      `${whole(median(pairs.map(({ alone }) => alone)))} ms, ${whole(median(pairs.map(({ beside }) => beside)))} ms`
    )
  ]
})
