import { assert, layer } from "#test/support/suite"
import type { OrgId } from "@svc/contract/kernel/ids"
import { DateTime, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { makePace } from "#outgoing/deliveries/pace"
import { siemDeliveries } from "#outgoing/siem/delivery-policy"
import { makeDeliveryQueue } from "#outgoing/deliveries/queue-repo"
import { aReceiver } from "#test/outgoing/webhooks/receiver"
import { anOrganisation } from "#test/support/people"
import { systemSql } from "#test/support/tables"
import { anEngine, aTarget, DeliveriesServices, healthOf, queued, setActive, stored } from "./support.ts"

const nothing = { delivered: 0, failed: 0, dead: 0, dropped: 0 }

const only = Effect.fnUntraced(function* (orgId: OrgId) {
  const [row, ...others] = yield* stored(orgId)
  if (row === undefined || others.length > 0) return assert.fail("one delivery was expected")
  return row
})

/** A target whose collector answers so, with so many deliveries queued. */
const aCollector = Effect.fnUntraced(function* (status: number, count: number) {
  const orgId = yield* anOrganisation()
  const receiver = yield* aReceiver(() => ({ status }))
  const target = yield* aTarget(orgId, receiver.url)
  return { orgId, receiver, target, ids: yield* queued(orgId, target, count) }
})

layer(DeliveriesServices)("SIEM retries", (it) => {
  // siem-15: What is refused or not answered within 10 seconds is tried again after about 1 minute, then doubling with
  //   jitter, 12 times, for at least 68 hours.
  it.effect(
    "2. about 1 minute, then 2, 4, 8, doubling with random spread, for 12 retries, at least 68 hours in all",
    function* () {
      const { ids, orgId, receiver, target } = yield* aCollector(503, 1)
      const { drain } = yield* anEngine()
      let sum = 0
      const shares = new Set<number>()
      for (let retry = 0; retry < 12; retry += 1) {
        const attemptAt = DateTime.toEpochMillis(yield* DateTime.now)
        assert.deepStrictEqual(yield* drain(orgId), { ...nothing, failed: 1 })
        const row = yield* only(orgId)
        assert.deepStrictEqual([row.status, row.attempts, row.last_status_code], ["failed", retry + 1, 503])
        const wait = row.next_attempt_at.getTime() - attemptAt
        assert.isAtLeast(wait, 2 ** retry * 60_000)
        assert.isAtMost(wait, 1.2 * 2 ** retry * 60_000)
        shares.add(wait / 2 ** retry)
        sum += wait
        yield* TestClock.adjust(`${wait - 1} millis`)
        assert.deepStrictEqual(yield* drain(orgId), nothing)
        yield* TestClock.adjust("1 millis")
      }
      assert.deepStrictEqual(yield* drain(orgId), { ...nothing, dead: 1 })
      assert.isAtLeast(sum / 3_600_000, 68)
      assert.isAbove(shares.size, 1, "the waits are spread by chance")
      assert.deepStrictEqual(
        receiver.received.map(({ delivery }) => delivery),
        Array.from({ length: 13 }, () => ids[0])
      )
      assert.deepStrictEqual(yield* stored(orgId), [])
      assert.deepInclude(yield* healthOf(target), {
        given_up_count: 1,
        delivery_count: 0,
        last_delivery_status: "dead",
        last_error: "The collector answered 503"
      })
    }
  )

  it.effect(
    "3. a redirect, a rejected payload or an address that is not public: given up at once, and removed",
    function* () {
      const orgId = yield* anOrganisation()
      const { drain } = yield* anEngine()
      for (const status of [302, 400, 413, 422]) {
        const receiver = yield* aReceiver(() => ({ status }))
        const target = yield* aTarget(orgId, receiver.url)
        yield* queued(orgId, target, 1)
        assert.deepStrictEqual(yield* drain(orgId), { ...nothing, dead: 1 })
        assert.deepInclude(yield* healthOf(target), { given_up_count: 1, last_status_code: status })
      }
      const inside = yield* aTarget(orgId, "https://10.1.2.3/collect")
      yield* queued(orgId, inside, 1)
      assert.deepStrictEqual(yield* drain(orgId), { ...nothing, dead: 1 })
      assert.deepInclude(yield* healthOf(inside), { given_up_count: 1, last_status_code: null })
      assert.deepStrictEqual(yield* stored(orgId), [])
    }
  )

  it.effect("2, 3. 401, 403 and 404, and no answer within 10 seconds, are retried", function* () {
    const orgId = yield* anOrganisation()
    const { drain } = yield* anEngine()
    for (const status of [401, 403, 404]) {
      const receiver = yield* aReceiver(() => ({ status }))
      yield* queued(orgId, yield* aTarget(orgId, receiver.url), 1)
    }
    assert.deepStrictEqual(yield* drain(orgId), { ...nothing, failed: 3 })
    const silent = yield* aReceiver(() => "never")
    const target = yield* aTarget(orgId, silent.url)
    yield* queued(orgId, target, 1)
    const draining = yield* Effect.forkChild(drain(orgId))
    yield* silent.until(1)
    yield* TestClock.adjust("10 seconds")
    assert.deepStrictEqual(yield* Fiber.join(draining), { ...nothing, failed: 1 })
    assert.deepInclude(yield* healthOf(target), {
      last_delivery_status: "failed",
      last_status_code: null,
      last_error: "No complete answer in time"
    })
    assert.lengthOf(yield* stored(orgId), 4)
  })

  it.effect("however many are given up in a row, a target is never paused by it", function* () {
    const { orgId, receiver, target } = yield* aCollector(400, 60)
    const { drain } = yield* anEngine()
    assert.deepStrictEqual(yield* drain(orgId), { ...nothing, dead: 60 })
    assert.lengthOf(receiver.received, 60)
    assert.strictEqual((yield* healthOf(target)).given_up_count, 60)
    receiver.state.answer = () => ({ status: 200 })
    yield* queued(orgId, target, 1)
    assert.deepStrictEqual(yield* drain(orgId), { ...nothing, delivered: 1 })
  })
})

layer(DeliveriesServices)("What is dropped", (it) => {
  // siem-17: A paused target and a read-only organisation queue nothing, and what is queued is dropped when its turn
  //   comes.
  it.effect(
    "5. a paused target's queued deliveries, when their turn comes and not before; they are no figures of its",
    function* () {
      const { orgId, receiver, target } = yield* aCollector(200, 3)
      yield* queued(orgId, target, 2, "1 hour")
      yield* setActive(target, false)
      const before = yield* healthOf(target)
      const { drain } = yield* anEngine()
      assert.deepStrictEqual(yield* drain(orgId), { ...nothing, dropped: 3 })
      assert.lengthOf(yield* stored(orgId), 2)
      yield* TestClock.adjust("61 minutes")
      assert.deepStrictEqual(yield* drain(undefined), { ...nothing, dropped: 2 })
      assert.lengthOf(receiver.received, 0)
      assert.deepStrictEqual(yield* healthOf(target), before)
    }
  )

  it.effect("5. a retry of a target that was paused and resumed is sent when its turn comes", function* () {
    const { ids, orgId, receiver, target } = yield* aCollector(503, 1)
    const { drain } = yield* anEngine()
    assert.deepStrictEqual(yield* drain(orgId), { ...nothing, failed: 1 })
    yield* setActive(target, false)
    yield* TestClock.adjust("30 seconds")
    assert.deepStrictEqual(yield* drain(orgId), nothing)
    yield* setActive(target, true)
    receiver.state.answer = () => ({ status: 200 })
    yield* TestClock.adjust("1 minute")
    assert.deepStrictEqual(yield* drain(orgId), { ...nothing, delivered: 1 })
    assert.deepStrictEqual(
      receiver.received.map(({ delivery }) => delivery),
      [ids[0], ids[0]]
    )
  })

  // siem-17
  it.effect(
    "5. read-only, suspended, being deleted or on a plan without the feature: dropped; past due and others: sent",
    function* () {
      const { drain } = yield* anEngine()
      const unserved = yield* Effect.all([
        anOrganisation({ planStatus: "trial_expired" }),
        anOrganisation({ planStatus: "canceled" }),
        anOrganisation({ suspended: true }),
        anOrganisation({ plan: "team" }),
        anOrganisation()
      ])
      const now = DateTime.toDateUtc(yield* DateTime.now)
      yield* systemSql`UPDATE organisations SET deletion_started_at = ${now} WHERE id = ${unserved[4]}`
      const receiver = yield* aReceiver()
      for (const orgId of unserved) {
        const target = yield* aTarget(orgId, receiver.url)
        yield* queued(orgId, target, 2)
        assert.deepStrictEqual(yield* drain(orgId), { ...nothing, dropped: 2 })
      }
      assert.lengthOf(receiver.received, 0)
      const orgId = yield* anOrganisation({ planStatus: "past_due" })
      yield* queued(orgId, yield* aTarget(orgId, receiver.url), 2)
      assert.deepStrictEqual(yield* drain(orgId), { ...nothing, delivered: 2 })
    }
  )

  it.effect(
    "thousands for a paused target hold up nobody else's, and an attempt under way is not dropped",
    function* () {
      const { orgId, target } = yield* aCollector(200, 2_500)
      const other = yield* aReceiver(() => "never")
      const busy = yield* aTarget(orgId, other.url)
      yield* queued(orgId, busy, 1)
      yield* setActive(target, false)
      const { drain } = yield* anEngine()
      const draining = yield* Effect.forkChild(drain(orgId))
      yield* other.until(1)
      yield* setActive(busy, false)
      yield* TestClock.adjust("1 second")
      yield* other.release(200)
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* Fiber.join(draining), { ...nothing, delivered: 1, dropped: 2_500 })
      assert.deepStrictEqual(yield* stored(orgId), [])
    }
  )
})

