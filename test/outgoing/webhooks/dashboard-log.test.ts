import { assert, layer } from "#test/support/suite"
import { DeliveryPage } from "@svc/contract/webhooks/schema"
import { DateTime, Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { aKey, aSuperAdmin, type Member } from "#test/support/people"
import { as, send, withStatus } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { entriesOf } from "#test/support/log"
import * as events from "./events.ts"
import { aReceiver } from "./receiver.ts"
import { anEndpoint, DashboardApp, deliver, happen, stored } from "./support.ts"

const decodePage = Schema.decodeUnknownEffect(Schema.toCodecJson(DeliveryPage), { onExcessProperty: "error" })

const notFound = { error: "Webhook not found" }
const deliveryNotFound = { error: "Delivery not found" }
const somewhere = randomUUID()

/** A superadmin with a key of the same organisation: what the dashboard answers must be what the public API answers. */
const anOwner = Effect.gen(function* () {
  const member = yield* aSuperAdmin()
  const bearer = yield* aKey(member)
  /** The same of both surfaces. */
  const both = Effect.fnUntraced(function* (path: string) {
    const here = yield* as(member).get(`/api/webhooks/${path}`)
    const there = yield* send("GET", `/api/v1/webhooks/${path}`, { bearer })
    assert.deepStrictEqual([here.status, here.text], [there.status, there.text], path)
    return here
  })
  return { member, bearer, both }
})

/** One delivery in each status: delivered, failed, dead, pending. */
const aLog = Effect.fnUntraced(function* (member: Member) {
  const receiver = yield* aReceiver((_, index) => ({ status: [200, 503, 301][index] ?? 200 }))
  const { id } = yield* anEndpoint(member, receiver.url)
  for (const event of [events.created, events.deleted, events.assetReturned]) {
    yield* happen(member.orgId, event)
    yield* deliver(member)
    yield* TestClock.adjust("1 second")
  }
  yield* happen(member.orgId, events.documentSigned)
  const rows = yield* stored(member.orgId)
  return { id, receiver, idOf: (status: string) => rows.find((row) => row.status === status)?.id ?? "" }
})

layer(DashboardApp)("GET /api/webhooks/{id}/deliveries", (it) => {
  // webhooks-9: The log of deliveries is that of the public surface.
  it.status(200, "the same as on the public surface: newest first, in pages, by status, without payload", function* () {
    const { both, member } = yield* anOwner
    const { id } = yield* aLog(member)
    const whole = yield* decodePage((yield* both(`${id}/deliveries`)).body)
    assert.deepStrictEqual(whole.meta, { page: 1, limit: 20, total: 4, total_pages: 1 })
    assert.deepStrictEqual(
      whole.data.map(({ attempts, event, last_error, last_status_code, status }) => [
        event,
        status,
        attempts,
        last_status_code,
        last_error
      ]),
      [
        ["document.signed", "pending", 0, null, null],
        ["asset.returned", "dead", 1, 301, "The endpoint answered 301, a redirect. Redirects are not followed"],
        ["offboarding.deleted", "failed", 1, 503, "The endpoint answered 503"],
        ["offboarding.created", "delivered", 1, 200, null]
      ]
    )
    for (const delivery of whole.data) assert.strictEqual(delivery.delivery_id, delivery.id)
    const [pending, dead, failed, delivered] = whole.data
    assert.deepStrictEqual(
      [pending?.next_attempt_at, dead?.next_attempt_at, delivered?.next_attempt_at],
      [pending?.created_at, null, null]
    )
    if (failed?.last_attempt_at === null || failed?.last_attempt_at === undefined) return assert.fail("no attempt")
    assert.deepStrictEqual(failed.next_attempt_at, DateTime.add(failed.last_attempt_at, { minutes: 1 }))
    assert.deepStrictEqual(
      whole.data.map(({ delivered_at }) => delivered_at === null),
      [true, true, true, false]
    )

    const second = yield* decodePage((yield* both(`${id}/deliveries?page=2&limit=3`)).body)
    assert.deepStrictEqual(second.meta, { page: 2, limit: 3, total: 4, total_pages: 2 })
    assert.deepStrictEqual(
      second.data.map(({ event }) => event),
      ["offboarding.created"]
    )
    for (const status of ["pending", "failed", "delivered", "dead"]) {
      const { data, meta } = yield* decodePage((yield* both(`${id}/deliveries?status=${status}`)).body)
      assert.deepStrictEqual([meta.total, data.map((one) => one.status)], [1, [status]])
    }
    const beyond = yield* both(`${id}/deliveries?page=3&limit=100`)
    assert.deepStrictEqual(beyond.body, { data: [], meta: { page: 3, limit: 100, total: 4, total_pages: 1 } })
  })

  it.status(
    400,
    "page, limit (naming its maximum) and status of the wrong form, an id that is not a UUID",
    function* () {
      const { both, member } = yield* anOwner
      const { id } = yield* anEndpoint(member, "https://127.0.0.1:8443/hooks")
      for (const [query, named] of [
        ["limit=101", "limit: must be a whole number from 1 to 100"],
        ["limit=0", "limit: must be a whole number from 1 to 100"],
        ["limit=1e1", "limit"],
        ["limit=", "limit"],
        ["limit=1&limit=2", "limit"],
        ["page=0", "page"],
        ["page=-1", "page"],
        ["page=1.5", "page"],
        ["status=lost", "status"],
        ["status=dead,failed", "status"],
        ["status=", "status"]
      ] as const) {
        const { body, status } = yield* both(`${id}/deliveries?${query}`)
        assert.strictEqual(status, 400, query)
        assert.include(JSON.stringify(body), named)
      }
      assert.strictEqual((yield* both("7/deliveries")).status, 400)
    }
  )

  it.status(404, "none such, or another organisation's", function* () {
    const { both } = yield* anOwner
    const other = yield* anOwner
    const { id } = yield* anEndpoint(other.member, "https://127.0.0.1:8443/hooks")
    for (const webhookId of [id, somewhere]) {
      const { body, status } = yield* both(`${webhookId}/deliveries`)
      assert.deepStrictEqual([status, body], [404, notFound])
    }
  })
})

layer(DashboardApp)("GET /api/webhooks/{id}/deliveries/{deliveryId}", (it) => {
  it.status(200, "the same as on the public surface: the delivery plus the body exactly as sent", function* () {
    const { both, member } = yield* anOwner
    const { id, idOf, receiver } = yield* aLog(member)
    for (const [status, index] of [
      ["delivered", 0],
      ["failed", 1],
      ["dead", 2]
    ] as const) {
      const answer = yield* withStatus(200, both(`${id}/deliveries/${idOf(status)}`))
      assert.isTrue(answer.text.endsWith(`,"payload":${receiver.received[index]?.body}}`), answer.text)
    }
    assert.strictEqual((yield* both(`${id}/deliveries/${idOf("pending")}`)).status, 200)
  })

  it.status(400, "an id that is not a UUID", function* () {
    const { both } = yield* anOwner
    assert.strictEqual((yield* both(`${somewhere}/deliveries/7`)).status, 400)
    assert.strictEqual((yield* both(`7/deliveries/${somewhere}`)).status, 400)
  })

  it.status(404, "no such webhook or delivery, another endpoint's, or another organisation's", function* () {
    const { both, member } = yield* anOwner
    const { id, idOf } = yield* aLog(member)
    const second = yield* anEndpoint(member, "https://127.0.0.1:8443/hooks")
    const stranger = yield* anOwner
    for (const [owner, path, expected] of [
      [stranger, `${id}/deliveries/${idOf("dead")}`, notFound],
      [{ both }, `${somewhere}/deliveries/${idOf("dead")}`, notFound],
      [{ both }, `${second.id}/deliveries/${idOf("dead")}`, deliveryNotFound],
      [{ both }, `${id}/deliveries/${somewhere}`, deliveryNotFound]
    ] as const) {
      const { body, status } = yield* owner.both(path)
      assert.deepStrictEqual([status, body], [404, expected])
    }
  })
})

layer(DashboardApp)("POST /api/webhooks/{id}/deliveries/{deliveryId}/redeliver", (it) => {
  it.status(
    200,
    "a failed or dead one is pending again: attempts reset, the same id, sent at once, and audited",
    function* () {
      const { member } = yield* anOwner
      const { id, idOf, receiver } = yield* aLog(member)
      yield* deliver(member)
      for (const status of ["dead", "failed"]) {
        const before = receiver.received.length
        const answer = yield* as(member).post(`/api/webhooks/${id}/deliveries/${idOf(status)}/redeliver`)
        assert.strictEqual(answer.status, 200)
        assert.deepInclude(answer.body, { id: idOf(status), delivery_id: idOf(status), status: "pending", attempts: 0 })
        assert.notProperty(answer.body, "payload")
        yield* deliver(member)
        assert.deepStrictEqual(
          receiver.received.slice(before).map(({ delivery }) => delivery),
          [idOf(status)]
        )
      }
      const rows = yield* stored(member.orgId)
      assert.deepStrictEqual(
        rows.map(({ attempts, status }) => [status, attempts]),
        Array.from({ length: 4 }, () => ["delivered", 1])
      )
      const entries = yield* entriesOf(member.orgId, { action: "webhook.delivery_redelivered" })
      assert.deepStrictEqual(
        entries.map(({ actor_id, details, target }) => [actor_id, target, details]),
        [
          [member.userId, receiver.host, `delivery ${idOf("dead")} of asset.returned, was dead`],
          [member.userId, receiver.host, `delivery ${idOf("failed")} of offboarding.deleted, was failed`]
        ]
      )
    }
  )

  it.status(400, "an id that is not a UUID", function* () {
    const { member } = yield* anOwner
    yield* withStatus(400, as(member).post(`/api/webhooks/${somewhere}/deliveries/7/redeliver`))
  })

  it.status(404, "no such delivery, another endpoint's, or another organisation's", function* () {
    const { member } = yield* anOwner
    const { id, idOf } = yield* aLog(member)
    const second = yield* anEndpoint(member, "https://127.0.0.1:8443/hooks")
    const stranger = yield* anOwner
    for (const [who, of, delivery, expected] of [
      [stranger.member, id, idOf("dead"), notFound],
      [member, somewhere, idOf("dead"), notFound],
      [member, second.id, idOf("dead"), deliveryNotFound],
      [member, id, somewhere, deliveryNotFound]
    ] as const) {
      const { body, status } = yield* as(who).post(`/api/webhooks/${of}/deliveries/${delivery}/redeliver`)
      assert.deepStrictEqual([status, body], [404, expected])
    }
  })

  it.status(409, "a pending or delivered one, and any of a paused endpoint; nothing changes", function* () {
    const { bearer, member } = yield* anOwner
    const { id, idOf } = yield* aLog(member)
    const rows = systemSql`SELECT * FROM webhook_deliveries WHERE org_id = ${member.orgId} ORDER BY id`
    const refused = Effect.fnUntraced(function* (status: string, sentence: string) {
      const before = yield* rows
      const path = `webhooks/${id}/deliveries/${idOf(status)}/redeliver`
      const here = yield* as(member).post(`/api/${path}`)
      const there = yield* send("POST", `/api/v1/${path}`, { bearer })
      assert.deepStrictEqual([here.status, here.text], [there.status, there.text])
      assert.strictEqual(here.status, 409)
      assert.include(here.text, sentence)
      assert.deepStrictEqual(yield* rows, before)
    })
    yield* refused("pending", "is pending")
    yield* refused("delivered", "has arrived")
    yield* as(member).patch(`/api/webhooks/${id}`, { active: false })
    yield* refused("dead", "is paused")
    yield* refused("failed", "is paused")
    assert.lengthOf(yield* entriesOf(member.orgId, { action: "webhook.delivery_redelivered" }), 0)
  })
})
