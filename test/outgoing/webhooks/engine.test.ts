import { assert, layer } from "#test/support/suite"
import { DeliveryId, type OrgId, type WebhookId } from "@svc/contract/kernel/ids"
import { DateTime, Effect, Fiber, Redacted, Schema } from "effect"
import { TestClock } from "effect/testing"
import { createHmac, randomUUID } from "node:crypto"
import { makePace } from "#outgoing/deliveries/pace"
import { webhookDeliveries } from "#outgoing/webhooks/delivery-policy"
import { makeDeliveryQueue } from "#outgoing/deliveries/queue-repo"
import { Jobs } from "#platform/jobs/jobs"
import { Outbox } from "#outgoing/outbox/service"
import { DeliveryEngine } from "#outgoing/webhooks/engine"
import { Webhooks } from "#outgoing/webhooks/service"
import { anOrganisation, asSystemCaller } from "#test/support/people"
import { asOwner, asSystem, systemSql } from "#test/support/tables"
import { entriesOf, toldOf } from "#test/support/log"
import * as events from "./events.ts"
import { aReceiver, type Answer } from "./receiver.ts"
import { aWebhook, happen, stored, WebhooksServices } from "./support.ts"

const drain = (orgId: OrgId) => Effect.flatMap(DeliveryEngine, (engine) => engine.drain(orgId))

const only = Effect.fnUntraced(function* (orgId: OrgId) {
  const [row, ...others] = yield* stored(orgId)
  if (row === undefined || others.length > 0) return assert.fail("one delivery was expected")
  return row
})

/** Until when somebody owns the queue of the organisation's one endpoint. */
const leaseOn = Effect.fnUntraced(function* (orgId: OrgId) {
  const [endpoint] = yield* systemSql<{
    readonly leased_until: Date | null
  }>`SELECT leased_until FROM webhook_endpoints WHERE org_id = ${orgId}`
  return endpoint?.leased_until ?? null
})

const health = Effect.fnUntraced(function* (orgId: OrgId) {
  const [row] = yield* systemSql<{
    active: boolean
    consecutive_dead: number
    disabled_reason: string | null
    disabled_at: Date | null
    last_delivered_at: Date | null
  }>`
      SELECT active, consecutive_dead, disabled_reason, disabled_at, last_delivered_at FROM webhook_endpoints WHERE org_id = ${orgId}`
  return row ?? assert.fail("no endpoint")
})

const detail = (orgId: OrgId, webhookId: WebhookId, id: DeliveryId) =>
  Effect.flatMap(Webhooks, (webhooks) => webhooks.getDelivery(webhookId, id)).pipe(asSystemCaller(orgId))

const page = (orgId: OrgId, webhookId: WebhookId) =>
  Effect.flatMap(Webhooks, (webhooks) => webhooks.listDeliveries(webhookId, { page: 1, limit: 100 })).pipe(
    asSystemCaller(orgId)
  )

const now = Effect.map(DateTime.now, DateTime.toDateUtc)

/** Sets `count` deliveries down as if so many events had happened. */
const backlog = Effect.fnUntraced(function* (orgId: OrgId, endpointId: WebhookId, count: number) {
  const at = yield* now
  yield* systemSql`
    INSERT INTO webhook_deliveries (org_id, id, endpoint_id, event, content, next_attempt_at, created_at)
    SELECT ${orgId}::uuid, gen_random_uuid(), ${endpointId}::uuid, 'offboarding.deleted', '{"type":"x","title":"t","body":"b","data":{}}', ${at}::timestamptz, ${at}::timestamptz
    FROM generate_series(1, ${count}::int)`
})

