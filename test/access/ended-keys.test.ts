import { NodeHttpServer } from "@effect/platform-node"
import { assert, layer } from "#test/support/suite"
import { ApiAccess, ApiKeyAuth, Decoding, Requires } from "@svc/contract/kernel/access"
import type { ApiKeyId } from "@svc/contract/kernel/ids"
import { publicSurface } from "@svc/contract/kernel/surfaces"
import { Context, Deferred, Effect, Fiber, Layer, Option, Queue, Schema } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { TestClock } from "effect/testing"
import { once } from "node:events"
import { connect } from "node:net"
import { type RunningCall, RunningCalls } from "#access/running-calls"
import * as ApiKeysDomain from "#organisation/api-keys/index"
import { ApiKeys } from "#organisation/api-keys/service"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { AccessLog } from "#platform/observability/access-log"
import { Db } from "#platform/database/db"
import { TestApp } from "#test/support/TestApp"
import { middlewares } from "#test/support/middlewares"
import { AccessServices, bearer, doors, keyOf, send } from "./support.ts"
import { labelled } from "#test/support/labelled"
import { aMember, asCaller, aSession, aSuperAdmin, type Member } from "#test/support/people"
import { send as sendToApp } from "#test/support/requests"
import { systemSql } from "#test/support/tables"

const invalid = { error: "Invalid or unauthorized API key" }

/** Where a handler has come to, and when it may go on. */
class Steps extends Context.Service<
  Steps,
  { readonly reached: Queue.Queue<void>; readonly released: Queue.Queue<void> }
>()("test/Steps") {
  static readonly layer = Layer.effect(
    Steps,
    Effect.all({ reached: Queue.unbounded<void>(), released: Queue.unbounded<void>() })
  )
}

const pause = Effect.gen(function* () {
  const { reached, released } = yield* Steps
  yield* Queue.offer(reached, undefined)
  yield* Queue.take(released)
})

class SlowProbe extends HttpApiGroup.make("slow-probe")
  .add(
    HttpApiEndpoint.get("read", "/read", { success: Schema.Struct({ ok: Schema.Boolean }) }).annotate(Requires, {
      open: true
    }),
    HttpApiEndpoint.post("pausedBeforeCommit", "/before", { success: Schema.Struct({ ok: Schema.Boolean }) }).annotate(
      Requires,
      { open: true }
    ),
    HttpApiEndpoint.post("pausedAfterCommit", "/after", { success: Schema.Struct({ ok: Schema.Boolean }) }).annotate(
      Requires,
      { open: true }
    )
  )
  .middleware(ApiAccess)
  .middleware(ApiKeyAuth)
  .middleware(Decoding)
  .prefix("/api/v1/slow-probe") {}

const slowApi = publicSurface.add(SlowProbe)
const ok = { ok: true }

const change = Effect.flatMap(Audit, (audit) =>
  audit.record({ action: labelled("probe.changed"), target: auditText`a probe`, details: auditText`` })
)

const handlers = HttpApiBuilder.group(
  slowApi,
  "slow-probe",
  Effect.fn(function* (it) {
    const db = yield* Db
    const services = yield* Effect.context<Steps | Audit>()
    const prepared = <A, E, R>(self: Effect.Effect<A, E, R>) => Effect.provideContext(self, services)
    return it.handleAll({
      read: () => Effect.as(prepared(pause), ok),
      pausedBeforeCommit: () => change.pipe(Effect.andThen(pause), prepared, db.transact, Effect.as(ok)),
      pausedAfterCommit: () => change.pipe(prepared, db.transact, Effect.andThen(prepared(pause)), Effect.as(ok))
    })
  })
)

const SlowSurface = HttpRouter.serve(
  HttpApiBuilder.layer(slowApi).pipe(
    Layer.provide(handlers),
    Layer.provide(middlewares),
    Layer.provide(doors),
    Layer.provide(AccessLog.layerSilent)
  ),
  { disableLogger: true, disableListenLog: true }
).pipe(
  Layer.provideMerge(NodeHttpServer.layerTest),
  Layer.provideMerge(Steps.layer),
  Layer.provideMerge(AccessServices)
)

const aKeyHolder = Effect.gen(function* () {
  const member = yield* aSuperAdmin()
  return { member, apiKeys: yield* ApiKeys, ...(yield* keyOf(member)) }
})

/** Sends the request and waits until its handler has come to its pause. */
const sendUntilPaused = Effect.fnUntraced(function* (key: string, method: "GET" | "POST", path: string) {
  const { reached } = yield* Steps
  const answer = yield* Effect.forkChild(send(method, `/api/v1/slow-probe/${path}`, { headers: bearer(key) }))
  yield* Queue.take(reached)
  return answer
})

const goOn = Effect.flatMap(Steps, ({ released }) => Queue.offer(released, undefined))

const anotherNode = Layer.fresh(ApiKeysDomain.services).pipe(Layer.provide(Layer.fresh(RunningCalls.layer)))

