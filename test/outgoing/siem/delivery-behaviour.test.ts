import { assert, layer } from "#test/support/suite"
import { CreateSiemTarget } from "@svc/contract/siem/schema"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Effect, Fiber, Layer, Order, Schema } from "effect"
import { TestClock } from "effect/testing"
import { AppConfig } from "#platform/config/config"
import { Jobs } from "#platform/jobs/jobs"
import * as SiemDomain from "#outgoing/siem/index"
import { SiemStream } from "#outgoing/siem/stream"
import { SiemTargets } from "#outgoing/siem/targets"
import { LiveServices } from "#test/support/TestApp"
import { DashboardApp } from "#test/outgoing/webhooks/support"
import { aReceiver } from "#test/outgoing/webhooks/receiver"
import { anAdmin, anOrganisation, asSystemCaller } from "#test/support/people"
import { forward, queued, SendingApp, sendingOn, write } from "./streaming.ts"
import { aTarget, body, listed, patch, remove, test, theTarget } from "./targets.ts"

const Event = Schema.Struct({
  event_type: Schema.String,
  audit_id: Schema.String,
  details: Schema.String,
  timestamp: Schema.String,
  occurred_at: Schema.String
})
const read = Schema.decodeUnknownSync(Schema.fromJsonString(Event))

/** A target of the organisation that wants everything, made as the system makes one. */
const aGenericTarget = Effect.fnUntraced(function* (
  orgId: OrgId,
  endpoint_url: string,
  more: object = { allEvents: true }
) {
  const targets = yield* SiemTargets
  const input = { name: "Ours", type: "generic", endpoint_url, token: "t", ...more }
  return yield* Effect.flatMap(Schema.decodeUnknownEffect(CreateSiemTarget)(input), targets.create).pipe(
    asSystemCaller(orgId)
  )
})

const drain = (orgId: OrgId) => SiemStream.use((stream) => stream.drain(orgId))

layer(SendingApp)("delivery behaviour", (it) => {
  // siem-14: Every event for every target is queued before it is sent, one request each.
  it.effect("1. every event for every target is queued before sending; one request per delivery", function* () {
    const orgId = yield* anOrganisation()
    const receivers = [yield* aReceiver(), yield* aReceiver()]
    const targets = yield* Effect.forEach(receivers, ({ url }) => aGenericTarget(orgId, url))
    yield* write(orgId, 3, { action: "login_failed" })
    yield* forward(orgId)
    const rows = yield* queued(orgId)
    for (const { received } of receivers) assert.lengthOf(received, 0, "nothing is sent before it is queued")
    yield* drain(orgId)
    for (const [index, { received }] of receivers.entries()) {
      const own = rows.filter(({ target_id }) => target_id === targets[index]?.id)
      assert.includeMembers(
        own.map(({ event }) => event),
        ["siem_target_created", "login_failed"]
      )
      assert.deepStrictEqual(received.map(({ delivery }) => delivery).toSorted(), own.map(({ id }) => id).toSorted())
      assert.deepStrictEqual(
        received.map((one) => read(one.body).event_type).toSorted(),
        own.map(({ event }) => event).toSorted()
      )
    }
    assert.lengthOf(yield* queued(orgId), 0)
  })

  it.effect("4. not guaranteed to arrive in order; by timestamp, or by occurred_at, they are ordered", function* () {
    const orgId = yield* anOrganisation()
    // The first of them is refused once, and so arrives last.
    const receiver = yield* aReceiver((one, index) => ({ status: index === 0 ? 503 : 200 }))
    yield* aGenericTarget(orgId, receiver.url, { events: ["login_failed"] })
    for (const _ of [1, 2, 3]) {
      yield* write(orgId, 1, { action: "login_failed" })
      yield* TestClock.adjust("1 second")
      yield* drain(orgId)
    }
    yield* TestClock.adjust("2 minutes")
    yield* drain(orgId)
    const [refused, ...taken] = receiver.received
    const again = taken.at(-1)
    assert.deepStrictEqual([again?.delivery, again?.body], [refused?.delivery, refused?.body])
    const arrived = taken.map((one) => read(one.body))
    assert.lengthOf(arrived, 3)
    const [second, third, first] = arrived
    for (const key of ["timestamp", "occurred_at"] as const) {
      const ordered = arrived.toSorted((one, other) => Order.String(one[key], other[key]))
      assert.deepStrictEqual(ordered, [first, second, third], key)
    }
  })

  it.effect(
    "3. redirects are never followed, neither by a delivery nor by the test; it is given up at once",
    function* () {
      const elsewhere = yield* aReceiver()
      for (const status of [301, 302, 303, 307, 308]) {
        const orgId = yield* anOrganisation()
        const receiver = yield* aReceiver(() => ({ status, location: elsewhere.url }))
        const { id } = yield* aGenericTarget(orgId, receiver.url)
        assert.deepStrictEqual(yield* drain(orgId), { delivered: 0, failed: 0, dead: 1, dropped: 0 })
        const targets = yield* SiemTargets
        const error = `The collector answered ${status}, a redirect. Redirects are not followed`
        assert.deepStrictEqual(yield* targets.test(id).pipe(asSystemCaller(orgId)), { success: false, status, error })
        const [shown] = yield* targets.list.pipe(asSystemCaller(orgId))
        assert.deepInclude(shown, { given_up_count: 1, last_delivery_status: "dead", last_error: error })
        assert.lengthOf(receiver.received, 2)
      }
      assert.lengthOf(elsewhere.received, 0)
    }
  )
})

