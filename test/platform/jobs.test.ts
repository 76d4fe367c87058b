import { assert, describe, it, layer } from "#test/support/suite"
import { DateTime, Deferred, Effect, Layer, Ref, Schedule } from "effect"
import { TestClock } from "effect/testing"
import { AppConfig } from "#platform/config/config"
import { Db, SystemSql } from "#platform/database/db"
import { isIdle, type Job, Jobs } from "#platform/jobs/jobs"
import { Leases } from "#platform/jobs/leases"
import { JobHold } from "#platform/jobs/hold"
import { mailOutbox } from "#outgoing/mails/topic"
import { Wakeups } from "#platform/jobs/wakeups"
import { TestDatabase } from "#test/support/database"
import { start, TestConfig } from "#test/support/TestApp"
import { asOwner } from "#test/support/tables"

const Floor = Layer.mergeAll(Db.layerNoDeps, Wakeups.layerNoDeps, Leases.layerNoDeps, JobHold.layerNoDeps).pipe(
  Layer.provideMerge(Layer.merge(TestDatabase, TestConfig))
)

/** A node of its own: another `Jobs` over the same database, with its loops running. */
const aNode = Effect.gen(function* () {
  const config = yield* AppConfig
  const context = yield* Layer.build(
    Layer.fresh(Jobs.layerNoDeps).pipe(Layer.provide(Layer.succeed(AppConfig, { ...config, roles: ["jobs"] })))
  )
  return yield* Effect.provide(Jobs, context)
})

const runsOf = (job: string) =>
  Effect.gen(function* () {
    const sql = yield* SystemSql
    return yield* sql<{ readonly period: Date; readonly finished_at: Date | null }>`
      SELECT period, finished_at FROM platform_job_runs WHERE job = ${job} ORDER BY period`
  })

/** Waits on the machine's clock for what another connection is about to do. */
const eventually = <A, E, R>(check: Effect.Effect<A, E, R>, holds: (value: A) => boolean) =>
  TestClock.withLive(
    check.pipe(
      Effect.flatMap((value) => (holds(value) ? Effect.succeed(value) : Effect.fail("not yet" as const))),
      Effect.retry(Schedule.spaced("10 millis")),
      Effect.orDie
    )
  )

