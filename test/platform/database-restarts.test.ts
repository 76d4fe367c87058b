import { assert, layer } from "#test/support/suite"
import { Clock, Context, Effect, Exit, Fiber, FileSystem, Layer, Logger, Schedule, Scope } from "effect"
import { PgClient } from "@effect/sql-pg"
import { NodeServices } from "@effect/platform-node"
import { Reactivity } from "effect/reactivity"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { chmodSync, existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { databaseLayer } from "#platform/database/connections"
import { migrate } from "#platform/database/migrations"
import { causeText } from "#platform/observability/cause-text"
import { EmbeddedPostgres } from "#platform/embedded-postgres/server"
import { DatabaseAddress } from "#test/support/database"
import { operatorToken, testAppOver } from "#test/support/TestApp"
import { aKey, aSession, aSuperAdmin } from "#test/support/people"
import { send, type Sent } from "#test/support/requests"

interface OwnServer {
  /** The number of the postmaster's process. */
  readonly pid: () => number
  /** Starts it again where it ended; its address stays. */
  readonly again: Effect.Effect<void>
}

class Server extends Context.Service<Server, OwnServer>()("test/OwnServer") {}

const live = Effect.provide(NodeServices.layer)

/** A PostgreSQL of this suite's own, for it is killed; it keeps what it wrote, unlike the one of the other suites. */
const OwnDatabase = Layer.unwrap(
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const dataDir = yield* fs.makeTempDirectoryScoped({ prefix: "svc-restarts-" })
    chmodSync(dataDir, 0o755)
    const scope = yield* Scope.Scope
    const start = Effect.gen(function* () {
      const own = yield* Scope.make()
      yield* Scope.addFinalizer(scope, Scope.close(own, Exit.void))
      return yield* Scope.provide(
        EmbeddedPostgres.start({ dataDir, settings: { fsync: "off", full_page_writes: "off" } }),
        own
      )
    }).pipe(live, Effect.orDie)
    const { url } = yield* start
    yield* migrate({ url }).pipe(live)
    const pidFile = join(dataDir, "postgres", "data", "postmaster.pid")
    return Layer.mergeAll(
      databaseLayer({ url, maxConnections: 6 }),
      Layer.succeed(DatabaseAddress, url),
      Layer.succeed(Server, {
        pid: () => (existsSync(pidFile) ? Number.parseInt(readFileSync(pidFile, "utf8"), 10) : 0),
        again: Effect.asVoid(start)
      })
    )
  })
).pipe(Layer.provide(NodeServices.layer))

const alive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const polling = Schedule.spaced("10 millis")

/** Until the process is gone. */
const gone = (pid: number) =>
  TestClock.withLive(
    Effect.repeat(
      Effect.sync(() => alive(pid)),
      { schedule: polling, while: (lives) => lives }
    )
  )

/** A connection of the test's own, as the superuser. */
const superuser = Effect.flatMap(DatabaseAddress, (url) => PgClient.makeClient({ url })).pipe(
  Effect.provide(Reactivity.layer),
  Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
)

const asSuperuser = (statement: string) =>
  Effect.scoped(Effect.flatMap(superuser, (sql) => sql.unsafe<{ readonly pid: number }>(statement)))

const ofTheService = "FROM pg_stat_activity WHERE application_name LIKE 'offboarding-service/%'"

/** What happens to a server, by its usual name, and what makes it happen while requests are under way. */
const blows = [
  ["the server restarts (fast shutdown)", "SIGINT"],
  ["the server is stopped at once (immediate shutdown)", "SIGQUIT"],
  ["the server is killed", "SIGKILL"]
] as const

const logged: Array<string> = []
const Logging = Logger.layer([
  Logger.make<unknown, void>(({ cause }) => void (cause.reasons.length > 0 && logged.push(causeText(cause))))
])

