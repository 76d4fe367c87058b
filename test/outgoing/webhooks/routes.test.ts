import { assert } from "#test/support/suite"
import type { DomainEvent } from "@svc/contract/events"
import type { ApiScope } from "@svc/contract/kernel/permissions"
import { CreatedWebhook, Delivery, DeliveryDetail, DeliveryPage, Webhook } from "@svc/contract/webhooks/schema"
import { DateTime, Effect, Redacted, Schema } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { Webhooks } from "#outgoing/webhooks/service"
import { TestApp } from "#test/support/TestApp"
import { aKey, aMember, anOrganisation } from "#test/support/people"
import { send, withStatus } from "#test/support/requests"
import { asSystem, systemSql } from "#test/support/tables"
import { entriesOf } from "#test/support/log"
import { layerOfFile } from "#test/support/layer-of-file"
import * as events from "./events.ts"
import { stored } from "./support.ts"

const strict = { onExcessProperty: "error" } as const
const decodeCreated = Schema.decodeUnknownEffect(Schema.toCodecJson(CreatedWebhook), strict)
const decodeList = Schema.decodeUnknownEffect(Schema.toCodecJson(Schema.Array(Webhook)), strict)
const decodePage = Schema.decodeUnknownEffect(Schema.toCodecJson(DeliveryPage), strict)
const decodeDetail = Schema.decodeUnknownEffect(Schema.toCodecJson(DeliveryDetail), strict)
const decodeDelivery = Schema.decodeUnknownEffect(Schema.toCodecJson(Delivery), strict)

const url = "https://127.0.0.1:8443/hooks?token=canary-51b7"

const aTenant = Effect.fnUntraced(function* (scopes?: ReadonlyArray<ApiScope>) {
  const orgId = yield* anOrganisation()
  return { orgId, bearer: yield* aKey(yield* aMember(orgId), scopes) }
})
type Tenant = Effect.Success<ReturnType<typeof aTenant>>

const post = ({ bearer }: Tenant, body: unknown) => send("POST", "/api/v1/webhooks", { bearer, body })

const created = Effect.fnUntraced(function* (tenant: Tenant, events: ReadonlyArray<string> = ["offboarding.created"]) {
  const { body } = yield* withStatus(201, post(tenant, { url, events }))
  return yield* decodeCreated(body)
})

const announce = Effect.fnUntraced(function* ({ orgId }: Tenant, event: DomainEvent) {
  const webhooks = yield* Webhooks
  const recordedAt = yield* DateTime.now
  yield* asSystem(() => webhooks.announce({ orgId, event, recordedAt }))
})

const change = ({ orgId }: Tenant, assignments: string) =>
  asSystem((sql) => sql`UPDATE webhook_deliveries SET ${sql.literal(assignments)} WHERE org_id = ${orgId}`)

/** A webhook with one pending delivery. */
const aDelivery = Effect.fnUntraced(function* () {
  const tenant = yield* aTenant()
  const webhook = yield* created(tenant)
  yield* announce(tenant, events.created)
  const [row] = yield* stored(tenant.orgId)
  if (row === undefined) return assert.fail("no delivery")
  return { tenant, webhook, id: row.id, path: `/api/v1/webhooks/${webhook.id}/deliveries/${row.id}` }
})

const notFound = { error: "Webhook not found" }
const deliveryNotFound = { error: "Delivery not found" }
const somewhere = randomUUID()

const withTestApp = layerOfFile(TestApp)