layer(DeliveriesServices)("Several nodes, and their end", (it) => {
  it.effect("what a killed process held is sent when its lease ends, under the same id", function* () {
    const { ids, orgId, receiver } = yield* aCollector(200, 1)
    const queue = yield* makeDeliveryQueue(siemDeliveries)
    const now = yield* DateTime.now
    const after = { orgId, receiverId: "00000000-0000-0000-0000-000000000000" }
    const held = yield* queue.claim({
      receivers: yield* queue.lookUp({ orgId, after, limit: 10, now }),
      limit: 10,
      share: 10,
      pace: makePace().now(),
      owned: { leases: [], underWay: [] },
      leaseId: randomUUID(),
      now,
      leasedUntil: DateTime.add(now, { seconds: 8 })
    })
    assert.deepStrictEqual(
      held.map(({ id }) => String(id)),
      ids
    )
    assert.deepInclude(held[0], {
      event: "login_failed",
      audit_seq: 1,
      replayed: false,
      created_at: now,
      type: "generic",
      payload_format: "json",
      chain_fields: false
    })
    const { drain } = yield* anEngine()
    assert.deepStrictEqual(yield* drain(orgId), nothing)
    yield* TestClock.adjust("8 seconds")
    assert.deepStrictEqual(yield* drain(orgId), { ...nothing, delivered: 1 })
    assert.deepStrictEqual(
      receiver.received.map(({ delivery }) => delivery),
      [ids[0]]
    )
  })

  it.effect("two nodes draining at once send each delivery once", function* () {
    const orgId = yield* anOrganisation()
    const receivers = yield* Effect.forEach([1, 2, 3], () => aReceiver())
    for (const { url } of receivers) yield* queued(orgId, yield* aTarget(orgId, url), 100)
    const [one, other] = yield* Effect.all([anEngine(), anEngine()])
    const figures = yield* Effect.all([one.drain(orgId), other.drain(orgId)], { concurrency: 2 })
    assert.strictEqual(
      figures.reduce((sum, { delivered }) => sum + delivered, 0),
      300
    )
    const sent = receivers.flatMap(({ received }) => received.map(({ delivery }) => delivery))
    assert.lengthOf(sent, 300)
    assert.lengthOf(new Set(sent), 300)
    assert.deepStrictEqual(yield* stored(orgId), [])
  })
})

