import { assert, layer } from "#test/support/suite"
import type { OrgId, SiemTargetId } from "@svc/contract/kernel/ids"
import { DateTime, Effect, Latch } from "effect"
import { SqlClient } from "effect/sql"
import { Db } from "#platform/database/db"
import { type BatchRange, SiemBatchExport } from "#outgoing/siem/batch-export"
import { aCase, anIntegrator, patch } from "#test/offboarding/offboardings/support"
import { asCaller, aSuperAdmin, type Member } from "#test/support/people"
import { asSystem, systemSql } from "#test/support/tables"
import {
  aTarget,
  events,
  forward,
  headOf,
  queued,
  StreamApp,
  StreamServices,
  untilSomebodyWaits,
  write
} from "./streaming.ts"

const from = DateTime.makeUnsafe("2025-06-01T00:00:00.000Z")
const to = DateTime.makeUnsafe("2025-06-30T23:59:59.999Z")
const inRange = DateTime.makeUnsafe("2025-06-10T00:00:00.000Z")

const step = (member: Member, targetId: SiemTargetId, more: Partial<BatchRange> = {}) =>
  Effect.flatMap(SiemBatchExport, (exporting) =>
    asCaller(member)(exporting.queue({ targetId, from, to, text: "2025-06-01 to 2025-06-30", ...more }))
  )

const withCursor = (cursor: string | null) => (cursor === null ? {} : { cursor })

const aMemberWith = Effect.fnUntraced(function* (count: number) {
  const member = yield* aSuperAdmin()
  if (count > 0) yield* write(member.orgId, count, { from: inRange })
  return member
})

/** The first so many entries of whoever has many, which lie a millisecond apart. */
const upTo = (count: number) => ({ to: DateTime.add(inRange, { milliseconds: count - 1 }) })

const seqsOf = (orgId: OrgId, target: SiemTargetId) =>
  Effect.map(queued(orgId, target), (rows) => rows.map(({ seq }) => seq))

const numbers = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index)

