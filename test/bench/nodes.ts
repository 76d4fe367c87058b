import { Effect, Exit, Schedule, Scope } from "effect"
import { balancer, load } from "./balancer.ts"
import { deliveryField } from "./delivery-field.ts"
import { BenchFailed } from "./opponents.ts"
import type { ServerProcess } from "./processes.ts"
import { atLeast, atMost, information, whole } from "./report.ts"

const keys = 10
const perSecond = 10
const kills = 30
const between = "15 seconds"
/** For so long the kill waits for a job that has begun. */
const patience = "5 seconds"

/** The jobs that run most often. */
const everyFiveMinutes = ["audit-search-index", "sla-breaches"]

interface Node {
  readonly server: ServerProcess
  readonly scope: Scope.Closeable
}

/**
 * Three nodes under load for ten minutes, of which one is killed every 20 seconds and started anew: where one does a job,
 * it is that one. What is lost, what is done twice, and whether each node says rightly that it is ready.
 */
export const nodes = Effect.fn("Bench.nodes")(function* () {
  const field = yield* deliveryField("nodes", ["/hooks"], { keys })
  let started = 0
  const start = Effect.gen(function* () {
    const scope = yield* Scope.fork(yield* Effect.scope)
    started += 1
    const server = yield* Scope.provide(field.startNode(`node-${started}`), scope)
    return { server, scope } satisfies Node
  })
  const to = balancer()
  const running: Array<Node> = yield* Effect.all([start, start, start])
  for (const { server } of running) to.add(server)
  const begun = new Date()
  yield* field.reset
  yield* Effect.forkScoped(Effect.repeat(to.look, Schedule.spaced("100 millis")))
  const working = load(to, { keys, perSecond })

  /** Names of jobs that one node does just now. */
  const held = Effect.map(
    field.owner<{ readonly name: string; readonly holder: string }>`
      SELECT name, holder FROM platform_leases WHERE leased_until > clock_timestamp() AND name LIKE 'job %'`,
    (rows) => rows.map(({ holder, name }) => `${name} ${holder}`)
  )
  let hit = 0
  let wrong = 0
  const kill = Effect.fnUntraced(function* (turn: number) {
    const victim = running.shift()
    if (victim === undefined) return yield* new BenchFailed({ message: "No node is left" })
    yield* Effect.sleep(between)
    const before = yield* held.pipe(
      Effect.repeat({ until: (names) => names.length > 0, schedule: Schedule.spaced("5 millis") }),
      Effect.timeoutOrElse({ duration: patience, orElse: () => Effect.succeed<ReadonlyArray<string>>([]) })
    )
    process.kill(victim.server.pid, "SIGKILL")
    to.remove(victim.server)
    yield* Scope.close(victim.scope, Exit.void)
    const after = yield* held
    if (before.some((one) => after.includes(one))) hit += 1
    const answers = yield* Effect.forEach(running, ({ server }) =>
      Effect.promise(() =>
        fetch(`http://127.0.0.1:${server.port}/health/ready`).then(
          ({ status }) => status,
          () => 0
        )
      )
    )
    if (answers.some((status) => status !== 200)) wrong += 1
    const next = yield* start
    running.push(next)
    to.add(next.server)
    if (turn % 10 === 9) yield* Effect.logInfo(`${turn + 1} killed, ${hit} of them at a job`)
  })
  yield* Effect.scoped(
    Effect.gen(function* () {
      yield* working.run
      yield* Effect.forEach(Array.from({ length: kills }), (_, turn) => kill(turn), { discard: true })
      yield* Effect.sleep("5 seconds")
    })
  )
  const ended = new Date()
  const made = yield* field.owner<{ readonly made: number; readonly delivered: number }>`
    SELECT (SELECT count(*) FROM offboardings)::int AS made,
      (SELECT count(*) FROM webhook_deliveries WHERE status = 'delivered')::int AS delivered`
  const cases = made[0]?.made ?? 0
  const figures = yield* field.arrived(cases)
  const [periods] = yield* field.owner<{ readonly due: number; readonly done: number }>`
    SELECT count(p)::int AS due, count(r.finished_at)::int AS done
    FROM generate_series(date_bin('5 minutes', ${begun}::timestamptz, 'epoch') + interval '5 minutes',
        ${ended}::timestamptz - interval '30 seconds', '5 minutes') AS p
      CROSS JOIN unnest(${everyFiveMinutes}::text[]) AS j (job)
      LEFT JOIN platform_job_runs r ON r.job = j.job AND r.period = p`
  return [
    atLeast("N1", "nodes killed in turn, of three", kills, kills),
    atMost("N1", "deliveries lost", cases - figures.distinct, 0),
    atMost("N1", "times that a node that lived was not ready", wrong, 0),
    atMost(
      "N1",
      "periods of a job that were left out",
      (periods?.due ?? Number.NaN) - (periods?.done ?? Number.NaN),
      0
    ),
    information(
      "N1",
      "cases; sent twice; requests answered, failed (on a node that died); kills at a job; periods",
      `${whole(cases)}; ${figures.total - figures.distinct}; ${whole(to.answered())}, ${to.failures.length}; ${hit}; ${periods?.due ?? 0}`
    )
  ]
})
