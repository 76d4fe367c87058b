import { assert, layer } from "#test/support/suite"
import { OrgId } from "@svc/contract/kernel/ids"
import { DateTime, Deferred, Effect, Fiber, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { Db } from "#platform/database/db"
import { makeEachClaimed, whileLeased } from "#platform/jobs/each-claimed"
import { makeLeaseQueue } from "#platform/jobs/lease-queue"
import { anOrganisation, asSystemCaller } from "#test/support/people"
import { asOwner } from "#test/support/tables"
import { TestServices } from "#test/support/TestApp"

const Message = Schema.Struct({
  org_id: OrgId,
  id: Schema.String,
  attempts: Schema.Int,
  begun_at: Schema.NullOr(Schema.DateTimeUtcFromDate)
})

/** A queue of its own, with the columns of `migrations/README.md`. */
const table = asOwner(
  (sql) => sql`
    CREATE TABLE IF NOT EXISTS queued_messages (
      org_id uuid, id uuid, status text NOT NULL DEFAULT 'pending', attempts int NOT NULL DEFAULT 0,
      next_attempt_at timestamptz, begun_at timestamptz, lease_id uuid, leased_until timestamptz, PRIMARY KEY (org_id, id))`
).pipe(Effect.andThen(asOwner((sql) => sql`GRANT ALL ON queued_messages TO svc_app, svc_system`)))

const makeQueue = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* makeLeaseQueue({
    table: "queued_messages",
    lease: "lease_id",
    row: Message,
    due: (now) => sql`q.status = 'pending' AND q.next_attempt_at <= ${now}`,
    order: "q.next_attempt_at",
    taken: () => sql`attempts = q.attempts + 1`,
    begun: "begun_at"
  })
})

/** An organization with rows that became due one second after the other, the first at the test clock's now. */
const queued = Effect.fnUntraced(function* (count: number) {
  yield* table
  const orgId = yield* anOrganisation()
  const now = yield* DateTime.now
  const ids = Array.from({ length: count }, () => randomUUID())
  yield* asOwner(
    (sql) => sql`
      INSERT INTO queued_messages (org_id, id, next_attempt_at)
      SELECT ${orgId}::uuid, m.id, ${DateTime.toDateUtc(now)}::timestamptz + (m.place - ${count}::int) * interval '1 second'
      FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS m (id, place)`
  )
  const queue = yield* makeQueue
  const db = yield* Db
  const worker: string = randomUUID()
  const claim = (by: string, limit = 10, lasts = 60) =>
    Effect.flatMap(DateTime.now, (at) =>
      queue.claim({ orgId, worker: by, now: at, leasedUntil: DateTime.add(at, { seconds: lasts }), limit })
    )
  const holder = (by = worker, id = ids[0] ?? "") => ({ orgId, id, worker: by })
  const within = <A, E, R>(work: Effect.Effect<A, E, R>) => work.pipe(db.transact, asSystemCaller(orgId))
  const settle = (by: string, set: string) =>
    Effect.flatMap(SqlClient.SqlClient, (sql) => within(queue.settle(holder(by), sql.literal(set))))
  const stored = asOwner(
    (sql) => sql<{ status: string; attempts: number; lease_id: string | null; leased_until: Date | null }>`
      SELECT status, attempts, lease_id, leased_until FROM queued_messages WHERE org_id = ${orgId} ORDER BY next_attempt_at`
  )
  return { orgId, ids, queue, worker, claim, holder, within, settle, stored }
})

const idsOf = (rows: ReadonlyArray<{ readonly id: string }>) => rows.map(({ id }) => id)