layer(StreamServices)("batch export", (it) => {
  let known: Member | undefined
  /** The one with 20,001 entries, as to write them takes a second for each 10,000. */
  const whoeverHasMany = Effect.gen(function* () {
    known ??= yield* aMemberWith(20_001)
    return known
  })

  for (const [count, steps] of [
    [0, [0]],
    [9_999, [9_999]],
    [10_000, [10_000]],
    [10_001, [10_000, 1]],
    [20_001, [10_000, 10_000, 1]]
  ] as const) {
    it.effect(`${count} entries: ${steps.join(", then ")}, oldest first, each once; then no next_cursor`, function* () {
      const member = yield* whoeverHasMany
      const { orgId } = member
      const target = yield* aTarget(orgId)
      let cursor: string | null = null
      for (const [index, expected] of steps.entries()) {
        const done: { readonly queued: number; readonly nextCursor: string | null } = yield* step(member, target, {
          ...upTo(count),
          ...withCursor(cursor)
        })
        assert.strictEqual(done.queued, expected)
        assert.strictEqual(done.nextCursor === null, index === steps.length - 1)
        assert.isAtMost(done.nextCursor?.length ?? 0, 200)
        // Each step's rows are due after those of the step before.
        yield* systemSql`UPDATE siem_deliveries SET next_attempt_at = next_attempt_at - interval '1 second' WHERE org_id = ${orgId}`
        cursor = done.nextCursor
      }
      // The organisation's own first entry is not of the range.
      assert.deepStrictEqual(yield* seqsOf(orgId, target), numbers(2, count))
    })
  }

  // siem-29: A batch export sends one event per entry, under its own action and marked as replayed.
  it.effect(
    "one event per entry, under its own action and marked as replayed; status changes and runs included",
    function* () {
      const member = yield* aMemberWith(0)
      const { orgId } = member
      for (const action of [
        "login",
        "offboarding_status_changed",
        "access_revoked",
        "offboarding_cancelled"
      ] as const) {
        yield* write(orgId, 1, { action, from: inRange })
      }
      const chosen = {
        all: yield* aTarget(orgId),
        stages: yield* aTarget(orgId, { events: ["status_changed"] }),
        revoked: yield* aTarget(orgId, { events: ["access_revoked"] }),
        failed: yield* aTarget(orgId, { events: ["revocation_failed"] }),
        logins: yield* aTarget(orgId, { events: ["login", "logout"] })
      }
      const expected = {
        all: ["login", "offboarding_status_changed", "access_revoked", "offboarding_cancelled"],
        stages: ["offboarding_status_changed", "offboarding_cancelled"],
        revoked: ["access_revoked"],
        failed: ["access_revoked"],
        logins: ["login"]
      }
      for (const which of ["all", "stages", "revoked", "failed", "logins"] as const) {
        assert.strictEqual((yield* step(member, chosen[which])).queued, expected[which].length)
        const sent = yield* events(orgId, chosen[which])
        assert.deepStrictEqual(
          sent.map(({ content, replayed, type }) => [type, content._tag, replayed]).toSorted(),
          expected[which].map((type) => [type, "Entry", true]).toSorted(),
          which
        )
      }
    }
  )

  // siem-30: Entries that the target did not select do not count toward the 10,000.
  it.effect("entries that the target does not want do not count towards 10,000", function* () {
    const member = yield* whoeverHasMany
    yield* write(member.orgId, 2, { action: "login_failed", from: DateTime.add(inRange, { hours: 1 }) })
    const target = yield* aTarget(member.orgId, { events: ["login_failed"] })
    assert.deepStrictEqual(yield* step(member, target), { queued: 2, nextCursor: null })
  })

  // siem-7: A batch export replays a range of entries to one target, oldest first, 10,000 at a step, and answers
  //   `next_cursor` while more is left.
  it.effect("both ends of the range are inclusive, and nothing outside is queued", function* () {
    const member = yield* aMemberWith(0)
    const { orgId } = member
    const at = (text: string) => write(orgId, 1, { from: DateTime.makeUnsafe(text) })
    yield* at("2025-05-31T23:59:59.999Z")
    yield* at("2025-06-01T00:00:00.000Z")
    yield* at("2025-06-30T23:59:59.999Z")
    yield* at("2025-07-01T00:00:00.000Z")
    const target = yield* aTarget(orgId)
    assert.deepStrictEqual(yield* step(member, target), { queued: 2, nextCursor: null })
    assert.deepStrictEqual(yield* seqsOf(orgId, target), [3, 4])
    const moment = DateTime.makeUnsafe("2025-06-30T23:59:59.999Z")
    assert.strictEqual((yield* step(member, target, { from: moment, to: moment })).queued, 1)
  })

  // siem-7
  // siem-32: Entries written into the range during a batch export are sent last, once each.
  it.effect(
    "the cursor survives entries that are written meanwhile; those of the range come last, each once",
    function* () {
      const member = yield* aMemberWith(10_005)
      const { orgId } = member
      const target = yield* aTarget(orgId)
      const first = yield* step(member, target)
      const late = yield* headOf(orgId)
      yield* write(orgId, 2, { from: DateTime.makeUnsafe("2025-06-20T00:00:00Z") })
      const second = yield* step(member, target, withCursor(first.nextCursor))
      assert.deepStrictEqual([first.queued, second.queued, second.nextCursor], [10_000, 7, null])
      const seqs = yield* seqsOf(orgId, target)
      assert.deepStrictEqual(
        seqs.toSorted((a, b) => a - b),
        [...numbers(2, 10_005), late + 1, late + 2]
      )
    }
  )

  // siem-31: A cursor works only for its own target and range.
  it.status(400, "a cursor of another range or target, and one of nobody's making", function* () {
    const member = yield* whoeverHasMany
    const target = yield* aTarget(member.orgId)
    const other = yield* aTarget(member.orgId)
    const ofRange = upTo(10_001)
    const { nextCursor } = yield* step(member, target, ofRange)
    const cursor = nextCursor ?? ""
    const forged = Buffer.from(`0.0.${"0".repeat(32)}`).toString("base64url")
    const refused = [
      step(member, other, { ...ofRange, cursor }),
      step(member, target, { cursor }),
      step(member, target, { ...ofRange, cursor, from: DateTime.add(from, { days: 1 }) }),
      step(member, target, { ...ofRange, cursor: "" }),
      step(member, target, { ...ofRange, cursor: `${cursor}A` }),
      step(member, target, { ...ofRange, cursor: "nonsense" }),
      step(member, target, { ...ofRange, cursor: forged })
    ]
    for (const one of refused) {
      const error = yield* Effect.flip(one)
      assert.strictEqual(error._tag, "InvalidRequest")
      assert.match(error.error, /^cursor: /)
    }
    assert.lengthOf(yield* queued(member.orgId, other), 0)
    assert.strictEqual((yield* step(member, target, { ...ofRange, cursor })).queued, 1)
  })

  it.status(
    404,
    "for an unknown target and another organisation's; 409 target_paused; 409 queue_full at 100,000",
    function* () {
      const member = yield* aMemberWith(3)
      const stranger = yield* aMemberWith(3)
      const target = yield* aTarget(member.orgId)
      assert.strictEqual((yield* Effect.flip(step(stranger, target)))._tag, "SiemTargetNotFound")
      const paused = yield* aTarget(member.orgId, { active: false })
      assert.include(yield* Effect.flip(step(member, paused)), { _tag: "SiemTargetPaused", code: "target_paused" })
      assert.lengthOf(yield* queued(member.orgId, paused), 0)
      const fill = (count: number) =>
        systemSql`
            INSERT INTO siem_deliveries (org_id, id, target_id, audit_seq, event, next_attempt_at, created_at)
            SELECT ${member.orgId}::uuid, gen_random_uuid(), ${target}::uuid, 1, 'login', now(), now() FROM generate_series(1, ${count}::int)`
      yield* fill(99_999)
      assert.strictEqual((yield* step(member, target)).queued, 3)
      assert.include(yield* Effect.flip(step(member, target)), { _tag: "SiemQueueFull", code: "queue_full" })
    }
  )

  it.effect("a target that is paused at the same time queues nothing: the step waits, and is refused", function* () {
    const member = yield* aMemberWith(3)
    const target = yield* aTarget(member.orgId)
    const paused = yield* Latch.make()
    const pausing = asSystem((sql) =>
      sql`UPDATE siem_targets SET active = false WHERE id = ${target}`.pipe(
        Effect.andThen(paused.open),
        Effect.andThen(untilSomebodyWaits(sql))
      )
    )
    const stepping = Effect.andThen(paused.await, Effect.flip(step(member, target)))
    const [, outcome] = yield* Effect.all([pausing, stepping], { concurrency: "unbounded" })
    assert.strictEqual(outcome._tag, "SiemTargetPaused")
    assert.lengthOf(yield* queued(member.orgId, target), 0)
  })

  it.effect("a long step holds up no results: what came of attempts is written down beside it", function* () {
    const member = yield* aMemberWith(3)
    const target = yield* aTarget(member.orgId)
    const stopped = yield* Latch.make()
    // The step is stopped while it queues; the engine locks the target before it writes down what came of attempts.
    const settling = asSystem((sql) =>
      sql`LOCK TABLE siem_deliveries IN SHARE MODE`.pipe(
        Effect.andThen(stopped.open),
        Effect.andThen(untilSomebodyWaits(sql)),
        Effect.andThen(sql`SELECT FROM siem_targets WHERE id = ${target} FOR NO KEY UPDATE NOWAIT`)
      )
    )
    const stepping = Effect.andThen(stopped.await, step(member, target))
    const [locked, outcome] = yield* Effect.all([settling, stepping], { concurrency: "unbounded" })
    assert.lengthOf(locked, 1)
    assert.strictEqual(outcome.queued, 3)
  })

  it.effect("however many steps an organisation asks for at once, others are served meanwhile", function* () {
    const member = yield* aMemberWith(3)
    const other = yield* aSuperAdmin()
    const targets = yield* Effect.forEach(Array.from({ length: 20 }), () => aTarget(member.orgId))
    const db = yield* Db
    const sql = yield* SqlClient.SqlClient
    const [stopped, served] = [yield* Latch.make(), yield* Latch.make()]
    // What the steps need is locked until somebody else was served.
    const stopping = asSystem((system) =>
      system`LOCK TABLE siem_deliveries IN SHARE MODE`.pipe(
        Effect.andThen(untilSomebodyWaits(system)),
        Effect.andThen(stopped.open),
        Effect.andThen(served.await)
      )
    )
    // Were the other one to wait for the steps, all would wait until PostgreSQL gave up their locks and they failed.
    const serving = Effect.andThen(stopped.await, asCaller(other)(db.transact(sql`SELECT 1`))).pipe(
      Effect.ensuring(served.open)
    )
    const steps = Effect.forEach(targets, (target) => step(member, target), { concurrency: "unbounded" })
    const [, answer, done] = yield* Effect.all([stopping, serving, steps], { concurrency: "unbounded" })
    assert.lengthOf(answer, 1)
    assert.lengthOf(done, 20)
  })

  it.effect("audited as siem_batch_exported: the target, the range and how many", function* () {
    const member = yield* aMemberWith(10_001)
    const target = yield* aTarget(member.orgId)
    const { nextCursor } = yield* step(member, target)
    yield* step(member, target, withCursor(nextCursor))
    const entries = yield* systemSql<{ readonly actor_id: string; readonly target: string; readonly details: string }>`
          SELECT actor_id, target, regexp_replace(details, '( [|] |^)by ([[][[]aps|API key|SCIM|nobody|the |Deleted).*$', '') AS details FROM audit_entries
          WHERE org_id = ${member.orgId} AND action = 'siem_batch_exported' ORDER BY seq`
    assert.deepStrictEqual(entries, [
      {
        actor_id: member.userId,
        target: "SIEM target Splunk",
        details: "2025-06-01 to 2025-06-30: entries queued: 10000, more to come"
      },
      {
        actor_id: member.userId,
        target: "SIEM target Splunk",
        details: "2025-06-01 to 2025-06-30: entries queued: 1"
      }
    ])
  })

  // siem-33: Live events are sent before what a batch export queued.
  it.effect("live events go before what a batch export queued", function* () {
    const member = yield* aMemberWith(5)
    const { orgId } = member
    const target = yield* aTarget(orgId)
    yield* step(member, target)
    yield* write(orgId, 1, { action: "login_failed" })
    yield* forward(orgId)
    assert.deepStrictEqual(
      (yield* queued(orgId, target)).map(({ event, replayed }) => `${event}${replayed ? ", replayed" : ""}`),
      ["siem_batch_exported", "login_failed", ...Array.from({ length: 5 }, () => "profile_updated, replayed")]
    )
  })
})

layer(StreamApp)("batch export of what was forwarded live before", (it) => {
  it.effect("a real stage entry is replayed as the entry that it is", function* () {
    const of = yield* anIntegrator()
    const target = yield* aTarget(of.orgId, { events: ["status_changed"] })
    const { id } = yield* aCase(of)
    yield* patch(of, id, { status: "notice_period" })
    const now = yield* DateTime.now
    yield* step(of.admin, target, { from: DateTime.subtract(now, { hours: 1 }), to: DateTime.add(now, { hours: 1 }) })
    const [event, ...more] = yield* events(of.orgId, target)
    assert.lengthOf(more, 0)
    assert.include(event, { type: "offboarding_status_changed", replayed: true })
    assert.strictEqual(event?.content._tag, "Entry")
    if (event?.content._tag !== "Entry") return
    assert.strictEqual(event.content.entry.target, "Offboarding of Ada Lovelace")
    assert.match(
      event.content.entry.details,
      /^pending -> notice_period \| by API key HR system \(svc_live_[0-9a-f]{3}\)$/
    )
  })
})