layer(WebhooksServices)("Delivery", (it) => {
  // deliveries-3: `X-Svc-Event` is the event's name, `X-Svc-Delivery` the delivery's id, which is the same in every
  //   attempt; the ping has both.
  it.effect(
    "posts the payload with its three headers, signed with the whole secret, and logs exactly what was sent",
    function* () {
      const orgId = yield* anOrganisation()
      const receiver = yield* aReceiver()
      const webhook = yield* aWebhook(orgId, receiver.url)
      const happenedAt = yield* DateTime.now
      yield* happen(orgId, events.created)
      yield* TestClock.adjust("1234 millis")
      assert.deepStrictEqual(yield* drain(orgId), { delivered: 1, failed: 0, dead: 0 })

      const [request] = receiver.received
      if (request === undefined) return assert.fail("nothing was sent")
      const row = yield* only(orgId)
      const signature = createHmac("sha256", Redacted.value(webhook.secret)).update(request.body).digest("hex")
      assert.strictEqual(request.headers["x-svc-signature"], `sha256=${signature}`)
      assert.strictEqual(request.headers["x-svc-event"], "offboarding.created")
      assert.strictEqual(request.headers["x-svc-delivery"], row.id)
      assert.strictEqual(request.headers["content-type"], "application/json")

      const sent = yield* Schema.decodeEffect(Schema.fromJsonString(Schema.Json))(request.body)
      assert.deepStrictEqual(sent, {
        event: "offboarding.created",
        timestamp: DateTime.formatIso(happenedAt),
        type: "offboarding_created",
        title: "Offboarding created",
        body: "The offboarding of Ada Lovelace was created",
        data: { offboardingId: "0b9ad9ad-55e1-4c0c-9ef0-5c0d1c2b7f01", employeeName: "Ada Lovelace", source: "api" }
      })

      const [listed] = (yield* page(orgId, webhook.id)).data
      if (listed === undefined) return assert.fail("not in the log")
      const { payload, ...logged } = yield* detail(orgId, webhook.id, listed.id)
      assert.strictEqual(JSON.stringify(payload), request.body)
      assert.strictEqual(logged.status, "delivered")
      assert.strictEqual(logged.attempts, 1)
      assert.strictEqual(logged.last_status_code, 200)
      assert.isNull(logged.last_error)
      assert.isNull(logged.next_attempt_at)
      assert.deepStrictEqual(logged.delivered_at, yield* DateTime.now)
      assert.deepStrictEqual((yield* health(orgId)).last_delivered_at, yield* now)
    }
  )

  // payloads-1: A delivery holds `event`, `timestamp`, `type`, `title`, `body` and `data`, and nothing else, the same
  //   on every attempt.
  // deliveries-14: In every attempt, redelivered ones included, the body is the same and its `timestamp` is when the
  //   event was recorded.
  it.effect(
    "the body is the same on every attempt, redelivered too; `timestamp` is when the event was recorded",
    function* () {
      const orgId = yield* anOrganisation()
      const receiver = yield* aReceiver(() => ({ status: 503 }))
      const webhook = yield* aWebhook(orgId, receiver.url)
      const outbox = yield* Outbox
      const recordedAt = yield* DateTime.now
      yield* asSystem(() => outbox.append(orgId, events.created))
      yield* TestClock.adjust("5 seconds")
      yield* outbox.dispatch(orgId)
      yield* drain(orgId)
      yield* TestClock.adjust("1 minute")
      yield* drain(orgId)
      const { id } = yield* only(orgId)
      const webhooks = yield* Webhooks
      yield* webhooks.redeliver(webhook.id, DeliveryId.make(id)).pipe(asSystemCaller(orgId))
      yield* TestClock.adjust("1 second")
      yield* drain(orgId)

      const bodies = receiver.received.map(({ body }) => body)
      assert.lengthOf(bodies, 3)
      assert.strictEqual(new Set(bodies).size, 1)
      assert.include(bodies[0], `"timestamp":"${DateTime.formatIso(recordedAt)}"`)
      // The moment of each attempt is in the header that Standard Webhooks signs.
      assert.strictEqual(new Set(receiver.received.map(({ headers }) => headers["webhook-timestamp"])).size, 3)
      const { created_at, payload } = yield* detail(orgId, webhook.id, DeliveryId.make(id))
      assert.strictEqual(JSON.stringify(payload), bodies[0])
      assert.deepStrictEqual(created_at, recordedAt)
    }
  )

  it.effect("two endpoints with one URL: each delivery is signed with its own endpoint's secret", function* () {
    const orgId = yield* anOrganisation()
    const receiver = yield* aReceiver()
    const twins = [yield* aWebhook(orgId, receiver.url), yield* aWebhook(orgId, receiver.url)]
    yield* happen(orgId, events.created)
    assert.deepStrictEqual(yield* drain(orgId), { delivered: 2, failed: 0, dead: 0 })
    const signatures = twins.map(
      ({ secret }) =>
        `sha256=${createHmac("sha256", Redacted.value(secret))
          .update(receiver.received[0]?.body ?? "")
          .digest("hex")}`
    )
    assert.sameMembers(
      receiver.received.map(({ headers }) => headers["x-svc-signature"]),
      signatures
    )
  })

  it.effect(
    "on a plan without webhooks what is due is dropped and never sent; a read-only organization's is sent",
    function* () {
      const orgId = yield* anOrganisation()
      const receiver = yield* aReceiver()
      yield* aWebhook(orgId, receiver.url)
      yield* happen(orgId, events.created)
      const change = (set: string) =>
        asSystem((sql) => sql`UPDATE organisations SET ${sql.literal(set)} WHERE id = ${orgId}`)
      yield* change("plan = 'starter'")
      assert.deepStrictEqual(yield* drain(orgId), { delivered: 0, failed: 0, dead: 0 })
      assert.lengthOf(yield* stored(orgId), 0)
      yield* change("plan = 'team', plan_status = 'canceled'")
      yield* happen(orgId, events.deleted)
      assert.deepStrictEqual(yield* drain(orgId), { delivered: 1, failed: 0, dead: 0 })
      assert.deepStrictEqual(
        receiver.received.map(({ event }) => event),
        ["offboarding.deleted"]
      )
    }
  )

  it.effect("what is dropped takes no row with it that is at the same place of another partition", function* () {
    const [orgId, other] = [yield* anOrganisation(), yield* anOrganisation()]
    const receiver = yield* aReceiver()
    yield* asOwner((sql) => sql`TRUNCATE webhook_deliveries`)
    const { id } = yield* aWebhook(other, receiver.url)
    yield* systemSql`
        INSERT INTO webhook_deliveries (org_id, id, endpoint_id, event, content, status, created_at, last_attempt_at)
        VALUES (${other}, ${id}, ${id}, 'offboarding.deleted', '{"type":"x"}', 'dead', now(), now())`
    yield* aWebhook(orgId, receiver.url)
    yield* happen(orgId, events.created)
    const places = yield* systemSql`SELECT DISTINCT ctid FROM webhook_deliveries`
    assert.lengthOf(places, 1)
    yield* systemSql`UPDATE organisations SET plan = 'starter' WHERE id = ${orgId}`
    yield* drain(orgId)
    assert.deepStrictEqual([(yield* stored(orgId)).length, (yield* stored(other)).length], [0, 1])
  })

  // deliveries-5: Seven attempts in all, after 1 minute, 5 minutes, 30 minutes, 2 hours, 8 hours and 24 hours; then it
  //   is dead.
  it.effect("7 attempts in all with the documented waits, the same delivery id each time, then dead", function* () {
    const orgId = yield* anOrganisation()
    const receiver = yield* aReceiver(() => ({ status: 503 }))
    const webhook = yield* aWebhook(orgId, receiver.url)
    yield* happen(orgId, events.created)
    for (const [index, minutes] of [1, 5, 30, 120, 480, 1440].entries()) {
      const attemptAt = yield* DateTime.now
      assert.deepStrictEqual(yield* drain(orgId), { delivered: 0, failed: 1, dead: 0 })
      const row = yield* only(orgId)
      assert.deepStrictEqual([row.status, row.attempts, row.last_status_code], ["failed", index + 1, 503])
      assert.strictEqual(row.last_error, "The endpoint answered 503")
      assert.deepStrictEqual(row.next_attempt_at, DateTime.toDateUtc(DateTime.add(attemptAt, { minutes })))
      yield* TestClock.adjust(`${minutes * 60_000 - 1} millis`)
      assert.deepStrictEqual(yield* drain(orgId), { delivered: 0, failed: 0, dead: 0 })
      yield* TestClock.adjust("1 millis")
    }
    assert.deepStrictEqual(yield* drain(orgId), { delivered: 0, failed: 0, dead: 1 })
    const row = yield* only(orgId)
    assert.deepStrictEqual([row.status, row.attempts, row.next_attempt_at], ["dead", 7, null])
    yield* TestClock.adjust("30 days")
    yield* drain(orgId)
    assert.lengthOf(receiver.received, 7)
    assert.lengthOf(new Set(receiver.received.map(({ delivery }) => delivery)), 1)
    assert.lengthOf(new Set(receiver.received.map(({ body }) => body)), 1)
    const [listed] = (yield* page(orgId, webhook.id)).data
    if (listed === undefined) return assert.fail("not in the log")
    const { payload } = yield* detail(orgId, webhook.id, listed.id)
    assert.strictEqual(JSON.stringify(payload), receiver.received.at(-1)?.body)
  })

  // deliveries-6: A redirect makes it dead at once and is not followed.
  it.effect("a redirect makes it dead at once and is not followed", function* () {
    const orgId = yield* anOrganisation()
    const elsewhere = yield* aReceiver()
    const receiver = yield* aReceiver(() => ({ status: 307, location: elsewhere.url }))
    yield* aWebhook(orgId, receiver.url)
    yield* happen(orgId, events.created)
    assert.deepStrictEqual(yield* drain(orgId), { delivered: 0, failed: 0, dead: 1 })
    const row = yield* only(orgId)
    assert.deepStrictEqual([row.status, row.attempts, row.last_status_code], ["dead", 1, 307])
    assert.lengthOf(elsewhere.received, 0)
  })

  // deliveries-7: The address is looked at before every send; one that is no longer public makes the delivery dead at
  //   once.
  it.effect("an address that is no longer public makes it dead at once, and nothing is sent", function* () {
    const orgId = yield* anOrganisation()
    const receiver = yield* aReceiver()
    yield* aWebhook(orgId, receiver.url)
    yield* systemSql`UPDATE webhook_endpoints SET url = 'https://10.1.2.3/hooks' WHERE org_id = ${orgId}`
    yield* happen(orgId, events.created)
    assert.deepStrictEqual(yield* drain(orgId), { delivered: 0, failed: 0, dead: 1 })
    const row = yield* only(orgId)
    assert.deepStrictEqual([row.attempts, row.last_status_code], [1, null])
    assert.include(row.last_error ?? "", "no longer resolves to a public address")
  })

  // deliveries-4: An attempt without a 2xx within 10 seconds has failed.
  it.effect("no 2xx within 10 seconds is a failed attempt", function* () {
    const orgId = yield* anOrganisation()
    const receiver = yield* aReceiver(() => "never")
    yield* aWebhook(orgId, receiver.url)
    yield* happen(orgId, events.created)
    const attemptAt = yield* DateTime.now
    const draining = yield* Effect.forkChild(drain(orgId))
    yield* receiver.until(1)
    yield* TestClock.adjust("10 seconds")
    assert.deepStrictEqual(yield* Fiber.join(draining), { delivered: 0, failed: 1, dead: 0 })
    const row = yield* only(orgId)
    assert.deepStrictEqual(row.next_attempt_at, DateTime.toDateUtc(DateTime.add(attemptAt, { minutes: 1 })))
    assert.strictEqual(row.last_error, "No complete answer in time")
    assert.isNull(yield* leaseOn(orgId))
  })

  it.effect("nobody listens at the address: failed, with a fixed sentence", function* () {
    const orgId = yield* anOrganisation()
    yield* aWebhook(orgId, "https://127.0.0.1:9/hooks")
    yield* happen(orgId, events.created)
    assert.deepStrictEqual(yield* drain(orgId), { delivered: 0, failed: 1, dead: 0 })
    assert.strictEqual((yield* only(orgId)).last_error, "The connection could not be opened")
  })

  // deliveries-8: A dead one stays in the log, to be sent again: attempts reset, the same id, the first attempt at
  //   once.
  it.effect("redeliver: pending, attempts reset, the same delivery id, the first attempt made at once", function* () {
    const orgId = yield* anOrganisation()
    const receiver = yield* aReceiver(() => ({ status: 302 }))
    const webhook = yield* aWebhook(orgId, receiver.url)
    yield* happen(orgId, events.created)
    yield* drain(orgId)
    const [dead] = (yield* page(orgId, webhook.id)).data
    if (dead === undefined) return assert.fail("not in the log")
    assert.strictEqual(dead.status, "dead")

    const webhooks = yield* Webhooks
    const again = yield* webhooks.redeliver(webhook.id, dead.id).pipe(asSystemCaller(orgId))
    assert.deepStrictEqual([again.id, again.status, again.attempts], [dead.id, "pending", 0])
    receiver.state.answer = () => ({ status: 204 })
    assert.deepStrictEqual(yield* drain(orgId), { delivered: 1, failed: 0, dead: 0 })
    assert.deepStrictEqual(
      receiver.received.map(({ delivery }) => delivery),
      [dead.id, dead.id]
    )
    assert.strictEqual((yield* only(orgId)).attempts, 1)
    assert.strictEqual((yield* health(orgId)).consecutive_dead, 0)
  })

  it.effect("redelivered while an attempt is under way: the late result of that one changes nothing", function* () {
    const orgId = yield* anOrganisation()
    const receiver = yield* aReceiver(() => ({ status: 500 }))
    const webhook = yield* aWebhook(orgId, receiver.url)
    yield* happen(orgId, events.created)
    yield* drain(orgId)
    yield* TestClock.adjust("1 minute")
    receiver.state.answer = (_, index) => (index === 1 ? "never" : { status: 200 })
    const draining = yield* Effect.forkChild(drain(orgId))
    yield* receiver.until(2)
    const row = yield* only(orgId)
    assert.strictEqual(row.status, "failed")
    const webhooks = yield* Webhooks
    const [listed] = (yield* page(orgId, webhook.id)).data
    if (listed === undefined) return assert.fail("not in the log")
    yield* webhooks.redeliver(webhook.id, listed.id).pipe(asSystemCaller(orgId))
    yield* receiver.until(3)
    yield* TestClock.adjust("10 seconds")
    yield* Fiber.join(draining)
    const end = yield* only(orgId)
    assert.deepStrictEqual([end.status, end.attempts], ["delivered", 1])
  })
})