withTestApp("GET /api/v1/webhooks", (it) => {
  // subscriptions-1: `GET /api/v1/webhooks` answers a plain array without secrets.
  it.status(200, "a plain array of the organisation's own endpoints without secrets, newest first", function* () {
    const tenant = yield* aTenant()
    const other = yield* aTenant()
    const first = yield* created(tenant, ["offboarding.created", "asset.overdue", "offboarding.created"])
    yield* TestClock.adjust("1 second")
    const second = yield* created(tenant)
    yield* created(other)
    const { body } = yield* withStatus(200, send("GET", "/api/v1/webhooks", { bearer: tenant.bearer }))
    const list = yield* decodeList(body)
    assert.deepStrictEqual(
      list.map(({ id }) => id),
      [second.id, first.id]
    )
    assert.deepStrictEqual(list[1]?.events, ["offboarding.created", "asset.overdue"])
    assert.notInclude(JSON.stringify(body), "whsec_")
  })

  // subscriptions-2: An endpoint set to all events is listed with an empty array.
  it.status(200, "an endpoint set to all events is listed with an empty array", function* () {
    const tenant = yield* aTenant()
    yield* created(tenant)
    yield* systemSql`UPDATE webhook_endpoints SET all_events = true, events = '{}' WHERE org_id = ${tenant.orgId}`
    const { body } = yield* send("GET", "/api/v1/webhooks", { bearer: tenant.bearer })
    assert.deepStrictEqual((yield* decodeList(body))[0]?.events, [])
  })
})