layer(DeliveriesServices)("6. A target reports", (it) => {
  it.effect(
    "the figures are the target's own: another of the organisation, to which nothing was sent, keeps its own",
    function* () {
      const { orgId, target } = yield* aCollector(200, 2)
      const other = yield* aTarget(orgId, "https://127.0.0.1:9/")
      const { drain } = yield* anEngine()
      yield* drain(orgId)
      assert.strictEqual((yield* healthOf(target)).delivery_count, 2)
      assert.deepInclude(yield* healthOf(other), { delivery_count: 0, last_delivery_at: null })
    }
  )

  it.effect("last delivery time and status, delivery count, last error, and how many were given up", function* () {
    const { orgId, receiver, target } = yield* aCollector(200, 5)
    const { drain } = yield* anEngine()
    yield* drain(orgId)
    const first = DateTime.toDateUtc(yield* DateTime.now)
    assert.deepStrictEqual(yield* healthOf(target), {
      delivery_count: 5,
      given_up_count: 0,
      last_delivery_at: first,
      last_delivery_status: "delivered",
      last_status_code: 200,
      last_error: null
    })
    yield* TestClock.adjust("5 minutes")
    receiver.state.answer = () => ({ status: 503 })
    yield* queued(orgId, target, 2)
    yield* drain(orgId)
    const second = DateTime.toDateUtc(yield* DateTime.now)
    assert.deepStrictEqual(yield* healthOf(target), {
      delivery_count: 5,
      given_up_count: 0,
      last_delivery_at: second,
      last_delivery_status: "failed",
      last_status_code: 503,
      last_error: "The collector answered 503"
    })
    yield* TestClock.adjust("2 minutes")
    receiver.state.answer = () => ({ status: 200 })
    yield* drain(orgId)
    // Why the latest failure was stays known; the status tells that it is over.
    assert.deepStrictEqual(yield* healthOf(target), {
      delivery_count: 7,
      given_up_count: 0,
      last_delivery_at: DateTime.toDateUtc(yield* DateTime.now),
      last_delivery_status: "delivered",
      last_status_code: 200,
      last_error: "The collector answered 503"
    })
  })
})