layer(testAppOver(OwnDatabase).pipe(Layer.provideMerge(Logging)), { timeout: "180 seconds" })(
  "requests under way while PostgreSQL goes down",
  (it) => {
    /** Calls on every surface, round after round until told to stop; every answer is looked at. */
    const traffic = Effect.fnUntraced(function* () {
      const member = yield* aSuperAdmin()
      const [session, key] = [yield* aSession(member), yield* aKey(member)]
      const setUp = yield* send("POST", "/api/integrations/scim/setup", { bearer: session, body: { mode: "compat" } })
      const token = /"token":"([^"]+)"/.exec(setUp.text)?.[1] ?? ""
      const made: Array<string> = []
      const unavailable = new Set<string>()
      const wrong: Array<string> = []
      const asked = Effect.fnUntraced(function* <E, R>(surface: string, call: Effect.Effect<Sent, E, R>) {
        const answer = yield* call
        const inShape = surface === "scim" ? answer.text.includes('"status":"503"') : answer.text.includes('{"error":')
        if (answer.status === 503 && answer.headers["retry-after"] === "5" && inShape) unavailable.add(surface)
        else if (answer.status >= 500) wrong.push(`${surface}: ${answer.status} ${answer.text}`)
        return answer.status
      })
      const employee = () => ({
        employee_name: "Ada",
        employee_email: `${randomUUID()}@acme.test`,
        exit_date: "2026-04-30"
      })
      const create = Effect.suspend(() => {
        const body = employee()
        return Effect.tap(asked("app", send("POST", "/api/employees", { bearer: session, body })), (status) =>
          Effect.sync(() => (status === 201 ? void made.push(body.employee_email) : undefined))
        )
      })
      const rpc = `${JSON.stringify({ _tag: "Request", id: "1", tag: "organisations.list", payload: null, headers: [] })}\n`
      const scim = { bearer: token, headers: { "content-type": "application/scim+json" } }
      const callers = [
        create,
        create,
        create,
        asked("app", send("GET", "/api/employees", { bearer: session })),
        asked("public", send("GET", "/api/v1/offboardings", { bearer: key })),
        Effect.suspend(() => asked("public", send("POST", "/api/v1/offboardings", { bearer: key, body: employee() }))),
        asked("scim", send("GET", "/scim/v2/Users", scim)),
        Effect.suspend(() =>
          asked(
            "scim",
            send("POST", "/scim/v2/Users", {
              ...scim,
              body: {
                schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
                userName: `${randomUUID()}@acme.test`,
                active: true
              }
            })
          )
        ),
        asked("rpc", send("POST", "/rpc", { bearer: operatorToken, body: rpc })),
        asked("page", send("GET", `/portal/${"A".repeat(43)}`))
      ]
      let going = true
      const rounds = yield* Effect.forkChild(
        Effect.forEach(callers, (call) => Effect.repeat(call, { while: () => going }), {
          concurrency: "unbounded",
          discard: true
        })
      )
      /** Ends when everything works again; answers what was seen. */
      const end = Effect.gen(function* () {
        going = false
        yield* Fiber.join(rounds)
        yield* TestClock.adjust("2 minutes")
        const [fresh, freshKey] = [yield* aSession(member), yield* aKey(member)]
        for (const [surface, call] of [
          ["app", send("GET", "/api/employees", { bearer: fresh })],
          ["public", send("GET", "/api/v1/offboardings", { bearer: freshKey })],
          ["scim", send("GET", "/scim/v2/Users", scim)],
          ["rpc", send("POST", "/rpc", { bearer: operatorToken, body: rpc })],
          ["ready", send("GET", "/health/ready")]
        ] as const) {
          assert.strictEqual((yield* call).status, 200, surface)
        }
        return { made, unavailable, wrong }
      })
      return { end, made, unavailable }
    })

    const ready = TestClock.withLive(
      Effect.repeat(Effect.orDie(send("GET", "/health/ready")), {
        schedule: polling,
        until: ({ status }) => status === 200
      })
    )

    const kept = Effect.fnUntraced(function* (made: ReadonlyArray<string>) {
      assert.isAbove(made.length, 0)
      for (const email of made) {
        const rows = yield* asSuperuser(`SELECT 1 AS pid FROM offboardings WHERE employee_email = '${email}'`)
        assert.lengthOf(rows, 1, email)
      }
    })

    it.status.each(blows)(
      503,
      "with Retry-After on every surface and never 500, and what was confirmed is there once: %s",
      function* ([, signal]) {
        const server = yield* Server
        const { end, made } = yield* traffic()
        yield* Effect.repeat(Effect.yieldNow, { until: () => made.length >= 3 })
        const pid = server.pid()
        process.kill(pid, signal)
        yield* gone(pid)
        yield* server.again
        yield* ready
        const seen = yield* end
        assert.deepStrictEqual(seen.wrong, [])
        assert.deepStrictEqual([...seen.unavailable].toSorted(), ["app", "page", "public", "rpc", "scim"])
        yield* kept(seen.made)
      }
    )

    // surfaces-2
    it.status(
      503,
      "and never 500 while the server recovers from the crash of one of its sessions (57P02, 57P03)",
      function* () {
        const { end, made } = yield* traffic()
        yield* Effect.repeat(Effect.yieldNow, { until: () => made.length >= 3 })
        const [victim] = yield* asSuperuser(`SELECT pid ${ofTheService} LIMIT 1`)
        process.kill(victim?.pid ?? 0, "SIGKILL")
        yield* gone(victim?.pid ?? 0)
        yield* ready
        const seen = yield* end
        assert.deepStrictEqual(seen.wrong, [])
        assert.isAbove(seen.unavailable.size, 0)
        yield* kept(seen.made)
      }
    )

    // surfaces-2
    it.status(
      503,
      "and never 500 for a statement that the server cuts short, as its time-out does (57014)",
      function* () {
        const { end, made, unavailable } = yield* traffic()
        yield* Effect.repeat(Effect.yieldNow, { until: () => made.length >= 3 })
        const sql = yield* superuser
        const cancel = sql.unsafe(`SELECT pg_cancel_backend(pid) ${ofTheService} AND state = 'active'`)
        yield* Effect.repeat(cancel, { while: () => unavailable.size < 3, times: 2000 })
        const seen = yield* end
        assert.deepStrictEqual(seen.wrong, [])
        assert.isAbove(seen.unavailable.size, 0)
        yield* kept(seen.made)
      }
    )

    // surfaces-2
    it.status(503, "while everybody waits for a lock (55P03), and for whom no connection is free", function* () {
      const session = yield* aSession(yield* aSuperAdmin())
      const holder = yield* superuser
      const scope = yield* Scope.make()
      const held = yield* Scope.provide(holder.reserve, scope)
      yield* held.execute("BEGIN", [], undefined)
      yield* held.execute("SELECT FROM audit_heads FOR UPDATE", [], undefined)
      const create = Effect.suspend(() =>
        send("POST", "/api/employees", {
          bearer: session,
          body: { employee_name: "Ada", employee_email: `${randomUUID()}@acme.test`, exit_date: "2026-04-30" }
        })
      )
      // Six have a connection and wait for the head of the log, six wait for those, and for the last six it takes too long.
      const all = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 18 }, () => create),
          { concurrency: 18 }
        )
      )
      const said = (text: string) =>
        TestClock.withLive(
          Effect.repeat(Effect.void, { schedule: polling, until: () => logged.some((line) => line.includes(text)) })
        )
      yield* said("canceling statement due to lock timeout")
      yield* said("No connection to the database was free within 15 seconds")
      yield* held.execute("ROLLBACK", [], undefined)
      yield* Scope.close(scope, Exit.void)
      for (const answer of yield* Fiber.join(all)) {
        assert.include([201, 503], answer.status, answer.text)
        if (answer.status === 503) assert.strictEqual(answer.headers["retry-after"], "5")
      }
      assert.strictEqual((yield* create).status, 201)
    })

    // surfaces-2
    it.status(
      503,
      "and never 500 from a server that only reads, as one does that another has replaced (25006)",
      function* () {
        const member = yield* aSuperAdmin()
        const session = yield* aSession(member)
        const body = { employee_name: "Ada", employee_email: `${randomUUID()}@acme.test`, exit_date: "2026-04-30" }
        const create = send("POST", "/api/employees", { bearer: session, body })
        const reload = (change: string) =>
          Effect.andThen(asSuperuser(`ALTER SYSTEM ${change}`), asSuperuser("SELECT 0 AS pid, pg_reload_conf()"))
        yield* reload("SET default_transaction_read_only = on")
        const refused = yield* TestClock.withLive(
          Effect.repeat(create, { schedule: polling, until: ({ status }) => status !== 201 })
        )
        assert.deepStrictEqual([refused.status, refused.headers["retry-after"]], [503, "5"], refused.text)
        yield* reload("RESET default_transaction_read_only")
        yield* TestClock.withLive(
          Effect.repeat(
            Effect.suspend(() =>
              send("POST", "/api/employees", {
                bearer: session,
                body: { ...body, employee_email: `${randomUUID()}@acme.test` }
              })
            ),
            { schedule: polling, until: ({ status }) => status === 201 }
          )
        )
      }
    )
  }
)