layer(Floor)("jobs", (it) => {
  // jobs-2: A period of a job runs once, however many nodes there are.
  it.effect("a cron period runs once over two nodes, and each later period once again", function* () {
    yield* TestClock.setTime(start.epochMilliseconds)
    const rounds = yield* Ref.make(0)
    const job: Job = {
      name: "once-per-hour",
      trigger: { _tag: "Cron", cron: "0 * * * *" },
      run: () =>
        Effect.as(
          Ref.update(rounds, (count) => count + 1),
          { rounds: 1 }
        )
    }
    const nodes = [yield* aNode, yield* aNode]
    yield* Effect.forEach(nodes, (node) => node.define(job))
    for (const hour of [1, 2, 3]) {
      yield* TestClock.adjust("1 hour")
      yield* eventually(runsOf(job.name), (rows) => rows.filter((row) => row.finished_at !== null).length === hour)
    }
    assert.strictEqual(yield* Ref.get(rounds), 3)
    assert.deepStrictEqual(
      (yield* runsOf(job.name)).map((row) => row.period.toISOString()),
      [1, 2, 3].map((hours) => DateTime.formatIso(DateTime.add(start, { hours })))
    )
  })

  // observe-3: A job none of whose rounds ends is told by how long ago the first period of them came.
  it.effect("a period whose round has not ended is told by its age, and no more once it has", function* () {
    yield* TestClock.setTime(start.epochMilliseconds)
    const node = yield* aNode
    const done = yield* Deferred.make<void>()
    yield* node.define({
      name: "takes-long",
      trigger: { _tag: "Cron", cron: "0 * * * *" },
      run: () => Effect.as(Deferred.await(done), { rounds: 1 })
    })
    // A node that begins later knows of no period before it.
    yield* TestClock.adjust("59 minutes")
    assert.deepStrictEqual(yield* node.lags, [{ job: "takes-long", seconds: 0 }])
    yield* TestClock.adjust("3 minutes")
    assert.deepStrictEqual(yield* node.lags, [{ job: "takes-long", seconds: 120 }])
    yield* Deferred.succeed(done, undefined)
    yield* eventually(runsOf("takes-long"), (rows) => rows.some((row) => row.finished_at !== null))
    assert.deepStrictEqual(yield* node.lags, [{ job: "takes-long", seconds: 0 }])
  })

  // observe-3
  it.effect("a job that ends no period is told by the first of them, until the operator's round", function* () {
    yield* TestClock.setTime(start.epochMilliseconds)
    const node = yield* aNode
    const broken = yield* Ref.make(true)
    yield* node.define({
      name: "often",
      trigger: { _tag: "Cron", cron: "*/5 * * * *" },
      run: () =>
        Effect.flatMap(Ref.get(broken), (isBroken) => (isBroken ? Effect.die("broken") : Effect.succeed({ rounds: 1 })))
    })
    for (const begun of [1, 2, 3]) {
      yield* TestClock.adjust("5 minutes")
      yield* eventually(runsOf("often"), (rows) => rows.length === begun)
    }
    // The newest period has only just come.
    assert.deepStrictEqual(yield* node.lags, [{ job: "often", seconds: 600 }])
    yield* Ref.set(broken, false)
    yield* node.run("often", undefined)
    assert.deepStrictEqual(yield* node.lags, [{ job: "often", seconds: 0 }])
  })

  // jobs-3: A round that fails is logged, and the next one runs.
  it.effect("a round that fails is logged, and the next period runs", function* () {
    yield* TestClock.setTime(start.epochMilliseconds)
    const rounds = yield* Ref.make(0)
    const node = yield* aNode
    yield* node.define({
      name: "fails-first",
      trigger: { _tag: "Cron", cron: "0 * * * *" },
      run: () =>
        Effect.flatMap(
          Ref.updateAndGet(rounds, (count) => count + 1),
          (count) => (count === 1 ? Effect.die("the first round breaks") : Effect.succeed({ rounds: count }))
        )
    })
    yield* TestClock.adjust("1 hour")
    yield* eventually(Ref.get(rounds), (count) => count === 1)
    yield* TestClock.adjust("1 hour")
    yield* eventually(runsOf("fails-first"), (rows) => rows.some((row) => row.finished_at !== null))
    assert.strictEqual(yield* Ref.get(rounds), 2)
  })

  // jobs-4: Work that a transaction signals begins when it is committed, and not when it is rolled back.
  it.effect("a signal of a committed transaction wakes the worker at once; a rolled back one does not", function* () {
    const db = yield* Db
    const wakeups = yield* Wakeups
    const node = yield* aNode
    const woken = yield* Deferred.make<void>()
    const rounds = yield* Ref.make(0)
    yield* node.define({
      name: "worker",
      trigger: { _tag: "Work", topic: mailOutbox, poll: "1 hour" },
      run: () =>
        Effect.flatMap(
          Ref.updateAndGet(rounds, (count) => count + 1),
          (count) => Effect.as(count > 1 ? Deferred.succeed(woken, undefined) : Effect.void, { done: 0 })
        )
    })
    yield* eventually(Ref.get(rounds), (count) => count === 1)
    yield* Effect.ignore(db.transactSystem(Effect.andThen(wakeups.signal(mailOutbox), Effect.fail("rolled back"))))
    yield* eventually(
      Effect.andThen(db.transactSystem(wakeups.signal(mailOutbox)), Deferred.isDone(woken)),
      (done) => done
    )
  })

  // backup-7
  it.effect(
    "while a restored database is held no job runs but those that send nothing; the release lets them go on",
    function* () {
      const system = yield* SystemSql
      yield* asOwner(
        (sql) => sql`
          INSERT INTO platform_holds (id, origin, backup_id, data_of, begun_at, ready_at)
          VALUES (gen_random_uuid(), 'backup', 'backup-20260302T090000Z-00000001', now(), now(), now())`
      )
      const rounds = yield* Ref.make<ReadonlyArray<string>>([])
      const done = (name: string) =>
        Effect.as(
          Ref.update(rounds, (names) => [...names, name]),
          { done: 0 }
        )
      const hold = yield* Effect.provide(JobHold, yield* Layer.build(Layer.fresh(JobHold.layerNoDeps)))
      const node = yield* aNode.pipe(Effect.provideService(JobHold, hold))
      const poll = { _tag: "Work", topic: mailOutbox, poll: "1 hour" } as const
      yield* node.define({ name: "sends", trigger: poll, run: () => done("sends") })
      yield* node.define({
        name: "nightly",
        trigger: { _tag: "Cron", cron: "0 * * * *" },
        run: () => done("nightly")
      })
      yield* node.define({ name: "forgets", trigger: poll, whileHeld: "runs", run: () => done("forgets") })
      yield* eventually(Ref.get(rounds), (names) => names.includes("forgets"))
      yield* TestClock.adjust("1 hour")
      yield* eventually(Ref.get(rounds), (names) => names.length === 2)
      assert.deepStrictEqual(yield* Ref.get(rounds), ["forgets", "forgets"])

      yield* system`UPDATE platform_holds SET released_at = now(), queued = 'sent'`
      yield* Effect.repeat(Effect.all([TestClock.adjust("5 seconds"), system`SELECT 1`, Ref.get(rounds)]), {
        until: ([, , names]) => names.includes("sends")
      })
      assert.isFalse((yield* Ref.get(rounds)).includes("nightly"))
    }
  )

  it.effect("a job runs when the operator says so, and an unknown one is named", function* () {
    const node = yield* aNode
    yield* node.define({
      name: "by-hand",
      trigger: { _tag: "Cron", cron: "0 3 * * *" },
      run: () => Effect.succeed({ purged: 7 })
    })
    assert.deepStrictEqual(yield* node.run("by-hand", undefined), { purged: 7 })
    assert.deepInclude(yield* node.list, { name: "by-hand", trigger: "cron 0 3 * * * UTC" })
    assert.strictEqual((yield* Effect.flip(node.run("nope", undefined))).name, "nope")
  })
})

describe("figures of a round", () => {
  it("a round that did nothing is idle", () => {
    assert.isTrue(isIdle({ sent: 0, failed: 0 }))
    assert.isTrue(isIdle({}))
    assert.isFalse(isIdle({ sent: 0, failed: 1 }))
  })
})
