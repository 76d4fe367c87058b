import { assert } from "#test/support/suite"
import { DateTime, Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { aKey, aMember, anAdmin, anOrganisation, aSuperAdmin } from "#test/support/people"
import { as, send, withStatus } from "#test/support/requests"
import { asSystem } from "#test/support/tables"
import { entriesOf, toldOf } from "#test/support/log"
import { layerOfFile } from "#test/support/layer-of-file"
import * as events from "./events.ts"
import { aReceiver } from "./receiver.ts"
import {
  alter,
  anEndpoint,
  DashboardApp,
  decodeCreated,
  decodeEndpoint,
  deliver,
  listed,
  theEndpoint,
  happen,
  stored
} from "./support.ts"

const url = "https://127.0.0.1:8443/hooks?token=canary-51b7"
const notFound = { error: "Webhook not found" }
const somewhere = randomUUID()

const fresh = {
  last_delivered_at: null,
  failures_24h: 0,
  consecutive_dead: 0,
  disabled_at: null,
  disabled_reason: null,
  skipped_while_paused: 0
}

/** Everything about the organisation's endpoints that a refused write must leave as it is. */
const everything = (orgId: string) =>
  asSystem((sql) =>
    Effect.all([
      sql`SELECT * FROM webhook_endpoints WHERE org_id = ${orgId} ORDER BY id`,
      sql`SELECT action, target, regexp_replace(details, '( [|] |^)by ([[][[]aps|API key|SCIM|nobody|the |Deleted).*$', '') AS details FROM audit_entries WHERE org_id = ${orgId} ORDER BY seq`
    ])
  )

const wrongSelections = [
  { events: "offboarding.created" },
  { events: { 0: "offboarding.created" } },
  { events: [] },
  { events: null },
  { events: ["offboarding.exploded"] },
  { events: ["audit.created"] },
  { events: [["offboarding.created"]] },
  { events: Array.from({ length: 51 }, () => "offboarding.created") },
  { events: ["offboarding.created"], allEvents: true },
  { events: ["offboarding.created"], allEvents: false },
  { events: [], allEvents: true },
  { allEvents: false },
  { allEvents: "true" },
  { allEvents: 1 },
  { allEvents: null },
  { allEvents: [true] }
]

const withDashboardApp = layerOfFile(DashboardApp)

withDashboardApp("GET /api/webhooks", (it) => {
  it.status(
    200,
    "a plain array of the organisation's own endpoints with their health, newest first, no secret",
    function* () {
      const admin = yield* anAdmin()
      yield* anEndpoint(yield* anAdmin(), url)
      const first = yield* anEndpoint(admin, url, { events: ["asset.overdue", "offboarding.created", "asset.overdue"] })
      yield* TestClock.adjust("1 second")
      const second = yield* anEndpoint(admin, url)
      const { body } = yield* withStatus(200, as(admin).get("/api/webhooks"))
      const common = { url, active: true, ...fresh }
      assert.deepStrictEqual(body, [
        { id: second.id, events: [], all_events: true, created_at: DateTime.formatIso(second.created_at), ...common },
        {
          id: first.id,
          events: ["asset.overdue", "offboarding.created"],
          all_events: false,
          created_at: DateTime.formatIso(first.created_at),
          ...common
        }
      ])
    }
  )

  // subscriptions-12: Either surface's id leads to the same endpoint.
  it.status(
    200,
    "one that was made by key is there, and one made here is in the public list without its health",
    function* () {
      const admin = yield* aSuperAdmin()
      const bearer = yield* aKey(admin)
      yield* withStatus(201, send("POST", "/api/v1/webhooks", { bearer, body: { url, events: ["asset.returned"] } }))
      yield* TestClock.adjust("1 second")
      const here = yield* anEndpoint(admin, url)
      assert.deepStrictEqual(
        (yield* listed(admin)).map(({ events }) => events),
        [[], ["asset.returned"]]
      )
      const { body } = yield* send("GET", "/api/v1/webhooks", { bearer })
      assert.deepStrictEqual(Array.isArray(body) ? body[0] : undefined, {
        id: here.id,
        url,
        events: [],
        active: true,
        created_at: DateTime.formatIso(here.created_at)
      })
    }
  )

  // webhooks-2: The list carries health: `last_delivered_at`, `failures_24h`, `consecutive_dead`, `disabled_at`,
  //   `disabled_reason`.
  it.status(
    200,
    "health tells what arrived last, what failed within 24 hours, and what is dead in a row",
    function* () {
      const admin = yield* anAdmin()
      const receiver = yield* aReceiver()
      yield* anEndpoint(admin, receiver.url)
      yield* happen(admin.orgId, events.created)
      yield* deliver(admin)
      const arrivedAt = yield* DateTime.now
      assert.deepInclude(yield* theEndpoint(admin), { last_delivered_at: arrivedAt, failures_24h: 0 })

      yield* TestClock.adjust("1 hour")
      receiver.state.answer = (_, index) => ({ status: index === 1 ? 301 : 500 })
      yield* happen(admin.orgId, events.created, events.deleted, events.assetReturned)
      yield* deliver(admin)
      assert.deepInclude(yield* theEndpoint(admin), {
        last_delivered_at: arrivedAt,
        failures_24h: 3,
        consecutive_dead: 1,
        active: true
      })

      // One of the two failed ones arrives when it is tried again; the other fails again.
      yield* TestClock.adjust("1 minute")
      receiver.state.answer = (_, index) => ({ status: index === 4 ? 200 : 500 })
      yield* deliver(admin)
      assert.deepInclude(yield* theEndpoint(admin), {
        last_delivered_at: yield* DateTime.now,
        failures_24h: 2,
        consecutive_dead: 0
      })

      // The dead one was tried a minute before the failed one, so it leaves the window first.
      yield* TestClock.adjust("23 hours")
      yield* TestClock.adjust("59 minutes")
      assert.strictEqual((yield* theEndpoint(admin)).failures_24h, 1)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* theEndpoint(admin)).failures_24h, 0)
    }
  )
})

