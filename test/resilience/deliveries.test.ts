import { assert, layer } from "#test/support/suite"
import { OffboardingId } from "@svc/contract/kernel/ids"
import { Effect, Schedule } from "effect"
import { randomUUID } from "node:crypto"
import { Outbox } from "#outgoing/outbox/service"
import { Db } from "#platform/database/db"
import { Webhooks } from "#outgoing/webhooks/service"
import { aPlainReceiver } from "#test/support/plain-receiver"
import { leasesRunOut } from "#test/support/leases"
import { aServiceProcess } from "#test/support/service-process"
import { LiveServices } from "#test/support/TestApp"
import { asCaller, aSuperAdmin, type Member } from "#test/support/people"
import { systemSql } from "#test/support/tables"

/** So many events of one organisation, recorded as the domains record theirs. */
const recordEvents = Effect.fnUntraced(function* (member: Member, count: number) {
  const db = yield* Db
  const outbox = yield* Outbox
  yield* Effect.forEach(Array.from({ length: count }), (_, index) =>
    outbox.append(member.orgId, {
      _tag: "offboarding.created",
      offboardingId: OffboardingId.make(randomUUID()),
      employeeName: `Person ${index}`,
      source: "api"
    })
  ).pipe(db.transact, asCaller(member))
})

const deliveriesOf = (member: Member) =>
  systemSql<{ readonly id: string; readonly status: string; readonly leased: boolean }>`
      SELECT d.id, d.status, e.leased_until IS NOT NULL AS leased FROM webhook_deliveries d
      JOIN webhook_endpoints e ON e.org_id = d.org_id AND e.id = d.endpoint_id WHERE d.org_id = ${member.orgId}`

const untilDelivered = (member: Member, count: number) =>
  deliveriesOf(member).pipe(
    Effect.flatMap((rows) =>
      rows.filter((row) => row.status === "delivered").length === count
        ? Effect.succeed(rows)
        : Effect.fail("not yet" as const)
    ),
    Effect.retry(Schedule.spaced("100 millis")),
    Effect.orDie
  )

const subscribe = (member: Member, url: string) =>
  Effect.flatMap(Webhooks, (webhooks) =>
    webhooks.create({ url, subscription: { _tag: "Events", events: ["offboarding.created"] } })
  ).pipe(asCaller(member))

layer(LiveServices, { timeout: "180 seconds", excludeTestServices: true })(
  "webhook deliveries survive the process",
  (it) => {
    it.effect("kill -9 in the middle: nothing is lost, and nothing is sent under a new delivery id", function* () {
      const member = yield* aSuperAdmin()
      const receiver = yield* aPlainReceiver({ delay: 50 })
      yield* subscribe(member, receiver.url)
      yield* recordEvents(member, 300)

      const first = yield* aServiceProcess()
      yield* receiver.until(60)
      yield* first.stop("SIGKILL")
      yield* leasesRunOut("webhook_endpoints")
      const before = receiver.received.length
      assert.isBelow(before, 300, "the first process was to die in the middle")

      yield* aServiceProcess()
      const rows = yield* untilDelivered(member, 300)
      assert.lengthOf(rows, 300)
      const ids = new Set(rows.map((row) => row.id))
      const sent = new Set(receiver.received.map(({ delivery }) => delivery))
      assert.deepStrictEqual([...sent].toSorted(), [...ids].toSorted())
      // One delivery per event: a repeated request carries the event and the id of the first.
      const events = new Map(receiver.received.map(({ data, delivery }) => [delivery, data["offboardingId"]]))
      assert.strictEqual(new Set(events.values()).size, 300)
      for (const { data, delivery } of receiver.received)
        assert.strictEqual(events.get(delivery), data["offboardingId"])
    })

    it.effect("two services on one database: each delivery is sent once", function* () {
      const member = yield* aSuperAdmin()
      const receiver = yield* aPlainReceiver({ delay: 5 })
      yield* subscribe(member, receiver.url)
      yield* Effect.all([aServiceProcess(), aServiceProcess()], { concurrency: 2 })
      yield* recordEvents(member, 400)
      yield* untilDelivered(member, 400)
      assert.lengthOf(receiver.received, 400)
      assert.strictEqual(new Set(receiver.received.map(({ delivery }) => delivery)).size, 400)
    })

    it.effect(
      "SIGTERM in the middle: work under way is finished or handed back at once, and the exit is clean",
      function* () {
        const member = yield* aSuperAdmin()
        const receiver = yield* aPlainReceiver({ delay: 200 })
        yield* subscribe(member, receiver.url)
        yield* recordEvents(member, 60)
        const first = yield* aServiceProcess()
        yield* receiver.until(10)
        assert.strictEqual(yield* first.stop("SIGTERM"), 0)
        // A lease that had to run out would hold its delivery for half a minute.
        assert.deepStrictEqual(
          (yield* deliveriesOf(member)).filter(({ leased }) => leased),
          []
        )
        yield* aServiceProcess()
        yield* untilDelivered(member, 60)
        assert.strictEqual(new Set(receiver.received.map(({ delivery }) => delivery)).size, 60)
      }
    )
  }
)