layer(WebhooksServices)("Auto-pause", (it) => {
  it.effect(
    "25 dead in a row pause the endpoint, none is sent beyond, admins are told and it is audited",
    function* () {
      const orgId = yield* anOrganisation()
      const receiver = yield* aReceiver(() => ({ status: 301 }))
      const webhook = yield* aWebhook(orgId, receiver.url)
      yield* backlog(orgId, webhook.id, 60)
      const figures = yield* drain(orgId)
      assert.deepStrictEqual(figures, { delivered: 0, failed: 0, dead: 25 })
      assert.lengthOf(receiver.received, 25)
      const state = yield* health(orgId)
      assert.deepStrictEqual(
        [state.active, state.consecutive_dead, state.disabled_reason, state.disabled_at],
        [false, 25, "consecutive_failures", yield* now]
      )
      assert.deepStrictEqual(yield* toldOf(orgId, { action: "webhook.auto_disabled" }), [
        { actor_id: null, target: receiver.host, details: "25 consecutive deliveries failed" }
      ])
      const told = yield* systemSql<{ event: unknown }>`SELECT event FROM outbox_events WHERE org_id = ${orgId}`
      assert.deepStrictEqual(told, [
        { event: { _tag: "webhook.auto_disabled", webhookId: webhook.id, host: receiver.host } }
      ])
      // Events that happened while paused are not sent; what was queued before stays in the log as it is.
      yield* happen(orgId, events.created)
      yield* drain(orgId)
      assert.lengthOf(receiver.received, 25)
      const rows = yield* stored(orgId)
      assert.deepStrictEqual([rows.length, rows.filter(({ status }) => status === "pending").length], [60, 35])
    }
  )

  it.effect("24 dead, one that arrives, 24 dead: not paused; one more pauses", function* () {
    const orgId = yield* anOrganisation()
    const receiver = yield* aReceiver(() => ({ status: 301 }))
    const webhook = yield* aWebhook(orgId, receiver.url)
    const round = Effect.fnUntraced(function* (count: number, answer: Answer) {
      receiver.state.answer = () => answer
      yield* backlog(orgId, webhook.id, count)
      yield* drain(orgId)
      return yield* health(orgId)
    })
    assert.strictEqual((yield* round(24, { status: 301 })).consecutive_dead, 24)
    assert.strictEqual((yield* round(1, { status: 200 })).consecutive_dead, 0)
    const almost = yield* round(24, { status: 301 })
    assert.deepStrictEqual([almost.active, almost.consecutive_dead], [true, 24])
    assert.isFalse((yield* round(1, { status: 301 })).active)
  })

  it.effect("two engines that meet the 25th together pause it once", function* () {
    const orgId = yield* anOrganisation()
    const receiver = yield* aReceiver(() => ({ status: 301 }))
    const webhook = yield* aWebhook(orgId, receiver.url)
    yield* backlog(orgId, webhook.id, 60)
    yield* Effect.all([drain(orgId), drain(orgId), drain(orgId)], { concurrency: 3 })
    const rows = yield* stored(orgId)
    const dead = rows.filter(({ status }) => status === "dead").length
    assert.strictEqual((yield* health(orgId)).consecutive_dead, dead)
    assert.isFalse((yield* health(orgId)).active)
    assert.lengthOf(yield* entriesOf(orgId, { action: "webhook.auto_disabled" }), 1)
  })

  it.effect("an endpoint deleted or paused after an event was recorded is sent nothing", function* () {
    const orgId = yield* anOrganisation()
    const paused = yield* aReceiver()
    const deleted = yield* aReceiver()
    const webhook = yield* aWebhook(orgId, deleted.url)
    yield* aWebhook(orgId, paused.url)
    yield* happen(orgId, events.created)
    assert.lengthOf(yield* stored(orgId), 2)
    const webhooks = yield* Webhooks
    yield* webhooks.delete(webhook.id).pipe(asSystemCaller(orgId))
    yield* systemSql`UPDATE webhook_endpoints SET active = false WHERE org_id = ${orgId}`
    assert.deepStrictEqual(yield* drain(orgId), { delivered: 0, failed: 0, dead: 0 })
    assert.lengthOf(paused.received, 0)
    assert.lengthOf(deleted.received, 0)
    assert.lengthOf(yield* stored(orgId), 1)
  })
})

