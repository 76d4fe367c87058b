import { assert, layer } from "#test/support/suite"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { AttemptResult } from "#outgoing/deliveries/sender"
import { aReceiver } from "#test/outgoing/webhooks/receiver"
import { anOrganisation } from "#test/support/people"
import { systemSql } from "#test/support/tables"
import { anEngine, aTarget, DeliveriesServices, healthOf, plainSender, queued, setActive, stored } from "./support.ts"

const nothing = { delivered: 0, failed: 0, dead: 0, dropped: 0 }

layer(DeliveriesServices)("What the attempts of a claim need", (it) => {
  it.effect("is read once for all of them", function* () {
    const orgId = yield* anOrganisation()
    const receivers = yield* Effect.forEach([1, 2, 3], () => aReceiver())
    for (const { url } of receivers) yield* queued(orgId, yield* aTarget(orgId, url), 5)
    const { prepare } = yield* plainSender
    const sizes: Array<number> = []
    const { drain } = yield* anEngine({
      prepare: (claimed) => {
        sizes.push(claimed.length)
        return prepare(claimed)
      }
    })
    assert.deepStrictEqual(yield* drain(orgId), { ...nothing, delivered: 15 })
    assert.strictEqual(
      sizes.reduce((sum, size) => sum + size, 0),
      15
    )
    assert.isBelow(sizes.length, 15)
  })

  it.effect(
    "cannot be read: an attempt that failed because of this service, made again in a minute, and nothing is lost",
    function* () {
      const orgId = yield* anOrganisation()
      const receiver = yield* aReceiver()
      const target = yield* aTarget(orgId, receiver.url)
      yield* queued(orgId, target, 3)
      const { prepare } = yield* plainSender
      let times = 0
      const { drain } = yield* anEngine({
        prepare: (claimed) => {
          times += 1
          return times === 1 ? Effect.die("the database is away") : prepare(claimed)
        }
      })
      assert.deepStrictEqual(yield* drain(orgId), { ...nothing, failed: 3 })
      assert.strictEqual(times, 1)
      const rows = yield* stored(orgId)
      assert.deepStrictEqual(
        rows.map(({ attempts, leased_until }) => [attempts, leased_until]),
        [1, 1, 1].map((attempts) => [attempts, null])
      )
      assert.strictEqual(
        (yield* healthOf(target)).last_error,
        "The delivery could not be sent because of an internal error"
      )
      yield* TestClock.adjust("72 seconds")
      assert.deepStrictEqual(yield* drain(orgId), { ...nothing, delivered: 3 })
    }
  )

  it.effect("takes long: the attempts of other claims go on and their results are written", function* () {
    const orgId = yield* anOrganisation()
    const receiver = yield* aReceiver()
    yield* queued(orgId, yield* aTarget(orgId, receiver.url), 3)
    const { prepare } = yield* plainSender
    const [called, goOn] = yield* Effect.all([Deferred.make<void>(), Deferred.make<void>()])
    let times = 0
    const { drain } = yield* anEngine({
      prepare: (claimed) => {
        times += 1
        if (times > 1) return prepare(claimed)
        return Deferred.succeed(called, undefined).pipe(
          Effect.andThen(Deferred.await(goOn)),
          Effect.andThen(prepare(claimed))
        )
      }
    })
    const draining = yield* Effect.forkChild(drain(orgId))
    yield* Deferred.await(called)
    const other = yield* aReceiver()
    const target = yield* aTarget(orgId, other.url)
    yield* queued(orgId, target, 2)
    yield* TestClock.adjust("1 second")
    yield* other.until(2)
    yield* Effect.repeat(Effect.andThen(TestClock.adjust("20 millis"), healthOf(target)), {
      until: ({ delivery_count }) => delivery_count === 2
    })
    assert.lengthOf(receiver.received, 0)
    yield* Deferred.succeed(goOn, undefined)
    assert.deepStrictEqual(yield* Fiber.join(draining), { ...nothing, delivered: 5 })
  })

  it.effect(
    "an attempt that dies counts as one that failed; one with nothing to send any more is removed and dropped",
    function* () {
      const orgId = yield* anOrganisation()
      const receiver = yield* aReceiver()
      const target = yield* aTarget(orgId, receiver.url)
      const ids = yield* queued(orgId, target, 3)
      const { prepare } = yield* plainSender
      const { drain } = yield* anEngine({
        prepare: (claimed) =>
          Effect.map(prepare(claimed), (send) => (delivery) => {
            if (delivery.id === ids[0]) return Effect.die("a defect")
            return delivery.id === ids[1] ? Effect.succeed(AttemptResult.Gone()) : send(delivery)
          })
      })
      assert.deepStrictEqual(yield* drain(orgId), { delivered: 1, failed: 1, dead: 0, dropped: 1 })
      assert.deepStrictEqual(
        (yield* stored(orgId)).map(({ attempts, id }) => [id, attempts]),
        [[ids[0], 1]]
      )
      assert.deepInclude(yield* healthOf(target), { delivery_count: 1, given_up_count: 0 })
    }
  )
})

