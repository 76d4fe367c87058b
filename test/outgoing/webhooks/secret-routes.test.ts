import { assert, layer } from "#test/support/suite"
import { RotatedWebhookSecret } from "@svc/contract/webhooks/schema"
import { DateTime, Effect, Fiber, Redacted, Schema } from "effect"
import { TestClock } from "effect/testing"
import { createHmac, randomUUID } from "node:crypto"
import { anAdmin } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { entriesOf, toldOf } from "#test/support/log"
import * as events from "./events.ts"
import { aReceiver, type Received } from "./receiver.ts"
import { alter, anEndpoint, DashboardApp, deliver, listed, theEndpoint, happen, stored } from "./support.ts"

const decodeRotated = Schema.decodeUnknownEffect(Schema.toCodecJson(RotatedWebhookSecret), {
  onExcessProperty: "error"
})

const notFound = { error: "Webhook not found" }
const somewhere = randomUUID()
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Which of the secrets it was signed with, by either signature. */
const signedWith = ({ body, headers }: Received, secrets: Readonly<Record<string, Redacted.Redacted>>) => {
  const seconds = String(headers["webhook-timestamp"])
  return Object.keys(secrets).filter((name) => {
    const secret = Redacted.value(secrets[name] ?? Redacted.make(""))
    const plain = `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`
    const key = Buffer.from(secret.replace("whsec_", ""), "base64")
    const text = `${String(headers["webhook-id"])}.${seconds}.${body}`
    const standard = `v1,${createHmac("sha256", key).update(text).digest("base64")}`
    return headers["x-svc-signature"] === plain && headers["webhook-signature"] === standard
  })
}

layer(DashboardApp)("POST /api/webhooks/{id}/rotate-secret", (it) => {
  // webhooks-5: Rotating answers `{ id, secret }` once; the old secret stops at once.
  // webhooks-8
  it.status(200, "id and new secret, once; audited in the member's name with the host alone", function* () {
    const admin = yield* anAdmin()
    const webhook = yield* anEndpoint(admin, "https://127.0.0.1:8443/hooks?token=canary-51b7")
    const { body } = yield* withStatus(200, as(admin).post(`/api/webhooks/${webhook.id}/rotate-secret`))
    const rotated = yield* decodeRotated(body)
    assert.strictEqual(rotated.id, webhook.id)
    assert.match(Redacted.value(rotated.secret), /^whsec_[0-9a-f]{64}$/)
    assert.notStrictEqual(Redacted.value(rotated.secret), Redacted.value(webhook.secret))
    assert.notInclude(JSON.stringify(yield* listed(admin)), "whsec_")
    assert.deepStrictEqual(yield* toldOf(admin.orgId, { action: "webhook.secret_rotated" }), [
      { actor_id: admin.userId, target: "127.0.0.1:8443", details: "" }
    ])
  })

  // webhooks-5
  it.status(200, "the old one stops immediately, also for what is queued and what is being retried", function* () {
    const admin = yield* anAdmin()
    const receiver = yield* aReceiver(() => ({ status: 500 }))
    const webhook = yield* anEndpoint(admin, receiver.url)
    yield* happen(admin.orgId, events.created)
    yield* deliver(admin)
    yield* TestClock.adjust("1 second")
    yield* happen(admin.orgId, events.deleted)
    // The id in capitals: the secret is kept under the one that is stored.
    const path = `/api/webhooks/${webhook.id.toUpperCase()}/rotate-secret`
    const rotated = yield* decodeRotated((yield* as(admin).post(path)).body)
    const secrets = { old: webhook.secret, new: rotated.secret }
    yield* TestClock.adjust("1 minute")
    yield* deliver(admin)
    const [failed] = yield* stored(admin.orgId)
    assert.strictEqual(failed?.attempts, 2)
    yield* as(admin).post(`/api/webhooks/${webhook.id}/deliveries/${failed?.id}/redeliver`)
    yield* deliver(admin)
    assert.deepStrictEqual(
      receiver.received.map((request) => signedWith(request, secrets)),
      [["old"], ["new"], ["new"], ["new"]]
    )
  })

  // webhooks-17: An attempt in flight during a rotation ends with the old secret, and its retry is signed with the new
  //   one.
  it.status(
    200,
    "an attempt that is under way ends with the old one; its retry is signed with the new one",
    function* () {
      const admin = yield* anAdmin()
      const receiver = yield* aReceiver((_, index) => (index === 0 ? "never" : { status: 200 }))
      const webhook = yield* anEndpoint(admin, receiver.url)
      yield* happen(admin.orgId, events.created)
      const delivering = yield* Effect.forkChild(deliver(admin))
      yield* receiver.until(1)
      const { body } = yield* as(admin).post(`/api/webhooks/${webhook.id}/rotate-secret`)
      yield* receiver.release(401)
      yield* Fiber.join(delivering)
      yield* TestClock.adjust("1 minute")
      yield* deliver(admin)
      const secrets = { old: webhook.secret, new: (yield* decodeRotated(body)).secret }
      assert.deepStrictEqual(
        receiver.received.map((request) => signedWith(request, secrets)),
        [["old"], ["new"]]
      )
    }
  )

  it.status(200, "of several at once one secret is left, which is one of those answered", function* () {
    const admin = yield* anAdmin()
    const receiver = yield* aReceiver()
    const webhook = yield* anEndpoint(admin, receiver.url)
    const answers = yield* Effect.forEach(
      [1, 2, 3, 4, 5],
      () => as(admin).post(`/api/webhooks/${webhook.id}/rotate-secret`),
      { concurrency: 5 }
    )
    const rotated = yield* Effect.forEach(answers, ({ body }) => decodeRotated(body))
    assert.lengthOf(new Set(rotated.map(({ secret }) => Redacted.value(secret))), 5)
    yield* happen(admin.orgId, events.created)
    yield* deliver(admin)
    const [request] = receiver.received
    if (request === undefined) return assert.fail("nothing was sent")
    const secrets = Object.fromEntries(rotated.map(({ secret }, index) => [String(index), secret]))
    assert.lengthOf(signedWith(request, secrets), 1)
    assert.lengthOf(yield* entriesOf(admin.orgId, { action: "webhook.secret_rotated" }), 5)
  })

  it.status(400, "an id that is not a UUID", function* () {
    assert.strictEqual((yield* as(yield* anAdmin()).post("/api/webhooks/7/rotate-secret")).status, 400)
  })

  it.status(404, "none such, or another organisation's, whose secret stays", function* () {
    const admin = yield* anAdmin()
    const other = yield* anAdmin()
    const receiver = yield* aReceiver()
    const webhook = yield* anEndpoint(other, receiver.url)
    for (const id of [webhook.id, somewhere]) {
      const { body, status } = yield* as(admin).post(`/api/webhooks/${id}/rotate-secret`)
      assert.deepStrictEqual([status, body], [404, notFound])
    }
    yield* as(other).post(`/api/webhooks/${webhook.id}/ping`)
    assert.deepStrictEqual(
      receiver.received.map((request) => signedWith(request, { own: webhook.secret })),
      [["own"]]
    )
  })
})

