import { assert, layer } from "#test/support/suite"
import { DateTime, Effect, Fiber, Latch, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { Db } from "#platform/database/db"
import { SiemForwarding } from "#outgoing/siem/forwarding"
import * as SiemDomain from "#outgoing/siem/index"
import { record } from "#test/support/audit-surface"
import { aMember, anOrganisation, asCaller, aSuperAdmin, type OrganisationOptions } from "#test/support/people"
import { asOwner, asSystem, systemSql } from "#test/support/tables"
import { aTarget, events, forward, headOf, queued, StreamServices, untilSomebodyWaits, write } from "./streaming.ts"

const sortedSeqs = (rows: ReadonlyArray<{ readonly seq: number }>) =>
  rows.map(({ seq }) => seq).toSorted((a, b) => a - b)

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

layer(StreamServices)("every audit entry is forwarded as written", (it) => {
  // siem-events-1: Every entry is forwarded as it is written, with its action as `event_type`.
  it.effect("with its audit action as event_type and the documented fields", function* () {
    const member = yield* aSuperAdmin()
    const { orgId, userId } = member
    const target = yield* aTarget(orgId)
    yield* record(member, { action: "login_failed" })
    const written = yield* DateTime.now
    const writtenAt = DateTime.formatIso(written)
    yield* TestClock.adjust("3 seconds")
    assert.strictEqual(yield* forward(orgId), 1)
    const [row] = yield* queued(orgId, target)
    assert.include(row, { event: "login_failed", replayed: false })
    const [event] = yield* events(orgId, target)
    assert.deepInclude(event, { orgId, type: "login_failed", replayed: false, chain: null })
    assert.deepStrictEqual(event?.timestamp, written)
    assert.strictEqual(event?.content._tag, "Entry")
    if (event?.content._tag !== "Entry") return
    const { audit_id, ...entry } = event.content.entry
    assert.match(audit_id, /^[0-9a-f-]{36}$/)
    assert.deepStrictEqual(entry, {
      action: "login_failed",
      target: "thing",
      details: "",
      actor_id: userId,
      actor_name: "The superadmin",
      occurred_at: writtenAt
    })
    assert.strictEqual(yield* forward(orgId), 0, "nothing is queued twice")
  })

  it.effect("a new target's first event is the first entry after it; what was written before is not its", function* () {
    const orgId = yield* anOrganisation()
    yield* write(orgId, 3)
    const first = yield* aTarget(orgId)
    yield* write(orgId, 2)
    // Not forwarded yet, and not the second target's.
    const second = yield* aTarget(orgId)
    yield* write(orgId, 1)
    const head = yield* headOf(orgId)
    assert.strictEqual(yield* forward(orgId), 4)
    assert.deepStrictEqual(sortedSeqs(yield* queued(orgId, first)), numbers(head - 2, head))
    assert.deepStrictEqual(sortedSeqs(yield* queued(orgId, second)), [head])
  })

  // siem-events-2: A target receives all events or a chosen list.
  it.effect("a target receives all events or a chosen list", function* () {
    const orgId = yield* anOrganisation()
    const all = yield* aTarget(orgId)
    const chosen = yield* aTarget(orgId, { events: ["login_failed", "member_removed"] })
    for (const action of ["login", "login_failed", "member_removed", "logout"] as const)
      yield* write(orgId, 1, { action })
    yield* forward(orgId)
    const names = (rows: ReadonlyArray<{ readonly event: string }>) => rows.map(({ event }) => event)
    assert.deepStrictEqual(names(yield* queued(orgId, all)), ["login", "login_failed", "member_removed", "logout"])
    assert.deepStrictEqual(names(yield* queued(orgId, chosen)), ["login_failed", "member_removed"])
  })

  it.effect("once, none lost and in order: four nodes at once while ten members write", function* () {
    const orgId = yield* anOrganisation()
    const targets = [yield* aTarget(orgId), yield* aTarget(orgId)]
    const members = yield* Effect.forEach(Array.from({ length: 10 }), () => aMember(orgId))
    const nodes = yield* Effect.forEach(Array.from({ length: 4 }), () =>
      Effect.provide(SiemForwarding, Layer.fresh(SiemDomain.services), { local: true })
    )
    const before = yield* headOf(orgId)
    let writing = true
    const working = Effect.forEach(nodes, (node) => Effect.repeat(node.forward(undefined), { while: () => writing }), {
      concurrency: "unbounded",
      discard: true
    })
    const writers = Effect.forEach(
      members,
      (member) => Effect.forEach(Array.from({ length: 20 }), () => record(member, {}), { discard: true }),
      { concurrency: "unbounded", discard: true }
    ).pipe(Effect.ensuring(Effect.sync(() => (writing = false))))
    yield* Effect.all([working, writers], { concurrency: "unbounded" })
    yield* forward(orgId)
    for (const target of targets) {
      const rows = yield* queued(orgId, target)
      assert.deepStrictEqual(
        rows.map(({ seq }) => seq),
        numbers(before + 1, before + 200)
      )
    }
  })

  it.effect("more than a slice at once, each organisation's its own", function* () {
    const [one, other] = [yield* anOrganisation(), yield* anOrganisation()]
    const [mine, theirs] = [yield* aTarget(one), yield* aTarget(other)]
    yield* write(one, 4100)
    yield* write(other, 3)
    assert.isAtLeast(yield* forward(undefined), 4103)
    const head = yield* headOf(one)
    assert.deepStrictEqual(sortedSeqs(yield* queued(one, mine)), numbers(head - 4099, head))
    assert.lengthOf(yield* queued(other, theirs), 3)
  })

  // siem-events-14: A long backlog of one organization delays no other.
  it.effect(
    "a long backlog of one organisation holds up no other: its slices take turns, however many targets it has",
    function* () {
      const [long, other] = [yield* anOrganisation(), yield* anOrganisation()]
      yield* aTarget(long)
      const theirs = yield* aTarget(other)
      yield* write(long, 4100)
      yield* write(other, 1)
      const forwarding = yield* SiemForwarding
      yield* forwarding.forward(undefined)
      assert.isBelow((yield* queued(long)).length, 4100)
      assert.lengthOf(yield* queued(other, theirs), 1)
      yield* write(other, 1)
      yield* forwarding.forward(undefined)
      assert.isBelow((yield* queued(long)).length, 4100)
      assert.lengthOf(yield* queued(other, theirs), 2)
      yield* forward()
      assert.lengthOf(yield* queued(long), 4100)

      const wide = yield* anOrganisation()
      yield* Effect.forEach(Array.from({ length: 50 }), () => aTarget(wide), { discard: true })
      yield* write(wide, 1000)
      assert.isAtMost(yield* forwarding.forward(wide), 20_000)
    }
  )

  it.effect("an entry whose facts are not of a known form stops nothing", function* () {
    const orgId = yield* anOrganisation()
    const target = yield* aTarget(orgId)
    for (const facts of ['{"incomplete": "perhaps"}', '{"incomplete": {}}', "[]", '"incomplete"', "null"]) {
      yield* systemSql`
            SELECT append_audit_entry(${orgId}::uuid, gen_random_uuid(), now(), NULL, 'access_revoked', 'thing', '',
              repeat('0', 64), NULL, NULL, NULL, NULL, false, ${facts}::jsonb)`
    }
    assert.strictEqual(yield* forward(orgId), 5)
    assert.lengthOf(yield* events(orgId, target), 5)
  })

  it.effect(
    "what is rolled back is never forwarded; what is not committed yet is, once it is, in its place",
    function* () {
      const member = yield* aSuperAdmin()
      const { orgId } = member
      const target = yield* aTarget(orgId)
      const audit = yield* Audit
      const db = yield* Db
      const entry = audit.record({ action: "login_failed", target: auditText`thing`, details: auditText`` })
      const refused = entry.pipe(Effect.andThen(Effect.fail("refused" as const)), db.transact, asCaller(member))
      assert.strictEqual(yield* Effect.flip(refused), "refused")
      assert.strictEqual(yield* forward(orgId), 0)
      const head = yield* headOf(orgId)
      const [written, commit] = [yield* Latch.make(), yield* Latch.make()]
      const writing = yield* entry.pipe(
        Effect.andThen(written.open),
        Effect.andThen(commit.await),
        db.transact,
        asCaller(member),
        Effect.forkChild
      )
      yield* written.await
      assert.strictEqual(yield* forward(orgId), 0)
      yield* commit.open
      yield* Fiber.join(writing)
      yield* record(member, {})
      assert.strictEqual(yield* forward(orgId), 2)
      assert.deepStrictEqual(
        (yield* queued(orgId, target)).map(({ seq }) => seq),
        [head + 1, head + 2]
      )
    }
  )

  it.effect("a target that is deleted at the same time gets nothing, and the others all", function* () {
    const orgId = yield* anOrganisation()
    const [gone, stays] = [yield* aTarget(orgId), yield* aTarget(orgId)]
    yield* write(orgId, 3)
    const deleted = yield* Latch.make()
    const deleting = asSystem((sql) =>
      sql`DELETE FROM siem_targets WHERE id = ${gone}`.pipe(
        Effect.andThen(deleted.open),
        Effect.andThen(untilSomebodyWaits(sql))
      )
    )
    const forwarding = Effect.andThen(deleted.await, forward(orgId))
    const [, count] = yield* Effect.all([deleting, forwarding], { concurrency: "unbounded" })
    assert.strictEqual(count, 3)
    assert.lengthOf(yield* queued(orgId, stays), 3)
    assert.lengthOf(yield* queued(orgId), 3)
  })

  // siem-events-15: An entry that retention removed before it was forwarded is not sent.
  it.effect("entries that retention removed before they were forwarded are passed over", function* () {
    const orgId = yield* anOrganisation()
    const target = yield* aTarget(orgId)
    yield* write(orgId, 5)
    const head = yield* headOf(orgId)
    yield* asOwner((sql) => sql`DELETE FROM audit_entries WHERE org_id = ${orgId} AND seq < ${head - 1}`)
    assert.strictEqual(yield* forward(orgId), 2)
    assert.deepStrictEqual(sortedSeqs(yield* queued(orgId, target)), [head - 1, head])
    // One that goes while it waits is in nothing that is sent.
    yield* asOwner((sql) => sql`DELETE FROM audit_entries WHERE org_id = ${orgId} AND seq = ${head - 1}`)
    assert.lengthOf(yield* events(orgId, target), 1)
  })
})

layer(StreamServices)("queues nothing (siem-17)", (it) => {
  it.effect("for a paused target; resumed it receives what is written from then on", function* () {
    const orgId = yield* anOrganisation()
    const target = yield* aTarget(orgId, { active: false })
    const other = yield* aTarget(orgId)
    yield* write(orgId, 2)
    assert.strictEqual(yield* forward(orgId), 2)
    assert.lengthOf(yield* queued(orgId, other), 2)
    yield* write(orgId, 2)
    yield* systemSql`
          UPDATE siem_targets SET active = true, after_seq = (SELECT seq FROM audit_heads WHERE org_id = ${orgId})
          WHERE id = ${target}`
    yield* write(orgId, 1)
    assert.strictEqual(yield* forward(orgId), 4)
    assert.deepStrictEqual(sortedSeqs(yield* queued(orgId, target)), [yield* headOf(orgId)])
  })

  const shut: ReadonlyArray<readonly [string, OrganisationOptions]> = [
    ["a read-only organisation: canceled", { planStatus: "canceled" }],
    ["a read-only organisation: trial_expired", { planStatus: "trial_expired" }],
    ["a suspended organisation", { suspended: true }],
    ["a plan without siem: team", { plan: "team" }],
    ["a plan without siem: trial", { plan: "trial" }]
  ]
  for (const [which, options] of shut) {
    it.effect(`for ${which}; what it wrote meanwhile is not sent afterwards`, function* () {
      const orgId = yield* anOrganisation(options)
      const target = yield* aTarget(orgId)
      yield* write(orgId, 3)
      assert.strictEqual(yield* forward(orgId), 0)
      yield* systemSql`
            UPDATE organisations SET plan = 'enterprise', plan_status = 'active', suspended = false WHERE id = ${orgId}`
      assert.strictEqual(yield* forward(orgId), 0)
      yield* write(orgId, 1)
      assert.strictEqual(yield* forward(orgId), 1)
      assert.deepStrictEqual(sortedSeqs(yield* queued(orgId, target)), [yield* headOf(orgId)])
    })
  }

  it.effect("but for past_due, which is not read-only, it does", function* () {
    const orgId = yield* anOrganisation({ planStatus: "past_due" })
    yield* aTarget(orgId)
    yield* write(orgId, 1)
    assert.strictEqual(yield* forward(orgId), 1)
  })

  it.effect("for an organisation whose deletion has begun", function* () {
    const orgId = yield* anOrganisation()
    yield* aTarget(orgId)
    yield* systemSql`UPDATE organisations SET deletion_started_at = now() WHERE id = ${orgId}`
    yield* write(orgId, 1)
    assert.strictEqual(yield* forward(orgId), 0)
  })
})