layer(TestServices)("a lease queue", (it) => {
  it.effect("two claimants at the same time never hold one row, and neither waits for the other", function* () {
    const { claim, ids } = yield* queued(40)
    const claims = yield* Effect.all(
      Array.from({ length: 8 }, () => claim(randomUUID(), 5)),
      { concurrency: "unbounded" }
    )
    const claimed = claims.flatMap(idsOf)
    assert.lengthOf(new Set(claimed), claimed.length)
    assert.sameMembers([...claimed, ...idsOf(yield* claim(randomUUID(), 40))], ids)
  })

  it.effect("a claim skips rows that another claim is writing", function* () {
    const { claim, holder, ids, queue, within, worker } = yield* queued(2)
    yield* claim(worker, 1)
    yield* TestClock.adjust("61 seconds")
    const [held, end] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    const holding = yield* Effect.forkChild(
      within(
        queue
          .lock(holder(), yield* DateTime.now)
          .pipe(Effect.andThen(Deferred.succeed(held, undefined)), Effect.andThen(Deferred.await(end)))
      )
    )
    yield* Deferred.await(held)
    assert.deepStrictEqual(idsOf(yield* claim(randomUUID())), ids.slice(1))
    yield* Deferred.succeed(end, undefined)
    yield* Fiber.join(holding)
  })

  it.effect("claims what is due, the oldest first, of one organization or of all, at most the limit", function* () {
    const { claim, ids, orgId, queue } = yield* queued(3)
    const other = yield* queued(1)
    assert.sameMembers(idsOf(yield* claim(randomUUID(), 2)), ids.slice(0, 2))
    const now = yield* DateTime.now
    const early = DateTime.subtract(now, { seconds: 1 })
    const asked = { worker: randomUUID(), leasedUntil: DateTime.add(now, { seconds: 60 }), limit: 1000 }
    assert.deepStrictEqual(yield* queue.claim({ ...asked, orgId, now: early }), [])
    const all = idsOf(yield* queue.claim({ ...asked, orgId: undefined, now }))
    assert.includeMembers(all, [...ids.slice(2), ...other.ids])
  })

  it.effect("a lease that has ended is claimed again, one that was renewed is not", function* () {
    const { claim, holder, queue, worker } = yield* queued(1)
    assert.lengthOf(yield* claim(worker), 1)
    yield* TestClock.adjust("59 seconds")
    assert.lengthOf(yield* claim(randomUUID()), 0)
    assert.isTrue(yield* queue.renew(holder(), DateTime.add(yield* DateTime.now, { seconds: 60 })))
    yield* TestClock.adjust("59 seconds")
    assert.lengthOf(yield* claim(randomUUID()), 0)
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(
      (yield* claim(randomUUID())).map(({ attempts }) => attempts),
      [2]
    )
  })

  it.effect(
    "a worker that lost its lease can neither renew, begin, settle nor release: the row is the other one's",
    function* () {
      const { claim, holder, queue, settle, stored, within, worker } = yield* queued(1)
      yield* claim(worker)
      yield* TestClock.adjust("60 seconds")
      const other = randomUUID()
      yield* claim(other)
      const before = yield* stored
      const now = yield* DateTime.now
      assert.deepStrictEqual(
        [
          yield* queue.renew(holder(), now),
          yield* within(queue.lock(holder(), now)),
          yield* within(queue.begin(holder(), now)),
          yield* settle(worker, "status = 'finished'"),
          yield* queue.release(holder())
        ],
        [false, false, false, false, false]
      )
      assert.deepStrictEqual(yield* stored, before)
      assert.isTrue(yield* settle(other, "status = 'finished'"))
    }
  )

  it.effect("a row that is finished is never claimed again; its holder has nothing left to write", function* () {
    const { claim, settle, stored, worker } = yield* queued(1)
    yield* claim(worker)
    assert.isTrue(yield* settle(worker, "status = 'finished'"))
    assert.deepStrictEqual(yield* stored, [{ status: "finished", attempts: 1, lease_id: null, leased_until: null }])
    assert.isFalse(yield* settle(worker, "status = 'pending'"))
    yield* TestClock.adjust("1 day")
    assert.lengthOf(yield* claim(randomUUID()), 0)
  })

  it.effect("a row that is postponed is due at its time, one that is released immediately", function* () {
    const { claim, holder, queue, settle, worker } = yield* queued(1)
    yield* claim(worker)
    assert.isTrue(yield* settle(worker, "next_attempt_at = next_attempt_at + interval '30 seconds'"))
    yield* TestClock.adjust("29 seconds")
    assert.lengthOf(yield* claim(worker), 0)
    yield* TestClock.adjust("1 second")
    assert.lengthOf(yield* claim(worker), 1)
    assert.isTrue(yield* queue.release(holder()))
    assert.lengthOf(yield* claim(randomUUID()), 1)
  })
})

