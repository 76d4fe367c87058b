import { assert, layer } from "#test/support/suite"
import { CalendarDate } from "@svc/contract/kernel/dates"
import type { DeliveryId, WebhookId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Deferred, Effect, Layer, Redacted, Schedule, Schema } from "effect"
import { randomUUID } from "node:crypto"
import { createServer, type IncomingHttpHeaders } from "node:http"
import { signerOf } from "#outgoing/webhooks/signature"
import { type Client, clientOf } from "#test/client/support"
import { contractRoutes } from "#test/support/contract-routes"
import { listen } from "#test/support/outbound-servers"
import { aServiceProcess, type ServiceProcess } from "#test/support/service-process"
import { LiveServices } from "#test/support/TestApp"
import { aKey, aSession, aSuperAdmin } from "#test/support/people"
import { exampleReceivers } from "./verifiers.ts"

type Example = (typeof exampleReceivers)[number][1]

interface Request {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Sends it on with the headers that count; answers the status. */
const forward = async (url: string, { body, headers }: Request) => {
  const counting = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    if (name.startsWith("webhook-") || name.startsWith("x-svc-")) counting.set(name, String(value))
  }
  return (await fetch(url, { method: "POST", headers: counting, body })).status
}

const post = (url: string, request: Request) => Effect.promise(() => forward(url, request))

/** The example as a running server, and the events that it handed on. */
const running = Effect.fnUntraced(function* ({ receiver }: Example, secret: string) {
  const handled: Array<unknown> = []
  const { port } = yield* listen(receiver(secret, (event) => void handled.push(event)))
  return { url: `http://127.0.0.1:${port}`, handled }
})

/** What stands in front of a receiver and ends TLS in earnest; it may lose an answer. */
const aProxy = Effect.gen(function* () {
  const passed: Array<Request> = []
  const answers: Array<number> = []
  const state = { target: "", losesAnswer: false }
  const first = yield* Deferred.make<Request>()
  const server = createServer(async (request, response) => {
    const chunks: Array<Uint8Array> = []
    for await (const chunk of request) chunks.push(chunk)
    const one = { headers: request.headers, body: Buffer.concat(chunks).toString() }
    const status = await forward(state.target, one)
    passed.push(one)
    answers.push(status)
    response.writeHead(state.losesAnswer ? 502 : status).end()
    Deferred.doneUnsafe(first, Effect.succeed(one))
  })
  const { port } = yield* listen(server)
  yield* Effect.addFinalizer(() => Effect.sync(() => server.closeAllConnections()))
  return { url: `http://127.0.0.1:${port}/hooks`, passed, answers, state, first: Deferred.await(first) }
})

// The calls of a key are counted: a slow machine must not use them up by asking.
const soon = Schedule.spaced("250 millis")

const untilStatus = (client: Client, id: WebhookId, deliveryId: DeliveryId, status: string) =>
  client.webhooks.getDelivery({ params: { id, deliveryId } }).pipe(
    Effect.filterOrFail((delivery) => delivery.status === status),
    Effect.retry(soon)
  )

const newest = (client: Client, id: WebhookId, count: number) =>
  client.webhooks.listDeliveries({ params: { id }, query: { page: 1, limit: 20 } }).pipe(
    Effect.flatMap(({ data, meta }) =>
      meta.total === count && data[0] ? Effect.succeed(data[0]) : Effect.fail("not yet")
    ),
    Effect.retry(soon)
  )

const aCustomer = Effect.fnUntraced(function* (baseUrl: string) {
  const member = yield* aSuperAdmin()
  return { member, client: yield* clientOf(baseUrl, yield* aKey(member)) }
})

const leave = (client: Client) =>
  client.offboardings.create({
    payload: { employee_name: `Ada ${randomUUID().slice(0, 8)}`, exit_date: CalendarDate.make("2099-03-31") }
  })

const rotates = contractRoutes.some(({ name }) => name === "POST /api/webhooks/{id}/rotate-secret")
const readSecret = Schema.decodeUnknownPromise(Schema.Struct({ secret: Schema.String }))

/** One process for all examples: each has an organisation of its own. */
class TheService extends Context.Service<TheService, ServiceProcess>()("test/TheService") {
  static readonly layer = Layer.effect(TheService, aServiceProcess())
}