layer(DashboardApp)("POST /api/webhooks/{id}/ping", (it) => {
  // webhooks-6: A ping sends `{ event: "ping", timestamp }` with the headers of a real delivery; it is not retried and
  //   in no log.
  it.status(
    200,
    "event and timestamp, with the same headers as a real delivery, and nothing else is recorded",
    function* () {
      const admin = yield* anAdmin()
      const receiver = yield* aReceiver(() => ({ status: 202 }))
      const webhook = yield* anEndpoint(admin, receiver.url)
      const before = yield* theEndpoint(admin)
      const { body, status } = yield* as(admin).post(`/api/webhooks/${webhook.id}/ping`)
      assert.deepStrictEqual([status, body], [200, { success: true, status: 202 }])
      const [ping] = receiver.received
      if (ping === undefined) return assert.fail("nothing was sent")
      assert.strictEqual(
        ping.body,
        JSON.stringify({ event: "ping", timestamp: DateTime.formatIso(yield* DateTime.now) })
      )
      assert.deepStrictEqual(signedWith(ping, { own: webhook.secret }), ["own"])
      assert.strictEqual(ping.event, "ping")
      assert.match(ping.delivery ?? "", uuid)

      assert.lengthOf(yield* stored(admin.orgId), 0)
      assert.deepStrictEqual(yield* theEndpoint(admin), before)

      yield* happen(admin.orgId, events.created)
      yield* deliver(admin)
      const [, delivery] = receiver.received
      assert.deepStrictEqual(Object.keys(ping.headers).toSorted(), Object.keys(delivery?.headers ?? {}).toSorted())
      assert.strictEqual(ping.headers["content-type"], delivery?.headers["content-type"])
      assert.notStrictEqual(ping.delivery, delivery?.delivery)
    }
  )

  it.status(
    200,
    "an answer other than 2xx is no success, named by its status; a redirect is not followed",
    function* () {
      const admin = yield* anAdmin()
      const elsewhere = yield* aReceiver()
      const receiver = yield* aReceiver()
      const { id } = yield* anEndpoint(admin, receiver.url)
      for (const answer of [{ status: 404 }, { status: 500 }, { status: 307, location: elsewhere.url }]) {
        receiver.state.answer = () => answer
        const { body } = yield* withStatus(200, as(admin).post(`/api/webhooks/${id}/ping`))
        const error =
          answer.status === 307
            ? "The endpoint answered 307, a redirect. Redirects are not followed"
            : `The endpoint answered ${answer.status}`
        assert.deepStrictEqual(body, { success: false, status: answer.status, error })
      }
      assert.lengthOf(receiver.received, 3)
      assert.lengthOf(elsewhere.received, 0)
    }
  )

  it.status(200, "no answer is no success, without a status: not reached, and none within 10 seconds", function* () {
    const admin = yield* anAdmin()
    const nobody = yield* anEndpoint(admin, "https://127.0.0.1:9443/hooks")
    const unreached = yield* as(admin).post(`/api/webhooks/${nobody.id}/ping`)
    assert.deepStrictEqual(
      [unreached.status, unreached.body],
      [200, { success: false, error: "The connection could not be opened" }]
    )
    const silent = yield* aReceiver(() => "never")
    const { id } = yield* anEndpoint(admin, silent.url)
    const pinging = yield* Effect.forkChild(as(admin).post(`/api/webhooks/${id}/ping`))
    yield* silent.until(1)
    yield* TestClock.adjust("10 seconds")
    const { body, status } = yield* Fiber.join(pinging)
    assert.deepStrictEqual([status, body], [200, { success: false, error: "No complete answer in time" }])
    // Not retried.
    yield* TestClock.adjust("1 day")
    yield* deliver(admin)
    assert.lengthOf(silent.received, 1)
  })

  // webhooks-18: A ping can be sent to a paused endpoint, which stays paused.
  it.status(200, "also while the endpoint is paused, with the secret of now, and it stays paused", function* () {
    const admin = yield* anAdmin()
    const receiver = yield* aReceiver()
    const webhook = yield* anEndpoint(admin, receiver.url)
    yield* as(admin).patch(`/api/webhooks/${webhook.id}`, { active: false })
    const { body } = yield* as(admin).post(`/api/webhooks/${webhook.id}/rotate-secret`)
    const secrets = { old: webhook.secret, new: (yield* decodeRotated(body)).secret }
    const ping = yield* as(admin).post(`/api/webhooks/${webhook.id}/ping`)
    assert.deepStrictEqual(ping.body, { success: true, status: 200 })
    assert.deepStrictEqual(
      receiver.received.map((request) => signedWith(request, secrets)),
      [["new"]]
    )
    assert.isFalse((yield* theEndpoint(admin)).active)
  })

  it.status(200, "a secret that cannot be opened sends nothing and says so", function* () {
    const admin = yield* anAdmin()
    const receiver = yield* aReceiver()
    const { id } = yield* anEndpoint(admin, receiver.url)
    yield* alter("webhook_endpoints", "sealed_secret = 'svc:v1:00000000:AAAA'", admin)
    const { body, status } = yield* as(admin).post(`/api/webhooks/${id}/ping`)
    assert.deepStrictEqual(
      [status, body],
      [200, { success: false, error: "The ping could not be signed, so nothing was sent" }]
    )
    assert.lengthOf(receiver.received, 0)
  })

  it.status(400, "an id that is not a UUID", function* () {
    assert.strictEqual((yield* as(yield* anAdmin()).post("/api/webhooks/7/ping")).status, 400)
  })

  it.status(404, "none such, or another organisation's, which is not called", function* () {
    const admin = yield* anAdmin()
    const receiver = yield* aReceiver()
    const webhook = yield* anEndpoint(yield* anAdmin(), receiver.url)
    for (const id of [webhook.id, somewhere]) {
      const { body, status } = yield* as(admin).post(`/api/webhooks/${id}/ping`)
      assert.deepStrictEqual([status, body], [404, notFound])
    }
    assert.lengthOf(receiver.received, 0)
  })
})
