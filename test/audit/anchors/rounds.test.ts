import { assert, layer } from "#test/support/suite"
import { Deferred, Effect, Fiber, Option } from "effect"
import { SqlClient } from "effect/sql"
import { AuditAnchors } from "#audit/anchors/service"
import { Db, SystemSql } from "#platform/database/db"
import { Jobs } from "#platform/jobs/jobs"
import { aMember, anAdmin, anOrganisation } from "#test/support/people"
import { asOwner } from "#test/support/tables"
import { App, asCaller, page, record, run } from "./support.ts"

const sourcesOf = (orgId: string) =>
  Effect.gen(function* () {
    const system = yield* SystemSql
    const rows = yield* system<{ source: string }>`
      SELECT source FROM audit_anchors WHERE org_id = ${orgId} ORDER BY anchored_at, seq, source`
    return rows.map(({ source }) => source)
  })

const entriesOf = (orgId: string) =>
  Effect.gen(function* () {
    const system = yield* SystemSql
    return yield* system`SELECT seq, entry_hash FROM audit_entries WHERE org_id = ${orgId} ORDER BY seq`
  })

layer(App)("anchors are recorded", (it) => {
  // anchors-5: An anchor is recorded every hour when the head has moved, every night, and with every archive.
  it.effect("every hour when the chain head moved, every night also when it did not", function* () {
    const member = yield* anAdmin()
    yield* record(member, {})
    assert.strictEqual((yield* run("audit-anchor-hourly", member.orgId))["anchored"], 1)
    assert.strictEqual((yield* run("audit-anchor-hourly", member.orgId))["anchored"], 0)
    assert.strictEqual((yield* run("audit-anchor-nightly", member.orgId))["anchored"], 1)
    assert.strictEqual((yield* run("audit-anchor-nightly", member.orgId))["anchored"], 1)
    assert.strictEqual((yield* run("audit-anchor-hourly", member.orgId))["anchored"], 0)
    yield* record(member, {})
    assert.strictEqual((yield* run("audit-anchor-hourly", member.orgId))["anchored"], 1)
    assert.sameMembers([...(yield* sourcesOf(member.orgId))], ["hourly", "nightly", "nightly", "hourly"])
  })

  it.effect("without an entry of their own, so that an anchor never moves the head", function* () {
    const member = yield* anAdmin()
    yield* record(member, {})
    const before = yield* entriesOf(member.orgId)
    yield* run("audit-anchor-hourly")
    yield* run("audit-anchor-nightly")
    assert.deepStrictEqual(yield* entriesOf(member.orgId), before)
  })

  // anchors-12: Suspended organizations and those with a scheduled deletion are anchored like any other.
  it.effect(
    "for all organisations with entries, suspended ones and those awaiting deletion too; --org limits to one",
    function* () {
      const system = yield* SystemSql
      const suspended = yield* anOrganisation({ suspended: true })
      const leaving = yield* anOrganisation()
      const going = yield* anOrganisation()
      const empty = yield* anOrganisation()
      yield* system`UPDATE organisations SET deletion_scheduled_at = now() + interval '9 days' WHERE id = ${leaving}`
      yield* system`UPDATE organisations SET deletion_scheduled_at = now(), deletion_started_at = now() WHERE id = ${going}`
      yield* asOwner((sql) => sql`DELETE FROM audit_entries WHERE org_id = ${empty}`)
      yield* asOwner((sql) => sql`UPDATE audit_heads SET seq = 0, entry_hash = prev_hash WHERE org_id = ${empty}`)
      yield* run("audit-anchor-hourly", leaving)
      assert.deepStrictEqual(yield* sourcesOf(suspended), [])
      yield* run("audit-anchor-hourly")
      assert.deepStrictEqual(yield* sourcesOf(suspended), ["hourly"])
      assert.deepStrictEqual(yield* sourcesOf(leaving), ["hourly"])
      assert.deepStrictEqual(yield* sourcesOf(going), [])
      assert.deepStrictEqual(yield* sourcesOf(empty), [])
      const caller = asCaller(yield* aMember(empty))
      const anchors = yield* AuditAnchors
      const db = yield* Db
      assert.isTrue(Option.isNone(yield* db.transact(anchors.anchorHead("archive")).pipe(caller)))
    }
  )

  it.effect("one organisation that fails holds up no other, and is tried again", function* () {
    yield* run("audit-anchor-hourly")
    const broken = yield* anAdmin()
    const refused = yield* anAdmin()
    const sound = yield* anAdmin()
    // Its head names an entry that is not there.
    yield* asOwner((sql) => sql`UPDATE audit_heads SET entry_hash = ${"e".repeat(64)} WHERE org_id = ${broken.orgId}`)
    yield* asOwner((sql) =>
      sql.unsafe(`ALTER TABLE audit_anchors ADD CONSTRAINT refused CHECK (org_id <> '${refused.orgId}')`)
    )
    assert.deepInclude(yield* run("audit-anchor-hourly"), { anchored: 1, failed: 2, unpublished: 0 })
    assert.deepStrictEqual(yield* sourcesOf(sound.orgId), ["hourly"])
    assert.deepStrictEqual(yield* sourcesOf(broken.orgId), [])
    yield* asOwner((sql) => sql.unsafe("ALTER TABLE audit_anchors DROP CONSTRAINT refused"))
    assert.deepInclude(yield* run("audit-anchor-hourly"), { anchored: 1, failed: 1 })
    assert.deepStrictEqual(yield* sourcesOf(refused.orgId), ["hourly"])
    yield* asOwner(
      (sql) => sql`UPDATE audit_heads h SET entry_hash = e.entry_hash FROM audit_entries e
          WHERE h.org_id = ${broken.orgId} AND e.org_id = h.org_id AND e.seq = h.seq`
    )
  })

  it.effect(
    "of the committed head: an entry that is being written is anchored after its commit, or never",
    function* () {
      const member = yield* anAdmin()
      const sql = yield* SqlClient.SqlClient
      const db = yield* Db
      const before = yield* entriesOf(member.orgId)
      const moved = yield* Deferred.make<void>()
      const anchored = yield* Deferred.make<void>()
      const undone = yield* db
        .transact(
          Effect.gen(function* () {
            // The head is moved and locked here, and nobody else sees it.
            yield* sql`SELECT append_audit_entry(${member.orgId}::uuid, gen_random_uuid(), now(), NULL, 'noted', '', '',
              ${"f".repeat(64)}, NULL, NULL, NULL, NULL, false)`
            yield* Deferred.succeed(moved, undefined)
            yield* Deferred.await(anchored)
            return yield* Effect.fail("undone")
          })
        )
        .pipe(asCaller(member), Effect.flip, Effect.forkChild)
      yield* Deferred.await(moved)
      assert.deepInclude(yield* run("audit-anchor-nightly", member.orgId), { anchored: 1, failed: 0 })
      yield* Deferred.succeed(anchored, undefined)
      assert.strictEqual(yield* Fiber.join(undone), "undone")
      const [anchor] = (yield* page(member)).anchors
      assert.strictEqual(anchor?.entry_hash, before.at(-1)?.["entry_hash"])
    }
  )

  it.effect("with the transaction that asks for it, or not at all", function* () {
    const member = yield* anAdmin()
    const db = yield* Db
    const anchors = yield* AuditAnchors
    const failing = db.transact(Effect.andThen(anchors.anchorHead("archive"), Effect.fail("undone")))
    yield* Effect.flip(asCaller(member)(failing))
    assert.deepStrictEqual(yield* sourcesOf(member.orgId), [])
    const anchor = yield* asCaller(member)(db.transact(anchors.anchorHead("archive")))
    assert.deepStrictEqual((yield* page(member)).anchors, Option.toArray(anchor))
    assert.deepStrictEqual(yield* sourcesOf(member.orgId), ["archive"])
  })

  it.effect("written once: neither role of the service changes or removes one", function* () {
    const member = yield* anAdmin()
    yield* run("audit-anchor-nightly", member.orgId)
    const system = yield* SystemSql
    const sql = yield* SqlClient.SqlClient
    for (const statement of [
      "UPDATE audit_anchors SET seq = 1",
      "DELETE FROM audit_anchors",
      "TRUNCATE audit_anchors"
    ]) {
      assert.strictEqual((yield* Effect.exit(system.unsafe(statement)))._tag, "Failure", statement)
      assert.strictEqual((yield* Effect.exit(sql.unsafe(statement)))._tag, "Failure", statement)
    }
    assert.lengthOf(yield* sourcesOf(member.orgId), 1)
  })

  it.effect("by jobs of the documented names at the full hour and after midnight", function* () {
    const jobs = yield* Jobs
    const triggers = new Map((yield* jobs.list).map(({ name, trigger }) => [name, trigger]))
    assert.strictEqual(triggers.get("audit-anchor-hourly"), "cron 0 * * * * UTC")
    assert.strictEqual(triggers.get("audit-anchor-nightly"), "cron 30 0 * * * UTC")
  })
})