layer(DeliveriesServices)("An organisation with many collectors that hang", (it) => {
  it.effect("does not take the places of all: another organisation's deliveries go on beside them", function* () {
    const orgs = [yield* anOrganisation(), yield* anOrganisation()].toSorted()
    // The first in the order in which they take turns, which is the worst.
    const [hanging, healthy] = orgs
    if (hanging === undefined || healthy === undefined) return assert.fail("two organisations")
    const silent = yield* aReceiver(() => "never")
    for (let count = 0; count < 50; count += 1) yield* queued(hanging, yield* aTarget(hanging, silent.url), 20)
    const receiver = yield* aReceiver()
    yield* queued(healthy, yield* aTarget(healthy, receiver.url), 100)
    const { drain } = yield* anEngine()
    const draining = yield* Effect.forkChild(drain(undefined))
    yield* silent.until(100)
    const passing = Effect.andThen(TestClock.adjust("20 millis"), TestClock.withLive(Effect.sleep("5 millis")))
    // Four seconds, in which nothing that hangs ends.
    yield* Effect.repeat(passing, { times: 200, until: () => receiver.received.length === 100 })
    const sent = receiver.received.length
    silent.state.answer = () => ({ status: 200 })
    yield* silent.release(200)
    const figures = yield* Effect.raceFirst(Fiber.join(draining), Effect.forever(passing))
    assert.strictEqual(sent, 100)
    assert.deepStrictEqual(figures, { ...nothing, delivered: 1_100 })
  })
})

layer(DeliveriesServices)("More collectors with something due than one look finds", (it) => {
  it.effect("are all sent to, and what is due to paused ones among them is dropped", function* () {
    const orgId = yield* anOrganisation()
    const receiver = yield* aReceiver()
    const targets = yield* Effect.forEach(Array.from({ length: 600 }), () => aTarget(orgId, receiver.url))
    yield* systemSql`
          INSERT INTO siem_deliveries (org_id, id, target_id, audit_seq, event, next_attempt_at, created_at)
          SELECT org_id, gen_random_uuid(), id, n, 'login_failed', created_at, created_at
          FROM siem_targets CROSS JOIN generate_series(1, 2) AS n WHERE org_id = ${orgId}`
    // The first ones in the order in which they take turns, more than are found at once, with more than one drop takes.
    const paused = targets.toSorted().slice(0, 300)
    yield* Effect.forEach(paused, (id) => setActive(id, false))
    for (const id of paused.slice(0, 3)) yield* queued(orgId, id, 2_000)
    const { drain } = yield* anEngine()
    assert.deepStrictEqual(yield* drain(orgId), { ...nothing, delivered: 600, dropped: 6_600 })
    assert.deepStrictEqual(yield* stored(orgId), [])
  })
})

layer(DeliveriesServices)("Many collectors with one delivery each, all of which hang", (it) => {
  it.effect("are all sent to without a look in between, as far as there are places", function* () {
    const orgId = yield* anOrganisation()
    const silent = yield* aReceiver(() => "never")
    const targets = yield* Effect.forEach(Array.from({ length: 400 }), () => aTarget(orgId, silent.url))
    yield* Effect.forEach(targets, (target) => queued(orgId, target, 1))
    const { drain } = yield* anEngine()
    const draining = yield* Effect.forkChild(drain(orgId))
    // The clock stands still: nothing ends, and nobody looks.
    yield* silent.until(400)
    yield* silent.release(200)
    assert.deepStrictEqual(yield* Fiber.join(draining), { ...nothing, delivered: 400 })
  })
})

