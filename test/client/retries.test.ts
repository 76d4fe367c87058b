import { NodeHttpClient } from "@effect/platform-node"
import { assert, describe, it } from "#test/support/suite"
import { PublicClient } from "@svc/client/public"
import { ServerError, TooManyRequests } from "@svc/contract/kernel/errors"
import { DeliveryId, OffboardingId, WebhookId } from "@svc/contract/kernel/ids"
import { CalendarDate } from "@svc/contract/kernel/dates"
import { EmailAddress } from "@svc/contract/kernel/text"
import { Clock, type Context, Duration, Effect, Layer, Redacted } from "effect"
import { createServer, type ServerResponse } from "node:http"
import { randomUUID } from "node:crypto"
import { listen } from "#test/support/outbound-servers"

type Client = Context.Service.Shape<typeof PublicClient>

/** Answers each request with the next of these, and the last for ever. */
const aServer = Effect.fnUntraced(function* (...answers: ReadonlyArray<(response: ServerResponse) => void>) {
  const asked: Array<string> = []
  const keys: Array<string> = []
  const server = createServer((request, response) => {
    request.resume()
    request.on("end", () => {
      const answer = answers[Math.min(asked.length, answers.length - 1)]
      asked.push(request.method ?? "")
      keys.push(String(request.headers["idempotency-key"] ?? "none"))
      answer?.(response)
    })
  })
  const { port } = yield* listen(server)
  yield* Effect.addFinalizer(() => Effect.sync(() => server.closeAllConnections()))
  const service = PublicClient.layer({ baseUrl: `http://127.0.0.1:${port}`, key: Redacted.make("svc_live_0") })
  const client = yield* Effect.provide(PublicClient, service.pipe(Layer.provide(NodeHttpClient.layerNodeHttp)))
  return { asked, client, keys }
})

const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) => {
  return (response: ServerResponse) => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body))
  }
}
const limited = (headers: Readonly<Record<string, string>> = {}) =>
  json(429, { error: new TooManyRequests().error }, headers)
const broken = json(500, { error: new ServerError().error })
const unavailable = (response: ServerResponse) => void response.writeHead(503).end()
const cut = (response: ServerResponse) => void response.socket?.destroy()
const halfway = (response: ServerResponse) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "100" }).write('{"data":[')
  setImmediate(() => response.socket?.destroy())
}

const meta = { page: 1, limit: 20, total: 0, total_pages: 0, has_next: false }
const noPeople = json(200, { data: [], meta })

const id = OffboardingId.make(randomUUID())
const updated = json(200, {
  id,
  employee_name: "Ada Lovelace",
  status: "notice_period",
  manager_email: null,
  updated_at: "2026-03-02T09:00:00.000Z"
})
const webhookId = WebhookId.make(randomUUID())
const deliveryId = DeliveryId.make(randomUUID())

const page = { page: 1, limit: 20 }
const leaver = { employee_name: "Ada Lovelace", exit_date: CalendarDate.make("2026-03-31") }

const list = (client: Client) => client.employees.list({ query: page })
const move = (client: Client) => client.offboardings.update({ params: { id }, payload: { status: "notice_period" } })
const create = (client: Client) => client.offboardings.create({ payload: leaver })
const createByAddress = (client: Client) =>
  client.offboardings.create({ payload: { ...leaver, employee_email: EmailAddress.make("ada@acme.test") } })
const subscribe = (client: Client) =>
  client.webhooks.create({ payload: { url: "https://hooks.acme.test", events: ["offboarding.created"] } })
const unsubscribe = (client: Client) => client.webhooks.delete({ params: { id: webhookId } })
const redeliver = (client: Client) => client.webhooks.redeliver({ params: { id: webhookId, deliveryId } })

/** A clock on which nobody waits, with what they would have waited, in seconds. */
const aClock = Effect.gen(function* () {
  const waits: Array<number> = []
  const clock = yield* Clock.Clock
  const hasty: Clock.Clock = {
    ...clock,
    currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe(),
    currentTimeNanosUnsafe: () => clock.currentTimeNanosUnsafe(),
    sleep: (duration) => Effect.sync(() => void waits.push(Duration.toSeconds(duration)))
  }
  return { waits, hasty: Effect.provideService(Clock.Clock, hasty) }
})

type Calls = ReadonlyArray<readonly [string, (client: Client) => Effect.Effect<unknown, unknown>]>

const repeatable: Calls = [
  ["a read", list],
  ["PATCH of a status: the same again changes nothing", move],
  ["POST of an offboarding with an address: the 409 with the id guards it", createByAddress],
  ["DELETE of a webhook", unsubscribe],
  ["POST of an offboarding without an address: its idempotency key guards it", create],
  ["POST of a webhook, by its idempotency key", subscribe],
  ["redelivering, by its idempotency key", redeliver]
]