withTestApp("POST /api/v1/webhooks", (it) => {
  // subscriptions-3: `POST /api/v1/webhooks` answers 201 with the endpoint and its secret, which begins with `whsec_`
  //   and is answered this once.
  it.status(201, "the endpoint plus its secret, with the prefix whsec_ and 32 random bytes", function* () {
    const tenant = yield* aTenant()
    const { body } = yield* withStatus(201, post(tenant, { url, events: ["offboarding.created"] }))
    const { secret, ...webhook } = yield* decodeCreated(body)
    assert.deepStrictEqual(
      { ...webhook },
      { id: webhook.id, url, events: ["offboarding.created"], active: true, created_at: yield* DateTime.now }
    )
    assert.match(Redacted.value(secret), /^whsec_[0-9a-f]{64}$/)
    const [row] = yield* systemSql<{
      sealed_secret: string
    }>`SELECT sealed_secret FROM webhook_endpoints WHERE org_id = ${tenant.orgId}`
    assert.match(row?.sealed_secret ?? "", /^svc:v1:/)
  })

  it.status(201, "audited with the host alone, neither the secret nor the rest of the address", function* () {
    const tenant = yield* aTenant()
    const { secret } = yield* created(tenant, ["offboarding.created", "asset.returned"])
    const entries = yield* entriesOf(tenant.orgId, { action: "webhook.created" })
    assert.deepStrictEqual(
      entries.map(({ details, target }) => [target, details]),
      [["127.0.0.1:8443", "events: offboarding.created, asset.returned"]]
    )
    assert.notInclude(JSON.stringify(entries), Redacted.value(secret))
    assert.notInclude(JSON.stringify(entries), "canary")
  })

  const refused = [
    "http://8.8.8.8/hooks",
    "https://192.168.0.1/hooks",
    "https://10.0.0.8/hooks",
    "https://169.254.169.254/latest/meta-data",
    "https://[::1]/hooks",
    "https://0xa000001:8443/hooks",
    "ftp://example.com/hooks",
    "https://user:pass@example.com/hooks",
    "not an address",
    ""
  ]
  // subscriptions-4: `url` is HTTPS of a public host; loopback, private and link-local addresses are 400.
  it.status(
    400,
    "the address must be https and public; loopback, private-network and link-local are rejected",
    function* () {
      const tenant = yield* aTenant()
      for (const address of refused) {
        const { body, status } = yield* post(tenant, { url: address, events: ["offboarding.created"] })
        assert.strictEqual(status, 400, address)
        assert.deepStrictEqual(Object.keys(Object(body)), ["error"])
        assert.match(JSON.stringify(body), /^\{"error":"url: /)
      }
      assert.lengthOf(yield* entriesOf(tenant.orgId, { action: "webhook.created" }), 0)
    }
  )

  // subscriptions-5
  it.status(400, "an unknown event name is named", function* () {
    const { body, status } = yield* post(yield* aTenant(), { url, events: ["offboarding.created", "audit.created"] })
    assert.strictEqual(status, 400)
    assert.include(JSON.stringify(body), "audit.created")
  })

  // subscriptions-5: `events` is a non-empty array of up to 50 known names; an unknown one is 400 and named.
  it.status(400, "events must be a non-empty array of up to 50 names, and url text", function* () {
    const tenant = yield* aTenant()
    const many = Array.from({ length: 51 }, () => "offboarding.created")
    for (const body of [
      { url, events: [] },
      { url, events: many },
      { url, events: "offboarding.created" },
      { url, events: { 0: "offboarding.created" } },
      { url, events: [1] },
      { url },
      { events: ["offboarding.created"] },
      { url: 1, events: ["offboarding.created"] }
    ]) {
      assert.strictEqual((yield* post(tenant, body)).status, 400, JSON.stringify(body))
    }
    assert.strictEqual((yield* post(tenant, { url, events: many.slice(1) })).status, 201)
  })

  // subscriptions-6: A key subscribes only to events whose data its scopes read: `offboardings:read`, and
  //   `employees:read` for `asset.*`; else 403 naming the scope.
  it.status(403, "the scope that reads the event's data is missing, and named", function* () {
    const writer = yield* aTenant(["webhooks:write"])
    const { body } = yield* withStatus(403, post(writer, { url, events: ["checklist.completed"] }))
    assert.include(JSON.stringify(body), "offboardings:read")
    const offboardings = yield* aTenant(["webhooks:write", "offboardings:read"])
    assert.strictEqual((yield* post(offboardings, { url, events: ["document.signed"] })).status, 201)
    const asset = yield* withStatus(403, post(offboardings, { url, events: ["document.signed", "asset.returned"] }))
    assert.include(JSON.stringify(asset.body), "employees:read")
  })
})

withTestApp("DELETE /api/v1/webhooks/{id}", (it) => {
  // subscriptions-7: `DELETE` answers `{ message }`, and takes the endpoint's log with it.
  it.status(200, "a message; the endpoint and its log are gone, and it is audited with the host alone", function* () {
    const { tenant, webhook } = yield* aDelivery()
    const { body, status } = yield* send("DELETE", `/api/v1/webhooks/${webhook.id}`, { bearer: tenant.bearer })
    assert.deepStrictEqual([status, body], [200, { message: "Webhook deleted" }])
    assert.lengthOf(yield* stored(tenant.orgId), 0)
    assert.deepStrictEqual((yield* send("GET", "/api/v1/webhooks", { bearer: tenant.bearer })).body, [])
    assert.deepStrictEqual(
      (yield* entriesOf(tenant.orgId, { action: "webhook.deleted" })).map(({ target }) => target),
      ["127.0.0.1:8443"]
    )
  })

  it.status(400, "an id that is not a UUID", function* () {
    const { bearer } = yield* aTenant()
    assert.strictEqual((yield* send("DELETE", "/api/v1/webhooks/7", { bearer })).status, 400)
  })

  it.status(404, "none such, or another organisation's", function* () {
    const { bearer } = yield* aTenant()
    const other = yield* aTenant()
    const { id } = yield* created(other)
    for (const webhookId of [id, somewhere]) {
      const { body, status } = yield* send("DELETE", `/api/v1/webhooks/${webhookId}`, { bearer })
      assert.deepStrictEqual([status, body], [404, notFound])
    }
    assert.lengthOf(yield* decodeList((yield* send("GET", "/api/v1/webhooks", { bearer: other.bearer })).body), 1)
  })
})

withTestApp("GET /api/v1/webhooks/{id}/deliveries", (it) => {
  // subscriptions-8: The log of deliveries is paged by `page` and `limit` (20, at most 100), filtered by `status`,
  //   newest first, without payload.
  it.status(200, "newest first, in pages, without payload", function* () {
    const tenant = yield* aTenant()
    const { id } = yield* created(tenant)
    for (const _ of [1, 2, 3]) {
      yield* announce(tenant, events.created)
      yield* TestClock.adjust("1 second")
    }
    const ids = (yield* stored(tenant.orgId)).map((row) => row.id).toReversed()
    const path = `/api/v1/webhooks/${id}/deliveries`
    const { body } = yield* withStatus(200, send("GET", `${path}?page=1&limit=2`, { bearer: tenant.bearer }))
    const page = yield* decodePage(body)
    assert.deepStrictEqual(page.meta, { page: 1, limit: 2, total: 3, total_pages: 2 })
    assert.deepStrictEqual(
      page.data.map((delivery) => delivery.id),
      ids.slice(0, 2)
    )
    const [first] = page.data
    if (first === undefined) return assert.fail("an empty page")
    assert.strictEqual(first.delivery_id, first.id)
    assert.deepStrictEqual([first.event, first.status, first.attempts], ["offboarding.created", "pending", 0])
    assert.deepStrictEqual([first.last_attempt_at, first.delivered_at, first.last_status_code], [null, null, null])
    const rest = yield* decodePage((yield* send("GET", `${path}?page=2&limit=2`, { bearer: tenant.bearer })).body)
    assert.deepStrictEqual(
      rest.data.map((delivery) => delivery.id),
      ids.slice(2)
    )
    const whole = yield* decodePage((yield* send("GET", path, { bearer: tenant.bearer })).body)
    assert.deepStrictEqual(whole.meta, { page: 1, limit: 20, total: 3, total_pages: 1 })
  })

  it.status(200, "those of one status", function* () {
    const { tenant, webhook } = yield* aDelivery()
    const counted = Effect.fnUntraced(function* (status: string) {
      const path = `/api/v1/webhooks/${webhook.id}/deliveries?status=${status}`
      return (yield* decodePage((yield* send("GET", path, { bearer: tenant.bearer })).body)).meta.total
    })
    assert.deepStrictEqual([yield* counted("pending"), yield* counted("dead")], [1, 0])
  })

  // subscriptions-8
  it.status(400, "page, limit and status of the wrong form, an id that is not a UUID", function* () {
    const tenant = yield* aTenant()
    const { id } = yield* created(tenant)
    for (const query of ["page=0", "page=x", "limit=0", "limit=101", "status=lost"]) {
      const { body, status } = yield* send("GET", `/api/v1/webhooks/${id}/deliveries?${query}`, {
        bearer: tenant.bearer
      })
      assert.strictEqual(status, 400, query)
      assert.include(JSON.stringify(body), query.slice(0, query.indexOf("=")))
    }
    assert.strictEqual((yield* send("GET", "/api/v1/webhooks/7/deliveries", { bearer: tenant.bearer })).status, 400)
  })

  it.status(404, "none such, or another organisation's", function* () {
    const { bearer } = yield* aTenant()
    const { id } = yield* created(yield* aTenant())
    for (const webhookId of [id, somewhere]) {
      const { body, status } = yield* send("GET", `/api/v1/webhooks/${webhookId}/deliveries`, { bearer })
      assert.deepStrictEqual([status, body], [404, notFound])
    }
  })
})

withTestApp("GET /api/v1/webhooks/{id}/deliveries/{deliveryId}", (it) => {
  // subscriptions-9: One delivery is shown with its payload, the body exactly as it was sent.
  it.status(200, "the delivery plus its payload; before the first attempt its timestamp is created_at", function* () {
    const { path, tenant } = yield* aDelivery()
    const { body } = yield* withStatus(200, send("GET", path, { bearer: tenant.bearer }))
    const { created_at, payload } = yield* decodeDetail(body)
    assert.deepStrictEqual(payload, {
      event: "offboarding.created",
      timestamp: DateTime.formatIso(created_at),
      type: "offboarding_created",
      title: "Offboarding created",
      body: "The offboarding of Ada Lovelace was created",
      data: { offboardingId: "0b9ad9ad-55e1-4c0c-9ef0-5c0d1c2b7f01", employeeName: "Ada Lovelace", source: "api" }
    })
  })

  it.status(400, "an id that is not a UUID", function* () {
    const { tenant, webhook } = yield* aDelivery()
    yield* withStatus(400, send("GET", `/api/v1/webhooks/${webhook.id}/deliveries/7`, { bearer: tenant.bearer }))
  })

  it.status(404, "no such webhook or delivery, another endpoint's, or another organisation's", function* () {
    const { id, path, tenant } = yield* aDelivery()
    const second = yield* created(tenant)
    const stranger = yield* aTenant()
    const look = (bearer: string, of: string) =>
      Effect.map(send("GET", of, { bearer }), ({ body, status }) => [status, body])
    assert.deepStrictEqual(yield* look(stranger.bearer, path), [404, notFound])
    assert.deepStrictEqual(yield* look(tenant.bearer, `/api/v1/webhooks/${somewhere}/deliveries/${id}`), [
      404,
      notFound
    ])
    assert.deepStrictEqual(yield* look(tenant.bearer, `/api/v1/webhooks/${second.id}/deliveries/${id}`), [
      404,
      deliveryNotFound
    ])
    assert.deepStrictEqual(yield* look(tenant.bearer, path.replace(id, somewhere)), [404, deliveryNotFound])
  })
})

withTestApp("POST /api/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver", (it) => {
  // subscriptions-10: Redelivering makes a failed or dead one pending under the same id, and is audited as
  //   `webhook.delivery_redelivered`.
  it.status(
    200,
    "a failed or dead delivery is pending again under the same id, due at once, and audited",
    function* () {
      const { id, path, tenant } = yield* aDelivery()
      for (const [status, attempts] of [
        ["dead", 7],
        ["failed", 3]
      ] as const) {
        const next = status === "dead" ? "NULL" : "next_attempt_at + interval '8 hours'"
        yield* change(tenant, `status = '${status}', attempts = ${attempts}, next_attempt_at = ${next}`)
        yield* TestClock.adjust("1 minute")
        const answer = yield* withStatus(200, send("POST", `${path}/redeliver`, { bearer: tenant.bearer }))
        const delivery = yield* decodeDelivery(answer.body)
        assert.deepStrictEqual(
          [delivery.id, delivery.delivery_id, delivery.status, delivery.attempts, delivery.next_attempt_at],
          [id, id, "pending", 0, yield* DateTime.now]
        )
      }
      const entries = yield* entriesOf(tenant.orgId, { action: "webhook.delivery_redelivered" })
      assert.deepStrictEqual(
        entries.map(({ details, target }) => [target, details]),
        ["dead", "failed"].map((status) => ["127.0.0.1:8443", `delivery ${id} of offboarding.created, was ${status}`])
      )
    }
  )

  it.status(400, "an id that is not a UUID", function* () {
    const { path, tenant } = yield* aDelivery()
    yield* withStatus(400, send("POST", `${path}0/redeliver`, { bearer: tenant.bearer }))
  })

  it.status(404, "no such delivery, or another organisation's", function* () {
    const { id, path, tenant } = yield* aDelivery()
    const stranger = yield* aTenant()
    const foreign = yield* send("POST", `${path}/redeliver`, { bearer: stranger.bearer })
    assert.deepStrictEqual([foreign.status, foreign.body], [404, notFound])
    const unknown = yield* send("POST", `${path.replace(id, somewhere)}/redeliver`, { bearer: tenant.bearer })
    assert.deepStrictEqual([unknown.status, unknown.body], [404, deliveryNotFound])
  })

  // subscriptions-11: Redelivering a pending or delivered one, or one of a paused endpoint, is 409.
  it.status(409, "a pending or delivered delivery, or one whose endpoint is paused", function* () {
    const { path, tenant } = yield* aDelivery()
    const again = send("POST", `${path}/redeliver`, { bearer: tenant.bearer })
    const pending = yield* withStatus(409, again)
    assert.include(JSON.stringify(pending.body), "pending")
    yield* change(tenant, "status = 'delivered', next_attempt_at = NULL")
    const delivered = yield* withStatus(409, again)
    assert.include(JSON.stringify(delivered.body), "arrived")
    yield* change(tenant, "status = 'dead'")
    yield* systemSql`UPDATE webhook_endpoints SET active = false WHERE org_id = ${tenant.orgId}`
    const paused = yield* withStatus(409, again)
    assert.include(JSON.stringify(paused.body), "paused")
    assert.lengthOf(yield* entriesOf(tenant.orgId, { action: "webhook.delivery_redelivered" }), 0)
  })
})
