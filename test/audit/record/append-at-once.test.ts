import { assert, layer } from "#test/support/suite"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Deferred, Effect, Fiber, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { Db, Transaction } from "#platform/database/db"
import { verify } from "#test/audit/verification/tampering"
import { childEnvironment } from "#test/support/child-environment"
import { DatabaseAddress } from "#test/support/database"
import { LiveServices } from "#test/support/TestApp"
import { labelled } from "#test/support/labelled"
import { anOrganisation, asSystemCaller } from "#test/support/people"
import { asSystem, systemSql } from "#test/support/tables"

const processes = 4
const each = 100

const aNode = Effect.fnUntraced(function* (orgId: OrgId, name: string) {
  const url = Redacted.value(yield* DatabaseAddress)
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "test/audit/record/append-process.ts", orgId, name, String(each)],
    { stdio: ["pipe", "pipe", "inherit"], env: { ...childEnvironment, DATABASE_URL: url } }
  )
  yield* Effect.addFinalizer(() => Effect.sync(() => child.kill("SIGKILL")))
  yield* Effect.promise(() => once(child.stdout, "data"))
  return {
    run: Effect.promise(async () => {
      child.stdin.write("go\n")
      const [code]: ReadonlyArray<unknown> = await once(child, "exit")
      return code
    })
  }
})

const record = (orgId: OrgId, details = "") =>
  Effect.gen(function* () {
    const audit = yield* Audit
    const db = yield* Db
    yield* db.transact(
      audit.record({ action: labelled("noted"), target: auditText`thing`, details: auditText`${details}` })
    )
  }).pipe(asSystemCaller(orgId))

const shapeOf = Effect.fnUntraced(function* (orgId: OrgId) {
  const [shape] = yield* systemSql<{ rows: number; links: number; last: number }>`
    SELECT count(*)::int AS rows, count(DISTINCT prev_hash)::int AS links, max(seq)::int AS last
    FROM audit_entries WHERE org_id = ${orgId}`
  return shape
})

layer(LiveServices, { excludeTestServices: true })("appending at once", (it) => {
  // chain-6
  it.effect(
    "four processes, a hundred entries each, one organisation: no number and no predecessor twice",
    function* () {
      const orgId = yield* anOrganisation()
      const nodes = yield* Effect.forEach(
        Array.from({ length: processes }, (_, index) => `node ${index}`),
        (name) => aNode(orgId, name),
        { concurrency: "unbounded" }
      )
      const codes = yield* Effect.forEach(nodes, ({ run }) => run, { concurrency: "unbounded" })
      assert.deepStrictEqual(codes, [0, 0, 0, 0])
      const rows = processes * each + 1
      assert.deepStrictEqual(yield* shapeOf(orgId), { rows, links: rows, last: rows })
      const report = yield* verify(orgId)
      assert.deepInclude(report, { ok: true, brokenCount: 0, checked: rows })
    }
  )

  it.effect("an organisation whose chain is held does not hold up another; its own entries wait", function* () {
    const [held, free] = [yield* anOrganisation(), yield* anOrganisation()]
    const locked = yield* Deferred.make<void>()
    const done = yield* Deferred.make<void>()
    const holder = yield* Effect.forkChild(
      asSystem((sql) =>
        Effect.gen(function* () {
          // What an append that has not committed yet holds.
          yield* sql`SELECT append_audit_entry(${held}::uuid, gen_random_uuid(), now(), NULL, 'noted', '', '', ${"0".repeat(64)},
              NULL, NULL, NULL, NULL, false)`
          yield* Deferred.succeed(locked, undefined)
          yield* Deferred.await(done)
          return yield* Effect.fail("rolled back" as const)
        })
      )
    )
    yield* Deferred.await(locked)
    const waiting = yield* Effect.forkChild(record(held))
    yield* Effect.forEach(Array.from({ length: 20 }), () => record(free))
    assert.strictEqual((yield* shapeOf(free))?.rows, 21)
    assert.isUndefined(waiting.pollUnsafe())
    yield* Deferred.succeed(done, undefined)
    yield* Fiber.await(holder)
    yield* Fiber.join(waiting)
    assert.deepInclude(yield* verify(held), { ok: true, checked: 2 })
  })

  it.effect(
    "a hundred at once, of whom some roll back: every other one stands, without a gap, in the order of seq",
    function* () {
      const orgId = yield* anOrganisation()
      const db = yield* Db
      const audit = yield* Audit
      const failing = audit
        .record({ action: labelled("never"), target: auditText`x`, details: auditText`y` })
        .pipe(Effect.andThen(Effect.fail("refused" as const)), db.transact, asSystemCaller(orgId), Effect.ignore)
      yield* Effect.forEach(
        Array.from({ length: 100 }, (_, index) => index),
        (index) => (index % 4 === 0 ? failing : record(orgId, String(index))),
        { concurrency: "unbounded", discard: true }
      )
      assert.deepStrictEqual(yield* shapeOf(orgId), { rows: 76, links: 76, last: 76 })
      assert.deepInclude(yield* verify(orgId), { ok: true, checked: 76 })
    }
  )

  it.effect(
    "a commit lets go early only where others of the process wait, and is refused like any other",
    function* () {
      const orgId = yield* anOrganisation()
      const db = yield* Db
      const sql = yield* SqlClient.SqlClient
      const both = yield* Deferred.make<void>()
      const asOrg = asSystemCaller(orgId)
      const contend = Transaction.use((transaction) => transaction.contend("a lock"))
      const alone = yield* db.transact(Effect.all([contend, contend])).pipe(asOrg)
      assert.deepStrictEqual(alone, [false, false])
      const first = yield* Effect.forkChild(db.transact(Effect.tap(contend, Deferred.await(both))).pipe(asOrg))
      yield* Effect.yieldNow
      const refused = Effect.gen(function* () {
        assert.isTrue(yield* contend)
        yield* sql`SELECT 1`
        yield* Transaction.use(({ send }) => send(sql`SELECT 1 / 0`))
      })
      assert.strictEqual((yield* Effect.exit(db.transact(refused).pipe(asOrg)))._tag, "Failure")
      const kept = Effect.gen(function* () {
        assert.isTrue(yield* contend)
        yield* sql`UPDATE organisations SET name = 'Early' WHERE id = ${orgId}`
      })
      yield* db.transact(kept).pipe(asOrg)
      yield* Deferred.succeed(both, undefined)
      assert.isFalse(yield* Fiber.join(first))
      assert.isFalse(yield* db.transact(contend).pipe(asOrg))
      const names = yield* systemSql`SELECT name FROM organisations WHERE id = ${orgId}`
      assert.deepStrictEqual(names, [{ name: "Early" }])
    }
  )
})
