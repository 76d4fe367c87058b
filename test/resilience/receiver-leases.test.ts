import { assert, layer } from "#test/support/suite"
import { OffboardingId } from "@svc/contract/kernel/ids"
import { Effect, Fiber, Random, Ref, Schedule } from "effect"
import { randomUUID } from "node:crypto"
import { Outbox } from "#outgoing/outbox/service"
import { Webhooks } from "#outgoing/webhooks/service"
import { Db } from "#platform/database/db"
import { aPlainReceiver } from "#test/support/plain-receiver"
import { aServiceProcess, type ServiceProcess } from "#test/support/service-process"
import { asCaller, aSuperAdmin, type Member } from "#test/support/people"
import { systemSql } from "#test/support/tables"
import { LiveServices } from "#test/support/TestApp"

const endpoints = 5
const faults = ["paused", "killed"] as const
/** Longer than a lease, so much that the other node takes over in time on a busy machine, too. */
const pausedFor = "13 seconds"
const unownedAtMost = 10_000

const announce = Effect.fnUntraced(function* (member: Member) {
  const db = yield* Db
  const outbox = yield* Outbox
  const offboardingId = OffboardingId.make(randomUUID())
  yield* outbox
    .append(member.orgId, { _tag: "offboarding.created", offboardingId, employeeName: "Somebody", source: "api" })
    .pipe(db.transact, asCaller(member))
  return offboardingId
})

/** Endpoints with something due that nobody owns at this moment. */
const unowned = (member: Member) =>
  systemSql<{ readonly id: string }>`
      SELECT e.id FROM webhook_endpoints e
      WHERE e.org_id = ${member.orgId} AND (e.leased_until IS NULL OR e.leased_until <= now()) AND EXISTS (
        SELECT FROM webhook_deliveries d WHERE d.org_id = e.org_id AND d.endpoint_id = e.id
          AND d.status IN ('pending', 'failed') AND d.next_attempt_at <= now()
      )`

/** Looks again and again; answers the longest time, in milliseconds, that an endpoint with something due had no owner. */
const watching = Effect.fnUntraced(function* (member: Member, longest: Ref.Ref<number>) {
  const since = new Map<string, number>()
  const look = Effect.gen(function* () {
    const now = performance.now()
    const without = new Set((yield* unowned(member)).map(({ id }) => id))
    for (const id of since.keys()) if (!without.has(id)) since.delete(id)
    for (const id of without) since.set(id, since.get(id) ?? now)
    yield* Ref.update(longest, (most) => Math.max(most, ...[...since.values()].map((begun) => now - begun)))
  })
  return yield* Effect.repeat(look, Schedule.spaced("100 millis"))
})

layer(LiveServices, { timeout: "240 seconds", excludeTestServices: true })("queues that one node owns", (it) => {
  it.effect(
    "nodes killed, paused past their lease and gone on: nothing is lost, nothing sent under two ids",
    function* () {
      const member = yield* aSuperAdmin()
      const receivers = yield* Effect.forEach(Array.from({ length: endpoints }), () => aPlainReceiver({ delay: 20 }))
      const webhooks = yield* Webhooks
      yield* Effect.forEach(receivers, ({ url }) =>
        asCaller(member)(webhooks.create({ url, subscription: { _tag: "Events", events: ["offboarding.created"] } }))
      )
      const nodes: Array<ServiceProcess> = [...(yield* Effect.all([aServiceProcess(), aServiceProcess()]))]
      const longest = yield* Ref.make(0)
      yield* Effect.forkScoped(watching(member, longest))
      const happened: Array<string> = []
      // What is committed is counted, also when the feeding ends in between.
      const happening = Effect.uninterruptible(Effect.map(announce(member), (id) => void happened.push(id)))
      const feeding = yield* Effect.forkScoped(Effect.repeat(happening, Schedule.spaced("50 millis")))

      for (const fault of faults) {
        const victim = nodes[yield* Random.nextIntBetween(0, nodes.length - 1)]
        if (victim === undefined) return assert.fail("a node was expected")
        yield* Effect.sleep("1 second")
        if (fault === "paused") {
          yield* Effect.logInfo(`${victim.pid} is paused`)
          process.kill(victim.pid, "SIGSTOP")
          yield* Effect.sleep(pausedFor)
          process.kill(victim.pid, "SIGCONT")
        } else {
          yield* Effect.logInfo(`${victim.pid} is killed`)
          yield* victim.stop("SIGKILL")
          nodes.splice(nodes.indexOf(victim), 1, yield* aServiceProcess())
        }
      }
      yield* Fiber.interrupt(feeding)
      const rows = yield* systemSql<{ readonly id: string; readonly status: string; readonly attempts: number }>`
          SELECT id, status, attempts FROM webhook_deliveries WHERE org_id = ${member.orgId} ORDER BY created_at`.pipe(
        Effect.repeat({
          until: (found) =>
            found.length === happened.length * endpoints && found.every(({ status }) => status === "delivered"),
          schedule: Schedule.spaced("200 millis")
        })
      )
      const sent = receivers.flatMap(({ received }) => {
        // One delivery per event and endpoint: a repeated request carries the event and the id of the first.
        const of = new Map(received.map(({ data, delivery }) => [String(data["offboardingId"]), delivery]))
        for (const { data, delivery } of received) assert.strictEqual(of.get(String(data["offboardingId"])), delivery)
        assert.sameMembers([...of.keys()], happened)
        return [...of.values()]
      })
      assert.sameMembers(
        sent,
        rows.map(({ id }) => id)
      )
      // Every attempt was answered 200: what a paused node had to tell afterwards was not counted.
      assert.deepStrictEqual(
        rows.filter(({ attempts }) => attempts !== 1),
        []
      )
      assert.isAtMost(yield* Ref.get(longest), unownedAtMost)
    }
  )
})
