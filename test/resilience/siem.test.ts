import { assert, layer } from "#test/support/suite"
import { CreateSiemTarget } from "@svc/contract/siem/schema"
import { Effect, Schedule, Schema } from "effect"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { Db } from "#platform/database/db"
import { SiemTargets } from "#outgoing/siem/targets"
import { aPlainCollector } from "#test/support/plain-receiver"
import { leasesRunOut } from "#test/support/leases"
import { aServiceProcess } from "#test/support/service-process"
import { LiveServices } from "#test/support/TestApp"
import { asCaller, aSuperAdmin, type Member } from "#test/support/people"
import { systemSql } from "#test/support/tables"

/** The log takes so many entries more, ten in each transaction. */
const write = Effect.fnUntraced(function* (member: Member, count: number) {
  const audit = yield* Audit
  const db = yield* Db
  const ten = Effect.forEach(Array.from({ length: 10 }), () =>
    audit.record({ action: "employee_updated", target: auditText`Somebody`, details: auditText`` })
  )
  for (let written = 0; written < count; written += 10) yield* asCaller(member)(db.transact(ten))
})

const stream = (member: Member, url: string) =>
  Schema.decodeUnknownEffect(CreateSiemTarget)({
    name: "Ours",
    type: "generic",
    endpoint_url: url,
    token: "secret",
    events: ["employee_updated"]
  }).pipe(
    Effect.flatMap((input) => Effect.flatMap(SiemTargets, (targets) => targets.create(input))),
    asCaller(member)
  )

const entriesOf = Effect.fnUntraced(function* (member: Member) {
  const rows = yield* systemSql<{ readonly id: string }>`
      SELECT id FROM audit_entries WHERE org_id = ${member.orgId} AND action = 'employee_updated'`
  return rows.map(({ id }) => id).toSorted()
})

const untilTaken = (member: Member, count: number) =>
  Effect.flatMap(SiemTargets, (targets) => targets.list).pipe(
    asCaller(member),
    Effect.flatMap(([target]) => (target?.delivery_count === count ? Effect.succeed(target) : Effect.fail("not yet"))),
    Effect.retry(Schedule.spaced("100 millis")),
    Effect.orDie
  )

layer(LiveServices, { timeout: "180 seconds", excludeTestServices: true })(
  "the SIEM stream survives the process",
  (it) => {
    it.effect(
      "kill -9 in the middle: every entry arrives, and what is sent again is sent under its delivery id",
      function* () {
        const member = yield* aSuperAdmin()
        const collector = yield* aPlainCollector({ delay: 50 })
        yield* stream(member, collector.url)
        yield* write(member, 300)

        const first = yield* aServiceProcess()
        yield* collector.until(60)
        yield* first.stop("SIGKILL")
        yield* leasesRunOut("siem_targets")
        assert.isBelow(collector.received.length, 300, "the first process was to die in the middle")

        yield* aServiceProcess()
        const target = yield* untilTaken(member, 300)
        assert.deepInclude(target, { given_up_count: 0, queued_count: 0, last_delivery_status: "delivered" })
        const told = new Map(collector.received.map((one) => [one.delivery, one.audit_id]))
        assert.strictEqual(told.size, 300)
        assert.deepStrictEqual([...told.values()].toSorted(), yield* entriesOf(member))
        for (const { audit_id, delivery } of collector.received) assert.strictEqual(told.get(delivery), audit_id)
      }
    )

    it.effect("two services on one database, entries written meanwhile: each is sent once", function* () {
      const member = yield* aSuperAdmin()
      const collector = yield* aPlainCollector({ delay: 5 })
      yield* stream(member, collector.url)
      yield* Effect.all([aServiceProcess(), aServiceProcess()], { concurrency: 2 })
      yield* write(member, 400)
      yield* untilTaken(member, 400)
      const told = collector.received.map(({ audit_id }) => audit_id)
      assert.deepStrictEqual(told.toSorted(), yield* entriesOf(member))
    })
  }
)