layer(TestServices)("a round of a lease queue", (it) => {
  it.effect(
    "counts what was done and what was not; work that fails holds up no other, and is due when its lease ends",
    function* () {
      const { ids, orgId, queue, settle } = yield* queued(3)
      const eachClaimed = yield* makeEachClaimed
      const round = eachClaimed({
        orgId,
        claim: queue.claim,
        lease: "1 minute",
        limit: 10,
        atOnce: 1,
        work: ({ id }, { worker }) =>
          id === ids[1]
            ? Effect.die("It cannot be made")
            : id === ids[0]
              ? settle(worker, "status = 'finished'")
              : Effect.succeed(undefined),
        says: "message interrupted"
      })
      assert.deepStrictEqual(yield* round, { done: 1, failed: 1 })
      assert.deepStrictEqual(yield* round, { done: 0, failed: 0 })
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* round, { done: 0, failed: 1 })
    }
  )

  it.effect("a call that had begun when its lease ended is never made again: its outcome is unknown", function* () {
    const { claim, holder, orgId, queue, settle, stored, within, worker } = yield* queued(1)
    yield* claim(worker)
    assert.isTrue(yield* within(queue.begin(holder(), yield* DateTime.now)))
    yield* TestClock.adjust("1 minute")
    const eachClaimed = yield* makeEachClaimed
    const made: Array<string> = []
    const round = eachClaimed({
      orgId,
      claim: (claiming) => Effect.tap(queue.claim(claiming), () => Effect.sync(() => made.push(claiming.worker))),
      lease: "1 minute",
      limit: 10,
      atOnce: 1,
      unknown: {
        hasBegun: ({ begun_at }) => begun_at !== null,
        end: () => settle(made.at(-1) ?? "", "status = 'unknown'")
      },
      work: () => Effect.die("The call would be made twice"),
      says: "message interrupted"
    })
    assert.deepStrictEqual(yield* round, { done: 1, failed: 0 })
    assert.strictEqual((yield* stored)[0]?.status, "unknown")
    // What the first worker still learns of it comes too late.
    assert.isFalse(yield* settle(worker, "status = 'finished'"))
    assert.deepStrictEqual(yield* round, { done: 0, failed: 0 })
  })

  it.effect("a process that stops gives its row back; work whose lease was lost has no result", function* () {
    const { claim, holder, orgId, queue, stored } = yield* queued(1)
    const eachClaimed = yield* makeEachClaimed
    const reached = yield* Deferred.make<void>()
    const lost: Array<string> = []
    const round = eachClaimed({
      orgId,
      claim: queue.claim,
      lease: "1 minute",
      limit: 1,
      atOnce: 1,
      work: ({ id }, { since, worker }) =>
        Deferred.succeed(reached, undefined).pipe(
          Effect.andThen(Effect.never),
          whileLeased({
            since,
            lasts: "1 minute",
            giveBack: queue.release(holder(worker, id)),
            lost: Effect.sync(() => lost.push(id))
          })
        ),
      says: "message interrupted"
    })
    const working = yield* Effect.forkChild(round)
    yield* Deferred.await(reached)
    yield* Fiber.interrupt(working)
    assert.deepStrictEqual(yield* stored, [{ status: "pending", attempts: 1, lease_id: null, leased_until: null }])
    assert.deepStrictEqual(lost, [])
    assert.lengthOf(yield* claim(randomUUID()), 1)
  })
})