layer(WebhooksServices)("Leases", (it) => {
  const claimAll = Effect.fnUntraced(function* (orgId: OrgId) {
    const queue = yield* makeDeliveryQueue(webhookDeliveries)
    const at = yield* DateTime.now
    const after = { orgId, receiverId: "00000000-0000-0000-0000-000000000000" }
    return yield* queue.claim({
      receivers: yield* queue.lookUp({ orgId, after, limit: 100, now: at }),
      limit: 100,
      share: 100,
      pace: makePace().now(),
      owned: { leases: [], underWay: [] },
      leaseId: randomUUID(),
      now: at,
      leasedUntil: DateTime.add(at, { seconds: 8 })
    })
  })

  // deliveries-1: A delivery is recorded before it is sent, so that a restart loses none.
  // deliveries-12: A process that dies loses no delivery, and no attempt counts twice.
  it.effect(
    "what a killed process held is sent when its lease ends, under the same id, and no attempt is lost or counted twice",
    function* () {
      const orgId = yield* anOrganisation()
      const receiver = yield* aReceiver()
      yield* aWebhook(orgId, receiver.url)
      yield* happen(orgId, events.created)
      const [held] = yield* claimAll(orgId)
      yield* drain(orgId)
      assert.lengthOf(receiver.received, 0)
      yield* TestClock.adjust("30 seconds")
      assert.deepStrictEqual(yield* drain(orgId), { delivered: 1, failed: 0, dead: 0 })
      assert.deepStrictEqual(
        receiver.received.map(({ delivery }) => delivery),
        [held?.id]
      )
      assert.strictEqual((yield* only(orgId)).attempts, 1)
    }
  )

  it.effect("a lease is renewed while the attempt is under way, so a slow answer is not sent for twice", function* () {
    const orgId = yield* anOrganisation()
    const receiver = yield* aReceiver(() => "never")
    yield* aWebhook(orgId, receiver.url)
    yield* happen(orgId, events.created)
    const draining = yield* Effect.forkChild(drain(orgId))
    yield* receiver.until(1)
    const leaseOf = Effect.map(leaseOn(orgId), (until) => until?.getTime() ?? 0)
    const before = yield* leaseOf
    yield* TestClock.adjust("2 seconds")
    const after = yield* Effect.repeat(leaseOf, { until: (lease) => lease > before })
    assert.strictEqual(after - before, 2_000)
    yield* TestClock.adjust("8 seconds")
    yield* Fiber.join(draining)
    assert.lengthOf(receiver.received, 1)
  })

  it.effect(
    "a lease that ran out under an attempt of the same process: the later attempt counts, and is waited for",
    function* () {
      const orgId = yield* anOrganisation()
      const receiver = yield* aReceiver(() => "never")
      yield* aWebhook(orgId, receiver.url)
      yield* happen(orgId, events.created)
      const draining = yield* Effect.forkChild(drain(orgId))
      yield* receiver.until(1)
      // As if the database had stood still for longer than the lease.
      yield* systemSql`UPDATE webhook_endpoints SET leased_until = created_at WHERE org_id = ${orgId}`
      yield* TestClock.adjust("1 second")
      yield* receiver.until(2)
      const leaseOf = Effect.map(leaseOn(orgId), (until) => until?.getTime() ?? 0)
      for (const _ of [2, 4, 6, 8]) {
        const before = yield* leaseOf
        yield* TestClock.adjust("2 seconds")
        yield* Effect.repeat(leaseOf, { until: (lease) => lease > before })
      }
      yield* TestClock.adjust("1 second")
      yield* receiver.release(200)
      assert.deepStrictEqual(yield* Fiber.join(draining), { delivered: 1, failed: 0, dead: 0 })
      assert.strictEqual((yield* only(orgId)).attempts, 1)
    }
  )

  it.effect("shutdown: an attempt under way is given back at once and not counted", function* () {
    const orgId = yield* anOrganisation()
    const receiver = yield* aReceiver(() => "never")
    yield* aWebhook(orgId, receiver.url)
    yield* happen(orgId, events.created)
    const draining = yield* Effect.forkChild(drain(orgId))
    yield* receiver.until(1)
    const stopping = yield* Effect.forkChild(Fiber.interrupt(draining), { startImmediately: true })
    // Its end waits on the clock, from a moment that no signal tells.
    yield* Effect.raceFirst(
      Fiber.join(stopping),
      TestClock.adjust("1 second").pipe(Effect.andThen(TestClock.withLive(Effect.sleep("5 millis"))), Effect.forever)
    )
    const row = yield* only(orgId)
    assert.deepStrictEqual(
      [row.status, row.attempts, yield* leaseOn(orgId), row.last_attempt_at],
      ["pending", 0, null, null]
    )
    receiver.state.answer = () => ({ status: 200 })
    assert.deepStrictEqual(yield* drain(orgId), { delivered: 1, failed: 0, dead: 0 })
  })

  it.effect("two engines on one database send each delivery once", function* () {
    const orgId = yield* anOrganisation()
    const receivers = yield* Effect.forEach([1, 2, 3], () => aReceiver())
    for (const receiver of receivers) {
      const webhook = yield* aWebhook(orgId, receiver.url)
      yield* backlog(orgId, webhook.id, 100)
    }
    const figures = yield* Effect.all([drain(orgId), drain(orgId)], { concurrency: 2 })
    assert.strictEqual(
      figures.reduce((sum, { delivered }) => sum + delivered, 0),
      300
    )
    const ids = receivers.flatMap(({ received }) => received.map(({ delivery }) => delivery))
    assert.lengthOf(ids, 300)
    assert.lengthOf(new Set(ids), 300)
  })
})