const WithService = TheService.layer.pipe(Layer.provideMerge(LiveServices))

layer(WithService, { excludeTestServices: true })("the example receivers", (it) => {
  for (const [name, example] of exampleReceivers) {
    it.effect(`${name}: takes what is genuine, once, and refuses the rest`, function* () {
      const { baseUrl } = yield* TheService
      const { client } = yield* aCustomer(baseUrl)
      const proxy = yield* aProxy
      const { id, secret: redacted } = yield* client.webhooks.create({
        payload: { url: proxy.url, events: ["offboarding.created"] }
      })
      const secret = Redacted.value(redacted)
      const mine = yield* running(example, secret)
      proxy.state.target = mine.url

      // Genuine, with an answer that gets lost; the same delivery comes again and is not acted upon twice.
      proxy.state.losesAnswer = true
      const { employee_name, id: offboardingId } = yield* leave(client)
      const genuine = yield* proxy.first
      assert.deepStrictEqual(proxy.answers, [200])
      const delivery = yield* newest(client, id, 1)
      yield* untilStatus(client, id, delivery.id, "failed")
      proxy.state.losesAnswer = false
      yield* client.webhooks.redeliver({ params: { id, deliveryId: delivery.id } })
      yield* untilStatus(client, id, delivery.id, "delivered")
      assert.deepStrictEqual(proxy.answers, [200, 200])
      assert.deepStrictEqual(
        proxy.passed.map(({ headers }) => headers["x-svc-delivery"]),
        [delivery.id, delivery.id]
      )
      assert.lengthOf(mine.handled, 1)
      assert.deepInclude(mine.handled[0], {
        event: "offboarding.created",
        data: { offboardingId, employeeName: employee_name, source: "api" }
      })

      // Forged.
      assert.strictEqual(yield* post(mine.url, { ...genuine, body: genuine.body.replace("Ada", "Eve") }), 401)
      assert.strictEqual(yield* post(mine.url, { ...genuine, headers: {} }), 401)
      const other = yield* running(example, `whsec_${"0b".repeat(32)}`)
      assert.strictEqual(yield* post(other.url, genuine), 401)
      assert.deepStrictEqual([mine.handled.length, other.handled.length], [1, 0])

      // A replay of what was signed ten minutes ago: only the signature of Standard Webhooks says when.
      const sentAt = DateTime.subtract(yield* DateTime.now, { minutes: 10 })
      const old = signerOf(redacted).headersOf({
        id: delivery.id,
        event: delivery.event,
        sentAt,
        body: genuine.body
      })
      const again = yield* running(example, secret)
      assert.strictEqual(
        yield* post(again.url, { body: genuine.body, headers: old }),
        name === "standardwebhooks" ? 401 : 200
      )
    })

    it.effect.skipIf(!rotates)(`${name}: after a rotation the old secret is refused and the new one takes`, () =>
      Effect.gen(function* () {
        const { baseUrl } = yield* TheService
        const { client, member } = yield* aCustomer(baseUrl)
        const proxy = yield* aProxy
        const { id, secret } = yield* client.webhooks.create({
          payload: { url: proxy.url, events: ["offboarding.created"] }
        })
        const session = yield* aSession(member)
        const rotated = yield* Effect.promise(async () => {
          const url = `${baseUrl}/api/webhooks/${id}/rotate-secret`
          const answer = await fetch(url, { method: "POST", headers: { authorization: `Bearer ${session}` } })
          return readSecret(await answer.json())
        })
        const before = yield* running(example, Redacted.value(secret))
        const after = yield* running(example, rotated.secret)

        proxy.state.target = before.url
        yield* leave(client)
        const refused = yield* newest(client, id, 1)
        yield* untilStatus(client, id, refused.id, "failed")
        proxy.state.target = after.url
        yield* client.webhooks.redeliver({ params: { id, deliveryId: refused.id } })
        yield* untilStatus(client, id, refused.id, "delivered")
        assert.deepStrictEqual(proxy.answers, [401, 200])
        assert.deepStrictEqual([before.handled.length, after.handled.length], [0, 1])
      }).pipe(Effect.scoped)
    )
  }
})