/** The job by its own schedule. */
const RunningApp = SiemDomain.loops.pipe(
  Layer.provide(
    Layer.fresh(Jobs.layerNoDeps).pipe(
      Layer.provide(
        Layer.effect(
          AppConfig,
          Effect.map(AppConfig, (config) => ({ ...config, roles: ["deliveries"] }))
        )
      )
    )
  ),
  Layer.provideMerge(sendingOn(LiveServices))
)

// By the machine's clock: a test's clock may be moved on before the job's next look is on it, which then never comes.
layer(RunningApp, { excludeTestServices: true })("by its own schedule", (it) => {
  it.effect("a new target starts receiving, and each entry comes, without anybody asking for it", function* () {
    const orgId = yield* anOrganisation()
    const receiver = yield* aReceiver()
    yield* aGenericTarget(orgId, receiver.url)
    yield* receiver.until(1)
    yield* write(orgId, 1, { action: "login_failed" })
    yield* receiver.until(2)
    assert.deepStrictEqual(
      receiver.received.map(({ event }) => event),
      ["siem_target_created", "login_failed"]
    )
  })
})

layer(DashboardApp)("over the routes", (it) => {
  // siem-19: A new target receives within 30 seconds of its making.
  it.effect("the job looks often enough for an entry to come within 30 seconds of its writing", function* () {
    const listed = yield* (yield* Jobs).list
    assert.deepStrictEqual(
      listed.filter(({ name }) => name === "siem-deliveries").map(({ trigger }) => trigger),
      ["on signal, or every 250ms"]
    )
  })

  it.effect("the job siem-deliveries forwards and sends what is there, and tells how it ended", function* () {
    const admin = yield* anAdmin()
    const other = yield* anAdmin()
    const receiver = yield* aReceiver()
    const theirs = yield* aReceiver()
    yield* aTarget(admin, body({ endpoint_url: receiver.url }))
    yield* aTarget(other, body({ endpoint_url: theirs.url }))
    const jobs = yield* Jobs
    assert.deepStrictEqual(yield* jobs.run("siem-deliveries", admin.orgId), {
      delivered: 1,
      failed: 0,
      dead: 0,
      dropped: 0
    })
    assert.deepStrictEqual([receiver.received.length, theirs.received.length], [1, 0])
    assert.deepInclude(yield* theTarget(admin), { delivery_count: 1, last_delivery_status: "delivered" })
  })

  it.effect("10 seconds: a test that is not answered is told so, and a later answer changes nothing", function* () {
    const admin = yield* anAdmin()
    const receiver = yield* aReceiver(() => "never")
    const { id } = yield* aTarget(admin, body({ endpoint_url: receiver.url, active: false }))
    const testing = yield* Effect.forkChild(test(admin, id))
    yield* receiver.until(1)
    yield* TestClock.adjust("10 seconds")
    const answer = yield* Fiber.join(testing)
    assert.deepStrictEqual(answer.body, { success: false, error: "No complete answer in time" })
    yield* receiver.release(200)
    assert.deepInclude(yield* theTarget(admin), { delivery_count: 0, last_error: null })
  })

  it.effect("paused over the route: what is queued is dropped, and nothing is sent", function* () {
    const admin = yield* anAdmin()
    const receiver = yield* aReceiver(() => ({ status: 503 }))
    const { id } = yield* aTarget(admin, body({ endpoint_url: receiver.url }))
    const jobs = yield* Jobs
    const none = { delivered: 0, failed: 0, dead: 0, dropped: 0 }
    assert.deepStrictEqual(yield* jobs.run("siem-deliveries", admin.orgId), { ...none, failed: 1 })
    yield* patch(admin, id, { active: false })
    assert.strictEqual((yield* theTarget(admin)).queued_count, 1, "its turn has not come")
    yield* TestClock.adjust("2 minutes")
    yield* jobs.run("siem-deliveries", admin.orgId)
    assert.deepInclude(yield* theTarget(admin), {
      queued_count: 0,
      given_up_count: 0,
      last_delivery_status: "failed"
    })
    assert.lengthOf(receiver.received, 1)
    yield* remove(admin, id)
    assert.lengthOf(yield* listed(admin), 0)
  })
})
