import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "#test/support/suite"
import { Clock, Context, Duration, Effect, Fiber, Layer, Logger, Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { databaseLayer } from "#platform/database/connections"
import { randomUUID } from "node:crypto"
import { bodyOf, pathOf } from "#test/support/route-cards"
import { contractRoutes } from "#test/support/contract-routes"
import { DatabaseAddress, freshDatabase } from "#test/support/database"
import { aDatabaseProxy, type DatabaseProxy } from "#test/support/database-proxy"
import { testAppOver } from "#test/support/TestApp"
import { aKey, aSession, aSuperAdmin } from "#test/support/people"
import { send } from "#test/support/requests"

class Proxy extends Context.Service<Proxy, DatabaseProxy>()("test/DatabaseProxy") {}

const ProxiedDatabase = Layer.unwrap(
  Effect.gen(function* () {
    const address = yield* freshDatabase
    const url = new URL(Redacted.value(address))
    const proxy = yield* aDatabaseProxy({ host: url.hostname, port: Number(url.port) })
    url.host = `127.0.0.1:${proxy.port}`
    return Layer.mergeAll(
      databaseLayer({ url: Redacted.make(url.toString()), maxConnections: 6, answerTimeout: Duration.millis(500) }),
      Layer.succeed(DatabaseAddress, address),
      Layer.succeed(Proxy, proxy)
    )
  })
)

const logged: Array<string> = []
const Logging = Logger.layer([
  Logger.make<unknown, void>(
    ({ message }) =>
      void logged.push(
        [message]
          .flat()
          .map((part) => (typeof part === "string" ? part : JSON.stringify(part)))
          .join(" ")
      )
  )
])

const operator = "the-operator-token-of-all-the-tests"

const rpc = (tag: string) =>
  send("POST", "/rpc", {
    bearer: operator,
    body: `${JSON.stringify({ _tag: "Request", id: "1", tag, payload: null, headers: [] })}\n`
  })

const sentence = "The service is unavailable for a moment. Please try again"

/** A connection of the test's own, past the proxy. */
const directly = Effect.flatMap(DatabaseAddress, (url) => PgClient.makeClient({ url })).pipe(
  Effect.provide(Reactivity.layer),
  Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
)

const live = Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())

/** A Super Admin and their session: a connection that the test before ended is noticed by the statement that meets it. */
const signedIn = Effect.retry(
  Effect.flatMap(aSuperAdmin(), (member) => Effect.map(aSession(member), (session) => ({ member, session }))),
  { times: 20 }
)

const answersAgain = <E, R>(call: Effect.Effect<{ readonly status: number }, E, R>) =>
  call.pipe(Effect.repeat({ until: ({ status }) => status === 200, times: 100 }))

