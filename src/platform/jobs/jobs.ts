import { Cause, Clock, Context, Cron, DateTime, Duration, Effect, Option, Schema, type Scope } from "effect"
import { type OrgId } from "@svc/contract/kernel/ids"
import { AppConfig, type Role } from "#platform/config/config"
import { CurrentJob } from "./current-job.ts"
import { SystemSql } from "#platform/database/db"
import { JobHold } from "./hold.ts"
import { Leases } from "./leases.ts"
import { measured } from "./metrics.ts"
import { idleAttribute } from "#platform/observability/span-conventions"
import { layerOf } from "#platform/services/layer-of"
import { type Topic, Wakeups } from "./wakeups.ts"

/** How a job starts; the operator can also run each. */
type JobTrigger =
  /** Singleton cron job: once per period over all nodes; a five-field expression in UTC. */
  | { readonly _tag: "Cron"; readonly cron: string }
  /** Work queue: claims rows until none is due, then waits for a wake-up or the poll. Runs on every node. */
  | { readonly _tag: "Work"; readonly topic: Topic; readonly poll: Duration.Input }

export interface Job {
  readonly name: string
  /** Role of the processes it runs in; default `jobs`. */
  readonly role?: Exclude<Role, "http">
  readonly trigger: JobTrigger
  /** For jobs that send nothing and change nothing outside: they run before a restore is released. */
  readonly whileHeld?: "runs"
  /** One round over everything due, of one organization or of all. Returns figures for the operator. */
  readonly run: (scope: { readonly orgId: OrgId | undefined }) => Effect.Effect<Readonly<Record<string, number>>>
}

class JobUnknown extends Schema.TaggedError<JobUnknown>()("JobUnknown", { name: Schema.String }) {}

/** Polling interval of jobs that wait for the release of a restore. */
const whileHeld = "5 seconds"

/** Whether a round found nothing to do. */
export const isIdle = (figures: Readonly<Record<string, number>>) =>
  Object.values(figures).every((count) => count === 0)

/** Each round is a trace; idle rounds are not exported. */
const asRound = <A extends Readonly<Record<string, number>>, E, R>(job: Job, round: Effect.Effect<A, E, R>) =>
  round.pipe(
    Effect.tap((figures) => (isIdle(figures) ? Effect.annotateCurrentSpan(idleAttribute, true) : Effect.void)),
    Effect.withSpan(`job ${job.name}`, { root: true })
  )

/** The background jobs of this process (jobs-1). */
export class Jobs extends Context.Service<
  Jobs,
  {
    /** Registers a job and, if this process has its role, starts it until the scope closes. */
    define(job: Job): Effect.Effect<void, never, Scope.Scope>
    readonly list: Effect.Effect<ReadonlyArray<{ readonly name: string; readonly trigger: string }>>
    /** For each cron job, seconds since the first unfinished period over all nodes; 0 if none, or if it is from before this process. */
    readonly lags: Effect.Effect<ReadonlyArray<{ readonly job: string; readonly seconds: number }>>
    /** Runs one round now and waits for it; a round for all organizations also counts as that of the newest period. */
    run(name: string, orgId: OrgId | undefined): Effect.Effect<Readonly<Record<string, number>>, JobUnknown>
  }