const revokeOnAnotherNode = (id: ApiKeyId, member: Member) =>
  Effect.flatMap(ApiKeys, (apiKeys) => apiKeys.revoke(id)).pipe(
    asCaller(member),
    Effect.provide(anotherNode, { local: true })
  )

const changes = Effect.fnUntraced(function* ({ orgId }: Member) {
  const rows = yield* systemSql<{
    action: string
  }>`SELECT action FROM audit_entries WHERE org_id = ${orgId} ORDER BY seq`
  return rows.map(({ action }) => action).filter((action) => action !== "organization_created")
})

layer(SlowSurface)("calls in flight of a key that ends", (it) => {
  // keys-18: Calls in flight with a secret that ends return 401, and their uncommitted changes are discarded.
  it.status(401, "a read that is under way when its key is revoked, at once, and counted in its usage", function* () {
    const { apiKeys, id, key, member } = yield* aKeyHolder
    const answer = yield* sendUntilPaused(key, "GET", "read")
    yield* apiKeys.revoke(id).pipe(asCaller(member))
    const { body, headers, status } = yield* Fiber.join(answer)
    assert.deepStrictEqual([status, body], [401, invalid])
    assert.property(headers, "x-request-id")
    const [listed] = yield* apiKeys.list.pipe(asCaller(member))
    assert.deepInclude(listed?.usage, { callsTotal7d: 1, errors7d: 1, lastStatus: 401 })
  })

  // keys-18
  it.status(401, "a change that is not yet committed is not made", function* () {
    const { apiKeys, id, key, member } = yield* aKeyHolder
    const answer = yield* sendUntilPaused(key, "POST", "before")
    yield* apiKeys.revoke(id).pipe(asCaller(member))
    const { body, status } = yield* Fiber.join(answer)
    assert.deepStrictEqual([status, body], [401, invalid])
    assert.deepStrictEqual(yield* changes(member), ["api_key.created", "api_key.revoked"])
  })

  it.status(200, "a change that has been committed is answered as it is", function* () {
    const { apiKeys, id, key, member } = yield* aKeyHolder
    const answer = yield* sendUntilPaused(key, "POST", "after")
    yield* apiKeys.revoke(id).pipe(asCaller(member))
    yield* goOn
    const { body, status } = yield* Fiber.join(answer)
    assert.deepStrictEqual([status, body], [200, ok])
    assert.deepStrictEqual(yield* changes(member), ["api_key.created", "probe.changed", "api_key.revoked"])
  })

  it.status(401, "when its creator leaves; another key's call goes on", function* () {
    const { apiKeys, key, member } = yield* aKeyHolder
    const colleague = yield* aMember(member.orgId)
    const other = yield* keyOf(colleague)
    const ending = yield* sendUntilPaused(key, "GET", "read")
    const staying = yield* sendUntilPaused(other.key, "GET", "read")
    yield* apiKeys
      .revokeForCreator(member.userId, "creator left the organization")
      .pipe((yield* Db).transact, asCaller(colleague))
    assert.strictEqual((yield* Fiber.join(ending)).status, 401)
    yield* goOn
    assert.strictEqual((yield* Fiber.join(staying)).status, 200)
  })

  it.status(
    401,
    "with grace 0 the call with the old secret; within a grace it goes on until the next rotation",
    function* () {
      const { apiKeys, id, key, member } = yield* aKeyHolder
      const first = yield* sendUntilPaused(key, "GET", "read")
      const second = yield* apiKeys.rotate(id, "1h").pipe(asCaller(member))
      yield* goOn
      assert.strictEqual((yield* Fiber.join(first)).status, 200)

      const [oldest, old] = [
        yield* sendUntilPaused(key, "GET", "read"),
        yield* sendUntilPaused(second.raw_key, "GET", "read")
      ]
      const third = yield* apiKeys.rotate(id, "1h").pipe(asCaller(member))
      assert.deepStrictEqual((yield* Fiber.join(oldest)).body, invalid)
      const current = yield* sendUntilPaused(third.raw_key, "GET", "read")
      yield* apiKeys.rotate(id, "0").pipe(asCaller(member))
      assert.strictEqual((yield* Fiber.join(old)).status, 401)
      assert.strictEqual((yield* Fiber.join(current)).status, 401)
    }
  )

  it.status(401, "revoked on another node, which tells this one", function* () {
    const { id, key, member } = yield* aKeyHolder
    const answer = yield* sendUntilPaused(key, "GET", "read")
    yield* revokeOnAnotherNode(id, member)
    assert.deepStrictEqual((yield* Fiber.join(answer)).body, invalid)
  })

  // keys-28: A key that another node has revoked commits no change.
  it.status(
    401,
    "a change by a key that another node has revoked is refused by the database, told or not",
    function* () {
      const { id, key, member } = yield* aKeyHolder
      const answer = yield* sendUntilPaused(key, "POST", "before")
      yield* systemSql`UPDATE api_keys SET revoked_at = now() WHERE id = ${id}`
      yield* goOn
      const { body, status } = yield* Fiber.join(answer)
      assert.deepStrictEqual([status, body], [401, invalid])
      assert.deepStrictEqual(yield* changes(member), ["api_key.created"])
    }
  )

  it.effect("a key that ends while it is being looked up is looked up again", function* () {
    const running = yield* RunningCalls
    let lookups = 0
    const lookup = Effect.suspend(() => {
      lookups += 1
      const meanwhile = lookups === 1 ? running.cutOff(() => true) : Effect.void
      return Effect.as(meanwhile, Option.none<RunningCall>())
    })
    yield* running.run({ lookup, call: () => Effect.void, canStop: () => true })
    assert.strictEqual(lookups, 2)
    assert.deepStrictEqual(yield* running.current, [])
  })
})