layer(testAppOver(ProxiedDatabase).pipe(Layer.provideMerge(Logging)), { timeout: "120 seconds" })(
  "while the database is away",
  (it) => {
    // surfaces-1
    it.status(503, "with Retry-After on every surface, in its own shape, and each works when it is back", function* () {
      const proxy = yield* Proxy
      const { member, session } = yield* signedIn
      const key = yield* aKey(member)
      const setUp = yield* send("POST", "/api/integrations/scim/setup", { bearer: session, body: { mode: "compat" } })
      const token = /"token":"([^"]+)"/.exec(setUp.text)?.[1] ?? ""
      const calls = [
        ["public", send("GET", "/api/v1/offboardings", { bearer: key })],
        ["app", send("GET", "/api/auth/me", { bearer: session })],
        ["scim", send("GET", "/scim/v2/Users", { bearer: token })],
        ["rpc", rpc("organisations.list")]
      ] as const
      for (const [surface, call] of calls) assert.strictEqual((yield* call).status, 200, surface)
      const login = send("POST", "/api/auth/login", {
        body: { email: member.email, password: "wrong horse battery" }
      })
      const page = send("GET", `/portal/${"A".repeat(43)}`)
      assert.strictEqual((yield* login).status, 401)
      assert.strictEqual((yield* page).status, 404)

      yield* proxy.whileCut(
        Effect.gen(function* () {
          for (const [surface, call] of [...calls, ["login", login] as const, ["page", page] as const]) {
            const answer = yield* call
            assert.strictEqual(answer.status, 503, `${surface}: ${answer.text}`)
            assert.strictEqual(answer.headers["retry-after"], "5", surface)
            const body =
              surface === "scim"
                ? { schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"], status: "503", detail: sentence }
                : { error: sentence }
            assert.deepStrictEqual(answer.body, body, surface)
          }
          assert.include(logged, 'operator command failed {"command":"organisations.list"}')
          const ready = yield* send("GET", "/health/ready")
          assert.deepStrictEqual([ready.status, ready.body], [503, { status: "unavailable", reason: "database" }])
          assert.strictEqual((yield* send("GET", "/health/live")).status, 200)
        })
      )
      for (const [, call] of calls) yield* answersAgain(call)
      assert.strictEqual((yield* login).status, 401)
      assert.strictEqual((yield* page).status, 404)
    })

    // surfaces-2: While the database is away it is 503 with `Retry-After`, never 500.
    it.status(503, "no route of the contract answers 500", function* () {
      const proxy = yield* Proxy
      const { member, session } = yield* signedIn
      const key = yield* aKey(member)
      const walk = Effect.forEach(
        contractRoutes,
        (route) =>
          Effect.gen(function* () {
            const answer = yield* send(route.method, pathOf(route), {
              bearer: route.surface === "public" ? key : session,
              body: bodyOf(route)
            })
            assert.notStrictEqual(answer.status, 500, `${route.name}: ${answer.text}`)
            if (route.middlewares.some((one) => one === "svc/SessionAuth" || one === "svc/ApiKeyAuth")) {
              assert.strictEqual(answer.status, 503, `${route.name}: ${answer.text}`)
            }
          }),
        { discard: true }
      )
      yield* proxy.whileCut(walk)
      yield* answersAgain(send("GET", "/api/auth/me", { bearer: session }))
    })

    it.effect(
      "connections that an administrator ends in the middle of requests answer 503 or are not noticed",
      function* () {
        const { member, session } = yield* signedIn
        const key = yield* aKey(member)
        const admin = yield* directly
        const seen = new Set<number>()
        const busy = <E, R>(call: Effect.Effect<{ readonly status: number }, E, R>) =>
          call.pipe(
            Effect.tap(({ status }) => Effect.sync(() => void seen.add(status))),
            Effect.repeat({ times: 60 })
          )
        const create = Effect.suspend(() =>
          send("POST", "/api/employees", {
            bearer: session,
            body: { employee_name: "Ada", employee_email: `${randomUUID()}@acme.test`, exit_date: "2026-04-30" }
          })
        )
        const work = yield* Effect.forkChild(
          Effect.all([busy(create), busy(create), busy(send("GET", "/api/v1/employees", { bearer: key }))], {
            concurrency: "unbounded",
            discard: true
          })
        )
        yield* admin`
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`.pipe(
          Effect.andThen(Effect.yieldNow),
          Effect.repeat({ until: () => work.pollUnsafe() !== undefined })
        )
        yield* Fiber.join(work)
        assert.isEmpty([...seen].filter((status) => ![200, 201, 429, 503].includes(status)))
        assert.isTrue(seen.has(503))
        yield* answersAgain(send("GET", "/api/auth/me", { bearer: session }))
      }
    )

    // surfaces-2
    // surfaces-9: When the outcome of a COMMIT is not known, the 503 says that.
    it.effect("a COMMIT that was sent and not answered: 503 says so, and nothing is done twice", function* () {
      const proxy = yield* Proxy
      const { session } = yield* signedIn
      const email = `${randomUUID()}@acme.test`
      // A connection says COMMIT by its text once only: later ones name the prepared statement.
      yield* proxy.whileCut(Effect.void)
      yield* answersAgain(send("GET", "/api/auth/me", { bearer: session }))
      proxy.cutAfter("COMMIT")
      const answer = yield* send("POST", "/api/employees", {
        bearer: session,
        body: { employee_name: "Ada", employee_email: email, exit_date: "2026-04-30" }
      })
      assert.strictEqual(answer.status, 503, answer.text)
      assert.deepStrictEqual(answer.body, {
        error: "The database did not confirm whether the change was saved. Check before you try again"
      })
      const admin = yield* directly
      const made = yield* admin`SELECT id FROM offboardings WHERE employee_email = ${email}`.pipe(
        Effect.repeat({ until: (rows) => rows.length > 0, times: 1000 })
      )
      assert.lengthOf(made, 1)
    })

    // surfaces-2
    it.status(
      503,
      "within the bound when it takes connections and answers nothing, and each works when it answers",
      function* () {
        const proxy = yield* Proxy
        const { member, session } = yield* signedIn
        const key = yield* aKey(member)
        const create = Effect.suspend(() =>
          send("POST", "/api/employees", {
            bearer: session,
            body: { employee_name: "Ada", employee_email: `${randomUUID()}@acme.test`, exit_date: "2026-04-30" }
          })
        )
        const read = send("GET", "/api/v1/employees", { bearer: key })
        assert.deepStrictEqual([(yield* create).status, (yield* read).status], [201, 200])
        const crowd = Effect.forEach(
          Array.from({ length: 200 }, (_, index) => index),
          (index) => (index % 3 === 0 ? create : read),
          { concurrency: "unbounded" }
        )
        yield* proxy.whileSilent(
          Effect.gen(function* () {
            const [asked, answers] = yield* Effect.timed(crowd).pipe(live)
            assert.deepStrictEqual([...new Set(answers.map(({ status }) => status))], [503])
            assert.isBelow(Duration.toSeconds(asked), 5)
            const ready = yield* send("GET", "/health/ready")
            assert.deepStrictEqual([ready.status, ready.body], [503, { status: "unavailable", reason: "database" }])
            const [again] = yield* Effect.timed(crowd).pipe(live)
            assert.isBelow(Duration.toSeconds(again), 3)
          })
        )
        yield* answersAgain(send("GET", "/health/ready").pipe(Effect.delay("100 millis"), live))
        assert.deepStrictEqual([(yield* create).status, (yield* read).status], [201, 200])
        assert.include(logged.join("\n"), "database available again")
      }
    )

    // surfaces-2
    it.effect("a COMMIT that a silent database got: 503 says that it is not known, and it is done once", function* () {
      const proxy = yield* Proxy
      const { session } = yield* signedIn
      const email = `${randomUUID()}@acme.test`
      yield* proxy.whileCut(Effect.void)
      yield* answersAgain(send("GET", "/api/auth/me", { bearer: session }))
      proxy.silentAfter("COMMIT")
      const create = send("POST", "/api/employees", {
        bearer: session,
        body: { employee_name: "Ada", employee_email: email, exit_date: "2026-04-30" }
      })
      const answer = yield* create
      yield* proxy.whileSilent(Effect.void)
      assert.strictEqual(answer.status, 503, answer.text)
      assert.include(answer.text, "did not confirm whether the change was saved")
      yield* answersAgain(send("GET", "/health/ready").pipe(Effect.delay("100 millis"), live))
      const admin = yield* directly
      const made = yield* admin`SELECT id FROM offboardings WHERE employee_email = ${email}`.pipe(
        Effect.repeat({ until: (rows) => rows.length > 0, times: 1000 })
      )
      assert.lengthOf(made, 1)
    })
  }
)
