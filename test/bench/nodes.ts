import { PgClient } from "@effect/sql-pg"
import { Effect, Exit, Schedule, Scope } from "effect"
import { Reactivity } from "effect/reactivity"
import { spawnSync } from "node:child_process"
import { balancer, load } from "./balancer.ts"
import { deliveryField } from "./delivery-field.ts"
import { BenchFailed } from "./opponents.ts"
import type { ServerProcess } from "./processes.ts"
import { atLeast, atMost, information, whole } from "./report.ts"

const keys = 10
const perSecond = 10
const kills = 30
const between = "15 seconds"
/** A kill waits for a job that begins within so many seconds. */
const patience = 25

/** The jobs that run most often. */
const everyFiveMinutes = ["audit-search-index", "sla-breaches"]

/** Seconds until the jobs of every five minutes begin. */
const untilTheJobs = () => 300 - ((Date.now() / 1_000) % 300)

/** The process at the other end of a connection to the database. */
const processAt = (port: number) => {
  const { stdout } = spawnSync("ss", ["-tnpH", `sport = :${port}`], { encoding: "utf8" })
  return Number(/pid=(\d+)/.exec(stdout)?.[1])
}

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
  const late: Array<string> = []
  /**
   * A job is over in milliseconds. A task that is late, whose case somebody else has locked, holds up the one that marks
   * it: the node that does it is told in the midst of it.
   */
  const atAJob = <A, E, R>(then: (index: number) => Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const sql = yield* PgClient.makeClient({ url: field.url })
      const [task] = yield* sql<{ readonly id: string; readonly offboarding_id: string }>`
        UPDATE checklist_items SET sla_deadline = now() - interval '1 second', sla_breached = false
        WHERE id = (SELECT id FROM checklist_items WHERE completed_at IS NULL AND not_needed_at IS NULL AND sla_told_for IS NULL LIMIT 1)
        RETURNING id, offboarding_id`
      if (task === undefined) return yield* new BenchFailed({ message: "No task is left" })
      late.push(task.id)
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`SELECT FROM offboardings WHERE id = ${task.offboarding_id} FOR UPDATE`
          const [waiting] = yield* sql<{ readonly port: number }>`
            SELECT client_port AS port FROM pg_stat_activity WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))
              AND EXISTS (SELECT FROM platform_leases WHERE name = 'job sla-breaches')`.pipe(
            Effect.repeat({ until: (rows) => rows.length > 0, schedule: Schedule.spaced("50 millis") }),
            Effect.timeoutOrElse({
              duration: `${patience + 10} seconds`,
              orElse: () => Effect.fail(new BenchFailed({ message: "Nobody did the job of late tasks" }))
            })
          )
          const pid = processAt(waiting?.port ?? 0)
          return yield* then(running.findIndex(({ server }) => server.pid === pid))
        })
      )
    }).pipe(Effect.scoped, Effect.provide(Reactivity.layer))
  let hit = 0
  let wrong = 0
  const kill = Effect.fnUntraced(function* (turn: number) {
    yield* Effect.sleep(between)
    const killOne = Effect.fnUntraced(function* (index: number) {
      const [victim] = running.splice(index, 1)
      if (victim === undefined) return yield* new BenchFailed({ message: "No node is left" })
      const before = yield* held
      process.kill(victim.server.pid, "SIGKILL")
      to.remove(victim.server)
      yield* Scope.close(victim.scope, Exit.void)
      const after = yield* held
      if (before.some((one) => after.includes(one))) hit += 1
    })
    yield* untilTheJobs() < patience ? atAJob(killOne) : killOne(0)
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
  const [told] = yield* field.owner<{ readonly times: number }>`
    SELECT count(*)::int AS times FROM audit_entries WHERE action = 'checklist_sla_breached'`
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
    atLeast("N1", "of those in the midst of a job that others waited for", hit, late.length),
    atMost("N1", "late tasks told of more or less than once", Math.abs((told?.times ?? Number.NaN) - late.length), 0),
    information(
      "N1",
      "cases; sent twice; requests answered, failed (on a node that died); periods",
      `${whole(cases)}; ${figures.total - figures.distinct}; ${whole(to.answered())}, ${to.failures.length}; ${periods?.due ?? 0}`
    )
  ]
})