describe("retries of the public client", () => {
  // versions-4
  it.effect.each(repeatable)("5xx or no answer, sent again: %s", function* ([, call]) {
    const { hasty } = yield* aClock
    for (const failure of [broken, unavailable, cut]) {
      const { asked, client } = yield* aServer(failure, failure, json(404, { error: "Webhook not found" }))
      yield* Effect.exit(call(client)).pipe(hasty)
      assert.lengthOf(asked, 3)
    }
  })

  // versions-4
  it.effect("every try of a POST has the same idempotency key, and every POST one of its own", function* () {
    const { hasty } = yield* aClock
    const { client, keys } = yield* aServer(broken, unavailable, json(404, { error: "Webhook not found" }))
    yield* Effect.exit(redeliver(client)).pipe(hasty)
    yield* Effect.exit(redeliver(client)).pipe(hasty)
    yield* Effect.exit(list(client)).pipe(hasty)
    assert.lengthOf(keys, 5)
    assert.lengthOf(new Set(keys.slice(0, 3)), 1)
    assert.match(String(keys[0]), /^[0-9a-f-]{36}$/)
    assert.notStrictEqual(keys[3], keys[0])
    assert.strictEqual(keys[4], "none")
  })

  // versions-4: The public client waits for a 429 and repeats what is safe to repeat, a POST under one idempotency key.
  it.effect.each(repeatable)("429, sent again, for nothing was done: %s", function* ([, call]) {
    const { hasty, waits } = yield* aClock
    const { asked, client } = yield* aServer(limited(), limited(), json(402, { error: "none" }))
    yield* Effect.exit(call(client)).pipe(hasty)
    assert.lengthOf(asked, 3)
    assert.lengthOf(waits, 2)
  })

  it.effect("an answer that breaks off is none: the read is sent again", function* () {
    const { hasty } = yield* aClock
    const { asked, client } = yield* aServer(halfway, noPeople)
    assert.deepStrictEqual((yield* hasty(list(client))).data, [])
    assert.lengthOf(asked, 2)
  })

  it.effect("the answer that comes in the end is the call's", function* () {
    const { hasty } = yield* aClock
    const { client } = yield* aServer(unavailable, limited(), updated)
    assert.strictEqual((yield* hasty(move(client))).status, "notice_period")
  })

  it.effect("bounded: after 10 tries of 429 and 5 of the others the last answer fails the call", function* () {
    const { hasty } = yield* aClock
    const busy = yield* aServer(limited())
    assert.instanceOf(yield* Effect.flip(hasty(list(busy.client))), TooManyRequests)
    assert.lengthOf(busy.asked, 10)
    const down = yield* aServer(broken)
    assert.instanceOf(yield* Effect.flip(hasty(list(down.client))), ServerError)
    assert.lengthOf(down.asked, 5)
  })

  it.effect(
    "waits grow twofold from half a second up to 20 seconds, with a fifth of chance; 429 outlasts a minute",
    function* () {
      const { hasty, waits } = yield* aClock
      const { client } = yield* aServer(limited())
      yield* Effect.flip(hasty(list(client)))
      const expected = [0.5, 1, 2, 4, 8, 16, 20, 20, 20]
      assert.lengthOf(waits, expected.length)
      for (const [index, seconds] of expected.entries()) {
        assert.isAtLeast(waits[index] ?? 0, seconds * 0.8)
        assert.isAtMost(waits[index] ?? 0, seconds * 1.2)
      }
      assert.isAbove(
        expected.reduce((sum, seconds) => sum + seconds * 0.8),
        60
      )
    }
  )

  it.effect("Retry-After is honoured, in seconds or as a date", function* () {
    const { hasty, waits } = yield* aClock
    // TestClock begins at 0.
    const date = new Date(45_000).toUTCString()
    const { client } = yield* aServer(limited({ "retry-after": "30" }), limited({ "retry-after": date }), noPeople)
    yield* hasty(list(client))
    assert.deepStrictEqual(waits, [30, 45])
  })

  it.effect("who asks for more than two minutes is not waited for", function* () {
    const { hasty, waits } = yield* aClock
    const { asked, client } = yield* aServer(limited({ "retry-after": "900" }))
    assert.instanceOf(yield* Effect.flip(hasty(list(client))), TooManyRequests)
    assert.lengthOf(asked, 1)
    assert.deepStrictEqual(waits, [])
  })

  it.effect("other refusals are the answer at once", function* () {
    const { asked, client } = yield* aServer(json(401, { error: "Invalid or unauthorized API key" }))
    yield* Effect.flip(list(client))
    assert.lengthOf(asked, 1)
  })
})