layer(WebhooksServices)("Fairness", (it) => {
  it.effect("an endpoint that never answers holds few places and delays nobody", function* () {
    const orgId = yield* anOrganisation()
    const silent = yield* aReceiver(() => "never")
    const healthy = yield* Effect.forEach([1, 2, 3], () => aReceiver())
    const hole = yield* aWebhook(orgId, silent.url)
    yield* backlog(orgId, hole.id, 2_000)
    for (const receiver of healthy) {
      const webhook = yield* aWebhook(orgId, receiver.url)
      yield* backlog(orgId, webhook.id, 50)
    }
    const draining = yield* Effect.forkChild(drain(orgId))
    // Without the clock having moved: the silent endpoint's attempts are still under way.
    yield* Effect.forEach(healthy, (receiver) => receiver.until(50), { discard: true })
    // That it holds 2 places from then on is a rule of its own (pace.test.ts).
    yield* silent.until(16)
    assert.strictEqual(silent.state.mostUnderWay, 16)
    const stopping = yield* Effect.forkChild(Fiber.interrupt(draining), { startImmediately: true })
    // Its end waits on the clock, from a moment that no signal tells.
    yield* Effect.raceFirst(
      Fiber.join(stopping),
      TestClock.adjust("1 second").pipe(Effect.andThen(TestClock.withLive(Effect.sleep("5 millis"))), Effect.forever)
    )
  })
})

layer(WebhooksServices)("Job webhook-deliveries", (it) => {
  it.effect("the operator's run sends what is due of the named organisation only", function* () {
    const [orgId, other] = yield* Effect.all([anOrganisation(), anOrganisation()])
    const receiver = yield* aReceiver()
    yield* aWebhook(orgId, receiver.url)
    yield* aWebhook(other, receiver.url)
    yield* happen(orgId, events.created)
    yield* happen(other, events.deleted)
    const jobs = yield* Jobs
    assert.deepStrictEqual(yield* jobs.run("webhook-deliveries", orgId), { delivered: 1, failed: 0, dead: 0 })
    assert.deepStrictEqual(
      receiver.received.map(({ event }) => event),
      ["offboarding.created"]
    )
    assert.deepStrictEqual(yield* jobs.run("webhook-deliveries", undefined), { delivered: 1, failed: 0, dead: 0 })
    assert.lengthOf(receiver.received, 2)
  })
})
