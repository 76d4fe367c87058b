import { assert, layer } from "#test/support/suite"
import type { OrgId, WebhookId } from "@svc/contract/kernel/ids"
import { DateTime, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { makePace } from "#outgoing/deliveries/pace"
import { webhookDeliveries } from "#outgoing/webhooks/delivery-policy"
import { makeDeliveryQueue } from "#outgoing/deliveries/queue-repo"
import { DeliveryEngine } from "#outgoing/webhooks/engine"
import { anOrganisation } from "#test/support/people"
import { systemSql } from "#test/support/tables"
import { aReceiver } from "./receiver.ts"
import { aWebhook, WebhooksServices } from "./support.ts"

const drain = (orgId: OrgId) => Effect.flatMap(DeliveryEngine, (engine) => engine.drain(orgId))

/** So many deliveries, due one second after another, the last one now; answers their ids, the oldest first. */
const backlog = Effect.fnUntraced(function* (orgId: OrgId, endpointId: WebhookId, count: number) {
  const at = DateTime.toDateUtc(yield* DateTime.now)
  const rows = yield* systemSql<{ readonly id: string }>`
      INSERT INTO webhook_deliveries (org_id, id, endpoint_id, event, content, next_attempt_at, created_at)
      SELECT ${orgId}::uuid, gen_random_uuid(), ${endpointId}::uuid, 'offboarding.deleted', '{"type":"x","title":"t","body":"b","data":{}}',
        ${at}::timestamptz - (${count}::int - n) * interval '1 second', ${at}::timestamptz
      FROM generate_series(1, ${count}::int) AS n
      RETURNING id, next_attempt_at`
  return rows.map(({ id }) => id)
})

layer(WebhooksServices)("Endpoints that are slow, or were away", (it) => {
  it.effect(
    "answers after 9.9 seconds to a batch of 500, with two engines at work: each delivery is sent once",
    function* () {
      const orgId = yield* anOrganisation()
      const receiver = yield* aReceiver(() => "never")
      for (let endpoint = 0; endpoint < 50; endpoint += 1) {
        const webhook = yield* aWebhook(orgId, `${receiver.url}?endpoint=${endpoint}`)
        yield* backlog(orgId, webhook.id, 10)
      }
      const first = yield* Effect.forkChild(drain(orgId))
      yield* receiver.until(256)
      const second = yield* Effect.forkChild(drain(orgId))
      // The first engine's places are taken, so the other half is the second's.
      yield* receiver.until(500)
      const leases = systemSql<{ readonly shortest: Date }>`
            SELECT min(leased_until) AS shortest FROM webhook_endpoints WHERE org_id = ${orgId}`
      // A lease is 8 seconds; the clock moves on only once all of them have been renewed.
      for (let renewal = 0; renewal < 4; renewal += 1) {
        yield* TestClock.adjust("2 seconds")
        const until = DateTime.toEpochMillis(DateTime.add(yield* DateTime.now, { seconds: 8 }))
        yield* Effect.repeat(leases, { until: ([row]) => row?.shortest.getTime() === until })
      }
      yield* TestClock.adjust("1900 millis")
      yield* receiver.release(200)
      const figures = yield* Effect.all([Fiber.join(first), Fiber.join(second)])
      assert.strictEqual(
        figures.reduce((sum, { delivered }) => sum + delivered, 0),
        500
      )
      assert.lengthOf(receiver.received, 500)
      assert.lengthOf(new Set(receiver.received.map(({ delivery }) => delivery)), 500)
    }
  )

  it.effect(
    "back after an outage: what failed meanwhile comes oldest first, never more at once than its limit",
    function* () {
      const orgId = yield* anOrganisation()
      const receiver = yield* aReceiver(() => ({ status: 503 }))
      const webhook = yield* aWebhook(orgId, receiver.url)
      yield* backlog(orgId, webhook.id, 200)
      assert.deepStrictEqual(yield* drain(orgId), { delivered: 0, failed: 200, dead: 0 })
      const due = yield* systemSql<{ readonly id: string }>`
          SELECT id FROM webhook_deliveries WHERE org_id = ${orgId} ORDER BY next_attempt_at, id`
      const rank = new Map(due.map(({ id }, index) => [id, index]))
      receiver.received.splice(0)
      receiver.state.mostUnderWay = 0
      receiver.state.answer = () => ({ status: 200 })
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* drain(orgId), { delivered: 200, failed: 0, dead: 0 })
      assert.isAtMost(receiver.state.mostUnderWay, 64)
      // Those sent before an older one are no more than may be under way together.
      receiver.received.forEach(({ delivery }, position) =>
        assert.isBelow((rank.get(delivery ?? "") ?? Number.NaN) - position, 64)
      )
    }
  )
})

layer(WebhooksServices)("A claim", (it) => {
  it.effect("spreads over the endpoints that have something due, and takes the oldest of each", function* () {
    const orgId = yield* anOrganisation()
    const queue = yield* makeDeliveryQueue(webhookDeliveries)
    const endpoints = yield* Effect.forEach([50, 50, 3], (count) =>
      Effect.gen(function* () {
        const webhook = yield* aWebhook(orgId, "https://127.0.0.1:9/hooks")
        return { id: webhook.id, oldest: yield* backlog(orgId, webhook.id, count) }
      })
    )
    const now = yield* DateTime.now
    const after = { orgId, receiverId: "00000000-0000-0000-0000-000000000000" }
    const claimed = yield* queue.claim({
      receivers: yield* queue.lookUp({ orgId, after, limit: 10, now }),
      limit: 100,
      share: 10,
      pace: makePace().now(),
      owned: { leases: [], underWay: [] },
      leaseId: randomUUID(),
      now,
      leasedUntil: DateTime.add(now, { seconds: 8 })
    })
    for (const { id, oldest } of endpoints) {
      const taken = claimed.filter(({ receiver_id }) => receiver_id === id).map((delivery) => String(delivery.id))
      assert.sameMembers(taken, oldest.slice(0, 10))
    }
  })
})