layer(DeliveriesServices)("A queue that is fed while it drains", (it) => {
  /** Queues one step each time it is asked. */
  const feeding = (steps: Array<Effect.Effect<unknown>>) => () =>
    Effect.suspend(() => {
      const step = steps.shift()
      return step === undefined ? Effect.succeed(0) : Effect.as(step, 1)
    })

  it.effect("is sent to its end, step by step", function* () {
    const orgId = yield* anOrganisation()
    const receiver = yield* aReceiver()
    const target = yield* aTarget(orgId, receiver.url)
    const context = yield* Effect.context<Effect.Services<ReturnType<typeof queued>>>()
    const step = (count: number) => Effect.orDie(Effect.provideContext(queued(orgId, target, count), context))
    const { drain } = yield* anEngine({ refill: feeding([step(40), step(40), step(20)]) })
    assert.deepStrictEqual(yield* drain(orgId), { ...nothing, delivered: 100 })
    assert.deepStrictEqual(yield* drain(orgId), nothing)
  })

  it.effect("a collector that hangs holds up nothing new, and neither does a step that fails", function* () {
    const orgId = yield* anOrganisation()
    const silent = yield* aReceiver(() => "never")
    const receiver = yield* aReceiver()
    const target = yield* aTarget(orgId, receiver.url)
    yield* queued(orgId, yield* aTarget(orgId, silent.url), 1)
    const context = yield* Effect.context<Effect.Services<ReturnType<typeof queued>>>()
    const steps: Array<Effect.Effect<unknown>> = [Effect.die("cannot be read")]
    const { drain } = yield* anEngine({ refill: feeding(steps) })
    const draining = yield* Effect.forkChild(drain(orgId))
    yield* silent.until(1)
    steps.push(Effect.orDie(Effect.provideContext(queued(orgId, target, 1), context)))
    yield* Effect.raceFirst(
      receiver.until(1),
      Effect.forever(Effect.andThen(TestClock.adjust("100 millis"), TestClock.withLive(Effect.sleep("5 millis"))))
    )
    yield* silent.release(200)
    assert.deepStrictEqual(yield* Fiber.join(draining), { ...nothing, delivered: 2 })
  })

  it.effect("a step that takes long holds up nothing that was queued meanwhile", function* () {
    const orgId = yield* anOrganisation()
    const receiver = yield* aReceiver()
    const target = yield* aTarget(orgId, receiver.url)
    const [begun, goOn] = yield* Effect.all([Deferred.make<void>(), Deferred.make<void>()])
    const step = Effect.andThen(Deferred.succeed(begun, undefined), Deferred.await(goOn))
    const { drain } = yield* anEngine({ refill: feeding([step]) })
    const draining = yield* Effect.forkChild(drain(orgId))
    yield* Deferred.await(begun)
    yield* queued(orgId, target, 3)
    yield* Effect.raceFirst(
      receiver.until(3),
      Effect.forever(Effect.andThen(TestClock.adjust("50 millis"), TestClock.withLive(Effect.sleep("5 millis"))))
    )
    yield* Deferred.succeed(goOn, undefined)
    assert.deepStrictEqual(yield* Fiber.join(draining), { ...nothing, delivered: 3 })
  })

  it.effect("what is new goes before what a batch export has queued for the same target", function* () {
    const orgId = yield* anOrganisation()
    const receiver = yield* aReceiver()
    const target = yield* aTarget(orgId, receiver.url)
    yield* queued(orgId, target, 200)
    const live = yield* queued(orgId, target, 10, "-1 day")
    const { drain } = yield* anEngine()
    assert.deepStrictEqual(yield* drain(orgId), { ...nothing, delivered: 210 })
    const places = live.map((id) => receiver.received.findIndex(({ delivery }) => delivery === id))
    // No more than are under way together are sent before the last of them.
    assert.isBelow(Math.max(...places), 26)
  })
})

layer(DeliveriesServices)("100,000 deliveries that wait", (it) => {
  it.effect(
    "for one paused target of many cost a look nothing before their turn, and are dropped in slices",
    function* () {
      const orgId = yield* anOrganisation()
      for (let count = 0; count < 50; count += 1) {
        yield* queued(orgId, yield* aTarget(orgId, "https://127.0.0.1:9/"), 1, "2 hours")
      }
      const paused = yield* aTarget(orgId, "https://127.0.0.1:9/")
      yield* queued(orgId, paused, 100_000, "1 hour")
      yield* setActive(paused, false)
      const { drain } = yield* anEngine()
      assert.deepStrictEqual(yield* drain(undefined), nothing)
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(yield* drain(undefined), { ...nothing, dropped: 100_000 })
      const [left] = yield* systemSql<{ readonly count: number }>`SELECT count(*)::int AS count FROM siem_deliveries`
      assert.strictEqual(left?.count, 50)
    }
  )
})