withDashboardApp("POST /api/webhooks", (it) => {
  it.status(201, "the endpoint with its secret, for named events or for all", function* () {
    const admin = yield* anAdmin()
    for (const [selection, kept] of [
      [{ events: ["offboarding.created"] }, { events: ["offboarding.created"], all_events: false }],
      [{ allEvents: true }, { events: [], all_events: true }]
    ] as const) {
      const { body } = yield* withStatus(201, as(admin).post("/api/webhooks", { url, ...selection }))
      const { secret, ...endpoint } = yield* decodeCreated(body)
      assert.deepStrictEqual(
        { ...endpoint },
        { id: endpoint.id, url, active: true, created_at: yield* DateTime.now, ...kept, ...fresh }
      )
      assert.match(Redacted.value(secret), /^whsec_[0-9a-f]{64}$/)
    }
  })

  // webhooks-8: Creating, updating, deleting, rotating and redelivering are audited with the host alone: neither secret
  //   nor path is written.
  it.status(201, "audited in the member's name with the host alone", function* () {
    const admin = yield* anAdmin()
    const { secret } = yield* anEndpoint(admin, url)
    const entries = yield* toldOf(admin.orgId, { action: "webhook.created" })
    assert.deepStrictEqual(entries, [{ actor_id: admin.userId, target: "127.0.0.1:8443", details: "all events" }])
    assert.notInclude(JSON.stringify(entries), Redacted.value(secret))
  })

  // webhooks-3: The choice is either `events`, a non-empty array of known names, or `allEvents: true`; both, neither, a
  //   string or an object is 400.
  it.status(
    400,
    "either events, a non-empty array of known names, or allEvents true; the message names the field",
    function* () {
      const admin = yield* anAdmin()
      for (const selection of wrongSelections) {
        const { body, status } = yield* as(admin).post("/api/webhooks", { url, ...selection })
        assert.strictEqual(status, 400, JSON.stringify(selection))
        assert.match(JSON.stringify(body), /^\{"error":".*(events|allEvents)/)
        if ("allEvents" in selection && !("events" in selection)) assert.include(JSON.stringify(body), "must be true;")
      }
      assert.lengthOf(yield* listed(admin), 0)
    }
  )

  it.status(400, "neither events nor allEvents, no url, or one that is not text", function* () {
    const admin = yield* anAdmin()
    for (const body of [
      { url },
      { allEvents: true },
      { url: null, allEvents: true },
      { url: [url], allEvents: true }
    ]) {
      assert.strictEqual((yield* as(admin).post("/api/webhooks", body)).status, 400, JSON.stringify(body))
    }
  })
})

withDashboardApp("PATCH /api/webhooks/{id}", (it) => {
  // webhooks-4: `PATCH` changes `url`, events or `active`; `active` is a boolean.
  it.status(200, "address, events and all events, each alone and together; what is not named stays", function* () {
    const admin = yield* anAdmin()
    const { id } = yield* anEndpoint(admin, url, { events: ["offboarding.created"] })
    const patch = Effect.fnUntraced(function* (body: unknown) {
      const answer = yield* withStatus(200, as(admin).patch(`/api/webhooks/${id}`, body))
      const endpoint = yield* decodeEndpoint(answer.body)
      assert.deepStrictEqual(endpoint, yield* theEndpoint(admin))
      return [endpoint.url, endpoint.all_events, endpoint.events, endpoint.active]
    })
    const elsewhere = "https://127.0.0.2/other?token=canary-77aa"
    assert.deepStrictEqual(yield* patch({ url: elsewhere }), [elsewhere, false, ["offboarding.created"], true])
    assert.deepStrictEqual(yield* patch({ allEvents: true }), [elsewhere, true, [], true])
    assert.deepStrictEqual(yield* patch({ events: ["asset.returned", "asset.overdue", "asset.returned"] }), [
      elsewhere,
      false,
      ["asset.returned", "asset.overdue"],
      true
    ])
    assert.deepStrictEqual(yield* patch({ url, allEvents: true, active: false }), [url, true, [], false])
    assert.deepStrictEqual(yield* toldOf(admin.orgId, { action: "webhook.updated" }), [
      { actor_id: admin.userId, target: "127.0.0.2", details: "moved from 127.0.0.1:8443 to 127.0.0.2" },
      { actor_id: admin.userId, target: "127.0.0.2", details: "all events" },
      { actor_id: admin.userId, target: "127.0.0.2", details: "events: asset.returned, asset.overdue" },
      {
        actor_id: admin.userId,
        target: "127.0.0.1:8443",
        details: "moved from 127.0.0.2 to 127.0.0.1:8443; all events; paused"
      }
    ])
  })

  it.status(
    200,
    "the next event goes by the new events and to the new address, also what was queued before",
    function* () {
      const admin = yield* anAdmin()
      const [before, after] = yield* Effect.all([aReceiver(), aReceiver()])
      const { id } = yield* anEndpoint(admin, before.url, { events: ["offboarding.created"] })
      yield* happen(admin.orgId, events.created)
      yield* as(admin).patch(`/api/webhooks/${id}`, { url: after.url, events: ["offboarding.deleted"] })
      yield* happen(admin.orgId, events.created, events.deleted)
      yield* deliver(admin)
      assert.lengthOf(before.received, 0)
      assert.deepStrictEqual(after.received.map(({ event }) => event).toSorted(), [
        "offboarding.created",
        "offboarding.deleted"
      ])
    }
  )

  // webhooks-15: An update that changes nothing is 200 and is not in the audit log.
  it.status(200, "what changes nothing is not recorded", function* () {
    const admin = yield* anAdmin()
    const { id } = yield* anEndpoint(admin, url, { events: ["offboarding.created", "asset.returned"] })
    const before = yield* everything(admin.orgId)
    for (const body of [
      { url },
      { events: ["asset.returned", "offboarding.created", "asset.returned"] },
      { active: true },
      { url, events: ["offboarding.created", "asset.returned"], active: true }
    ]) {
      assert.strictEqual((yield* as(admin).patch(`/api/webhooks/${id}`, body)).status, 200)
    }
    assert.deepStrictEqual(yield* everything(admin.orgId), before)
  })

  // webhooks-16: A manual pause has no reason, and queued deliveries stay in the log.
  it.status(
    200,
    "active false pauses by hand, without a reason; what is queued waits, what happens is only counted",
    function* () {
      const admin = yield* anAdmin()
      const receiver = yield* aReceiver()
      const { id } = yield* anEndpoint(admin, receiver.url, { events: ["offboarding.created"] })
      yield* happen(admin.orgId, events.created)
      const pausedAt = yield* DateTime.now
      const paused = yield* as(admin).patch(`/api/webhooks/${id}`, { active: false })
      assert.deepInclude(yield* decodeEndpoint(paused.body), {
        active: false,
        disabled_at: pausedAt,
        disabled_reason: null,
        skipped_while_paused: 0
      })
      yield* happen(admin.orgId, events.created, events.deleted, events.created)
      yield* deliver(admin)
      assert.lengthOf(receiver.received, 0)
      assert.strictEqual((yield* theEndpoint(admin)).skipped_while_paused, 2)

      yield* TestClock.adjust("1 minute")
      const again = yield* as(admin).patch(`/api/webhooks/${id}`, { active: false })
      assert.deepInclude(yield* decodeEndpoint(again.body), { disabled_at: pausedAt, skipped_while_paused: 2 })

      const active = yield* as(admin).patch(`/api/webhooks/${id}`, { active: true })
      assert.deepInclude(yield* decodeEndpoint(active.body), {
        active: true,
        disabled_at: null,
        skipped_while_paused: 2
      })
      yield* deliver(admin)
      assert.lengthOf(receiver.received, 1)
      yield* happen(admin.orgId, events.created)
      yield* deliver(admin)
      assert.lengthOf(receiver.received, 2)

      const anew = yield* as(admin).patch(`/api/webhooks/${id}`, { active: false })
      assert.strictEqual((yield* decodeEndpoint(anew.body)).skipped_while_paused, 0)
      assert.deepStrictEqual(
        (yield* entriesOf(admin.orgId, { action: "webhook.updated" })).map(({ details }) => details),
        ["paused", "activated", "paused"]
      )
    }
  )

  // webhooks-4
  it.status(
    400,
    "wrong events or both, active that is not boolean, an address that may not be called, no field",
    function* () {
      const admin = yield* anAdmin()
      const { id } = yield* anEndpoint(admin, url)
      const before = yield* everything(admin.orgId)
      for (const body of [
        ...wrongSelections,
        { active: "false" },
        { active: 0 },
        { active: null },
        { url: null },
        { url: "" },
        { url: "http://8.8.8.8/" },
        { url: "https://10.0.0.1/", events: ["offboarding.created"], active: false },
        {},
        { secret: "whsec_mine" }
      ]) {
        const answer = yield* withStatus(400, as(admin).patch(`/api/webhooks/${id}`, body), JSON.stringify(body))
        assert.deepStrictEqual(Object.keys(Object(answer.body)), ["error"])
      }
      assert.strictEqual((yield* as(admin).patch("/api/webhooks/7", { active: false })).status, 400)
      assert.deepStrictEqual(yield* everything(admin.orgId), before)
    }
  )

  it.status(404, "none such, or another organisation's", function* () {
    const admin = yield* anAdmin()
    const other = yield* anAdmin()
    const { id } = yield* anEndpoint(other, url)
    const before = yield* everything(other.orgId)
    for (const webhookId of [id, somewhere]) {
      const { body, status } = yield* as(admin).patch(`/api/webhooks/${webhookId}`, { url, active: false })
      assert.deepStrictEqual([status, body], [404, notFound])
    }
    assert.deepStrictEqual(yield* everything(other.orgId), before)
  })
})

withDashboardApp("DELETE /api/webhooks/{id}", (it) => {
  it.status(200, "a message; the endpoint and its log are gone, and it is audited with the host alone", function* () {
    const admin = yield* anAdmin()
    const { id } = yield* anEndpoint(admin, url)
    yield* happen(admin.orgId, events.created)
    const { body, status } = yield* as(admin).delete(`/api/webhooks/${id}`)
    assert.deepStrictEqual([status, body], [200, { message: "Webhook deleted" }])
    assert.lengthOf(yield* stored(admin.orgId), 0)
    assert.lengthOf(yield* listed(admin), 0)
    assert.deepStrictEqual(yield* toldOf(admin.orgId, { action: "webhook.deleted" }), [
      { actor_id: admin.userId, target: "127.0.0.1:8443", details: "" }
    ])
    assert.strictEqual((yield* as(admin).delete(`/api/webhooks/${id}`)).status, 404)
  })

  it.status(400, "an id that is not a UUID", function* () {
    assert.strictEqual((yield* as(yield* anAdmin()).delete("/api/webhooks/7")).status, 400)
  })

  it.status(404, "none such, or another organisation's", function* () {
    const admin = yield* anAdmin()
    const other = yield* anAdmin()
    const { id } = yield* anEndpoint(other, url)
    for (const webhookId of [id, somewhere]) {
      const { body, status } = yield* as(admin).delete(`/api/webhooks/${webhookId}`)
      assert.deepStrictEqual([status, body], [404, notFound])
    }
    assert.lengthOf(yield* listed(other), 1)
  })
})

withDashboardApp("who manages webhooks", (it) => {
  // webhooks-1: Every call asks for `settings_manage`, the list included.
  it.effect("settings_manage is asked for by every call, the list included: HR and managers are refused", function* () {
    const orgId = yield* anOrganisation()
    const { id } = yield* anEndpoint(yield* aMember(orgId, "superadmin"), url)
    yield* happen(orgId, events.created)
    yield* alter("webhook_deliveries", "status = 'dead', next_attempt_at = NULL", yield* aMember(orgId))
    const [delivery] = yield* stored(orgId)
    const before = yield* everything(orgId)
    const path = `/api/webhooks/${id}`
    for (const role of ["hr", "manager"] as const) {
      const member = yield* aMember(orgId, role)
      for (const [method, of, body] of [
        ["GET", "/api/webhooks", undefined],
        ["POST", "/api/webhooks", { url, allEvents: true }],
        ["PATCH", path, { active: false }],
        ["DELETE", path, undefined],
        ["POST", `${path}/rotate-secret`, undefined],
        ["POST", `${path}/ping`, undefined],
        ["GET", `${path}/deliveries`, undefined],
        ["GET", `${path}/deliveries/${delivery?.id}`, undefined],
        ["POST", `${path}/deliveries/${delivery?.id}/redeliver`, undefined]
      ] as const) {
        const answer = yield* withStatus(403, as(member).ask(method, of, body), `${role} ${method} ${of}`)
        assert.deepInclude(answer.body, { permission: "settings_manage" })
      }
    }
    assert.deepStrictEqual(yield* everything(orgId), before)
  })
})