>()("svc/platform/Jobs") {
  static readonly layerNoDeps = layerOf(Jobs, function* () {
    const { roles } = yield* AppConfig
    const isOurs = ({ role = "jobs" }: Job) => roles.includes(role)
    const wakeups = yield* Wakeups
    const hold = yield* JobHold
    const periods = yield* makePeriods
    const system = yield* SystemSql
    const started = yield* Clock.currentTimeMillis
    const known = new Map<string, Job>()

    const survive = (name: string) => (cause: Cause.Cause<never>) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.failCause(cause)
        : Effect.annotateLogs(Effect.logError("job failed, will run again", { job: name }, cause), "source", "jobs")

    const mayRun = (job: Job) =>
      job.whileHeld === "runs" ? Effect.succeed(true) : Effect.map(hold.current, Option.isNone)

    const work = Effect.fnUntraced(function* (job: Job, topic: Topic, poll: Duration.Input) {
      const signals = yield* wakeups.subscribe(topic)
      const round = Effect.flatMap(mayRun(job), (may) =>
        may
          ? asRound(job, job.run({ orgId: undefined })).pipe(
              measured(job.name),
              Effect.flatMap((figures) => (isIdle(figures) ? signals.wait(poll) : Effect.void))
            )
          : Effect.sleep(whileHeld)
      ).pipe(Effect.catchCause((cause) => Effect.andThen(survive(job.name)(cause), Effect.sleep("1 second"))))
      return yield* Effect.forever(round)
    })

    /** A round that outlasts its period is followed immediately by the next: no period is skipped. */
    const cron = Effect.fnUntraced(function* (job: Job, expression: string) {
      const schedule = Cron.parseUnsafe(expression, "UTC")
      let last = yield* Clock.currentTimeMillis
      while (true) {
        const next = Cron.next(schedule, new Date(last)).getTime()
        yield* Effect.sleep(Math.max(0, next - (yield* Clock.currentTimeMillis)))
        last = Math.max(next, yield* Clock.currentTimeMillis)
        const period = Cron.prev(schedule, new Date(last + 1))
        yield* Effect.flatMap(mayRun(job), (may) =>
          may ? Effect.asVoid(measured(job.name)(asRound(job, periods.once(job, period)))) : Effect.void
        ).pipe(Effect.catchCause(survive(job.name)))
      }
    })

    const lags = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const clocked = [...known.values()].flatMap((job) =>
        isOurs(job) && job.trigger._tag === "Cron" ? [{ job: job.name, cron: job.trigger.cron }] : []
      )
      const finished = yield* system<{ readonly job: string; readonly period: Date }>`
          SELECT clocked.job, last.period FROM unnest(${clocked.map(({ job }) => job)}::text[]) AS clocked (job)
          CROSS JOIN LATERAL (SELECT r.period FROM platform_job_runs r
            WHERE r.job = clocked.job AND r.finished_at IS NOT NULL ORDER BY r.period DESC LIMIT 1) AS last`
      const ended = new Map(finished.map(({ job, period }) => [job, period.getTime()]))
      return clocked.map(({ cron, job }) => {
        // Not the newest period: of a job that runs often there is always one that has just come.
        const since = Cron.next(
          Cron.parseUnsafe(cron, "UTC"),
          new Date(Math.max(started, ended.get(job) ?? 0))
        ).getTime()
        return { job, seconds: Math.max(0, (now - since) / 1000) }
      })
    }).pipe(Effect.orDie)

    return Jobs.of({
      lags,
      define: (given) =>
        Effect.suspend(() => {
          const job: Job = {
            ...given,
            run: (scope) => Effect.provideService(given.run(scope), CurrentJob, given.name)
          }
          known.set(job.name, job)
          if (!isOurs(job)) return Effect.void
          return Effect.asVoid(
            Effect.forkScoped(
              Effect.scoped(
                job.trigger._tag === "Cron"
                  ? cron(job, job.trigger.cron)
                  : work(job, job.trigger.topic, job.trigger.poll)
              ).pipe(Effect.annotateLogs("job", job.name)),
              // The first period is the one after this moment, not after the next turn of the event loop.
              { startImmediately: true }
            )
          )
        }),
      list: Effect.sync(() =>
        [...known.values()].map((job) => ({
          name: job.name,
          trigger:
            job.trigger._tag === "Cron"
              ? `cron ${job.trigger.cron} UTC`
              : `on signal, or every ${Duration.format(Duration.fromInputUnsafe(job.trigger.poll))}`
        }))
      ),
      run: (name, orgId) =>
        Effect.suspend(() => {
          const job = known.get(name)
          if (job === undefined) return Effect.fail(new JobUnknown({ name }))
          const { trigger } = job
          if (orgId !== undefined || trigger._tag !== "Cron") return job.run({ orgId })
          return Effect.flatMap(Clock.currentTimeMillis, (now) =>
            Effect.tap(job.run({ orgId }), (result) =>
              periods.ended(name, Cron.prev(Cron.parseUnsafe(trigger.cron, "UTC"), new Date(now + 1)), now, result)
            )
          )
        })
    })
  })
}

/**
 * Singleton cron: at most one finished round per job and period over all nodes. A lease elects the node, a row records the end.
 * If that node dies, another one runs the period, and a round handles everything due (platform-16).
 */
const makePeriods = Effect.gen(function* () {
  const leases = yield* Leases
  const system = yield* SystemSql

  const ended = Effect.fn("Jobs.periodEnded")(function* (
    job: string,
    period: Date,
    started: number,
    result: Readonly<Record<string, number>>
  ) {
    const now = DateTime.toDateUtc(yield* DateTime.now)
    yield* system`
      INSERT INTO platform_job_runs (job, period, started_at, finished_at, result)
      VALUES (${job}, ${period}, ${new Date(started)}, ${now}, ${JSON.stringify(result)})
      ON CONFLICT (job, period) DO UPDATE SET finished_at = EXCLUDED.finished_at, result = EXCLUDED.result`
  }, Effect.orDie)

  const once = (job: Job, period: Date) =>
    leases
      .standIn(
        `job ${job.name}`,
        Effect.gen(function* () {
          const started = yield* DateTime.now
          const claimed = yield* system`
            INSERT INTO platform_job_runs (job, period, started_at) VALUES (${job.name}, ${period}, ${DateTime.toDateUtc(started)})
            ON CONFLICT (job, period) DO UPDATE SET started_at = EXCLUDED.started_at WHERE platform_job_runs.finished_at IS NULL
            RETURNING job`
          if (claimed.length === 0) return {}
          const result = yield* job.run({ orgId: undefined })
          yield* ended(job.name, period, started.epochMilliseconds, result)
          yield* system`DELETE FROM platform_job_runs WHERE job = ${job.name} AND period < ${DateTime.toDateUtc(DateTime.subtract(started, { days: 90 }))}`
          return result
        })
      )
      .pipe(Effect.map(Option.getOrElse(() => ({}))), Effect.orDie)

  return { once, ended }
})