/** A request of which half the body has been sent; answers with what comes back on the socket. */
const halfSent = Effect.fnUntraced(function* (key: string, body: string) {
  const server = yield* HttpServer.HttpServer
  const address = server.address
  const port = "port" in address ? address.port : 0
  const socket = connect({ host: "127.0.0.1", port })
  yield* Effect.addFinalizer(() => Effect.sync(() => socket.destroy()))
  const chunks: Array<string> = []
  socket.on("data", (chunk: Buffer) => chunks.push(chunk.toString()))
  socket.write(
    `POST /api/v1/offboardings HTTP/1.1\r\nHost: svc.test\r\nAuthorization: Bearer ${key}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`
  )
  return {
    answer: Effect.promise(async () => {
      while (!chunks.join("").includes("\r\n\r\n")) await once(socket, "data")
      return chunks.join("")
    }),
    sendRest: Effect.sync(() => void socket.write(body.slice(10)))
  }
})

const untilRunning = Effect.flatMap(RunningCalls, ({ current }) =>
  Effect.repeat(
    Effect.tap(current, () => Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))),
    { until: (calls) => calls.length > 0 }
  )
)

layer(TestApp)("changes in flight of a key that is revoked", (it) => {
  it.status(401, "while its body is still arriving, once it has come, and nothing is written", function* () {
    const member = yield* aSuperAdmin()
    const { id, key } = yield* keyOf(member, ["offboardings:write"])
    const half = yield* halfSent(key, JSON.stringify({ employee_name: "Ada", exit_date: "2026-04-30" }))
    yield* untilRunning
    const session = yield* aSession(member)
    assert.strictEqual((yield* sendToApp("DELETE", `/api/keys/${id}`, { bearer: session })).status, 200)
    yield* half.sendRest
    const answer = yield* half.answer
    assert.match(answer, /^HTTP\/1\.1 401 /)
    assert.include(answer, JSON.stringify(invalid))
    assert.deepStrictEqual(yield* changes(member), ["api_key.created", "api_key.revoked"])
  })

  it.status(
    401,
    "of many at once, those that are answered 201 were committed before the revocation, no other",
    function* () {
      for (const [round, after] of [0, 2, 8, 1, 5].entries()) {
        // A new minute, for a wrong key counts against its address.
        yield* TestClock.adjust("1 minute")
        const member = yield* aSuperAdmin()
        const { id, key } = yield* keyOf(member, ["offboardings:write"])
        const session = yield* aSession(member)
        let answered = 0
        const enough = yield* Deferred.make<void>()
        const revoking = yield* Effect.forkChild(
          Effect.andThen(
            after === 0 ? Effect.void : Deferred.await(enough),
            Effect.asVoid(round < 3 ? sendToApp("DELETE", `/api/keys/${id}`, { bearer: session }) : Effect.void).pipe(
              Effect.andThen(round < 3 ? Effect.void : revokeOnAnotherNode(id, member))
            )
          )
        )
        const statuses = yield* Effect.forEach(
          Array.from({ length: 18 }, (_, n) => n),
          (n) =>
            sendToApp("POST", "/api/v1/offboardings", {
              bearer: key,
              body: { employee_name: `Person ${n}`, exit_date: "2026-04-30" }
            }).pipe(
              Effect.map(({ status }) => status),
              Effect.tap(() => {
                answered += 1
                return answered === after ? Deferred.succeed(enough, undefined) : Effect.void
              })
            ),
          { concurrency: 8 }
        )
        yield* Fiber.join(revoking)
        assert.isEmpty(statuses.filter((status) => status !== 201 && status !== 401))
        const [made] = yield* systemSql<{
          made: number
        }>`SELECT count(*)::int AS made FROM offboardings WHERE org_id = ${member.orgId}`
        assert.strictEqual(made?.made, statuses.filter((status) => status === 201).length)
        assert.strictEqual((yield* changes(member)).at(-1), "api_key.revoked")
      }
    }
  )
})
